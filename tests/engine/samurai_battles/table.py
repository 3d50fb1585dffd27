"""Positions for tests: a few pieces on a field, dice that fall as they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.chance import Chance, Draw, Seeded
from engine.contract import Event, Order
from engine.registry import game
from engine.run import Advance, advance
from engine.samurai_battles import rules
from engine.samurai_battles.box import TOKENS
from engine.samurai_battles.cards import COMMAND_DECK, DRAGON_DECK
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.rules.wavering import set_wavering
from engine.samurai_battles.scenario import scenario_of
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import LEADER, Setup, State

GAME = game("samurai_battles")
LEADERS = ("FL", "ML", "AC")


class Dice(Seeded):
    """The next faces as they are given; cards follow a seed."""

    def __init__(self, *rolls: str) -> None:
        super().__init__("00" * 32)
        self.rolls = [tuple(faces.split()) for faces in rolls]

    def again(self) -> Dice:
        fresh = Dice()
        fresh.rolls = self.rolls
        return fresh

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        assert self.rolls, f"no dice are left for {name}"
        given = self.rolls.pop(0)
        assert len(given) == count, f"{name}: {count} dice, not {len(given)}"
        self.drawn.append(Draw(name, given))
        return given


def army(side: str, name: str, pieces: str) -> dict[str, Any]:
    """`AY C6 3, FL C6`: kind, hex, and figures if not all are left."""
    units: list[dict[str, Any]] = []
    leaders: list[dict[str, Any]] = []
    for number, piece in enumerate(filter(None, pieces.split(", ")), start=1):
        kind, hex, *figures = piece.split()
        one: dict[str, Any] = {"id": f"{side[0]}{number:02}", "type": kind, "hex": hex}
        if kind in LEADERS:
            leaders.append({**one, "name": f"{name} {number}"})
        else:
            units.append({**one, **({"figures": int(figures[0])} if figures else {})})
    return {
        "side": side,
        "name_en": name,
        "command_cards": 5,
        "dragon_cards": 0,
        "honor": 5,
        "units": units,
        "leaders": leaders,
    }


def setup_of(
    red: str,
    yellow: str,
    scenario: str = "",
    terrain: Mapping[str, Any] | None = None,
    special: Mapping[str, Any] | None = None,
    banners: int = 5,
    turn_cap: int = 0,
) -> Setup:
    data: dict[str, Any] = {
        "id": "T01",
        "slug": "test",
        "title_en": "Test",
        "banners": banners,
        "first": "red",
        "terrain": dict(terrain or {}),
        "special": dict(special or {}),
    }
    if scenario:
        known = SCENARIO[scenario].data
        kept = ("terrain", "special", "banners")
        data |= {key: known[key] for key in kept if key in known}
    data["army"] = {
        "red": army("top", "Red", red),
        "yellow": army("bottom", "Yellow", yellow),
    }
    return Setup(scenario_of(data), turn_cap)


def at(
    red: str = "",
    yellow: str = "",
    *,
    active: int = 0,
    phase: str = "battles",
    orders: str = "",
    card: str = "order-3-center",
    tokens: tuple[int, int] = (5, 5),
    sizes: tuple[int, int] = (5, 5),
    commands: tuple[str, str] = ("", ""),
    dragons: tuple[str, str] = ("", ""),
    moved: Mapping[str, int] | None = None,
    **fields: Any,
) -> State:
    """A moment of a turn; orders name hexes, `L` before a hex means its leader."""
    given = ("scenario", "terrain", "special", "banners", "turn_cap")
    setup = setup_of(red, yellow, **{k: fields.pop(k) for k in given if k in fields})
    state = State(setup)
    set_wavering(state)
    state.turn, state.active, state.own_turns = 1, active, (1 - active, active)
    state.tokens, state.pool = tokens, TOKENS - sum(tokens)
    if phase != "play":
        state.card = state.effect = card
    deal(state, sizes, commands, dragons)
    state.orders = tuple(piece(state, name) for name in orders.split())
    state.moved = {piece(state, name): n for name, n in (moved or {}).items()}
    state.phase = {"play": 1, "omen": 1, "orders": 2, "moves": 3}.get(phase, 4)
    stack = [("end", ())]
    if phase in ("omen", "orders"):
        stack.append(("phase3", ()))
    if phase == "omen":
        stack += [("phase2", ()), ("answer", ())]
    if phase == "play":
        stack = []
    state.stack = (*stack, (phase, ()))
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def deal(
    state: State,
    sizes: tuple[int, int],
    commands: tuple[str, str],
    dragons: tuple[str, str],
) -> None:
    """Hands of these sizes, with these cards first; the rest are the decks."""
    used = Counter([state.card] if state.card else [])
    hands = []
    for seat, size in enumerate(sizes):
        in_play = seat == state.active and bool(state.card)
        hand = commands[seat].split()
        used += Counter(hand)
        hands.append((hand, size - in_play - len(hand)))
    rest = sorted((Counter(COMMAND_DECK) - used).elements())
    rest = [c for c in rest if c != "first-strike"] + ["first-strike"] * rest.count(
        "first-strike"
    )
    full = []
    for hand, missing in hands:
        full.append(tuple(sorted([*hand, *rest[:missing]])))
        rest = rest[max(missing, 0) :]
    state.command_hands, state.command_deck = tuple(full), tuple(rest)
    held = [tuple(sorted(cards.split())) for cards in dragons]
    state.dragon_hands = tuple(held)
    left = Counter(DRAGON_DECK) - Counter([*held[0], *held[1]])
    state.dragon_deck = tuple(sorted(left.elements()))


def piece(state: State, name: str) -> int:
    """The unit on a hex; `LC6` is its leader."""
    if name[0] == "L":
        return state.leader_at[INDEX[name[1:]]] + LEADER
    return state.unit_at[INDEX[name]]


def figures(state: State, hex: str) -> int:
    """0 where no unit is."""
    unit = state.unit_at[INDEX[hex]]
    return 0 if unit < 0 else state.figures[unit]


def leader(state: State, hex: str) -> bool:
    return state.leader_at[INDEX[hex]] >= 0


def texts(state: State, seat: int) -> list[str]:
    return [order.text for order in rules.options(state, seat)]


def play(
    state: State, *steps: str, dice: Iterable[str] = (), chance: Chance | None = None
) -> State:
    """Steps as the record has them; those of yellow begin with `yellow`."""
    return told(state, *steps, dice=dice, chance=chance)[0]


def told(
    state: State, *steps: str, dice: Iterable[str] = (), chance: Chance | None = None
) -> tuple[State, list[Event]]:
    chance = chance or Dice(*dice)
    events: list[Event] = []
    for step in steps:
        seat, text = (1, step[7:]) if step.startswith("yellow ") else (0, step)
        assert Order.read(text) in rules.options(state, seat), texts(state, seat)
        state, new = rules.apply(state, seat, Order.read(text), chance)
        assert rules.faults(state) == []
        events += new
    return state, events


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def by_mail(
    state: State, red: str = "", yellow: str = "", dice: Iterable[str] = ()
) -> Advance:
    """Both players' lines are carried out until somebody is asked."""
    plans = {0: "", 1: ""}
    for seat in (1 - state.active, state.active):
        if text := (red, yellow)[seat]:
            plans[seat] = GAME.parse(state, seat, text)
    return advance(GAME, state, plans, Dice(*dice))


def record(done: Advance) -> list[str]:
    """As the sheet writes it: yellow's steps have the colour before them."""
    colours = ("", "yellow ")
    return [f"{colours[step.seat]}{step.order.text}" for step in done.steps]
