"""From a log back to every state of its match, and the proof that all of it fits."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.chance import Chance, Draw, Recorded, Seeded, commitment
from engine.contract import Event, Game, Standing
from engine.ending import final_standings, is_over, last_seat, resigned_seats
from engine.errors import (
    ChoiceRefused,
    LogBroken,
    OrderError,
    PositionImpossible,
    ReplayBroken,
    StartRefused,
)
from engine.files import dealt
from engine.log import CONCEDED, HAPPENINGS, Entry, Log, log_read, position_text
from engine.registry import game as game_of
from engine.registry import games
from engine.start import check_agreed


class Frame(NamedTuple):
    """The table after an entry."""

    number: int
    entry: Entry
    state: Any
    events: list[Event]


def state_hash(game: Game[Any], state: Any) -> str:
    text = position_text(game.position(state))
    return hashlib.sha256(text.encode()).hexdigest()


def result_text(standings: Sequence[Standing]) -> str:
    return "; ".join(
        f"seat {s.seat} place {s.place} points {s.points}" for s in standings
    )


def rules_of(log: Log) -> Game[Any]:
    """The rules a log was played by. Raises LogBroken."""
    about = games().get(log.game)
    if about is None:
        raise LogBroken(2, "no_game", game=log.game)
    if about.version != log.version:
        raise LogBroken(2, "other_rules", played=log.version, here=about.version)
    return game_of(log.game)


def replay(
    log: Log,
    seed: str = "",
    recorded: Callable[[Sequence[Draw]], Chance] = Recorded,
) -> Iterator[Frame]:
    """Every state of the match. With the seed every draw is derived anew as well.

    Without it `recorded` repeats the draws of an entry; an audit looks on that way.
    Raises ReplayBroken, with the number of the entry, at the first that does not fit.
    """
    game = rules_of(log)
    check_choices(log)
    check_end(log)
    wanted = {entry.back_to for entry in log.entries if entry.kind == "back"}
    kept: dict[int, Any] = {}  # the states that are taken up again later
    names: set[str] = set()
    state, branch = None, log.branch
    seeded = Seeded(seed, log.words, branch) if seed else None
    for number, entry in enumerate(log.entries):
        chance = seeded.again() if seeded else recorded(entry.draws)
        try:
            if entry.order is not None and number:
                state, events = game.apply(state, entry.seat, entry.order, chance)
            else:
                check_kind(log, entry, number)
                state, events = carry_out(game, log, entry, state, kept, chance)
            check_draws(entry.draws, chance.drawn, names)
        except (ReplayBroken, StartRefused, OrderError, ChoiceRefused) as error:
            raise placed(error, number) from error
        if entry.kind == "back":  # fresh dice: names may come again
            names.clear()
            branch += 1
            seeded = Seeded(seed, log.words, branch) if seed else None
        if number in wanted:
            kept[number] = state
        yield Frame(number, entry, state, events)


def check_kind(log: Log, entry: Entry, number: int) -> None:
    if (entry.kind == "setup") != (number == 0):
        raise ReplayBroken("setup_once")
    if entry.seat >= log.seats:
        raise ReplayBroken("no_seat", seat=entry.seat)


def check_end(log: Log) -> None:
    for number, entry in enumerate(log.entries, start=1):
        is_last = number == len(log.entries)
        if entry.kind == "abandoned" and not is_last:
            raise ReplayBroken("abandoned_before", number)
        if entry.kind == CONCEDED and not is_last:
            raise ReplayBroken("conceded_before", number)
        if entry.kind == CONCEDED and entry.seat != winner_in(log):
            raise ReplayBroken("conceded_wrong", number - 1, seat=entry.seat)


def winner_in(log: Log) -> int | None:
    """The one seat that is left."""
    return last_seat(log.seats, resigned_seats(log.entries))


def check_choices(log: Log) -> None:
    try:
        about = games()[log.game]
        meant = about.meant(log.choices)
        complete = about.complete(log.seats, meant)
    except ChoiceRefused as error:
        raise LogBroken(3, "choices_wrong", why=str(error)) from error
    if complete != meant:
        raise LogBroken(3, "choices_incomplete")


def placed(error: Exception, entry: int) -> ReplayBroken:
    """What went wrong, with the entry at which it did."""
    if isinstance(error, OrderError):
        code = error.code
        return ReplayBroken("order_illegal", entry, rule=error.rule, fault=code)
    if isinstance(error, ReplayBroken | StartRefused):
        return ReplayBroken(error.code, entry, **error.facts)
    return ReplayBroken("choices_wrong", entry, why=str(error))


def carry_out(
    game: Game[Any],
    log: Log,
    entry: Entry,
    state: Any,
    kept: Mapping[int, Any],
    chance: Chance,
) -> tuple[Any, list[Event]]:
    """The state after an entry that is not an order."""
    if entry.kind == "setup":
        return lay_out(game, log, chance)
    if entry.kind == "resigns":
        return game.resign(state, entry.seat)
    if entry.kind in HAPPENINGS:
        return state, [happening(entry)]
    if entry.back_to not in kept:
        raise ReplayBroken("not_past", number=entry.back_to)
    return kept[entry.back_to], [Event("taken_back", {"entry": entry.back_to})]


def lay_out(game: Game[Any], log: Log, chance: Chance) -> tuple[Any, list[Event]]:
    """The table before the first decision: as the rules say, or as was found."""
    if log.position is None:
        return game.setup(log.seats, log.choices, chance)
    try:
        state = game.from_position(log.position)
    except PositionImpossible as error:
        raise ReplayBroken("position_impossible", why=str(error)) from error
    if game.position(state) != log.position or len(game.score(state)) != log.seats:
        raise ReplayBroken("position_incomplete")
    check_agreed(game, state, games()[log.game].meant(log.choices))
    return dealt(log.game, state, chance)


def happening(entry: Entry) -> Event:
    """What is told of an entry that leaves the table as it is."""
    return Event(
        HAPPENINGS[entry.kind], {"seat": entry.seat} if entry.seat >= 0 else {}
    )


def check_draws(
    recorded: Sequence[Draw], drawn: Sequence[Draw], names: set[str]
) -> None:
    """What was drawn is what the log says, and no name was drawn before."""
    if [*recorded] != drawn:
        raise draw_fault(recorded, drawn)
    for draw in recorded:
        if draw.name in names:
            raise ReplayBroken("draw_twice", name=draw.name)
        names.add(draw.name)


def draw_fault(recorded: Sequence[Draw], drawn: Sequence[Draw]) -> ReplayBroken:
    """The first difference."""
    for log_has, gives in zip(recorded, drawn, strict=False):
        if log_has != gives:
            return ReplayBroken("seed_gives", right=gives.text, wrong=log_has.text)
    if len(recorded) > len(drawn):
        return ReplayBroken("draw_unmade", name=recorded[len(drawn)].name)
    return ReplayBroken("draw_missing", name=drawn[len(recorded)].name)


class Verdict(NamedTuple):
    """What is proved of a log that holds: its orders are legal, and more."""

    game: str
    seats: int
    entries: int
    draws: int
    has_seed: bool  # else the draws are as recorded, and prove nothing
    has_position: bool  # it was taken up from one
    end: str  # `finished`, `abandoned` or `still running`

    @property
    def sentence(self) -> str:
        title, draws = games()[self.game].title, self.draws
        if not draws:
            proof = "nothing was drawn"
        elif self.has_seed:
            proof = f"all {draws} draws follow from the seed, which fits the commitment"
        elif self.end == "finished":
            proof = f"but nobody has told the seed, so its {draws} draws prove nothing"
        else:
            proof = f"{draws} draws are as recorded (the seed is told at the end)"
        begun = ", taken up from a position" if self.has_position else ""
        return (
            f"{title}, {self.seats} seats, {self.entries} entries{begun}: "
            f"every order is legal, {proof}, and the match is {self.end}."
        )


def verify(text: str) -> str:
    """One sentence on a log that holds. Raises LogBroken with the first that does not.

    Checks marks, commitment, every draw, every order, result and final state.
    """
    return verdict_on(text).sentence


def verdict_on(text: str) -> Verdict:
    """The same for a caller that says it in other words."""
    log = log_read(text)
    game = rules_of(log)
    check_seed(log, text)
    if not log.entries:
        raise LogBroken(0, "no_entries")
    try:
        for frame in replay(log, log.seed):
            state = frame.state
    except ReplayBroken as error:
        line = line_of(text, f"{error.entry}. ")
        raise LogBroken(line, error.code, error.entry, **error.facts) from error
    over = is_over(game, state, log.entries)
    result = result_text(final_standings(game, state, log.entries)) if over else ""
    if log.result != result:
        raise LogBroken(line_of(text, "result: "), "result_wrong", result=result)
    if log.state != state_hash(game, state):
        raise LogBroken(line_of(text, "state: "), "state_wrong")
    return verdict_of(log, over)


def check_seed(log: Log, text: str) -> None:
    if not log.seed:
        return
    line = line_of(text, "seed: ")
    if not re.fullmatch(r"[0-9a-f]{64}", log.seed):
        raise LogBroken(line, "seed_form")
    if commitment(log.seed) != log.commitment:
        raise LogBroken(line, "seed_wrong")


def verdict_of(log: Log, over: bool) -> Verdict:
    given_up = log.entries[-1].kind == "abandoned"
    return Verdict(
        game=log.game,
        seats=log.seats,
        entries=len(log.entries),
        draws=sum(len(entry.draws) for entry in log.entries),
        has_seed=bool(log.seed),
        has_position=log.position is not None,
        end="finished" if over else "abandoned" if given_up else "still running",
    )


def line_of(text: str, start: str) -> int:
    """The line that begins so, or 0."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(start):
            return number
    return 0
