"""Reading matches. What a seat may know is `view` and `visible`; nothing else is."""

from __future__ import annotations

from typing import Any

from engine.chance import Seeded
from engine.contract import Seat as Number
from engine.log import Log, log_text, read_entry
from engine.replay import result_text, state_hash
from engine.run import advance
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Seat, Tenure
from sse.matches.table import table_of


def seat_of(match: Match, player: Player) -> Seat | None:
    return match.seats.filter(player=player).first()


def seat_state(match: Match, seat: Number) -> Any:
    """The table with the seat's own sealed steps on it, which others do not see."""
    state, table = states.state_now(match), table_of(match.table)
    if not any(decision.sealed for decision in match.game.decisions(state)):
        return state
    chance = Seeded(match.seed, match.words, match.branch)
    programs = [place.number for place in match.seats.all() if place.program]
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


def log_of(match: Match) -> Log:
    """The whole log. Before the end it holds secrets: it is for the operator only."""
    log = states.agreement(match)
    log.entries = [read_entry(row.text) for row in match.entries.order_by("number")]
    log.players = [(tenure.seat.number, tenure.name) for tenure in tenures_of(match)]
    log.notes = notes_of(match)
    log.state = state_hash(match.game, states.state_now(match))
    if match.has_ended:
        log.seed = match.seed
    if match.status == Match.Status.FINISHED:
        standings = match.game.score(states.state_now(match))
        log.result = result_text(standings)
    return log


def tenures_of(match: Match) -> list[Tenure]:
    found = Tenure.objects.filter(seat__match=match).select_related("seat")
    return list(found.order_by("entry", "seat__number", "pk"))


def notes_of(match: Match) -> dict[str, str]:
    """What is not rules: title and days."""
    notes = {"title": match.title} if match.title else {}
    if match.forked_from_id:
        step = f"step {match.forked_step} of match {match.forked_from_id}"
        notes["variation"] = f"what if, from {step}"
    for name, instant in (("started", match.started_at), ("ended", match.ended_at)):
        if instant:
            notes[name] = f"{instant:%Y-%m-%d}"
    return notes


def log_file(match: Match) -> str:
    return log_text(log_of(match))
