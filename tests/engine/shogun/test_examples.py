"""The ten worked examples of the sheet, each as an order text and its outcome."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import engine.shogun as game
from engine.contract import Order
from engine.shogun.board import BOARD
from engine.shogun.rules.dajokan import line_scores
from engine.shogun.rules.season import proceed
from engine.shogun.state import FACE_DOWN, IN_BAG, LOST, NOTHING, TILE, State
from engine.table import Table
from tests.engine.shogun.table import (
    BLUE,
    PURPLE,
    RED,
    YELLOW,
    Falls,
    Played,
    acting,
    at,
    begin,
    build,
    give,
    opening,
    play,
    put_in_tray,
    put_inside,
    set_event,
)
from tests.engine.shogun.test_tower import Reference

STOP = {"battle-b": "MUS"}  # purple is asked here, so the match waits


def written(state: State, text: str, seat: int = PURPLE) -> str:
    """What the seat's words are kept as, before the plans are locked."""
    return game.parse(state, seat, text)


def answered(
    state: State, plan: str, *fallen: Sequence[int], seat: int = PURPLE
) -> Played:
    """Let the plan answer the open decision."""
    order = game.answer(state, seat, plan).order
    assert isinstance(order, Order)
    return play(state, seat, order.text, *fallen)


def test_example_1_tower_draws() -> None:  # SHO-16.3, SHO-16.6, SHO-9.6
    state = opening()
    put_inside(state, (3, 4, 2, 1, 2))
    give(state, "ISE", RED, 3)
    plan = written(state, "battleA YAM > ISE 4 | hold", BLUE)
    ready = begin(
        acting(
            state, {BLUE: {"battle-a": "YAM"}, PURPLE: STOP}, ["battle-a", "battle-b"]
        )
    )
    order = game.answer(ready.state, BLUE, plan).order
    assert order == Order.read("move ISE 4")
    after, events = game.apply(ready.state, BLUE, order, Reference("shogun-demo"))
    thrown = next(event for event in events if event.kind == "cubes_thrown")
    assert thrown.data["fallen"] == [2, 5, 1, 0, 0]
    assert at(after, "ISE") == (RED, 3, 0)
    assert at(after, "YAM") == (BLUE, 1, 0)
    assert after.tray == (0, 0, 1, 0, 0)


def shinano(unrest: int = 0) -> State:
    """Position of example 2: red's Shinano with a temple, its card in the tax slot."""
    state = opening()
    put_inside(state, (1, 0, 0, 0, 2))
    build(state, "SNN", "temple")
    state.unrest[BOARD.index["SNN"]] = unrest
    plan = written(state, "battleA KAI > SNN all | SUR 2 | hold")
    cards = {PURPLE: {"battle-a": "KAI", **STOP}, RED: {"tax": "SNN"}}
    ready = begin(acting(state, cards, ["battle-a", "battle-b"]))
    assert game.answer(ready.state, PURPLE, plan).order == Order.read("move SNN 4")
    return ready.state


def test_example_2_the_attacker_wins() -> None:  # SHO-9.5, SHO-9.6, SHO-9.10, SHO-4.7
    after = play(shinano(), PURPLE, "move SNN 4", (1, 1, 0, 4, 1)).state
    assert at(after, "SNN") == (PURPLE, 2, 0)
    assert after.buildings[BOARD.index["SNN"]] == 2
    assert after.boards[RED][BOARD.slot_index["tax"]] == LOST
    assert after.tray == (1, 0, 0, 0, 0)
    assert at(after, "KAI") == (PURPLE, 1, 0)


def test_example_2_the_defender_wins() -> None:  # SHO-9.6, SHO-17.14
    after = play(shinano(), PURPLE, "move SNN 4", (0, 2, 0, 1, 1)).state
    assert at(after, "SNN") == (RED, 2, 0)
    assert after.tray == (0, 0, 0, 0, 0)


def test_example_2_with_unrest_the_farmers_stay_out() -> None:  # SHO-9.5, SHO-17.17
    won = play(shinano(1), PURPLE, "move SNN 4", (1, 1, 0, 4, 1)).state
    assert at(won, "SNN") == (PURPLE, 3, 1)
    assert won.tray == (1, 0, 0, 0, 1)
    held = play(shinano(1), PURPLE, "move SNN 4", (0, 2, 0, 1, 1)).state
    assert at(held, "SNN") == (RED, 1, 1)
    assert held.tray == (0, 0, 0, 0, 1)


