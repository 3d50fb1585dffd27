"""Small battlefields for tests of plans, and mails that are played on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Draw, Seeded
from engine.contract import Plan, Seat
from engine.registry import game as game_of
from engine.run import Advance, advance
from engine.samurai_battles.box import TOKENS
from engine.samurai_battles.cards import COMMAND_DECK, DRAGON_DECK
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.rules.frames import push
from engine.samurai_battles.scenario import (
    NO_HEX,
    ArmyList,
    PlacedLeader,
    PlacedUnit,
    Scenario,
    Special,
)
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import Setup, State
from engine.samurai_battles.terrain import TERRAINS
from engine.samurai_battles.units import LEADER_INDEX, LEADERS, UNIT_INDEX, UNITS

GAME = "samurai_battles"
RED, YELLOW = 0, 1
Army = Mapping[str, str]  # by hex: `AB`, `AB 3` for three figures, `SN+FL 2`, `FL`


def battlefield(
    red: Army, yellow: Army, terrain: Mapping[str, str] | None = None, banners: int = 5
) -> Scenario:
    """A scenario with these pieces and no other; hexes not named are plain."""
    model = SCENARIO["first-skirmish"]
    plain = next(n for n, one in enumerate(TERRAINS) if one.id == "plain")
    ground = [plain] * len(INDEX)
    for hex, name in (terrain or {}).items():
        ground[INDEX[hex]] = next(n for n, one in enumerate(TERRAINS) if one.id == name)
    return replace(
        model,
        banners=banners,
        terrain=tuple(ground),
        special=Special(),
        armies=(army_list(model.armies[0], red), army_list(model.armies[1], yellow)),
    )


def army_list(model: ArmyList, pieces: Army) -> ArmyList:
    units: list[PlacedUnit] = []
    leaders: list[PlacedLeader] = []
    for hex, text in pieces.items():
        kinds, _, figures = text.partition(" ")
        for kind in kinds.split("+"):
            id = f"{kind}-{hex}"
            if kind in UNIT_INDEX:
                full = UNITS[UNIT_INDEX[kind]].figures
                number = int(figures) if figures else full
                place = PlacedUnit(id, UNIT_INDEX[kind], INDEX[hex], number)
                units.append(place)
            else:
                number = LEADER_INDEX[kind]
                name = LEADERS[number].name
                leaders.append(PlacedLeader(id, number, INDEX[hex], name))
    return replace(model, units=tuple(units), leaders=tuple(leaders), camp=NO_HEX)


def table(
    red: Army,
    yellow: Army,
    *,
    active: Seat = RED,
    tokens: tuple[int, int] = (5, 5),
    commands: Mapping[Seat, Sequence[str]] | None = None,
    dragons: Mapping[Seat, Sequence[str]] | None = None,
    terrain: Mapping[str, str] | None = None,
) -> State:
    """A table at the beginning of a turn: D-01."""
    state = State(Setup(battlefield(red, yellow, terrain)))
    hands: dict[Seat, Sequence[str]] = {
        seat: ["order-1-left"] * 5 for seat in (RED, YELLOW)
    } | dict(commands or {})
    held: dict[Seat, Sequence[str]] = {RED: [], YELLOW: []} | dict(dragons or {})
    state.command_hands = tuple(tuple(sorted(hands[seat])) for seat in (RED, YELLOW))
    state.dragon_hands = tuple(tuple(sorted(held[seat])) for seat in (RED, YELLOW))
    state.command_deck, state.dragon_deck = COMMAND_DECK, DRAGON_DECK
    state.tokens, state.pool = tokens, TOKENS - sum(tokens)
    state.active, state.turn = active, 7
    push(state, "play")
    return state


def battle(
    red: Army, yellow: Army, ordered: Sequence[str], active: Seat = RED, **more: Any
) -> State:
    """The same in phase 4, with these units ordered: D-08."""
    state = table(red, yellow, active=active, **more)
    state.phase = 4
    state.card = state.effect = "flying-geese"
    state.orders = tuple(state.unit_at[INDEX[hex]] for hex in ordered)
    state.stack = ()
    push(state, "end")
    push(state, "battles")
    return state


class Dice(Seeded):
    """Rolls that are given in their order; what is drawn besides follows a seed."""

    __slots__ = ("_rolls",)

    def __init__(self, *rolls: str) -> None:
        super().__init__("00" * 32)
        self._rolls = list(rolls)

    def again(self) -> Dice:
        fresh = Dice()
        fresh._rolls = self._rolls
        return fresh

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        if not self._rolls:
            return super().roll(name, count, faces)
        values = tuple(self._rolls.pop(0).split())
        assert len(values) == count, f"{name}: {count} dice, not {values}"
        self.drawn.append(Draw(name, values))
        return values


def parse(state: State, seat: Seat, text: str, kept: Plan = "") -> Plan:
    return game_of(GAME).parse(state, seat, text, kept)


def mailed(
    state: State,
    texts: Mapping[Seat, str],
    *dice: str,
    tempo: str = "each",
    late: Sequence[Seat] = (),
) -> Advance:
    """Each seat has written its text; what becomes of the table."""
    plans = {seat: parse(state, seat, text) for seat, text in texts.items()}
    spans = {(seat, f"turn {state.turn}") for seat in late}
    return advance(game_of(GAME), state, plans, Dice(*dice), spans, tempo)


def record(done: Advance) -> list[str]:
    """The steps; those of the seat whose turn it is not with `*`."""
    active = done.steps[0].seat if done.steps else 0
    return [
        f"{'' if step.seat == active else '*'}{step.order.text}" for step in done.steps
    ]


def told(done: Advance, seat: Seat) -> list[tuple[str, str]]:
    """What the seat is told of its lines: line and rule."""
    return [(str(one), one.why.rule) for one in done.skipped.get(seat, [])]  # type: ignore[attr-defined]
