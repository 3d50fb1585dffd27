"""The games: every folder here that has a game.toml. There is no list to edit."""

from __future__ import annotations

import hashlib
import importlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.asking import AskingGame
from engine.contract import Game
from engine.errors import ChoiceRefused

# What the kit looks for in the folder of a game, and whether it must be there; other
# modules are the game's own. docs/adding-a-game.md tells what each is for.
FILES: Mapping[str, bool] = {
    "game.toml": True,
    "RULES.md": True,
    "__init__.py": True,
    "words.en.toml": True,
    "words.*.toml": False,  # of each other language
    "bots.py": False,  # or a folder
    "files.py": False,  # files of its own to begin a match from
    "short.toml": False,
    "lesson.toml": False,  # a guided first match
    "chronicle.toml": False,
    "data": False,  # a folder
}
FOLDERS: list[tuple[Path, str]] = [(Path(__file__).parent, "engine")]


class Choice(NamedTuple):
    """One thing to agree on before a match begins."""

    name: str
    default: str
    values: tuple[str, ...]  # all that may be chosen, or none: then a number
    lowest: int
    highest: int
    without_people: str  # the default where only bots play
    unsaid: str = ""  # what older logs mean that do not name the choice, for good
    titles: Mapping[str, str] = {}  # by language, as are the next two
    notes: Mapping[str, str] = {}  # what it changes, in a sentence
    words: Mapping[str, Mapping[str, str]] = {}  # what a value is called
    unlisted: str = ""  # a value that nobody can choose: only a position tells it

    @property
    def is_switch(self) -> bool:
        return self.values == ("no", "yes")

    def title(self, language: str = "en") -> str:
        plain = self.name.replace("_", " ").capitalize()
        return spoken(self.titles, language) or plain

    def note(self, language: str = "en") -> str:
        return spoken(self.notes, language)

    def word(self, value: str, language: str = "en") -> str:
        """What a value is called: `qin-2024` is a set of cards."""
        return spoken(self.words.get(value, {}), language) or value

    def check(self, value: str) -> str:
        """The value, if it may be chosen."""
        if self.unlisted and value == self.unlisted:
            return value  # the rules refuse to lay a table by it
        if self.values and value not in self.values:
            wanted = f"one of {', '.join(self.values)}"
        elif not self.values and not self._is_number(value):
            wanted = f"a number from {self.lowest} to {self.highest}"
        else:
            return value if self.values else str(int(value))
        raise ChoiceRefused(f"“{self.name}” is {wanted}; “{value}” is not.")

    def _is_number(self, value: str) -> bool:
        return (
            value.isascii()
            and value.isdigit()
            and len(value) < 19
            and self.lowest <= int(value) <= self.highest
        )


class Happening(NamedTuple):
    """A kind of event, and the field of it that tells where or which; or none."""

    kind: str
    field: str = ""


class Ask(NamedTuple):
    """A kind of reaction, and its words by language: `ask WORD`. The first is shown."""

    kind: str
    words: Mapping[str, Sequence[str]]

    def word(self, language: str = "en") -> str:
        found = self.words.get(language) or self.words["en"]
        return found[0]


class Annals(NamedTuple):
    """What the archive remembers of what happened in a match.

    Of a group of happenings the first and the last are found together: a city that is
    conquered from the centre or from an opponent is conquered all the same.
    """

    turn_order: str = ""  # the kind of event that tells in which order seats play
    openings: tuple[Happening, ...] = ()  # the first of each, by seat
    happenings: tuple[tuple[Happening, ...], ...] = ()


class Ranks(NamedTuple):
    """How kinds of events are told: `kind`, or `kind reason` where reasons differ.

    What the kit itself tells, and what a game has forgotten to rank, is a headline.
    """

    headlines: frozenset[str] = frozenset()
    personal: frozenset[str] = frozenset()  # headlines to the players they name alone
    details: frozenset[str] = frozenset()
    begins: frozenset[str] = frozenset()  # a scene, which is never cut in two


class Demo(NamedTuple):
    """A match that a new house shows; its title is its key, and is made once."""

    title: str
    bots: tuple[str, ...]
    choices: Mapping[str, str] = {}
    tempo: str = "each"
    is_free: bool = False  # one more seat is kept for whoever comes first


def spoken(texts: Mapping[str, str], language: str) -> str:
    """The text in this language, else in English; nothing where there is none."""
    return texts.get(language) or texts.get("en", "")