def test_example_2_farmers_alone_cannot_win() -> None:  # SHO-9.6, SHO-17.16
    after = play(shinano(), PURPLE, "move SNN 4", (0, 0, 0, 1, 2)).state
    assert at(after, "SNN") == (NOTHING, 0, 0)
    assert after.buildings[BOARD.index["SNN"]] == 0


@pytest.mark.parametrize(
    ("purple", "expected"), [(2, (PURPLE, 1, 2)), (1, (NOTHING, 0, 0))]
)
def test_example_3_a_revolt(
    purple: int, expected: tuple[int, int, int]
) -> None:  # SHO-5.10, SHO-5.11, SHO-9.8, SHO-17.8
    state = opening()
    put_in_tray(state, (0, 0, 0, 1, 0))
    state.unrest[BOARD.index["TOT"]] = 1
    ready = acting(state, {PURPLE: {"tax": "TOT", **STOP}}, ["tax", "battle-b"])
    after = begin(ready, (0, 0, 0, purple, 1))
    assert after.only("cubes_thrown")["dropped"] == [0, 0, 0, 3, 1]
    assert after.state.chests[PURPLE] == state.chests[PURPLE] + 6
    assert at(after.state, "TOT") == expected
    assert after.state.tray == (0,) * 5


@pytest.mark.parametrize(
    ("line", "tokens"), [("calm MIN", (0, 1)), ("calm now", (1, 0))]
)
def test_example_4_a_kept_favour(
    line: str, tokens: tuple[int, int]
) -> None:  # SHO-5.11, SHO-12.11, SHO-18.21
    state = opening("court")
    state.calmer = PURPLE
    plan = written(state, line)
    cards = {PURPLE: {"rice": "MIN", "tax": "TOT", **STOP}}
    now = begin(acting(state, cards, ["tax", "rice", "battle-b"]))
    while now.state.point == "calm":
        answer = game.answer(now.state, PURPLE, plan)
        order, plan = answer.order or Order.read("calm now"), answer.plan
        now = play(now.state, PURPLE, order.text)
    assert now.state.chests[PURPLE] == state.chests[PURPLE] + 6
    assert now.state.rice[PURPLE] == 5
    unrest = now.state.unrest
    assert (unrest[BOARD.index["MIN"]], unrest[BOARD.index["TOT"]]) == tokens
    assert now.state.calmer == NOTHING


def test_example_5_rice_shortage() -> None:  # SHO-10.1, SHO-10.2, SHO-10.4, SHO-10.6
    state = opening()
    plan = written(state, "revolts AKI > KAI")
    give(state, "SUR", PURPLE, 1)
    state.unrest[BOARD.index["KAI"]] = 1
    state.rice = (20, 20, 20, 9)
    winter(state, "E11")
    table = Table(state.copy(), Drawn("KAI", "AKI"))
    proceed(table)
    assert table.state.rice[PURPLE] == 5
    assert table.state.missing == (0, 0, 0, 4)
    assert table.state.revolts == (BOARD.index["AKI"], BOARD.index["KAI"])
    order = game.answer(table.state, PURPLE, plan).order
    assert order == Order.read("revolts AKI")
    done = play(table.state, PURPLE, "revolts AKI", (0, 0, 0, 2, 2), (0, 0, 0, 4, 2))
    assert at(done.state, "AKI") == (NOTHING, 0, 0)
    assert [told["farmers"] for told in done.told("revolt_begun")] == [2, 3]
    assert done.only("revolt_suppressed")["armies"] == 2
    assert done.only("unrest_placed")["unrest"] == 2
    assert at(done.state, "KAI") == (PURPLE, 2, 0)  # tokens go after the scoring


class Drawn(Falls):
    """Which provinces revolt is given. [SHO-16.10]"""

    def __init__(self, *codes: str) -> None:
        super().__init__()
        self.codes = codes

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        if "revolts" in name:
            return self.codes
        return super().shuffle(name, items, count)


