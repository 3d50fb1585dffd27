"""Who is asked when, what the clock decides, and what leaving means. [SSE-13.7]"""

from __future__ import annotations

from typing import Any

import pytest

from engine import measure
from engine.chance import Seeded
from engine.contract import Game, Order
from engine.errors import OrderIllegal
from engine.match import Match
from engine.small_samurai_empires import rules
from engine.small_samurai_empires.rules import (
    ahead,
    apply,
    decisions,
    default,
    resign,
    setup,
)
from engine.small_samurai_empires.state import OWNER, State
from tests.engine.small_samurai_empires.table import (
    EDITIONS,
    acting,
    at,
    kinds,
    pieces,
    placing,
    play,
    texts,
    token,
    told,
)


def clock(state: State) -> str:
    return default(state, decisions(state)[0].seat).text


def play_on(state: State, seed: str = "0b" * 32) -> tuple[State, list[str]]:
    """The clock decides everything to the end of the match."""
    spans = []
    while open := decisions(state):
        spans.append(open[0].span)
        seat = open[0].seat
        state, _ = apply(state, seat, default(state, seat), Seeded(seed))
    return state, list(dict.fromkeys(spans))


# ------------------------------------------------------------------------- the clock


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        (["grey", "teal", "teal"], "teal"),
        (["violet", "orange", "teal"], "orange"),
        (["violet", "violet", "grey"], "violet"),
    ],
)
def test_the_card_of_which_there_are_most(hand: list[str], card: str) -> None:
    other = ["grey", "orange", "violet"]  # SSE-13.7
    state = at(destiny={"hands": [hand, other]})
    assert clock(state) == f"destiny {card}"


def test_a_kind_at_random_in_the_southernmost_free_slot() -> None:  # SSE-13.7
    slots = {"grey-1": [token(1, "castle")], "grey-2": [token(0, "castle")]}
    state = placing({}, slots=slots)
    assert clock(state) == "place any"
    draws = {"era 1 round 1 seat 0 placement 2": "attack"}
    state, events = play(state, "place any", draws=draws)
    placed = [event for event in events if event.kind == "token_placed"]
    assert placed[0].data == {"seat": 0, "slot": "grey-3", "token": "attack"}
    assert placed[0].to == (0,)


def test_the_clock_never_pays() -> None:  # SSE-13.7, SSE-4.3.5
    slots = {name: [token(1, "castle")] for name in ("grey-1",)}
    full = {
        f"{region}-{number}": [token(1, kind)]
        for region, number, kind in (
            ("grey", 2, "recruit"),
            ("grey", 3, "attack"),
        )
    }
    state = at(
        round=2,
        phase="placement",
        provinces=pieces(2, {}),
        slots={**slots, **full},
    )
    assert clock(state) == "place any"
    after, _ = play(state, "place any")
    assert after.second[3]
    assert after.bushido == (2, 2)


def test_offers_are_declined_and_tokens_pass() -> None:  # SSE-13.7
    state, _ = play(placing({"aki": [1, 0]}), "place castle grey-2")
    assert clock(state) == "decline"
    assert clock(acting("attack", "grey-1", {"aki": [1, 1]})) == "pass"
    assert clock(acting("castle", "grey-1", {"aki": [2, 1]})) == "pass"
    moving = acting("move-3", "grey-1", {"aki": [2, 1]})
    assert clock(moving) == "pass"
    assert clock(play(moving, "move aki izumo")[0]) == "done"


def test_a_harvest_is_carried_out() -> None:  # SSE-13.7
    assert clock(acting("harvest", "grey-1", {"tosa": [1, 0]})) == "harvest"


@pytest.mark.parametrize(
    ("effect", "point"), [("independent-tribe", "tribe"), ("journey", "journey")]
)
def test_mountain_offers_are_declined(effect: str, point: str) -> None:  # SSE-13.7
    state = acting(
        "move-3",
        "grey-2",
        {"aki": [2, 1]},
        variants=["mountain"],
        mountains={"daisen": effect},
    )
    state, _ = play(state, "expedition aki daisen izumo")
    assert state.point == point
    assert clock(state) == "decline"


# ---------------------------------------------------------------------------- spans


