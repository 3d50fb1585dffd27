"""Play, replay and check samurai board games in a terminal.

Seats are counted from 1. `COMMAND --help` tells more of a command.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.attached import log_in
from engine.bots import bots
from engine.contract import Position, visible
from engine.errors import ChoiceRefused, LogBroken, ReplayBroken, StartRefused
from engine.files import files_of, kinds
from engine.learn import learn
from engine.lesson import lesson_of
from engine.log import Log, log_hash, log_read
from engine.log_json import log_json
from engine.match import Match
from engine.ranks import Rank
from engine.registry import About, Choice, game, games
from engine.replay import replay, verify
from engine.rulebook import look_up
from engine.sheet_text import as_text
from engine.start import read_position
from engine.words import Narrator, common, entry_telling, sentence


class Told(Exception):
    """What the person typed cannot be done; the sentence says why."""


def main(
    arguments: Sequence[str] | None = None,
    program: str = "python -m engine",
    more_help: str = "",
) -> int:
    """Do what the command line says; return 0 if it went well."""
    options = read_arguments(arguments, program, more_help)
    if options is None:
        return 0
    try:
        result = options.run(options)
    except (Told, ChoiceRefused, StartRefused) as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # `… | head` has seen enough
        sys.stderr.close()
        return 0
    return int(result or 0)


EXAMPLES = """examples, with {game}:
  {program} games                          what there is to play
  {program} learn {game}              a lesson of a few minutes
  {program} play {game} Aki bot:{bot}
  {program} match {game} --bots {bot} {bot} --out a.log
  {program} verify a.log                   is it what it says?
  {program} replay a.log --step 7 --as 1   with the eyes of seat 1
  {program} rules {game} end
  {program} new my_game                    begin a game of your own