def winter(state: State, event: str) -> None:
    """Autumn is over; this card is left."""
    left = BOARD.event_index[event]
    state.events = (left,)
    state.event_deck = tuple(n for n in range(8) if n != left)
    state.order = tuple(range(state.setup.seats))
    state.season, state.phase, state.step, state.point = 3, "winter", "winter", ""
    state.actions = state.specials = ()


def test_example_6_event_special_card_and_general() -> (
    None
):  # SHO-5.4, SHO-8.2, SHO-14.4
    state = opening("generals")
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["MUS"])
    plan = written(state, "special chest if event tax-max-5 > six")
    set_event(state, "tax-max-5")
    state.phase, state.step, state.point, state.seat = (
        "choices",
        "special",
        "special",
        3,
    )
    assert game.answer(state, PURPLE, plan).order == Order.read("special chest")
    cards = {PURPLE: {"tax": "MUS", "battle-b": "KAI"}}
    taxed = acting(state, cards, ["tax", "battle-b"], "tax-max-5", {PURPLE: "chest"})
    assert begin(taxed).state.chests[PURPLE] == state.chests[PURPLE] + 7
    set_event(state, "recruit-cut")
    assert game.answer(state, PURPLE, plan).order == Order.read("special six")
    cards = {PURPLE: {"recruit5": "MUS", "battle-b": "KAI"}}
    cut = acting(state, cards, ["recruit5", "battle-b"], "recruit-cut", {PURPLE: "six"})
    after = begin(cut).state
    assert at(after, "MUS") == (PURPLE, 4 + 7, 0)
    assert after.chests[PURPLE] == state.chests[PURPLE] - 3


@pytest.mark.parametrize("neutral", [True, False])
def test_example_7_a_favour(
    neutral: bool,
) -> None:  # SHO-12.5, SHO-12.8, SHO-12.9, SHO-12.12
    state = opening("court")
    state.favours = (21, 12, 2)
    state.favour_deck = tuple(n for n in BOARD.favours if n not in state.favours)
    put_in_tray(state, (0, 0, 0, 3, 0))
    state.waiting = (3, 0, 1, 2)
    state.season = 1
    plan = written(state, "favour 12@neutral SUR > 2")
    if not neutral:
        give(state, "SUR", RED, 1)
    cards = {PURPLE: {"court3": "bluff", "court2": "official", "court1": "official"}}
    ready = acting(state, cards, ["castle"])
    ready.phase, ready.step = "choices", "palace"
    now = begin(ready)
    assert now.state.tray == (0,) * 5
    assert now.state.audience[PURPLE] == 5
    assert (now.state.point, now.state.seat) == ("favour", PURPLE)
    done = answered(now.state, plan)
    if neutral:
        assert at(done.state, "SUR") == (PURPLE, 3, 0)
        assert BOARD.index["SUR"] in done.state.won
        assert done.only("favour_taken")["officials"] == 3
    else:
        assert done.state.chests[PURPLE] == state.chests[PURPLE] + 3
        assert done.only("favour_taken")["officials"] == 2
    assert done.state.audience[PURPLE] == (2 if neutral else 3)
    over = play(done.state, BLUE, "favour none").state  # the others cannot pay
    assert over.waiting[PURPLE] == (2 if neutral else 3)
    assert over.audience == (0,) * 4


def test_example_8_samurai() -> None:  # SHO-13.3, SHO-13.4, SHO-13.5
    state = opening("samurai")
    give(state, "SNN", PURPLE, 2)
    give(state, "KOZ", RED, 5)
    state.season = 1
    plan = written(state, "samurai tray > chests")
    ready = acting(state, {PURPLE: STOP}, ["battle-b"], order=(PURPLE, 0, 1, 2))
    ready.phase, ready.step, ready.queue = "choices", "samurai", (PURPLE,)
    now = begin(ready)
    assert now.state.stages[PURPLE] == 1
    after = answered(now.state, plan).state
    assert after.tray[PURPLE] == 1
    again = after.copy()
    again.phase, again.step, again.point = "choices", "samurai", ""
    again.queue, again.season = (PURPLE,), 2
    asked = begin(again).state
    second = answered(asked, written(asked, "samurai tray > chests")).state
    assert second.stages[PURPLE] == 2
    assert second.tray[PURPLE] == 3
    give(again, "SNN", RED, 2)
    assert begin(again).state.stages[PURPLE] == 1