def test_five_spans_an_era() -> None:  # SSE-13.7
    state, _ = setup(3, {}, Seeded("0c" * 32))
    state, spans = play_on(state)
    assert state.over == "points"
    for era in (1, 2, 3):
        assert f"era {era} round 1 destiny" in spans
        assert f"era {era} round 1 placement" in spans
        assert f"era {era} round 2 placement" in spans
    assert len(spans) <= 15
    assert "era 1 round 2 destiny" not in spans


def test_what_is_ahead() -> None:  # SSE-13.7
    state = at(seats=3)
    assert [ahead(state, seat) for seat in range(3)] == [["destiny"]] * 3
    state, _ = play(state, texts(state)[0])
    assert ahead(state, 0) == []
    state = placing({"aki": [1, 1]})
    assert ahead(state, 1) == ["placement", "neutral"]
    state, _ = play(state, "place castle grey-2")
    assert ahead(state, 0) == ["neutral", "placement"]
    last = placing({"aki": [1, 1]}, to_place=[1, 0])
    last, _ = play(last, "place castle grey-2")
    assert ahead(last, 0) == ["neutral"]
    assert ahead(last, 1) == []
    assert ahead(last, 7) == []


def test_what_is_ahead_in_the_resolution() -> None:  # SSE-13.7, SSE-4.4.1
    slots = {"grey-1": [token(0, "recruit")], "teal-1": [token(1, "recruit")]}
    state = at(seats=3, phase="resolution", slots=slots, provinces=pieces(3, {}))
    assert [ahead(state, seat) for seat in range(3)] == [["resolution"]] * 2 + [[]]
    state, _ = play(state, "pass")
    assert ahead(state, 0) == []
    back = at(
        seats=3, round=2, phase="resolution", slots=slots, provinces=pieces(3, {})
    )
    assert [ahead(back, seat) for seat in range(3)] == [["resolution"]] * 2 + [[]]


# --------------------------------------------------------------------------- leaving


def leave(state: State, seat: int) -> tuple[State, Any]:
    return resign(state, seat)


def test_nobody_waits_for_the_card_of_who_left() -> None:  # SSE-13.7
    state, _ = leave(at(seats=3), 1)
    assert [(d.seat, d.waits) for d in decisions(state)] == [
        (0, True),
        (1, False),
        (2, True),
    ]


def test_placements_of_who_left_are_skipped() -> None:  # SSE-13.7
    state, events = leave(placing({}, seats=3), 0)
    assert [event.kind for event in events] == ["seat_left"]
    assert decisions(state)[0].seat == 1
    assert state.todo == (0, 4, 4)
    assert ahead(state, 0) == []


def test_a_neutral_action_of_who_left_is_declined() -> None:  # SSE-13.7
    state, _ = play(placing({"aki": [1, 0]}), "place castle grey-2")
    state, _ = leave(state, 0)
    assert decisions(state)[0].seat == 1
    assert state.movers == ()


def test_tokens_of_who_left_pass() -> None:  # SSE-13.7
    slots = {"grey-1": [token(0, "recruit")], "teal-1": [token(1, "recruit")]}
    state = at(phase="resolution", slots=slots, provinces=pieces(2, {"aki": [1, 0]}))
    outcome = leave(state, 1)
    assert decisions(outcome[0])[0].seat == 0
    outcome = play(outcome[0], "recruit aki", "done")
    assert told(outcome, "token_passed") == [
        {"seat": 1, "slot": "teal-1", "token": "recruit"}
    ]


def test_who_leaves_on_a_mountain_still_arrives() -> None:  # SSE-13.7, SSE-10.2.2
    state = acting(
        "move-3",
        "grey-2",
        {"aki": [2, 1]},
        variants=["mountain"],
        mountains={"daisen": "independent-tribe"},
    )
    state, _ = play(state, "expedition aki daisen izumo")
    state, _ = leave(state, 0)
    assert sum(state.armies[0::2]) == 2
    assert decisions(state)[0].seat == 1


