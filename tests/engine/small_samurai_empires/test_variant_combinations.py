"""Variants where they meet the base game and each other. [SSE-10]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import OrderIllegal
from engine.small_samurai_empires.rules import resign
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    EDITIONS,
    acting,
    armies,
    at,
    kinds,
    pieces,
    placing,
    play,
    seat_of,
    texts,
    token,
    told,
)


def refused(state: State, order: str) -> str:
    with pytest.raises(OrderIllegal) as fault:
        play(state, order)
    return fault.value.rule


def climbing(kind: str, slot: str, men: Any, mountains: Any, **more: Any) -> State:
    variants = ["mountain", *more.pop("variants", [])]
    return acting(kind, slot, men, variants=variants, mountains=mountains, **more)


# ------------------------------------------------------------------------- mountains


def test_mercenaries_stay_away_from_an_empty_supply() -> None:  # SSE-10.2.5, SSE-12.5
    state = climbing("move-3", "grey-1", {"aki": [16]}, {"daisen": "mercenaries"})
    outcome = play(state, "expedition aki daisen izumo")
    assert "mercenaries_hired" not in kinds(outcome)
    assert armies(outcome[0], "izumo")[0] == 1
    assert sum(outcome[0].armies) == 16


def test_a_find_in_an_empty_supply_is_nothing() -> None:  # SSE-12.6, SSE-10.2.5
    state = climbing(
        "move-3", "grey-1", {"aki": [2]}, {"daisen": "highland-farms"}, food=[15, 15]
    )
    outcome = play(state, "expedition aki daisen izumo")
    assert outcome[0].food == (15, 15)


def test_food_found_on_the_way_pays_the_third_point() -> None:  # SSE-5.4.2, SSE-10.2.2
    state = climbing(
        "move-2-or-3", "grey-1", {"aki": [1]}, {"daisen": "highland-farms"}, food=[0, 0]
    )
    state, _ = play(state, "expedition aki daisen izumo", "move izumo harima")
    assert "done" in texts(state)
    state, _ = play(state, "move harima yamashiro")
    assert state.food == (0, 0)
    assert armies(state, "yamashiro")[0] == 1


def test_an_ambush_on_the_way_leads_back_one_province() -> None:  # SSE-12.19, 12.20
    state = climbing("move-3", "orange-1", {"owari": [1]}, {"fuji": "ambush"})
    state, _ = play(state, "move owari suruga", "expedition suruga fuji shinano")
    assert armies(state, "suruga")[0] == 1
    assert "move suruga shinano" in texts(state)  # an ordinary border now
    state, _ = play(state, "move suruga shinano")
    assert armies(state, "shinano")[0] == 1


def test_an_ambush_in_a_neutral_move_ends_it() -> None:  # SSE-10.2.3, SSE-12.20
    state = placing(
        {"aki": [1, 1]}, variants=["mountain"], mountains={"daisen": "ambush"}
    )
    state, _ = play(state, "place attack grey-2", "expedition aki daisen izumo")
    assert (seat_of(state), state.point) == (1, "placement")
    assert armies(state, "aki") == [1, 1]
    assert not state.explored


@pytest.mark.parametrize("way", ["shinano musashi", "musashi shinano"])
def test_a_tribe_between_regions_is_of_the_region_ahead(
    way: str,
) -> None:  # SSE-10.2.4, SSE-10.2.5
    origin, province = way.split()
    slot = "orange-1" if origin == "shinano" else "teal-1"
    fields = {origin: [2], "owari": [1, 1], "dewa": [1, 1], "echigo": [1]}
    state = climbing("move-3", slot, fields, {"asama": "independent-tribe"})
    state, _ = play(state, f"expedition {origin} asama {province}")
    verbs = {order.split()[0] for order in texts(state)}
    if province == "musashi":  # teal shows harvest, attack and move
        assert verbs == {"harvest", "attack", "move", "decline"}
        assert "attack dewa blue" in texts(state)
        assert "attack owari blue" not in texts(state)
    else:  # orange shows attack, move and recruit
        assert verbs == {"attack", "move", "recruit", "decline"}
        assert "attack owari blue" in texts(state)


def test_a_tribe_follows_the_random_neutral_actions() -> None:  # SSE-10.2.5, 10.4.1
    state = climbing(
        "move-3",
        "grey-1",
        {"aki": [2, 1]},
        {"daisen": "independent-tribe"},
        variants=["random-neutral"],
        neutrals={"grey-1": "attack", "grey-2": "move", "grey-3": "harvest"},
    )
    state, _ = play(state, "expedition aki daisen izumo")
    verbs = {order.split()[0] for order in texts(state)}
    assert verbs == {"attack", "move", "decline"}  # no recruit, nothing to harvest


def test_the_only_army_on_a_mountain_enables_nothing() -> None:  # SSE-10.2.6
    """No own army is left in the region: no attack, no move; a recruit still goes."""
    state = climbing(
        "move-3", "grey-1", {"aki": [1, 2]}, {"daisen": "independent-tribe"}
    )
    state, _ = play(state, "expedition aki daisen izumo")
    assert texts(state) == ["recruit aki", "decline"]
    state, _ = play(state, "recruit aki")
    assert armies(state, "izumo")[0] == armies(state, "aki")[0] == 1
    assert {order.split()[1] for order in texts(state)[:-1]} == {"izumo"}  # SSE-12.10


def test_a_tribe_may_move_an_army_that_may_go_on() -> None:  # SSE-10.2.7
    state = climbing("move-3", "grey-1", {"aki": [2]}, {"daisen": "independent-tribe"})
    state, _ = play(state, "expedition aki daisen izumo", "move aki harima")
    origins = {order.split()[1] for order in texts(state)[:-1]}
    assert origins == {"izumo", "harima"}


def test_a_tribe_takes_an_army_first_that_could_not_move_anyway() -> None:  # SSE-10.2.7
    """One may move, one was met there: the move of the tribe is of the other one."""
    fields = {"shinano": [2], "musashi": [1], "aizu": [1]}
    state = climbing("move-3", "orange-1", fields, {"asama": "independent-tribe"})
    state, _ = play(state, "move shinano musashi")
    state, _ = play(state, "expedition shinano asama musashi", "move musashi aizu")
    assert armies(state, "musashi")[0] == 2  # the one that moved, the one that arrived
    assert armies(state, "aizu")[0] == 2
    assert {order.split()[1] for order in texts(state)[:-1]} == {"musashi"}
    state, _ = play(state, "move musashi hitachi")
    assert armies(state, "hitachi")[0] == 1


def test_a_journey_is_paid_even_under_the_decree() -> None:  # SSE-10.1.6, SSE-10.2.5
    state = climbing(
        "move-3",
        "grey-1",
        {"aki": [1], "tosa": [0, 1]},
        {"daisen": "journey"},
        variants=["agenda"],
        agenda={"grey": "1a"},
        bushido=[1, 0],
    )
    state, _ = play(state, "expedition aki daisen izumo")
    assert texts(state) == ["attack tosa blue", "decline"]
    state, _ = play(state, "attack tosa blue")
    assert state.bushido == (0, 0)
    assert armies(state, "izumo")[0] == 1


def test_a_journey_without_bushido_is_not_asked() -> None:  # SSE-13.6, SSE-10.2.5
    fields = {"aki": [1], "tosa": [0, 1]}
    state = climbing("move-3", "grey-1", fields, {"daisen": "journey"}, bushido=[0, 0])
    state, _ = play(state, "expedition aki daisen izumo")
    assert state.point == "resolution"
    assert armies(state, "izumo")[0] == 1


def test_a_third_point_over_a_mountain_is_paid_before_the_find() -> None:  # SSE-5.4.2
    state = climbing(
        "move-2-or-3", "grey-1", {"aki": [1]}, {"daisen": "highland-farms"}, food=[0, 0]
    )
    state, _ = play(state, "move aki harima", "move harima aki")
    assert state.point != "resolution"  # no food: the action was over


def test_who_leaves_on_a_mountain_comes_down() -> None:  # SSE-13.7, SSE-10.2.2
    state = climbing("move-3", "grey-1", {"aki": [2]}, {"daisen": "independent-tribe"})
    state, _ = play(state, "expedition aki daisen izumo")
    state, _ = resign(state, 0)
    assert armies(state, "izumo")[0] == 1
    assert state.climb == ()


# ---------------------------------------------------------------------------- agenda


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tribes_deed_counts_while_the_army_is_on_the_mountain(
    edition: str,
) -> None:  # SSE-10.1.3, SSE-10.1.4
    """Seven armies only with the one that is nowhere: not yet; when it is down: met."""
    state = climbing(
        "move-3",
        "grey-1",
        {"aki": [6]},
        {"daisen": "independent-tribe"},
        variants=["agenda"],
        agenda={"grey": "2a"},
        edition=edition,
    )
    state, _ = play(state, "expedition aki daisen izumo")
    outcome = play(state, "recruit aki")
    assert kinds(outcome)[:3] == ["army_recruited", "army_moved", "agenda_scored"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_agendas_and_two_players_by_one_step(edition: str) -> None:  # SSE-12.18
    """Red's army leaves grey: blue then controls four provinces there."""
    fields = {"aki": [1, 1], "tosa": [0, 1], "sanuki": [0, 1], "izumo": [0, 1]}
    fields |= {"kii": [1], "owari": [1], "suruga": [1]}
    state = acting(
        "move-3",
        "grey-1",
        fields,
        variants=["agenda"],
        agenda={"grey": "1b", "orange": "2b"},
        edition=edition,
    )
    state, _ = play(state, "move aki harima")
    assert state.scores == ((3, 5) if edition == "archona-2019" else (3, 0))


