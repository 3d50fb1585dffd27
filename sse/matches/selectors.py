"""Reading matches. What a seat may know is `view` and `visible`; nothing else is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.conf import settings
from django.db.models import Q

from engine.chance import Seeded
from engine.contract import Seat as Number
from engine.contract import Standing
from engine.log import CONCEDED, Log, log_text, read_entry
from engine.replay import result_text, state_hash
from engine.run import advance
from sse.accounts.imported_names import marked, unmarked
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Seat, Submission, Tenure
from sse.matches.table import Table, TimeWish, table_of

IMPORTED = "imported"  # the note in the log of a match that was not played here
VARIATION = "variation"  # the note of a match that somebody tried out alone


def seat_of(match: Match, player: Player) -> Seat | None:
    return match.seats.filter(player=player).first()


def seat_state(match: Match, seat: Number) -> Any:
    """The table with the seat's own sealed steps on it, which others do not see."""
    state, table = states.state_now(match), table_of(match.table)
    programs = [place.number for place in match.seats.all() if place.program]
    return private_state(match, state, table, programs, seat)


def private_state(
    match: Match, state: Any, table: Table, programs: Collection[Number], seat: Number
) -> Any:
    """Return `state` with the sealed steps of one seat's own plan on it."""
    if not any(decision.sealed for decision in match.game.decisions(state)):
        return state
    chance = Seeded(match.seed, match.words, match.branch)
    done = advance(
        match.game,
        state,
        table.plans,
        chance,
        table.late,
        match.tempo,
        table.handed,
        programs,
    )
    return done.private.get(seat, state)


def is_open_still(match: Match, refused: Submission) -> bool:
    """Whether the seat is where it was when its text was refused.

    A player who wrote ahead is still there if they did nothing since.
    """
    head, question = refused.answer.get("head"), refused.answer.get("question")
    if question:
        asked = table_of(match.table).asks(refused.seat)
        return asked is not None and asked.key == question
    moved = Q(text__startswith=f"{refused.seat} ") | Q(text__startswith="back to ")
    is_known = head is not None  # older refusals do not tell
    return is_known and not match.entries.filter(moved, number__gte=head).exists()


def log_of(match: Match) -> Log:
    """The whole log. Before the end it holds secrets: it is for the operator only.

    After the end all of it is known without the rules. [MatchRefused]
    """
    log = states.log_head(match)
    log.entries = [read_entry(row.text) for row in match.entries.order_by("number")]
    log.players = players_of(match)
    log.notes = notes_of(match)
    log.state = match.last_state or state_hash(match.game, states.state_now(match))
    if match.has_ended:
        log.seed = match.seed
    if match.result:
        log.result = result_text([Standing(**row) for row in match.result])
    return log


def standing_wish(
    match: Match, state: Any, table: Table, seat: Number
) -> TimeWish | None:
    """Return the seat's wish for more time, as long as it decides what it was for.

    In a sealed round a wish that goes would tell that the seat has decided: it stands
    until the round is over.
    """
    wish = table.time_wishes.get(seat)
    if wish is None or table.moved.get(seat, 0) > wish.entry:
        return None
    decisions = match.game.decisions(state)
    spans = {each.span for each in decisions if each.seat == seat}
    asked = table.asks(seat)
    return wish if wish.span in spans | ({asked.span} if asked else set()) else None


def undone_entries(match: Match) -> list[range]:
    """Return the stretches of entries that were taken back."""
    if match.branch == match.first_branch:
        return []
    told = match.entries.filter(text__startswith="back to ").order_by("number")
    backs = [(row.number, read_entry(row.text).back_to) for row in told]
    return [range(entry + 1, number) for number, entry in backs]


def resigned(match: Match, by: int | None = None) -> set[Number]:
    """Return the seats that were given up for good, and not taken back since.

    With `by`: those that had been given up when this entry was written.
    """
    gone: dict[Number, int] = {}  # by which entry
    told = Q(text__endswith=" resigns") | Q(text__startswith="back to ")
    entries = match.entries.filter(told)
    if by is not None:
        entries = entries.filter(number__lte=by)
    for row in entries.order_by("number"):
        line = read_entry(row.text)
        if line.kind == "resigns":
            gone[line.seat] = row.number
        elif line.kind == "back":
            gone = {seat: at for seat, at in gone.items() if at <= line.back_to}
    return set(gone)


def asked_about_back(match: Match, seats: Iterable[Seat], entry: int) -> set[Number]:
    """Return the seats that have a say in taking the match back to `entry`.

    Those of active players who had not resigned by then, the proposer among them.
    """
    people = {seat.number for seat in seats if seat.player and seat.player.is_active}
    return people - resigned(match, by=entry)


def is_conceded(match: Match) -> bool:
    """Whether the match ended because all seats but one resigned."""
    if match.status != Match.Status.FINISHED:
        return False
    last = match.entries.filter(number=match.head - 1).values_list("text", flat=True)
    return any(text.endswith(f" {CONCEDED}") for text in last)


def tenures_of(match: Match) -> list[Tenure]:
    found = Tenure.objects.filter(seat__match=match).select_related("seat")
    return list(found.order_by("entry", "seat__number", "pk"))


def notes_of(match: Match) -> dict[str, str]:
    """Return title and days; of an imported match, the notes of its file."""
    if match.is_imported:
        imported = f"not played at {settings.SITE_NAME}; the names are the file's"
        return {**match.imported.notes, IMPORTED: imported}
    notes = {"title": match.title} if match.title else {}
    step = f"step {match.forked_step} of match {match.forked_from_id}"
    if match.is_practice and match.forked_from_id:
        notes[VARIATION] = f"what if, from {step}"
    elif match.is_from_position:
        notes["beginning"] = step if match.forked_from_id else "a position"
    for name, instant in (("started", match.started_at), ("ended", match.ended_at)):
        if instant:
            notes[name] = f"{instant:%Y-%m-%d}"
    return notes


def players_of(match: Match) -> list[tuple[Number, str]]:
    """Return the holders of the seats in order, as an imported file has them."""
    bare = unmarked if match.is_imported else str
    return [(held.seat.number, bare(held.name)) for held in tenures_of(match)]


def log_shown(match: Match) -> Log:
    """The log with the names that readers see: of an imported match, marked."""
    log = log_of(match)
    if match.is_imported:
        log.players = [(seat, marked(name)) for seat, name in log.players]
    return log


def log_file(match: Match) -> str:
    return log_text(log_of(match))