def test_leaving_twice_or_after_the_end_is_refused() -> None:  # SSE-13.7
    state, _ = leave(at(seats=2), 1)
    for seat in (1, 2, -1):
        with pytest.raises(OrderIllegal):
            leave(state, seat)
    over, _ = play_on(state)
    with pytest.raises(OrderIllegal):
        leave(over, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_everybody_left_ends(seats: int, edition: str) -> None:  # SSE-13.7
    state, _ = setup(seats, {"edition": edition}, Seeded("0d" * 32))
    for seat in range(seats):
        state, _ = leave(state, seat)
    assert not any(decision.waits for decision in decisions(state))
    state, spans = play_on(state)
    assert state.over == "points"
    assert spans == [f"era {era} round 1 destiny" for era in (1, 2, 3)]


def test_the_score_of_who_left_counts() -> None:  # SSE-13.7
    state = at(seats=2, score=[9, 1], era=3, phase="placement", round=2)
    state, _ = leave(state, 0)
    state, _ = play_on(state)
    assert rules.score(state)[0].place == 1


def test_after_the_end_nothing_is_open() -> None:  # SSE-9.1
    state, _ = play_on(at(seats=2))
    assert decisions(state) == []
    assert kinds((state, [])) == []
    with pytest.raises(OrderIllegal):
        apply(state, 0, Order("pass"), Seeded("0e" * 32))


def test_the_rules_are_those_of_the_contract() -> None:
    for name in ("setup", "decisions", "ahead", "options", "default", "apply"):
        assert hasattr(Game, name)
        assert callable(getattr(rules, name))


def test_hints_for_later_name_the_tokens_still_to_act() -> None:  # SSE-13.3
    match = measure.random_match("small_samurai_empires", 3)
    seen = 0
    for state in match.states:
        if state.phase != "resolution":
            continue
        for seat in range(3):
            texts = [hint.text for hint in match.game.hints(state, seat)]
            named = [t.split()[1][:-1] for t in texts if t.startswith("resolve")]
            slots = state.setup.board.slots
            owners = {
                slots[at]: OWNER[state.second[at] or state.first[at]]
                for at in range(len(slots))
            }
            assert all(owners[slot] == seat for slot in named)
            assert slots[state.slot] not in named
            seen += len(named)
    assert seen


# ------------------------------------------------------------------- kept in vain


def remarks(state: State, text: str, language: str = "en") -> list[str]:
    game = measure.random_match("small_samurai_empires", 3).game
    return game.remarks(state, 0, game.parse(state, 0, text), language)


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("resolve orange-3: move yamashiro -> musashi", "yamashiro -> musashi is no"),
        ("resolve 6: move aki -> izumo else move kii -> suruga", "kii -> suruga is no"),
        (
            "place move-3 at violet-1, neutral harvest musashi",
            "has another neutral action",
        ),
        ("place move-3 at grey-1, neutral harvest tosa", "has another neutral action"),
        ("resolve orange-3: move yamashiro -> owari -> shinano", ""),
        ("place move-3 at any, neutral harvest musashi", ""),
        ("place move-3 at teal-1, neutral harvest musashi", ""),
        ("place move-3 at grey-2, neutral none", ""),
    ],
)
def test_what_can_never_be_carried_out_is_told(
    text: str, remark: str
) -> None:  # SSE-5.3.3, SSE-6.1
    state, _ = setup(3, {}, Seeded("0b" * 32))
    said = remarks(state, text)
    assert len(said) == bool(remark)
    assert remark in "".join(said)


def test_an_order_for_somebody_elses_token_is_told() -> None:  # SSE-4.4.1
    states = measure.random_match("small_samurai_empires", 3).states
    seen = 0
    for state in states:
        if state.phase != "resolution" or state.round != 1 or state.step:
            continue
        for slot in range(state.slot + 1, len(state.first)):
            name, owner = state.setup.board.slots[slot], OWNER[state.first[slot]]
            said = remarks(state, f"resolve {name}: pass", "de")
            is_foreign = any("kein Marker von dir" in sentence for sentence in said)
            assert is_foreign == (owner != 0 or not state.first[slot])
            seen += is_foreign
    assert seen


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_every_kind_of_token_is_hinted_at_by_what_it_does(language: str) -> None:
    """SSE-13.9: one note for all of them would help nobody to choose."""
    match = Match("small_samurai_empires", ("Aki", "Botan"), {}, seed="2a" * 32)
    for seat in (0, 1):
        match.write(seat, match.game.options(match.state, seat)[0].text)
    (asked,) = match.asked
    notes = [h.note for h in match.game.hints(match.state, asked.seat, language)]
    assert len(set(notes)) == len(notes) == 7
