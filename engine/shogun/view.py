"""What a seat may know, as plain JSON. [SHO-1.4, SHO-1.5]

Provinces are called by their codes, slots, actions, cards and regions by their ids.
Lists run over the seats unless a line below says otherwise; lists of cubes have the
farmers last.
"""

from __future__ import annotations

from typing import Any

from engine.contract import OPEN, Seat, View
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.rules import score
from engine.shogun.rules.dajokan import markers_left
from engine.shogun.rules.hand import (
    buildings_left,
    intrigue_left,
    officials_in_supply,
    officials_left,
    open_slots,
    provinces_left,
)
from engine.shogun.state import (
    FACE_DOWN,
    IN_BAG,
    NOTHING,
    TILE,
    State,
    card_name,
)


def colours(view: View) -> list[str]:
    """By seat: orders, spots and talk call players by them. [SHO-1.9]"""
    found: list[str] = view["colours"]
    return found


def view(state: State, seat: Seat | None) -> View:
    """The table from one seat; None is a spectator, OPEN sees every board."""
    setup = state.setup
    you = None if seat == OPEN else seat
    return {
        "game": "shogun",
        "you": you,
        "open": seat == OPEN,
        "seats": setup.seats,
        "side": setup.side,
        "mode": setup.mode,
        "expansions": setup.expansions,
        "colours": list(BOARD.colours[: setup.seats]),
        "year": state.year,
        "season": state.season_name,
        "phase": state.phase,
        "step": state.step,
        "point": state.point,
        "active": seat_or_none(state.seat),
        "queue": list(state.queue),
        "turn_order": list(state.order),
        "provinces": provinces_seen(state),
        "chests": list(state.chests),
        "rice": list(state.rice),
        "points": list(state.points),
        "supply": list(state.supply),  # the last one is the farmers' bank
        "bank": bank_seen(state),
        "tower": {
            "inside": list(state.inside),
            "tray": list(state.tray),
            "throws": state.throws,
        },
        "actions": actions_seen(state),
        "specials": specials_seen(state),
        "events": events_seen(state),
        "boards": boards_seen(state, seat),
        "hand": None if you is None else hand_seen(state, you),
        "ready": planners_seen(state, seat),
        "covers": said(state, seat, state.covers),
        "asked": said(state, seat, state.asked),
        "won": [BOARD.codes[province] for province in sorted(state.won)],
        "battle": battle_seen(state),
        "token": province_or_none(state.token),
        "missing": list(state.missing),
        "revolts": [BOARD.codes[province] for province in state.revolts],
        "draft": draft_seen(state, seat),
        "court": court_seen(state),
        "stages": list(state.stages) or None,
        "generals": generals_seen(state),
        "dajokan": dajokan_seen(state),
        "left": sorted(state.left),
        "over": ending(state),
        "standings": [
            {"seat": s.seat, "place": s.place, "points": s.points, **s.detail}
            for s in score(state)
        ],
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def province_or_none(province: int) -> str | None:
    return None if province == NOTHING else BOARD.codes[province]


# ------------------------------------------------------------------------- the map


def provinces_seen(state: State) -> dict[str, Any]:
    """Every province of the box, those that are not used too. [SHO-1.4, SHO-2.4]"""
    used = set(state.setup.used)
    return {
        code: {
            "used": at in used,
            "owner": seat_or_none(state.owner[at]),
            "armies": state.armies[at],
            "buildings": [
                name
                for bit, name in enumerate(BUILDINGS)
                if state.buildings[at] >> bit & 1
            ],
            "unrest": state.unrest[at],
            "general": next(iter(generals_in(state, at)), None),
            "statues": statues_in(state, at),
        }
        for at, code in enumerate(BOARD.codes)
    }


def generals_in(state: State, province: int) -> list[Seat]:
    """Only the owner's own can stand there. [SHO-14.8]"""
    return [seat for seat, at in enumerate(state.generals) if at == province]


def statues_in(state: State, province: int) -> list[int]:
    """How many of each seat; nothing without the expansion. [SHO-17.46]"""
    first = province * state.setup.seats
    return list(state.statues[first : first + state.setup.seats])


def bank_seen(state: State) -> dict[str, int]:
    """Buildings in the bank; farmers are the last of `supply`. [SHO-1.6]"""
    return {name: buildings_left(state, 1 << bit) for bit, name in enumerate(BUILDINGS)}


# ---------------------------------------------------------------------- the season


def actions_seen(state: State) -> list[dict[str, Any]]:
    """By place; face-down ones have no name. [SHO-1.5, SHO-4.1, SHO-4.6]"""
    acting = state.phase == "actions"
    done = len(state.actions) if state.phase in ("end", "over") else state.action
    return [
        {
            "action": BOARD.actions[action] if place < state.opened else None,
            "state": "down"
            if place >= state.opened
            else "done"
            if place < done
            else "now"
            if acting and place == state.action
            else "open",
        }
        for place, action in enumerate(state.actions)
    ]


def specials_seen(state: State) -> list[dict[str, Any]]:
    """By place, with the daimyo who took it. [SHO-4.2, SHO-6.4]"""
    taken = {of: seat for seat, of in enumerate(state.special_of) if of != NOTHING}
    return [
        {"special": BOARD.specials[special], "seat": taken.get(special)}
        for special in state.specials
    ]


def events_seen(state: State) -> dict[str, Any]:
    """This year's open cards, the one in force, those still in the deck. [SHO-4.4]"""
    event = None if state.event == NOTHING else BOARD.events[state.event].id
    ids = [BOARD.events[of].id for of in state.events]
    return {
        "open": sorted(of for of in ids if of != event),
        "now": event,
        "cancelled": state.cancelled,
        "deck": sorted(BOARD.events[of].id for of in state.event_deck),
    }


def battle_seen(state: State) -> dict[str, Any] | None:
    """What is under way while a reaction is open. [SHO-18.8]"""
    if not state.battle:
        return None
    source, target, armies, attack, _ = state.battle
    return {
        "source": BOARD.codes[source],
        "target": BOARD.codes[target],
        "armies": armies,
        "extra": max(attack, 0),  # whether `attack` adds an army
    }


# ----------------------------------------------------------------- planning boards


def boards_seen(state: State, seat: Seat | None) -> list[dict[str, str | None]]:
    """By seat, by slot: the card, "" for an open slot, None where it is hidden.

    Others see a card when it is revealed, and nothing at all while boards are being
    filled, not even who is ready. [SHO-1.5, SHO-18.8]
    """
    return [
        board_seen(state, of, seat in (of, OPEN)) for of in range(len(state.boards))
    ]


def board_seen(state: State, seat: Seat, is_own: bool) -> dict[str, str | None]:
    shown, cards = state.shown[seat], state.boards[seat]
    planning = state.phase == "planning"
    return {
        BOARD.slots[slot]: card_name(card)
        if is_own or (shown >> slot & 1 and not planning)
        else None
        for slot, card in zip(state.setup.slots, cards, strict=True)
    }


def hand_seen(state: State, seat: Seat) -> dict[str, Any]:
    """The reader's cards that lie on no board. [SHO-4.3, SHO-12.1]"""
    return {
        "provinces": [BOARD.codes[at] for at in provinces_left(state, seat)],
        "intrigue": intrigue_left(state, seat),
        "official": officials_left(state, seat),
        "open_slots": [BOARD.slots[slot] for slot in open_slots(state, seat)],
    }


def planners_seen(state: State, seat: Seat | None) -> list[Seat]:
    """Who is ready, as far as the reader may know it. [SHO-18.8]"""
    return sorted(of for of in state.ready if seat in (of, OPEN))


def ending(state: State) -> str:
    """How the match ended: after the last winter, or because all gave up. [SHO-11.4]

    The last seat that leaves ends the match, so nobody is left only then.
    """
    if state.phase != "over":
        return ""
    return "left" if len(state.left) == state.setup.seats else "points"


def said(
    state: State, seat: Seat | None, pairs: frozenset[tuple[int, str]]
) -> list[list[Any]]:
    """Spans covered and reactions asked for; public when the plans are locked."""
    hidden = state.phase == "planning" and seat != OPEN
    return [[of, what] for of, what in sorted(pairs) if not hidden or of == seat]


# ------------------------------------------------------------- draft and expansions


def draft_seen(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """A card that was taken blind is its taker's secret until it is placed."""
    if state.phase != "draft":
        return None
    known = state.deck[len(state.deck) - state.known :]
    taken = state.taken if not state.is_blind or seat in (state.seat, OPEN) else NOTHING
    return {
        "offered": [province_or_none(province) for province in state.offered],
        "deck": len(state.deck),
        "bottom": [BOARD.codes[province] for province in known],
        "groups": [list(groups) for groups in state.groups],
        "taken": province_or_none(taken),
        "waiting": state.taken != NOTHING,
        "blind": state.is_blind,
        "was_blind": state.was_blind,
        "refreshed": state.refreshed,
    }


def court_seen(state: State) -> dict[str, Any] | None:
    """[SHO-12]"""
    if not state.setup.court:
        return None
    seats = range(state.setup.seats)
    return {
        "waiting": list(state.waiting),
        "audience": list(state.audience),
        "officials": [officials_in_supply(state, seat) for seat in seats],
        "favours": [
            {"favour": favour or None, "cost": cost}
            for favour, cost in zip(state.favours, BOARD.hall_costs, strict=False)
        ],
        "deck": sorted(state.favour_deck),
        "calmer": seat_or_none(state.calmer),
        "protected": list(state.protected),
    }


def generals_seen(state: State) -> dict[str, Any] | None:
    """[SHO-14]"""
    if not state.setup.generals:
        return None
    return {
        "at": [province_or_none(at) for at in state.generals],
        "statues": list(state.statues_left),
        "trophies": list(state.trophies),
    }


def dajokan_seen(state: State) -> dict[str, Any] | None:
    """[SHO-15]"""
    if not state.setup.dajokan:
        return None
    return {
        "regions": [BOARD.regions[of] for of in state.tokens],
        "offices": {
            office: OFFICES.get(of, of)
            for office, of in zip(BOARD.offices, state.offices, strict=True)
        },
        "markers": [markers_left(state, of) for of in range(state.setup.seats)],
    }


# What lies on an office space, unless it is the marker of a seat.
OFFICES = {IN_BAG: None, TILE: "open", FACE_DOWN: "neutral"}