def test_in_ones_own_turn_it_must_still_be_met() -> None:  # SSE-12.18
    slots = {"grey-1": [token(0, "move-3")], "grey-2": [token(1, "recruit")]}
    fields = {"aki": [1, 1], "tosa": [0, 1], "sanuki": [0, 1], "izumo": [0, 1]}
    state = at(
        seats=2,
        phase="resolution",
        edition="crowd-games",
        variants=["agenda"],
        agenda={"grey": "1b"},
        slots=slots,
        provinces=pieces(2, fields),
    )
    gone, _ = play(state, "move aki harima", "done")
    assert gone.scores == (0, 5)  # met when blue's token was turned up
    back, _ = play(state, "move aki harima", "move harima aki", "done")
    assert back.scores == (0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_checked_at_the_end_of_an_era(edition: str) -> None:  # SSE-10.1.3
    state = at(
        seats=2,
        round=2,
        edition=edition,
        phase="resolution",
        variants=["agenda"],
        agenda={"grey": "2a"},
        slots={"violet-1": [token(1, "recruit")]},
        provinces=pieces(2, {"aki": [7, 0]}),
    )
    outcome = play(state, "pass")
    assert told(outcome, "agenda_scored") == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_guardian_and_a_castle_among_enemies(edition: str) -> None:  # SSE-10.1.5
    """Blue is the stronger at the castle: enough for one booklet, not for the other."""
    state = acting(
        "recruit",
        "grey-1",
        {"aki": [1], "tosa": [2], "izumo": [0, 3]},
        {"izumo": [0]},
        variants=["agenda"],
        agenda={"grey": "3b"},
        edition=edition,
    )
    state, _ = play(state, "recruit aki")
    assert state.scores[0] == (4 if edition == "archona-2019" else 0)


def test_a_deed_from_the_mountain_is_a_step() -> None:  # SSE-10.1.3, SSE-10.1.4
    """While red's army is away blue controls four provinces, before and after three."""
    fields = {"aki": [1, 1], "izumo": [0, 1], "tosa": [0, 1], "sanuki": [0, 1]}
    state = climbing(
        "move-3",
        "grey-1",
        fields | {"chikuzen": [1]},
        {"daisen": "independent-tribe"},
        variants=["agenda"],
        agenda={"grey": "1b"},
    )
    state, _ = play(state, "expedition aki daisen izumo")
    assert state.scores == (0, 0)  # going up is only half a step
    declined, _ = play(state, "decline")
    assert declined.scores == (0, 0)
    moved, _ = play(state, "move chikuzen satsuma")
    assert moved.scores == (0, 5)