class About(NamedTuple):
    """What game.toml says."""

    name: str
    title: str
    code: str  # the rule ids begin with it
    version: int
    seats: tuple[int, int]
    languages: tuple[str, ...]
    hidden: bool  # whether seats know different things
    chance: bool  # whether anything is drawn by lot
    choices: Mapping[str, Choice]
    titles: Mapping[str, str]
    folder: Path
    annals: Annals = Annals()
    ranks: Ranks = Ranks()
    blurbs: Mapping[str, str] = {}
    chosen: frozenset[str] = frozenset()  # kinds of events that tell a decision
    left_to_chance: frozenset[str] = frozenset()  # orders whose draws are the choice
    reveals: Mapping[str, str] = {}  # events that show the hidden; who knew it: a field
    asks: Mapping[str, Ask] = {}  # reactions a seat may want to be waited for at
    ask_rule: str = ""  # which rule says so
    ask_replaces: bool = False  # a text that asks says all that is asked for
    bots: Mapping[str, Mapping[str, str]] = {}  # how each of its own plays, by language
    demos: tuple[Demo, ...] = ()

    def title_in(self, language: str) -> str:
        return self.titles.get(language, self.title)

    def blurb(self, language: str = "en") -> str:
        """What kind of game it is, in a sentence."""
        return spoken(self.blurbs, language)

    def bot_words(self, bot: str, language: str = "en") -> str:
        """How a bot plays, in a few words; its name where the game has none."""
        return spoken(self.bots.get(bot, {}), language) or bot

    def complete(
        self, seats: int, choices: Mapping[str, str], people: bool = True
    ) -> dict[str, str]:
        """All choices, the missing ones by default. Raises ChoiceRefused."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise ChoiceRefused(
                f"{self.title} is for {fewest} to {most} players, not {seats}."
            )
        for name in choices:
            if name not in self.choices:
                known = ", ".join(self.choices)
                raise ChoiceRefused(
                    f"{self.title} has no choice “{name}”; it has {known}."
                )
        return {
            name: choice.check(
                choices.get(name, choice.default if people else choice.without_people)
            )
            for name, choice in sorted(self.choices.items())
        }

    def meant(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Return what a log agreed on, with what it is too old to name."""
        unsaid = {n: c.unsaid for n, c in self.choices.items() if c.unsaid}
        return {**unsaid, **choices}


@cache
def games() -> dict[str, About]:
    """All games by name."""
    found = {}
    for folder, _ in FOLDERS:
        for file in sorted(folder.glob("*/game.toml")):
            about = read_about(file)
            found[about.name] = about
    return found


@cache
def game(name: str) -> Game[Any]:
    """The rules of a game. Raises KeyError with the names there are."""
    about = games().get(name)
    if about is None:
        raise KeyError(f"no game “{name}”; there are {', '.join(games())}")
    package = next(p for folder, p in FOLDERS if folder == about.folder.parent)
    module: Any = importlib.import_module(f"{package}.{name}")
    rules: Any = AskingGame(module, about) if about.asks else module
    return rules  # type: ignore[no-any-return]


@cache
def layout(name: str) -> str:
    """A mark of the code that reads and writes the states of a game.

    A state that was kept somewhere is only read by the code that wrote it.
    """
    ours = sorted(Path(__file__).parent.glob("*.py"))
    folder = games()[name].folder
    theirs = sorted(file for file in folder.rglob("*") if is_of_states(file))
    digest = hashlib.sha256()
    for file in ours + theirs:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def is_of_states(file: Path) -> bool:
    return file.suffix in (".py", ".toml") and not file.name.startswith("words.")


def register(folder: Path, package: str) -> None:
    """Look for games in one more folder; tests bring their toy this way."""
    if (folder, package) not in FOLDERS:
        FOLDERS.append((folder, package))
        games.cache_clear()


def read_about(file: Path) -> About:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    ranks: dict[str, list[str]] = data.get("ranks", {})
    asks = data.get("asks", {})
    asks_rule, replaces = asks.pop("rule", ""), asks.pop("replaces", False)
    return About(
        name=data["name"],
        title=data["title"],
        code=data["code"],
        version=data["version"],
        seats=tuple(data["seats"]),
        languages=tuple(data["languages"]),
        hidden=data["hidden"],
        chance=data.get("chance", True),
        choices={n: read_choice(n, c) for n, c in data.get("choices", {}).items()},
        titles={key[6:]: text for key, text in data.items() if key[:6] == "title_"},
        folder=file.parent,
        annals=read_annals(data.get("archive", {})),
        ranks=Ranks(**{key: frozenset(kinds) for key, kinds in ranks.items()}),
        chosen=frozenset(data.get("chosen", ())),
        left_to_chance=frozenset(data.get("left_to_chance", ())),
        blurbs=data.get("blurb", {}),
        reveals={h.kind: h.field for h in map(read_happening, data.get("reveals", ()))},
        asks={kind: Ask(kind, words) for kind, words in asks.items()},
        ask_rule=asks_rule,
        ask_replaces=replaces,
        bots=data.get("bots", {}),
        demos=tuple(map(read_demo, data.get("demo", ()))),
    )


def read_demo(data: dict[str, Any]) -> Demo:
    return Demo(
        title=data["title"],
        bots=tuple(data["bots"]),
        choices=data.get("choices", {}),
        tempo=data.get("tempo", "each"),
        is_free=data.get("free", False),
    )


def read_annals(data: dict[str, Any]) -> Annals:
    groups = [
        group if isinstance(group, list) else [group]
        for group in data.get("happenings", ())
    ]
    return Annals(
        turn_order=data.get("turn_order", ""),
        openings=tuple(map(read_happening, data.get("openings", ()))),
        happenings=tuple(tuple(map(read_happening, group)) for group in groups),
    )


def read_happening(text: str) -> Happening:
    """`castle_built province`"""
    kind, _, field = text.partition(" ")
    return Happening(kind, field)


def read_choice(name: str, data: dict[str, Any]) -> Choice:
    lowest, highest = data.get("range", (0, 0))
    return Choice(
        name=name,
        default=data["default"],
        values=tuple(data.get("values", ())),
        lowest=lowest,
        highest=highest,
        without_people=data.get("without_people", data["default"]),
        unsaid=data.get("unsaid", ""),
        titles=data.get("title", {}),
        notes=data.get("note", {}),
        words=data.get("words", {}),
        unlisted=data.get("unlisted", ""),
    )
