"""Orders ahead: queues, chains, reservations, mountains, tempo. [SSE-13.3 to 13.8]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.chance import Seeded
from engine.contract import Game
from engine.errors import OrderError, Refused
from engine.match import Match
from engine.replay import verify
from engine.run import Advance, advance
from engine.small_samurai_empires.rules.steps import DECLINE
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import acting, armies, at, placing, token

rules: Game[State] = game  # mypy checks that the module is a game
PEOPLE = ["Aki", "Botan", "Chie", "Daisuke"]
CHANCE = Seeded("21" * 32)


def written(state: State, text: str, seat: int = 0, kept: str = "") -> str:
    return game.parse(state, seat, text, kept, PEOPLE)


def played(state: State, text: str, mode: str = "each", seat: int = 0) -> Advance:
    """What a mail leads to, until somebody has to be asked."""
    plans = {seat: written(state, text, seat)}
    handed = [(other, "") for other in range(4)]
    return advance(game, state, plans, CHANCE, (), mode, handed)


def orders(done: Advance, seat: int = 0) -> list[str]:
    return [step.order.text for step in done.steps if step.seat == seat]


def fault(state: State, text: str, seat: int = 0) -> OrderError:
    with pytest.raises(Refused) as refused:
        written(state, text, seat)
    return refused.value.errors[0]


# ------------------------------------------------------------------- destiny


def test_a_destiny_list_takes_the_first_region_in_hand() -> None:  # SSE-13.5
    match = Match("small_samurai_empires", PEOPLE[:2], seed="21" * 32)
    hand = match.game.view(match.state, 0)["destiny"]["hand"]
    wanted = f"destiny {' or '.join(['grey', 'orange', 'teal', 'violet'])}"
    plan = written(match.state, wanted)
    answer = game.answer(match.state, 0, plan)
    order = answer.order
    assert order is not None
    assert order.args[0] in hand
    assert answer.plan == ""


def test_a_destiny_open_now_must_be_in_hand() -> None:  # SSE-4.2.1
    match = Match("small_samurai_empires", PEOPLE[:2], seed="21" * 32)
    hand = match.game.view(match.state, 0)["destiny"]["hand"]
    (other, *_) = sorted({"grey", "orange", "teal", "violet"} - set(hand)) or [""]
    if other:
        error = fault(match.state, f"destiny {other}")
        assert error.rule == "SSE-4.2.1"
        assert error.legal


# ----------------------------------------------------------------- placements


def test_the_queue_is_searched_from_the_front() -> None:  # SSE-13.3
    state = placing({"aki": (2, 2)}, slots={"orange-2": [token(1, "attack")]})
    text = "place attack at orange-2, neutral none\nplace harvest at 1, neutral none"
    done = played(state, text)
    assert orders(done)[0] == "place harvest grey-1"
    assert "place attack at orange-2" in done.plans[0]  # passed over, it stays


def test_alternatives_are_tried_in_turn() -> None:  # SSE-13.3
    state = placing({"aki": (2, 2)}, slots={"orange-2": [token(1, "attack")]})
    text = (
        "place attack at orange-2 or castle at orange or harvest at any, neutral none"
    )
    assert orders(played(state, text))[0] == "place castle orange-1"


def test_any_is_the_southernmost_legal_slot() -> None:  # SSE-13.3
    state = placing({"aki": (2, 2)}, slots={"grey-1": [token(1, "attack")]})
    done = played(state, "place move-3 at any, neutral none")
    assert orders(done)[0] == "place move-3 grey-2"


def test_only_cover_and_up_to_may_cost_bushido() -> None:  # SSE-13.3, SSE-7.2
    state = round_two({"teal-2": [token(1, "attack")]})
    assert fault(state, "place attack at teal-2, neutral none").kind == "illegal"
    done = played(state, "place attack cover blue at teal-2, neutral none")
    assert orders(done)[0] == "cover attack teal-2"
    done = played(state, "place attack at teal-2 up to 1, neutral none")
    assert orders(done)[0] == "cover attack teal-2"


def round_two(slots: dict[str, Any]) -> State:
    return at(
        seats=2, phase="placement", round=2, slots=slots, provinces={}, bushido=[2, 2]
    )


def test_cover_finds_opponents_tokens_only() -> None:  # SSE-13.3
    state = round_two({"teal-2": [token(0, "attack")]})
    assert fault(state, "place harvest cover at teal-2").kind == "illegal"


def test_a_neutral_action_goes_with_its_placement() -> None:  # SSE-13.8, SSE-6.2
    state = placing({"aki": (2, 2)})
    done = played(state, "place attack at grey-2, neutral move aki -> izumo")
    assert orders(done)[:2] == ["place attack grey-2", "move aki izumo"]


def test_an_illegal_neutral_action_refuses_the_whole_mail() -> None:  # SSE-13.8
    state = placing({"aki": (2, 2)})
    error = fault(state, "place attack at grey-2, neutral move aki -> kitami")
    assert (error.rule, error.kind) == ("SSE-5.3.3", "illegal")
    assert error.legal  # SSE-13.9: from Aki one reaches …


def test_one_that_has_become_impossible_is_declined_and_told() -> None:  # SSE-13.6
    state = placing({"aki": (2, 2)}, seats=2)
    plan = written(state, "place attack at grey-2, neutral move aki -> izumo", seat=1)
    later = placing({"satsuma": (2, 2)}, seats=2, turn_track=[1, 0])
    done = advance(game, later, {1: plan}, CHANCE)
    assert orders(done, 1)[:2] == ["place attack grey-2", "decline"]
    (line,) = done.skipped[1]
    assert line == "neutral move aki -> izumo"


def test_with_must_the_entry_counts_as_not_legal_then() -> None:  # SSE-13.6
    state = placing({"satsuma": (2, 2)})
    text = "place attack at grey-2, neutral move aki -> izumo must or harvest at 7"
    done = played(state, text + ", neutral none")
    assert orders(done)[0] == "place harvest teal-1"


def before_its_own_action() -> tuple[State, int]:
    """A neutral action is offered, and the token of its slot is the next to act."""
    dice, chance = Random(3), Seeded("03" * 32)
    choices = Match("small_samurai_empires", PEOPLE[:2], seed="03" * 32).log.choices
    for _ in range(20):
        state, _told = game.setup(2, choices, chance.again())
        while decisions := game.decisions(state):
            seat = decisions[0].seat
            if state.point == "neutral":
                next_up, _told = game.apply(state, seat, DECLINE, chance.again())
                place = next_up.point, next_up.seat, next_up.slot
                if place == ("resolution", seat, state.slot):
                    return state, seat
            order = dice.choice(game.options(state, seat))
            state, _told = game.apply(state, seat, order, chance.again())
    raise AssertionError("no such moment")


@pytest.mark.parametrize("word", ["none", "pass", "keine", "нет"])
def test_declining_a_neutral_action_passes_nothing_else(word: str) -> None:
    """The token of the same slot acts next: it is asked. [SSE-6.1, SSE-13.8]"""
    state, seat = before_its_own_action()
    done = played(state, word, seat=seat)
    assert orders(done, seat) == ["decline"]
    assert [(q.seat, q.point) for q in done.asked] == [(seat, "resolution")]


def test_without_a_word_on_it_the_player_is_asked() -> None:  # SSE-13.8
    done = played(placing({"aki": (2, 2)}), "place attack at grey-2")
    assert [(q.seat, q.reason) for q in done.asked] == [(0, "neutral")]


def test_a_later_mail_adds_to_the_queue() -> None:  # SSE-13.5
    state = placing({"aki": (2, 2)}, turn_track=[1, 0])
    kept = written(state, "place attack at 5; place harvest at 6")
    kept = written(state, "place castle at 1", kept=kept)
    assert [line.split(": ")[1] for line in kept.splitlines()] == [
        "place attack at orange-2",
        "place harvest at orange-3",
        "place castle at grey-1",
    ]


# ----------------------------------------------------------------- resolution


def test_the_first_alternative_that_is_possible_as_written_is_done() -> None:
    # SSE-13.4
    state = acting("move-3", "grey-2", {"aki": (1, 1)})
    text = "resolve grey-2: move aki -> izumo, aki -> harima else move aki -> harima"
    assert orders(played(state, text)) == ["move aki harima", "done"]


def test_as_written_or_not_at_all() -> None:  # SSE-13.4
    state = acting("move-3", "grey-2", {"aki": (2, 0)})
    text = "resolve grey-2: move aki -> harima -> yamashiro, aki -> izumo else pass"
    done = played(state, text)
    assert orders(done) == [
        "move aki harima",
        "move harima yamashiro",
        "move aki izumo",
    ]
    assert armies(done.state, "yamashiro")[0] == 1


def test_auto_does_as_much_of_the_last_as_is_legal() -> None:  # SSE-13.4
    state = acting("move-3", "grey-2", {"aki": (1, 1)})
    text = "resolve grey-2: move aki -> harima -> kitami, satsuma -> tosa auto"
    done = played(state, text)
    assert orders(done) == ["move aki harima", "done"]


def test_ask_is_the_default_for_all_but_harvest() -> None:  # SSE-13.4
    state = acting("attack", "grey-2", {"aki": (1, 1)})
    later = acting("attack", "grey-2", {"aki": (1, 0), "izumo": (1, 1)})
    plan = written(state, "resolve grey-2: attack aki blue")
    done = advance(game, later, {0: plan}, CHANCE)
    assert [(q.seat, q.reason) for q in done.asked] == [(0, "impossible")]
    assert done.skipped == {0: ["resolve grey-2: attack aki blue"]}


def test_at_tempo_phase_every_plan_is_auto() -> None:  # SSE-13.7
    later = acting("attack", "grey-2", {"aki": (1, 0), "izumo": (1, 1)})
    state = acting("attack", "grey-2", {"aki": (1, 1)})
    plan = written(state, "resolve grey-2: attack aki blue")
    answer = game.answer(later, 0, plan, "phase")
    assert answer.order is not None
    assert answer.order.text == "pass"


def test_an_improvement_is_paid_with_the_step_it_buys() -> None:  # SSE-5.6.2, SSE-13.8
    state = acting("attack", "orange-2", {"owari": (1, 1, 1)}, seats=3)
    done = played(state, "resolve orange-2: attack owari blue, green")
    assert orders(done) == ["attack owari blue", "attack owari green"]
    assert done.state.bushido[0] == state.bushido[0] - 1


@pytest.mark.parametrize(
    ("guard", "happens"),
    [
        ("blue in aki", True),
        ("not blue in aki", False),
        ("I control izumo", True),
        ("blue controls izumo", False),
    ],
)
def test_a_reservation_is_tested_at_use(guard: str, happens: bool) -> None:  # SSE-13.5
    state = acting("recruit", "grey-1", {"aki": (1, 1), "izumo": (1, 0)})
    done = played(state, f"resolve grey-1: recruit aki only if {guard}")
    assert (orders(done)[:1] == ["recruit aki"]) == happens
    if not happens:
        assert done.asked[0].reason == "guard"


def test_a_bare_action_answers_what_is_open_now() -> None:  # SSE-13.8
    state = acting("castle", "grey-1", {"aki": (2, 1)})
    assert orders(played(state, "castle"))[:1] == ["castle aki"]
    assert orders(played(state, "pass"))[:1] == ["pass"]


def test_a_bare_action_with_nothing_open_is_refused() -> None:  # SSE-13.8
    state = placing({"aki": (2, 2)}, turn_track=[1, 0])
    assert fault(state, "move aki -> izumo").code == "nothing_open"


def test_an_illegal_action_open_now_names_its_rule_and_what_is_legal() -> None:
    # SSE-13.9
    error = fault(acting("move-3", "grey-2", {"aki": (2, 0)}), "move aki -> owari")
    assert error.rule == "SSE-5.3.3"
    assert set(error.legal) == {"chikuzen", "harima", "izumo", "sanuki"}


def test_plans_can_be_withdrawn() -> None:  # SSE-13.5, SSE-13.8, SSE-12.28
    state = placing({"aki": (2, 2)}, turn_track=[1, 0])
    kept = written(state, "resolve grey-1: pass; resolve 2: pass; destiny grey")
    kept = written(state, "withdraw grey-1", kept=kept)
    assert "grey-1" not in kept
    assert "grey-2" in kept
    assert written(state, "withdraw", kept=kept) == ""


def test_what_is_left_at_the_end_of_its_phase_lapses() -> None:  # SSE-13.5
    plan = written(placing({"aki": (2, 2)}), "resolve grey-1: pass; place attack at 5")
    later = at(seats=2, phase="placement", era=2, provinces={"aki": {"armies": [2, 2]}})
    assert game.answer(later, 0, plan).plan == ""


# ------------------------------------------------------------------- mountains


def climbing(mountain_token: str) -> State:
    return acting(
        "move-3",
        "grey-2",
        {"aki": (2, 0), "izumo": (0, 1)},
        variants=["mountain"],
        mountains={"daisen": mountain_token},
    )


def test_an_expedition_goes_on_after_the_mountain() -> None:  # SSE-10.2.2
    done = played(
        climbing("highland-farms"),
        "move aki -> daisen -> izumo -> harima on ambush stop",
    )
    assert orders(done)[:2] == ["expedition aki daisen izumo", "move izumo harima"]


def test_after_an_ambush_the_path_lapses_and_the_rest_goes_on() -> None:  # SSE-10.2.7
    text = "move aki -> daisen -> izumo -> harima, aki -> sanuki on ambush stop"
    done = played(climbing("ambush"), text)
    assert orders(done)[:2] == ["expedition aki daisen izumo", "move aki sanuki"]


def test_points_left_after_an_ambush_are_asked_for() -> None:  # SSE-10.2.7
    done = played(climbing("ambush"), "move aki -> daisen -> izumo -> harima")
    assert orders(done) == ["expedition aki daisen izumo"]
    assert [(q.seat, q.reason) for q in done.asked] == [(0, "ambush")]


def test_an_answer_to_an_ambush_can_be_sent_ahead() -> None:  # SSE-10.2.7
    text = "move aki -> daisen -> izumo on ambush move aki -> harima"
    done = played(climbing("ambush"), text)
    assert orders(done)[:2] == ["expedition aki daisen izumo", "move aki harima"]


def test_an_illegal_answer_to_a_tribe_is_dropped_and_told() -> None:  # SSE-10.2.8
    text = "move aki -> daisen -> izumo on tribe attack satsuma blue"
    done = played(climbing("independent-tribe"), text)
    assert orders(done) == ["expedition aki daisen izumo"]
    assert [(q.seat, q.reason) for q in done.asked] == [(0, "tribe")]
    (line,) = done.skipped[0]
    assert line == "on tribe attack satsuma blue"


def test_an_answer_to_a_tribe_can_be_sent_ahead() -> None:  # SSE-10.2.5
    text = "move aki -> daisen -> izumo on tribe recruit aki"
    done = played(climbing("independent-tribe"), text)
    assert orders(done)[:2] == ["expedition aki daisen izumo", "recruit aki"]


def test_a_plan_does_not_tell_what_a_mountain_hides() -> None:  # SSE-13.2
    text = "resolve grey-2: move aki -> daisen -> izumo -> harima else pass"
    tokens = ("ambush", "mercenaries", "highland-farms", "independent-tribe", "journey")
    plans = {written(climbing(hidden), text) for hidden in tokens}
    (plan,) = plans
    answers = {game.answer(climbing(hidden), 0, plan) for hidden in tokens}
    assert len(answers) == 1


# ----------------------------------------------------------------------- tempo


def planner(match: Match, seat: int, dice: Random) -> str:
    """A mail that says something for the whole phase."""
    view = match.game.view(match.state, seat)
    if view["phase"] == "destiny":
        return f"destiny {dice.choice(view['destiny']['hand'])}"
    if view["phase"] == "placement":
        kinds = [kind for kind, count in view["hand"].items() for _ in range(count)]
        dice.shuffle(kinds)
        return "\n".join(f"place {kind} at any, neutral none" for kind in kinds)
    mine = [
        (slot, found["tokens"][-1]["kind"])
        for slot, found in view["slots"].items()
        if found["tokens"] and found["tokens"][-1]["seat"] == seat
    ]
    lines = [f"resolve {slot}: {action(kind)}" for slot, kind in mine]
    return "\n".join(lines) or "withdraw all"


def action(kind: str) -> str:
    return "harvest" if kind == "harvest" else "pass"


@pytest.mark.parametrize("edition", ["archona-2019", "crowd-games"])
def test_at_tempo_phase_three_players_need_fifteen_rounds_of_letters(
    edition: str,
) -> None:  # SSE-13.7
    match = Match(
        "small_samurai_empires",
        PEOPLE[:3],
        {"edition": edition},
        seed="21" * 32,
        tempo="phase",
    )
    dice, rounds = Random(5), 0
    while not match.over:
        rounds += 1
        for seat in [question.seat for question in match.asked]:
            match.write(seat, planner(match, seat, dice))
        assert rounds < 30
    assert rounds <= 15
    assert "finished" in verify(match.text())


def test_at_tempo_each_only_who_has_no_answer_is_asked() -> None:
    match = Match("small_samurai_empires", PEOPLE[:3], seed="22" * 32)
    dice, letters, most = Random(6), 0, 0
    while not match.over:
        question = match.asked[0]
        assert match.game.answer(match.state, question.seat, "").order is None
        before = len(match.log.entries)
        match.write(question.seat, planner(match, question.seat, dice))
        letters += 1
        most = max(most, len(match.log.entries) - before)
    assert most > 10  # plans carried the table through a phase
    assert letters < len(match.log.entries) / 2