"""


def read_arguments(
    arguments: Sequence[str] | None, program: str, more_help: str
) -> argparse.Namespace | None:
    """Return what was typed, or print the help and return None if nothing was."""
    name = first_game()
    examples = EXAMPLES.format(program=program, game=name, bot=best_bot(name))
    parser = argparse.ArgumentParser(
        prog=program,
        description=__doc__,
        epilog=more_help + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_commands(parser)
    if not (sys.argv[1:] if arguments is None else arguments):
        parser.print_help()
        return None
    options, rest = parser.parse_known_args(arguments)
    if rest and (options.run is not run_play or any(w[0] == "-" for w in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:  # players named after an option
        options.players += rest
    return options


def first_game() -> str:
    return next(iter(games()))


def best_bot(name: str) -> str:
    """The last one of a game: its own are listed after `random`."""
    return list(bots(name))[-1]


def add_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=RUN[name])
        return made

    command("games", "list the games, their choices and bots")

    play = command("play", "play in this terminal, alone or hot-seat")
    play.add_argument("game", help="as `games` lists it")
    play.add_argument("players", nargs="*", help="names; bot:NAME is a bot")
    play.add_argument("--save", type=Path, help="file for the log")
    play.add_argument(
        "--tempo",
        choices=("each", "phase"),
        default="each",
        help="ask at each decision, or once for a whole phase",
    )
    add_choices(play)

    lesson = command("learn", "learn a game by playing a few moves")
    lesson.add_argument("game", help="as `games` lists it")
    add_language(lesson)

    match = command("match", "let bots play a match and print its log")
    match.add_argument("game", help="as `games` lists it")
    match.add_argument("--bots", nargs="+", required=True, metavar="BOT")
    match.add_argument("--out", type=Path, help="file for the log; else it is printed")
    match.add_argument("--watch", action="store_true", help="tell the story instead")
    add_choices(match)

    steps = command("replay", "tell the story of a log, or show one step of it")
    steps.add_argument("file", type=Path)
    steps.add_argument("--step", type=int, help="show the table after this entry")
    steps.add_argument(
        "--as", dest="seat", type=int, help="with the eyes of a seat, from 1"
    )
    steps.add_argument("--svg", action="store_true", help="print the picture")
    steps.add_argument(
        "--headlines", action="store_true", help="tell only what matters most"
    )
    add_language(steps)

    check = command("verify", "re-derive every draw and replay every order of a log")
    check.add_argument("file", type=Path, help="a log, its JSON, or a booklet")

    told = command("json", "print a log as JSON, with what each draw was drawn from")
    told.add_argument("file", type=Path, help="a log, its JSON, or a booklet")

    measured = command("bench", "measure how fast a game's rules are")
    measured.add_argument("game", nargs="?", help="as `games` lists it; else all")
    measured.add_argument("--seconds", type=float, default=1.0)

    fuzz = command("fuzz", "play random orders, garbage and plans, and watch")
    fuzz.add_argument("game", help="as `games` lists it")
    fuzz.add_argument("--actions", type=int, default=10_000)
    fuzz.add_argument("--seed", type=int, default=1)

    new = command("new", "write a small game to begin your own with")
    new.add_argument("game", help="its name, as in my_game")
    new.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="where; else beside the other games, or here",
    )

    sheet = command("rules", "print a rule by its number, or the rules with some words")
    sheet.add_argument("game", help="as `games` lists it")
    sheet.add_argument("wanted", nargs="*", help="5.4, a chapter, or words")
    add_kinds(commands)


def add_kinds(commands: Any) -> None:
    """Files that games read have a command each, called as people call the file."""
    for kind, readers in kinds().items():
        text = f"check a {kind} file of {' or '.join(readers)}"
        made = commands.add_parser(kind, help=text, description=text)
        made.add_argument("what", choices=("check",), help="tell all that is wrong")
        made.add_argument("file", type=Path, help="the file; - is standard input")
        made.add_argument("--game", choices=readers, default=readers[0])
        made.set_defaults(run=run_check)


def add_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--choice",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="choices",
        help="as `games` lists them; may be given several times",
    )
    parser.add_argument("--seed", default="", help="64 hexadecimal digits")
    parser.add_argument(
        "--position",
        type=Path,
        metavar="FILE",
        help="JSON to begin from, or a file that the game reads, such as a scenario",
    )
    add_language(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", default="en", help="en, or another of the game")


def check_language(about: About, language: str) -> None:
    if language not in about.languages:
        spoken = ", ".join(about.languages)
        raise Told(f"{about.title} does not speak “{language}”; it speaks {spoken}.")


# ----------------------------------------------------------------- commands


def run_games(options: argparse.Namespace) -> None:
    for about in games().values():
        fewest, most = about.seats
        print(f"{about.name}: {about.title}, {fewest} to {most} players")
        for choice in about.choices.values():
            print(f"  {choice.name} = {values_of(choice)}")
        print(f"  bots: {', '.join(bots(about.name))}")


def values_of(choice: Choice) -> str:
    others = [value for value in choice.values if value != choice.default]
    text = f"{choice.default} ({choice.lowest} to {choice.highest})"
    if choice.values:
        text = choice.default + (f" (or {', '.join(others)})" if others else "")
    if choice.without_people != choice.default:
        text += f"; {choice.without_people} where only bots play"
    return text


def run_play(options: argparse.Namespace) -> None:
    from engine.play import HotSeat

    about = about_of(options.game)
    guest = common(options.language)["guest"]
    players = options.players or [guest, f"bot:{best_bot(about.name)}"]
    kinds = [bot_of(about, name) for name in players]
    names = names_of([name.removeprefix("bot:") for name in players])
    programs = [seat for seat, kind in enumerate(kinds) if kind]
    match = new_match(about, names, options, prompt=programs)
    HotSeat(match, kinds, options.language, options.save).run()


def bot_of(about: About, name: str) -> str:
    """The bot a player's name stands for, or nobody."""
    if not name.startswith("bot:"):
        return ""
    return check_bot(about, name.removeprefix("bot:"))


def check_bot(about: About, bot: str) -> str:
    if bot not in bots(about.name):
        known = ", ".join(bots(about.name))
        raise Told(f"{about.title} has no bot “{bot}”; it has {known}.")
    return bot


def run_match(options: argparse.Namespace) -> None:
    about = about_of(options.game)
    players = [check_bot(about, bot) for bot in options.bots]
    match = new_match(about, names_of(players), options, people=False)
    dice = Random(match.seed)
    story = Story(match, options.language) if options.watch else None
    while not match.over:
        if story:
            story.tell()
        seat = match.asked[0].seat
        bot = bots(about.name)[players[seat]]
        text = bot(match.game, match.state_for(seat), seat, dice)
        match.write(seat, text, by=f"bot {players[seat]}")
    if story:
        story.tell()
        print("\n" + match.picture(None, options.language).text)
    if options.out:
        write(options.out, match.text())
        print(f"{options.out}: {verify(match.text())}")
    elif not story:
        print(match.text(), end="")


