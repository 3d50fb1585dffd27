"""The whole state as plain JSON, secrets included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.contract import Position
from engine.flat import fields_of
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.state import (
    EXPANSIONS,
    FACE_DOWN,
    IN_BAG,
    NOTHING,
    TILE,
    UNLAID,
    State,
    card_name,
)

GAME = "shogun"
OFFICE_WORDS = {IN_BAG: "bag", TILE: "open", FACE_DOWN: "neutral"}


def position(state: State) -> Position:
    """Everything; what is as it was at the start of a season is left out."""
    setup = state.setup
    return {
        "game": GAME,
        "seats": setup.seats,
        "side": setup.side,
        "mode": setup.mode,
        "expansions": setup.expansions,
        "year": state.year,
        "season": state.season_name,
        **fields_of(state, "phase", "step", "point"),
        "active": state.seat,  # -1: nobody, or all
        "queue": list(state.queue),
        "provinces": provinces_of(state),
        **fields_of(state, "supply", "inside", "tray", "throws"),
        **fields_of(state, "chests", "rice", "points"),
        **season_of(state),
        **plans_of(state),
        **fields_of(state, "missing", "left"),
        "battle": [*codes_of(state.battle[:2]), *state.battle[2:]],
        "token": code_of(state.token),
        "revolts": codes_of(state.revolts),
        **({"draft": draft_of(state)} if state.phase == "draft" else {}),
        **expansions_of(state),
    }


def agreed(state: State) -> dict[str, str]:
    """Side, setup and expansions. [SHO-3.1]"""
    setup = state.setup
    flags = {name: "yes" if getattr(setup, name) else "no" for name in EXPANSIONS}
    return {"side": setup.side, "mode": setup.mode, **flags}


def code_of(province: int) -> str:
    return "" if province == NOTHING else BOARD.codes[province]


def codes_of(provinces: Iterable[int]) -> list[str]:
    return [code_of(province) for province in provinces]


def provinces_of(state: State) -> dict[str, Any]:
    """Those that somebody owns."""
    return {
        code: {
            "owner": state.owner[p],
            "armies": state.armies[p],
            "unrest": state.unrest[p],
            "buildings": [
                name
                for bit, name in enumerate(BUILDINGS)
                if state.buildings[p] >> bit & 1
            ],
        }
        for p, code in enumerate(BOARD.codes)
        if state.owner[p] != NOTHING
    }


def season_of(state: State) -> dict[str, Any]:
    """Cards of the season and of the year. [SHO-4.1, SHO-4.2, SHO-4.4]"""
    held = ["" if c == NOTHING else BOARD.specials[c] for c in state.special_of]
    return {
        "actions": [BOARD.actions[action] for action in state.actions],
        "action": state.action,
        "specials": [BOARD.specials[card] for card in state.specials],
        "special_of": held,
        "order": list(state.order),
        "events": [BOARD.events[card].id for card in state.events],
        "event": "" if state.event == NOTHING else BOARD.events[state.event].id,
        "cancelled": state.cancelled,
        "event_deck": [BOARD.events[card].id for card in state.event_deck],
    }


def plans_of(state: State) -> dict[str, Any]:
    """What lies on the planning boards. [SHO-4.3]"""
    slots = BOARD.slots
    return {
        "boards": [
            {slots[n]: card_name(c) for n, c in enumerate(board) if c != UNLAID}
            for board in state.boards
        ],
        "shown": [
            [slots[n] for n in state.setup.slots if mask >> n & 1]
            for mask in state.shown
        ],
        "won": codes_of(sorted(state.won)),
        "ready": sorted(state.ready),
        "covers": sorted(map(list, state.covers)),
        "asked": sorted(map(list, state.asked)),
    }


def draft_of(state: State) -> dict[str, Any]:
    """SHO-3.4"""
    return {
        "deck": codes_of(state.deck),
        "offered": codes_of(state.offered),
        "groups": [list(groups) for groups in state.groups],
        "taken": code_of(state.taken),
        **fields_of(state, "known", "is_blind", "was_blind", "refreshed"),
    }


def expansions_of(state: State) -> dict[str, Any]:
    """Only of those that are played. [SHO-12.1, SHO-13.1, SHO-14.1, SHO-15.1]"""
    found: dict[str, Any] = {}
    if state.setup.court:
        names = ("waiting", "audience", "favours", "favour_deck", "protected")
        found["court"] = fields_of(state, *names, "calmer")
    if state.setup.samurai:
        found["stages"] = list(state.stages)
    if state.setup.generals:
        found["generals"] = {
            "at": codes_of(state.generals),
            "statues": statues_at(state),
            **fields_of(state, "statues_left", "trophies"),
        }
    if state.setup.dajokan:
        found["dajokan"] = {
            "regions": [BOARD.regions[region] for region in state.tokens],
            "offices": {
                BOARD.offices[n]: OFFICE_WORDS.get(held, held)
                for n, held in enumerate(state.offices)
                if held != IN_BAG
            },
        }
    return found


def statues_at(state: State) -> dict[str, list[int]]:
    """By province, by seat; only where there are any."""
    seats = state.setup.seats
    rows = {
        code: list(state.statues[p * seats : (p + 1) * seats])
        for p, code in enumerate(BOARD.codes)
    }
    return {code: row for code, row in rows.items() if any(row)}