@pytest.mark.parametrize("lost", [False, True])
def test_example_9_generals(lost: bool) -> None:  # SHO-14.5, SHO-14.6, SHO-14.7
    state = opening("generals")
    kai, musashi, seats = BOARD.index["KAI"], BOARD.index["MUS"], 4
    state.generals = (NOTHING, NOTHING, NOTHING, kai)
    statues = list(state.statues)
    statues[musashi * seats + RED] = 1
    state.statues, state.statues_left = tuple(statues), (6, 5, 6, 6)
    plan = written(state, "general MUS statue > TOT statue")
    if lost:
        give(state, "MUS", RED, 2)
    ready = acting(state, {}, ["castle"])
    ready.phase, ready.step, ready.queue = "end", "general", (PURPLE,)
    after = answered(begin(ready).state, plan).state
    assert after.generals[PURPLE] == BOARD.index["TOT" if lost else "MUS"]
    assert after.statues[kai * seats + PURPLE] == 1
    assert after.trophies[PURPLE] == (0 if lost else 1)
    assert after.statues_left[PURPLE] == 5


def test_example_10_dajokan() -> (
    None
):  # SHO-15.3, SHO-15.4, SHO-15.5, SHO-15.6, SHO-15.7
    state = opening("dajokan")
    offices = dict.fromkeys(("A1", "B3", "C2", "D5", "E1", "F6"), TILE)
    state.offices = tuple(offices.get(office, IN_BAG) for office in BOARD.offices)
    names = ("east", "north", "centre", "south", "west")
    state.tokens = tuple(map(BOARD.region_index.__getitem__, names))
    plan = written(state, "office A1 > E1 > B3")
    share_regions(state)
    ready = acting(state, {}, ["castle"], order=(PURPLE, RED, BLUE, YELLOW))
    ready.phase, ready.step, ready.queue = "end", "office", ready.tokens
    now = begin(ready)
    taken = []
    for wanted in ("", "B3", "", "D5", "F6"):
        seat = now.state.seat
        order = game.answer(now.state, seat, plan).order if not wanted else None
        text = order.text if order else f"office {wanted}"
        taken.append((seat, text))
        now = play(now.state, seat, text)
    assert taken == [
        (PURPLE, "office A1"),
        (RED, "office B3"),
        (PURPLE, "office E1"),
        (BLUE, "office D5"),
        (YELLOW, "office F6"),
    ]
    assert now.only("offices_closed")["offices"] == ["C2"]
    assert BOARD.regions[now.state.tokens[-1]] == "east"
    assert now.state.offices[BOARD.office_index["C2"]] == FACE_DOWN
    assert row_1(now.state, FACE_DOWN, FACE_DOWN) == [(PURPLE, 2)]
    assert row_1(now.state, FACE_DOWN, YELLOW) == [(PURPLE, 3)]


def share_regions(state: State) -> None:
    """As the example has it: one colour leads in each region but the centre."""
    leaders = {"east": PURPLE, "north": RED, "south": BLUE, "west": YELLOW}
    for province, code in enumerate(BOARD.codes):
        region = BOARD.regions[state.setup.region_of[province]]
        give(state, code, leaders.get(region, NOTHING), 1)
    for code, seat in (("MIN", PURPLE), ("HID", RED)):
        give(state, code, seat, 1)


def row_1(state: State, third: int, fourth: int) -> list[tuple[int, int]]:
    """Row 1 has two purple markers, a red and a blue one, and these two."""
    offices = [IN_BAG] * len(BOARD.offices)
    held = dict(zip("ABCDEF", (PURPLE, third, RED, fourth, PURPLE, BLUE), strict=True))
    for column, seat in held.items():
        offices[BOARD.office_index[f"{column}1"]] = seat
    other = state.copy()
    other.offices = tuple(offices)
    lines = [
        line for line in line_scores(other) if (line.kind, line.number) == ("row", 1)
    ]
    return [(line.seat, line.points) for line in lines]
