"""Plans: steps, chains, mountains. [SSE-13.4]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.chance import Seeded
from engine.contract import Plan
from engine.errors import Refused
from engine.match import Match
from engine.run import Advance, advance
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import acting, armies, texts

CHANCE = Seeded("31" * 32)
GAME, NAMES = "small_samurai_empires", ["Aki", "Botan", "Chie"]


def written(state: State, text: str, kept: Plan = "") -> Plan:
    return game.parse(state, 0, text, kept, ["Aki", "Botan", "Chie"])


def go(state: State, text: str, kept: Plan = "") -> Advance:
    return advance(game, state, {0: written(state, text, kept)}, CHANCE)


def orders(done: Advance) -> list[str]:
    return [step.order.text for step in done.steps if step.seat == 0]


def climbing(hidden: str, **fields: Any) -> State:
    return acting(
        "move-3",
        "grey-2",
        {"aki": (2, 1), "izumo": (0, 1)},
        variants=["mountain"],
        mountains={"daisen": hidden},
        **fields,
    )


# ------------------------------------------------------- a step as the log writes it


def test_a_step_of_the_log_is_that_step_and_no_more() -> None:  # SSE-5.1.3
    done = go(acting("move-3", "grey-2", {"aki": (2, 1)}), "move aki izumo")
    assert orders(done) == ["move aki izumo"]
    assert [q.seat for q in done.asked] == [0]


def test_after_a_first_army_one_may_still_choose_a_second() -> None:  # SSE-5.2.2
    done = go(acting("recruit", "grey-1", {"aki": (1, 1)}), "recruit aki")
    assert orders(done)[0] == "recruit aki"


@pytest.mark.parametrize("answer", ["recruit aki", "decline"])
def test_a_step_at_a_tribe_keeps_the_rest_of_the_path(answer: str) -> None:
    # SSE-10.2.7, SSE-13.4
    state = climbing("independent-tribe")
    asked = go(state, "move aki -> daisen -> izumo -> harima")
    assert asked.state.point == "tribe"
    assert answer in texts(asked.state)
    done = go(asked.state, answer, asked.plans[0])
    assert orders(done) == [answer, "move izumo harima", "done"]


def test_an_answer_in_words_at_a_tribe_keeps_the_rest_of_the_path() -> None:
    # SSE-10.2.7, SSE-13.8
    asked = go(climbing("independent-tribe"), "move aki -> daisen -> izumo -> harima")
    done = go(asked.state, "recruit aki", asked.plans[0])
    assert orders(done) == ["recruit aki", "move izumo harima", "done"]
    done = go(asked.state, "move aki -> chikuzen", asked.plans[0])
    assert orders(done) == ["move aki chikuzen", "move izumo harima", "done"]


def test_none_at_a_tribe_keeps_the_rest_of_the_path() -> None:  # SSE-13.8
    asked = go(climbing("independent-tribe"), "move aki -> daisen -> izumo -> harima")
    done = go(asked.state, "none", asked.plans[0])
    assert orders(done) == ["decline", "move izumo harima", "done"]


def test_an_answer_at_a_journey_keeps_the_rest_of_the_path() -> None:  # SSE-10.2.5
    asked = go(climbing("journey"), "move aki -> daisen -> izumo -> harima")
    assert asked.state.point == "journey"
    done = go(asked.state, "attack izumo blue", asked.plans[0])
    assert orders(done) == ["attack izumo blue", "move izumo harima", "done"]


def test_the_rest_of_the_move_is_no_answer_to_a_tribe() -> None:  # SSE-10.2.5
    """The second path could be the tribe's neutral move; nobody said so."""
    text = "move aki -> daisen -> izumo, aki -> chikuzen"
    asked = go(climbing("independent-tribe"), text)
    assert orders(asked) == ["expedition aki daisen izumo"]
    assert [(q.seat, q.reason) for q in asked.asked] == [(0, "tribe")]
    assert "move aki chikuzen" in texts(asked.state)


# ------------------------------------------------------------------- auto, in part


def test_auto_ships_the_armies_there_are() -> None:  # SSE-13.4
    state = acting("move-2-or-ship", "teal-3", {"hitachi": (1, 0), "aizu": (1, 0)})
    done = go(state, "resolve teal-3: ship 2 hitachi -> suruga auto")
    assert orders(done)[:1] == ["ship 1 hitachi suruga"]


def test_without_auto_a_ship_goes_as_written_or_not_at_all() -> None:  # SSE-13.4
    state = acting("move-2-or-ship", "teal-3", {"hitachi": (1, 0), "aizu": (1, 0)})
    text = "resolve teal-3: ship 2 hitachi -> suruga else move aizu -> echigo"
    assert orders(go(state, text)) == ["move aizu echigo", "done"]


def test_auto_takes_targets_one_by_one() -> None:  # SSE-13.4
    state = acting("attack", "grey-2", {"aki": (1, 0, 1)}, seats=3)
    done = go(state, "resolve grey-2: attack aki blue, green auto")
    assert orders(done)[:1] == ["attack aki green"]


def test_auto_takes_provinces_one_by_one() -> None:  # SSE-13.4
    state = acting("recruit", "grey-1", {"aki": (1, 1)})
    done = go(state, "resolve grey-1: recruit izumo, aki auto")
    assert orders(done)[:1] == ["recruit aki"]


def test_auto_walks_each_path_up_to_its_first_illegal_step() -> None:  # SSE-13.4
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    done = go(state, "resolve 2: move aki -> harima -> kitami, aki -> izumo auto")
    assert orders(done) == ["move aki harima", "move aki izumo", "done"]


