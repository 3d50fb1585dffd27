"""What is said with the receipt of a plan. [SSE-13.4, SSE-13.5, SSE-13.7]"""

from __future__ import annotations

from engine.contract import Plan, Seat
from engine.small_samurai_empires.plans.coverage import coverage, placements_kept
from engine.small_samurai_empires.plans.deciding import (
    answer,
    lapsed,
    phase_of,
    under_way,
    without,
)
from engine.small_samurai_empires.plans.doubts import doubts
from engine.small_samurai_empires.plans.hints import together
from engine.small_samurai_empires.plans.kept import Kept, read_kept
from engine.small_samurai_empires.plans.queue import vain
from engine.small_samurai_empires.plans.tree import Place, Resolve
from engine.small_samurai_empires.plans.vocabulary import GAME
from engine.small_samurai_empires.plans.writing import in_language, in_words
from engine.small_samurai_empires.rules.steps import DONE
from engine.small_samurai_empires.state import State
from engine.words import fill, words


def remarks(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """Which orders are kept for later, and which in vain. [SSE-13.5, SSE-13.4]"""
    templates, found = words(GAME, language)["remarks"], []
    kept = read_kept(plan)
    kept = without(kept, lapsed(state, kept))
    found += progress(state, seat, plan, language)
    found += spares(state, seat, kept, language)
    found += in_vain(state, seat, kept, language)
    lines: list[tuple[str, Place | Resolve]] = [*kept.queue, *kept.resolves]
    for phase, order in lines:
        statement = in_language(order.text, language)
        if phase != phase_of(state):
            era, round = phase.split(".")
            values = {"statement": statement, "era": era, "round": round}
            found.append(fill(templates["later"], values, language))
        for name, about in doubts(state, seat, phase, order):
            said = {key: in_language(value, language) for key, value in about.items()}
            values = {"statement": statement, **said}
            found.append(fill(templates[name], values, language))
    return found


def progress(state: State, seat: Seat, plan: Plan, language: str) -> list[str]:
    """How much of the phase is decided, if anything is and not all. [SSE-13.7]"""
    covered = coverage(state, seat, plan)
    if not covered.decided or covered.due < 2:
        return []
    kind = "placements" if state.phase == "placement" else "tokens"
    templates = words(GAME, language)["remarks"]
    values = {"decided": str(covered.decided), "due": str(covered.due)}
    if covered.missing:
        kind = "tokens_missing"
        missing = (in_language(slot, language) for slot in covered.missing)
        values["missing"] = ", ".join(missing)
    return [fill(templates[kind], values, language)]


def spares(state: State, seat: Seat, kept: Kept, language: str) -> list[str]:
    """More placements than are due serve only instead of others. [SSE-13.3]"""
    due = placements_due(state, seat)
    if not due:
        return []
    places = placements_kept(state, under_way(state, kept))
    spare = len(places) - len(list(vain(state, seat, places))) - due
    values = {"spare": str(spare), "due": str(due)}
    template = words(GAME, language)["remarks"]["spares"]
    return [fill(template, values, language)] if spare > 0 else []


def placements_due(state: State, seat: Seat) -> int:
    """Still to be made in the phase that runs, or that destiny opens. [SSE-4.1]"""
    if state.phase == "destiny":
        return state.setup.board.placements[state.round - 1][state.setup.seats]
    return state.todo[seat]


def in_vain(state: State, seat: Seat, kept: Kept, language: str) -> list[str]:
    """Placements of the running phase that can never be made. [SSE-4.3.2, SSE-7.2]"""
    if state.phase not in ("destiny", "placement"):
        return []
    templates = words(GAME, language)["remarks"]
    now = placements_kept(state, under_way(state, kept))
    return [
        fill(
            templates[name],
            {"statement": in_language(now[number].text, language)},
            language,
        )
        for name, number in vain(state, seat, now)
    ]


def afterwards(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """The rest of an action, or the neutral action of a placement. [SSE-13.4]"""
    found = answer(state, seat, plan)
    kept = read_kept(found.plan)
    if found.order is None:
        return []
    if kept.neutral:
        return [in_language(f"neutral {kept.neutral[1].text}", language)]
    return [
        words(GAME, language)["hints"]["ends"]
        if group == (DONE,)
        else in_language(together([group]) or in_words(group[0]), language)
        for group in (kept.doing.groups if kept.doing else ())
    ]