def run_learn(options: argparse.Namespace) -> None:
    about = about_of(options.game)
    check_language(about, options.language)
    lesson = lesson_of(about.name)
    if lesson is None:
        raise Told(f"{about.title} has no lesson.")
    learn(lesson, options.language)


def names_of(players: Sequence[str]) -> list[str]:
    """Names that can be told apart: two of the same bot get numbers."""
    return [
        f"{name} {players[: seat + 1].count(name)}" if players.count(name) > 1 else name
        for seat, name in enumerate(players)
    ]


class Story:
    """Prints what happened, sentence by sentence."""

    def __init__(self, match: Match, language: str) -> None:
        self.match = match
        self.language = language

    def tell(self) -> None:
        match = self.match
        view = match.game.view(match.state, None)
        for event in visible(match.events, None):
            print(sentence(event, view, self.language, match.names))


def run_replay(options: argparse.Namespace) -> int:
    log = log_of(options.file)
    options.seat = seat_of(log, options.seat)
    check_language(games()[log.game], options.language)
    if options.svg and options.step is None:
        raise Told("Which step? --svg goes with --step N.")
    try:
        if options.step is None:
            tell_log(log, options)
        else:
            show_step(log, options)
    except (ReplayBroken, LogBroken) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    return 0


def seat_of(log: Log, said: int | None) -> int | None:
    """The seat that a person counts from 1; the log counts from 0."""
    if said is None:
        return None
    if not 1 <= said <= log.seats:
        raise Told(f"There is no seat {said}; there are 1 to {log.seats}.")
    return said - 1


def tell_log(log: Log, options: argparse.Namespace) -> None:
    narrator = Narrator()
    for frame, names in zip(replay(log), log.names_along(), strict=True):
        view = game(log.game).view(frame.state, options.seat)
        seen = visible(frame.events, options.seat)
        told = entry_telling(
            frame.entry, seen, view, options.language, names, options.seat
        )
        if options.headlines:
            told = told.only(Rank.HEADLINE)
        if said := narrator.say(told):
            said += [f"({frame.entry.by})"] * bool(frame.entry.by)
            print(f"{frame.number:>4}  {' '.join(said)}")


def show_step(log: Log, options: argparse.Namespace) -> None:
    for frame in replay(log):
        if frame.number == options.step:
            view = game(log.game).view(frame.state, options.seat)
            names = log.names(frame.number)
            picture = game(log.game).render(view, options.language, names)
            print(picture.svg if options.svg else picture.text)
            return
    raise Told(f"The log has the steps 0 to {len(log.entries) - 1}.")


def run_verify(options: argparse.Namespace) -> int:
    try:
        text = text_of(options.file)
        print(f"{options.file}: {verify(text)}")
    except LogBroken as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    print(to_compare(text))
    return 0


def to_compare(text: str) -> str:
    """What a cover must say too: pages may be printed that no log stands behind."""
    log = log_read(text)
    played = [f"seat {seat} {name}" for seat, name in enumerate(log.names(), start=1)]
    told = {"players": "; ".join(played), "result": log.result, "log": log_hash(log)}
    return "\n".join(f"  {name}: {value}" for name, value in told.items() if value)


def run_json(options: argparse.Namespace) -> int:
    try:
        print(log_json(log_of(options.file)), end="")
    except (ReplayBroken, LogBroken) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    return 0


def run_bench(options: argparse.Namespace) -> None:
    for name in [options.game] if options.game else games():
        print_measured(about_of(name), options.seconds)


def print_measured(about: About, seconds: float) -> None:
    from engine.measure import UNITS, measure

    seats = about.seats[0]
    print(f"{about.title} ({about.name}), {seats} seats, {seconds:g} s each:")
    for name, value in measure(about.name, seconds, seats).items():
        print(f"  {name:<10}{value:>14,.0f}  {UNITS[name]} a second")


