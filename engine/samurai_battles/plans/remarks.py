"""What is said with the receipt of a plan. [SB-17.13, SB-17.14, SB-17.16]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.contract import Plan, Seat
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.plans.checks import cards_in
from engine.samurai_battles.plans.deciding import answer, kept_now
from engine.samurai_battles.plans.kept import Kept, read_kept
from engine.samurai_battles.plans.phases import is_closed
from engine.samurai_battles.plans.tree import Draw, Line, Orders, React, Step
from engine.samurai_battles.plans.vocabulary import GAME
from engine.samurai_battles.plans.writing import in_language
from engine.samurai_battles.state import State
from engine.words import fill, words

# Which windows a trigger opens. [SB-17.16]
WINDOWS: Mapping[str, tuple[str, ...]] = {
    "card": ("W2",),
    "moved": ("W4",),
    "advanced": ("W5",),
    "attacked": ("W14", "ambush"),
    "threatened": ("W8",),
    "struck": ("W10",),
    "shot": ("W11",),
    "rolled": ("W9",),
    "countering": ("W6", "W7", "W13"),
}


def remarks(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """Warnings: what of the plan waits, and what in it cannot work."""
    kept, _ = kept_now(state, seat, read_kept(plan))
    templates = words(GAME, language)["remarks"]
    found = [*of_turn(state, seat, kept), *of_standing(state, seat, kept)]
    return [
        fill(templates[key], {"statement": in_language(text, language)}, language)
        for key, text in found
    ]


def of_turn(state: State, seat: Seat, kept: Kept) -> Iterator[tuple[str, str]]:
    """Lines for the next turn; no DRAW; more than one Dragon card."""
    if not kept.lines:
        return
    if seat != state.active:
        yield "later", ""
    is_step = len(kept.lines) == 1 and isinstance(kept.lines[0].act, Step)
    if not is_closed(kept.lines) and not is_step:
        yield "not_closed", ""
    named = [card for line in kept.lines for card in played_in(line)]
    if len(named) > 1:
        yield "one_dragon", named[0]


def played_in(line: Line) -> list[str]:
    """The Dragon cards of a line that are played, not sold."""
    return [] if isinstance(line.act, Draw) else [card for card, _ in cards_in(line)]


def of_standing(state: State, seat: Seat, kept: Kept) -> Iterator[tuple[str, str]]:
    for line in kept.react:
        if not is_playable(line):
            yield "never", line.text


def is_playable(line: React) -> bool:
    """Whether the trigger is one at which the card can be played. [SB-17.16]"""
    windows = WINDOWS[line.trigger.kind]
    if line.play in ("strike", "challenge"):
        return line.trigger.kind == "attacked"
    assert line.dragon is not None
    card = line.dragon.card
    is_ambush = card == "ambush"
    return card in windows or (DRAGON[card].window in windows and not is_ambush)


def afterwards(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """The lines that are left, in the reader's words. [SB-17.13]"""
    found = answer(state, seat, plan)
    if found.order is None:
        return []
    before, after = read_kept(plan), read_kept(found.plan)
    doing = [after.doing.line.text] if after.doing else []
    rest = [rest_of(line, before) for line in after.lines]
    return [in_language(text, language) for text in (*doing, *rest)]


def rest_of(line: Line, before: Kept) -> str:
    """Of an ORDER line that is partly carried out the hexes that are left."""
    if line in before.lines or not isinstance(line.act, Orders):
        return line.text
    return ", ".join(spot.text for spot in line.act.spots)