def test_auto_of_another_kind_than_the_token_passes() -> None:  # SSE-13.4
    state = acting("attack", "grey-2", {"aki": (1, 1)})
    done = go(state, "resolve 2: move aki -> harima auto")
    assert orders(done)[:1] == ["pass"]
    assert done.skipped[0] == ["resolve grey-2: move aki -> harima auto"]


def test_a_reservation_that_fails_with_auto_passes() -> None:  # SSE-13.5
    state = acting("attack", "grey-2", {"aki": (1, 1)})
    done = go(state, "resolve 2: attack aki blue only if blue in izumo auto")
    assert orders(done)[:1] == ["pass"]


def test_pass_in_a_chain_is_an_alternative_like_any() -> None:  # SSE-13.4
    state = acting("attack", "grey-2", {"aki": (1, 1)})
    done = go(state, "resolve 2: attack izumo blue else pass")
    assert orders(done)[:1] == ["pass"]
    assert not done.skipped


def test_two_armies_on_one_path() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (3, 0)})
    done = go(state, "resolve 2: move 2x aki -> izumo, aki -> harima")
    assert orders(done) == ["move aki izumo", "move aki izumo", "move aki harima"]
    assert armies(done.state, "izumo")[0] == 2


def test_a_plan_serves_one_action_of_one_token() -> None:  # SSE-13.4
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    done = go(state, "resolve 2: move aki -> izumo")
    assert orders(done)[:2] == ["move aki izumo", "done"]
    assert done.plans[0] == ""


# ----------------------------------------------------------------- after an ambush


def test_paths_after_the_ambush_come_first_then_the_points_left() -> None:
    # SSE-10.2.7
    text = "move aki -> daisen -> izumo, aki -> chikuzen on ambush move aki -> harima"
    done = go(climbing("ambush"), text)
    assert orders(done) == [
        "expedition aki daisen izumo",
        "move aki chikuzen",
        "move aki harima",
    ]


def test_after_an_ambush_a_bare_move_uses_the_points_left() -> None:  # SSE-10.2.7
    asked = go(climbing("ambush"), "move aki -> daisen -> izumo -> harima")
    done = go(asked.state, "move aki -> harima -> yamashiro", asked.plans[0])
    assert orders(done) == ["move aki harima", "move harima yamashiro"]


def test_the_first_path_does_not_hide_an_ambush_of_the_second() -> None:  # SSE-10.2.7
    state = acting(
        "move-3",
        "grey-2",
        {"aki": (2, 1)},
        variants=["mountain"],
        mountains={"daisen": "ambush"},
    )
    text = "move aki -> izumo, aki -> daisen -> izumo on ambush stop"
    done = go(state, text)
    assert orders(done) == ["move aki izumo", "expedition aki daisen izumo", "done"]


# ---------------------------------------------------------- a step as a page writes it


def test_a_step_that_says_so_is_one_step() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    done = go(state, "step move aki -> izumo")
    assert orders(done) == ["move aki izumo"]
    assert [q.seat for q in done.asked] == [0]
    for text in ("step move aki -> izumo -> harima", "step move 2x aki -> izumo"):
        with pytest.raises(Refused) as refused:
            game.parse(state, 0, text)
        assert refused.value.errors[0].code == "one_step"


def test_pages_write_arrows_and_the_words_of_the_sheet() -> None:  # SSE-13.8
    view = game.view(acting("move-3", "grey-2", {"aki": (2, 1)}), 0)
    written = {
        "move aki izumo": "step move aki -> izumo",
        "expedition aki daisen izumo": "step move aki -> daisen -> izumo",
        "ship 2 hitachi suruga": "ship 2 hitachi -> suruga",
        "place attack teal-1": "place attack at teal-1",
        "done": "pass",
        "decline": "none",
        "move aki -> izumo": "move aki -> izumo",
    }
    for step, text in written.items():
        assert game.label(view, "order", step) == text
    assert game.label(view, "order", "move aki izumo", "de") == (
        "schritt bewege Aki -> Izumo"
    )


@pytest.mark.parametrize("way", ["aki echigo", "aki -> echigo", "Aki to Echigo"])
def test_the_reason_is_the_same_without_an_arrow(way: str) -> None:  # SSE-5.3.3
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    for text in (f"move {way}", f"step move {way}"):
        with pytest.raises(Refused) as refused:
            game.parse(state, 0, text)
        (fault,) = refused.value.errors
        assert fault.kind == "illegal"
        assert fault.rule == "SSE-5.3.3"


def test_arrows_may_be_left_out() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    done = go(state, "move aki har yam, aki izu")
    assert orders(done) == [
        "move aki harima",
        "move harima yamashiro",
        "move aki izumo",
    ]


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_what_is_pointed_at_is_one_step_in_every_language(language: str) -> None:
    """SSE-13.8: whoever may do more is asked for it, whatever their language."""
    found = set()
    for seed in range(4):
        match, dice = Match(GAME, NAMES, seed=f"{seed + 1:064x}"), Random(seed)
        for _ in range(150):
            seat, state = match.asked[0].seat, match.state
            options = match.game.options(state, seat)
            order = dice.choice(options)
            if match.asked[0].point == "resolution":
                view = match.game.view(state, seat)
                label = match.game.label(view, "order", order.text, language)
                kept = str(match.game.parse(state, seat, label, "", NAMES))
                if order.verb in ("move", "recruit", "attack"):
                    found.add(order.verb)
                    assert kept.startswith("step "), (order.text, label, kept)
            match.write(seat, order.text)
    assert found == {"move", "recruit", "attack"}