def run_rules(options: argparse.Namespace) -> None:
    """A rule, a chapter, or the rules that have all the words; without any, say how."""
    about = about_of(options.game)
    wanted = " ".join(options.wanted)
    if not wanted:
        name = about.name
        raise Told(f"Which one? As in `rules {name} 5.4` or `rules {name} end`.")
    found = look_up(about.name, wanted)
    if not found:
        raise Told(f"No rule of {about.title} speaks of “{wanted}”.")
    print("\n\n".join(map(as_text, found)))


def run_check(options: argparse.Namespace) -> int:
    """What is wrong with a file of a game, sentence by sentence; 1 if anything is."""
    files = files_of(options.game)
    assert files
    checked = files.check(bytes_of(options.file))
    for fault in checked.faults:
        print(fault, file=sys.stderr)
    for remark in checked.remarks:
        print(remark)
    if checked.faults:
        return 1
    print(f"{options.file}: {', '.join(checked.found)}: good.")
    return 0


def run_fuzz(options: argparse.Namespace) -> int:
    from engine.fuzz import Fault, Fuzzer

    fuzzer = Fuzzer(about_of(options.game).name, options.seed)
    progress = print_progress if sys.stderr.isatty() else None
    try:
        fuzzer.run(options.actions, progress)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{fuzzer.actions:,} actions in {fuzzer.matches:,} matches: nothing broke.")
    return 0


def run_new(options: argparse.Namespace) -> None:
    """In the engine a game is found by itself; its tests stand beside the others."""
    from engine.skeleton import NotWritten, write_game

    name, engine = options.game, Path(__file__).parent
    our_tests = engine.parent / "tests" / "engine"  # not there in an installed one
    folder = options.folder or (engine if our_tests.is_dir() else Path())
    is_ours = folder.resolve() == engine
    tests = our_tests / name if is_ours else folder / name
    try:
        written = write_game(name, folder, tests)
    except (NotWritten, OSError) as error:
        raise Told(str(error)) from error
    print("\n".join(map(str, written)))
    if is_ours:
        print(f"\nIt can be played at once:\n  python -m engine play {name} Aki Botan")
    print("docs/adding-a-game.md tells what to change, file by file.")


def print_progress(actions: int) -> None:
    print(f"\r{actions:,} actions", end="", file=sys.stderr, flush=True)


RUN = {
    "games": run_games,
    "play": run_play,
    "learn": run_learn,
    "match": run_match,
    "replay": run_replay,
    "verify": run_verify,
    "json": run_json,
    "bench": run_bench,
    "fuzz": run_fuzz,
    "new": run_new,
    "rules": run_rules,
}

# ------------------------------------------------------------ what was typed


def about_of(name: str) -> About:
    if name not in games():
        raise Told(f"There is no game “{name}”; there are {', '.join(games())}.")
    return games()[name]


def new_match(
    about: About,
    names: list[str],
    options: argparse.Namespace,
    people: bool = True,
    prompt: Sequence[int] = (),
) -> Match:
    check_language(about, options.language)
    choices = {}
    for choice in options.choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise Told(f"A choice reads NAME=VALUE; “{choice}” does not.")
        choices[name] = value
    if options.seed and not is_seed(options.seed):
        raise Told("A seed is 64 hexadecimal digits, 0–9 and a–f.")
    tempo = getattr(options, "tempo", "each")
    found = position_of(options.position, about.name) if options.position else None
    return Match(
        about.name,
        names,
        choices,
        options.seed,
        people=people,
        tempo=tempo,
        prompt=prompt,
        position=found,
    )


def is_seed(text: str) -> bool:
    return len(text) == 64 and all(digit in "0123456789abcdef" for digit in text)


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Told(f"{file} cannot be written: {error.strerror}.") from error


def bytes_of(file: Path) -> bytes:
    """What is in a file; `-` is standard input."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise Told(f"{file} cannot be read: {error.strerror}.") from error


def text_of(file: Path) -> str:
    """The log in a file of any kind."""
    return log_in(bytes_of(file))


def position_of(file: Path, name: str) -> Position:
    return read_position(bytes_of(file).decode("utf-8-sig", errors="replace"), name)


def log_of(file: Path) -> Log:
    try:
        return log_read(text_of(file))
    except LogBroken as error:
        raise Told(f"{file}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
