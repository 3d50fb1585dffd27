"""Loss of honor, and the test when it cannot be paid. [SB-9.9 to SB-9.14]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.samurai_battles.box import FACES, HONOR, SWORDS, SYMBOLS
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import DISTANCE, INDEX, NAMES, distances_from_exit
from engine.samurai_battles.rules.frames import Battlefield, pop, push, throw
from engine.samurai_battles.rules.losses import kill_leader, remove_figures
from engine.samurai_battles.rules.pieces import enemies_of, symbol_of, units_of
from engine.samurai_battles.rules.tokens import pay
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import NOBODY, State

TEST_DICE = 4  # SB-9.11
ANYWHERE = -2  # the owner chooses among all units with the symbol [SB-9.14]


def lose_honor(table: Battlefield, seat: Seat, tokens: int) -> bool:
    """Pay what there is; whether that is a total loss. [SB-9.11, SB-16.10]"""
    if not pay(table, seat, tokens, "honor"):
        return False
    table.tell("honor_lost", seat=seat)
    return True


def test_honor(
    table: Battlefield, seat: Seat, unit: int, leader: int, place: int
) -> None:
    """The opponent rolls; nobody gains tokens. [SB-9.11, SB-16.16]

    The place is a hex, or ANYWHERE, or below it an X of the start line.
    """
    faces = throw(table, "honor test", 1 - seat, TEST_DICE)
    push_losses(table.state, seat, unit, leader, place, faces)


def push_losses(
    state: State, seat: Seat, unit: int, leader: int, place: int, faces: tuple[str, ...]
) -> None:
    numbers = [FACES.index(face) for face in faces]
    push(state, "losses", seat, unit, leader, place, *numbers)


def off_field(x: int) -> int:
    """The place on the start line, as a number of a frame."""
    return ANYWHERE - x


def losses(
    table: Battlefield, seat: Seat, unit: int, leader: int, place: int, *faces: int
) -> None:
    """Dice one by one in the order rolled. [SB-9.12, SB-9.13, SB-9.14]"""
    if not faces:
        return
    state = table.state
    face, rest = FACES[faces[0]], faces[1:]
    push(state, "losses", seat, unit, leader, place, *rest)
    if face == SWORDS and leader != NOBODY:
        lose_leader(table, leader, rest)
    elif face in SYMBOLS:
        lose_by_face(table, seat, unit, place, face)


def lose_leader(table: Battlefield, leader: int, rest: tuple[int, ...]) -> None:
    """One or more swords kill him, once. [SB-9.13]"""
    state = table.state
    name, (seat, unit, _, place, *_) = state.stack[-1]
    pop(state)
    push(state, name, seat, unit, NOBODY, place, *rest)
    kill_leader(table, leader, "honor")


def lose_by_face(
    table: Battlefield, seat: Seat, unit: int, place: int, face: str
) -> None:
    state = table.state
    if unit != NOBODY and symbol_of(state, unit) == face:
        if state.unit_hex[unit] != NO_HEX:  # surplus is lost
            remove_figures(table, unit, 1, "honor")
        return
    found = losers(state, seat, place, face)
    if len(found) == 1:
        remove_figures(table, found[0], 1, "honor")
    elif found:
        push(state, "loss", seat, *found)


def losers(state: State, seat: Seat, place: int, face: str) -> list[int]:
    """The nearest units with the symbol, or all of them. [SB-9.12, SB-9.14]"""
    units = [unit for unit in units_of(state, seat) if symbol_of(state, unit) == face]
    if place == ANYWHERE or not units:
        return units
    if place >= 0:
        away = DISTANCE[place]
    else:
        away = distances_from_exit(seat, ANYWHERE - place)
    nearest = min(away[state.unit_hex[unit]] for unit in units)
    return [unit for unit in units if away[state.unit_hex[unit]] == nearest]


# ------------------------------------------------------------------------- D-20


def loss_seat(state: State, seat: Seat, *units: int) -> Seat:
    return seat


def loss_options(state: State, seat: Seat, *units: int) -> list[Order]:
    return [Order("lose", (NAMES[state.unit_hex[unit]],)) for unit in units]


def loss_default(state: State, seat: Seat, *units: int) -> Order:
    """Most figures, farthest from any enemy, lowest id. [SB-17.8]"""
    enemies = enemies_of(state, seat)

    def rank(unit: int) -> tuple[int, int, str]:
        away = DISTANCE[state.unit_hex[unit]]
        nearest = min((away[hex] for hex in enemies), default=0)
        return -state.figures[unit], -nearest, state.setup.units[unit].id

    return Order("lose", (NAMES[state.unit_hex[min(units, key=rank)]],))


def lose(table: Battlefield, hex: str) -> None:
    state = table.state
    pop(state)
    remove_figures(table, state.unit_at[INDEX[hex]], 1, "honor")


# ------------------------------------------------------------------- rice-famine


def famine(table: Battlefield, seat: Seat, *faces: int) -> None:
    """First C, T and S in the order rolled, then tokens in one payment. [SB-12.11]"""
    card = DRAGON["rice-famine"]
    shown = tuple(FACES[face] for face in faces)
    push(table.state, "famine_tokens", seat, shown.count(HONOR))
    hits = tuple(face for face in shown if face in card.hit_faces)
    push_losses(table.state, seat, NOBODY, NOBODY, ANYWHERE, hits)


def famine_tokens(table: Battlefield, seat: Seat, count: int) -> None:
    """A payment that cannot be made is a total loss. [SB-9.14, SB-12.11]"""
    due = count * DRAGON["rice-famine"].tokens_lost_per_face
    if due and lose_honor(table, seat, due):
        test_honor(table, seat, NOBODY, NOBODY, ANYWHERE)
