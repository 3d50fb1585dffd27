"""Plans for a whole phase: merged, counted, doubted, dropped, and released by."""

from __future__ import annotations

from typing import Any

import pytest

import engine.small_samurai_empires as game
from engine.match import Match
from engine.words import skipped_reason

SEED = "05" * 32
PEOPLE = ["Ida", "Botan"]


def four_at(*slots: str) -> str:
    """One placement of each of four kinds."""
    kinds = ("attack", "harvest", "recruit", "castle")
    return "\n".join(
        f"place {kind} at {slot}, neutral none"
        for kind, slot in zip(kinds, slots, strict=True)
    )


FOUR = four_at("grey-1", "grey-2", "orange-1", "orange-2")
OTHER_FOUR = four_at("teal-1", "teal-2", "violet-1", "violet-2")


def placing(tempo: str = "phase") -> Match:
    """Both have chosen a destiny card; all are asked for their placements."""
    match = Match("small_samurai_empires", PEOPLE, seed=SEED, tempo=tempo)
    for seat in (0, 1):
        match.write(seat, "destiny grey or orange or teal or violet")
    assert match.state.phase == "placement"
    return match


def remarks(match: Match, seat: int, language: str = "en") -> list[str]:
    return game.remarks(match.state, seat, match.plans[seat], language)


# ---------------------------------------------------------------------------- merging


def test_one_line_does_not_throw_away_four_placements() -> None:  # SSE-13.5
    match = placing()
    match.write(0, FOUR)
    match.write(0, "place attack at teal-1, neutral none")
    assert len(match.plans[0].splitlines()) == 5
    match.write(0, "place move-3 at grey-1")
    assert len(match.plans[0].splitlines()) == 5
    assert "place move-3 at grey-1" in match.plans[0]


def test_what_is_pointed_at_one_by_one_is_all_kept() -> None:  # SSE-13.5
    match = placing()
    first = match.state.seat
    for order in ("attack grey-1", "harvest grey-2", "recruit orange-1"):
        match.write(first, f"place {order}")
    kept = match.plans[first].splitlines()
    assert [line.split(": ")[1] for line in kept] == [
        "place attack at grey-1",
        "place harvest at grey-2",
        "place recruit at orange-1",
    ]


def pointed() -> Match:
    """The first seat has pointed at one placement, kept while the other is silent."""
    match = placing()
    first = match.state.seat
    match.write(first, "place recruit grey-1")
    assert match.plans[first] == "step : place recruit grey-1"
    return match


def test_a_placement_pointed_at_is_withdrawn_by_its_slot() -> None:  # SSE-12.28
    match = pointed()
    first = match.state.seat
    match.write(first, "withdraw grey-2")
    assert match.plans[first] == "step : place recruit grey-1"
    match.write(first, "withdraw grey-1")
    assert match.plans[first] == ""


# --------------------------------------------------------------------------- counting


def test_the_receipt_says_how_many_are_decided() -> None:  # SSE-13.7
    match = placing()
    due = match.state.todo[0]
    match.write(0, "\n".join(FOUR.splitlines()[:3]))
    assert f"3 of {due} placements decided." in remarks(match, 0)


def test_of_tokens_it_says_which_are_not_decided() -> None:  # SSE-13.7
    match = resolving()
    (slot, *rest) = tokens_of(match, 0)
    match.write(0, f"resolve {slot}: pass")
    (said,) = [line for line in remarks(match, 0) if "decided" in line]
    count = len(rest) + 1
    assert said == f"1 of {count} order tokens decided; not yet: {', '.join(rest)}."


def resolving() -> Match:
    match = placing()
    match.ring([0, 1])
    assert match.state.phase == "resolution"
    return match


def tokens_of(match: Match, seat: int) -> list[str]:
    from engine.small_samurai_empires.plans.coverage import tokens_ahead

    return tokens_ahead(match.state, seat)


# --------------------------------------------------------------------------- doubting


def test_a_fifth_token_of_a_kind_is_doubted_at_once() -> None:  # SSE-4.3.2
    match = placing()
    slots = ("grey-1", "grey-2", "grey-3", "orange-1")
    match.write(0, "\n".join(f"place attack at {slot}" for slot in slots))
    said = [line for line in remarks(match, 0) if "no such token left" in line]
    assert [line.split("”")[0] for line in said] == [
        "“place attack at grey-3",
        "“place attack at orange-1",
    ]


def test_a_taken_slot_is_doubted_at_once() -> None:  # SSE-7.2
    match = placing(tempo="each")
    first = match.state.seat
    other = 1 - first
    match.write(first, "place attack at grey-1, neutral none")
    assert match.state.seat == other
    match.write(first, "place harvest at grey-1\nplace recruit at grey-2")
    assert any("the slot is taken" in line for line in remarks(match, first))
    assert not any("grey-2" in line for line in remarks(match, first))


def test_a_slot_for_two_of_ones_own_is_doubted() -> None:  # SSE-4.3.2
    match = placing()
    match.write(0, "place attack at grey-1\nplace harvest at grey-1")
    assert any("takes the slot" in line for line in remarks(match, 0))


def test_a_placement_pointed_at_takes_its_slot_too() -> None:  # SSE-4.3.2
    match = pointed()
    first = match.state.seat
    plan = f"place 1.1: place harvest at grey-1\n{match.plans[first]}"
    said = game.remarks(match.state, first, plan)
    assert [line for line in said if "takes the slot" in line]


def test_what_cannot_work_is_not_counted_as_decided() -> None:
    match = placing()
    match.write(0, "place attack at grey-1\nplace harvest at grey-1\nplace castle at 5")
    due = match.state.todo[0]
    assert f"2 of {due} placements decided." in remarks(match, 0)


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_more_placements_than_are_due_are_told_as_spares(language: str) -> None:
    match = placing()  # SSE-13.3
    match.write(0, FOUR)
    assert len(remarks(match, 0, language)) == 1
    match.write(0, "place move-3 at teal-1\nplace attack at violet-1")
    counted, spare = remarks(match, 0, language)
    due = match.state.todo[0]
    assert due == 4
    assert "4" in counted
    assert "2" in spare
    if language == "en":
        assert spare.startswith("2 placements are spares, beyond the 4 you need")


def test_spares_are_told_of_also_before_the_phase() -> None:  # SSE-13.3
    match = Match("small_samurai_empires", PEOPLE, seed=SEED, tempo="phase")
    plan = game.parse(match.state, 0, f"{FOUR}\nplace move-3 at teal-1")
    said = game.remarks(match.state, 0, plan)
    assert [line for line in said if line.startswith("1 placement is a spare")]


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_all_of_it_is_said_in_every_language(language: str) -> None:
    match = placing()
    match.write(0, "place attack at grey-1\nplace harvest at grey-1\nplace castle at 5")
    assert len(remarks(match, 0, language)) == 2


# --------------------------------------------------------------------------- dropping


def test_what_is_left_of_a_phase_is_dropped_and_told_with_a_reason() -> None:
    match = placing()  # SSE-13.5
    extra = "place attack at violet-1, neutral none\nplace move-3 at violet-2"
    match.write(
        0, f"{FOUR}\n{extra}\nplace harvest at violet-3\nplace move-3 at teal-1"
    )
    told: dict[int, list[Any]] = {}
    match.ring([1])
    for seat, lines in match.skipped.items():
        told.setdefault(seat, []).extend(lines)
    assert match.state.phase == "resolution"
    assert "place" not in match.plans.get(0, "")
    lost = told[0][0]
    view = game.view(match.state, 0)
    assert skipped_reason(lost.data, view, "en") == (
        "The phase it was written for is over. [SSE-13.5]"
    )


# -------------------------------------------------------------------------- releasing


def test_a_plan_that_decides_the_phase_is_not_asked_for() -> None:  # SSE-13.7
    match = resolving()
    lines = [f"resolve {slot}: pass" for slot in tokens_of(match, 0)]
    match.handed = set()
    match.plans[0] = match.game.parse(match.state, 0, "\n".join(lines))
    match._play_on([])
    assert [question.seat for question in match.asked] == [1]
    match.handed = set()
    match.plans[0] = match.game.parse(match.state, 0, lines[0])
    match._play_on([])
    assert [question.seat for question in match.asked] == [0, 1]


def planned_ahead(plans: list[str]) -> Match:
    """All write for the placement phase while they choose their destiny cards."""
    match = Match("small_samurai_empires", PEOPLE, seed=SEED, tempo="phase")
    for seat, plan in enumerate(plans):
        match.write(seat, f"destiny grey or orange or teal or violet\n{plan}")
    return match


def test_a_plan_that_covers_the_phase_is_never_asked_for_in_it() -> None:  # SSE-13.7
    match = planned_ahead([FOUR, OTHER_FOUR])
    assert match.state.phase == "resolution"
    assert [question.point for question in match.asked] == ["plan", "plan"]


def test_a_covering_plan_that_another_seat_spoils_is_not_asked_for() -> None:
    match = planned_ahead([FOUR, FOUR])  # SSE-13.7
    assert match.state.phase == "resolution"
    assert any(entry.by == "default" for entry in match.log.entries)


def test_a_program_in_between_changes_nothing_of_that() -> None:  # SSE-13.7
    match = Match("small_samurai_empires", PEOPLE, seed=SEED, tempo="phase", prompt=[1])
    match.write(0, f"destiny grey or orange or teal or violet\n{FOUR}")
    while match.state.phase != "resolution":
        (question,) = match.asked
        assert question.seat == 1
        match.write(1, game.default(match.state, 1).text)


def test_a_placement_that_waits_for_its_neutral_action_is_counted() -> None:
    match = placing(tempo="each")  # SSE-13.7
    first = match.state.seat
    match.write(first, "\n".join(line.split(",")[0] for line in FOUR.splitlines()))
    while match.state.point != "neutral":
        match.ring([match.asked[0].seat])
    assert match.state.seat == first
    due = match.state.todo[first] + 1
    covered = game.coverage(match.state, first, match.plans[first])
    assert covered.due == due
    assert covered.is_complete


def test_a_standing_order_releases_every_turn_of_the_other_game() -> None:  # AOW-10.13
    match = Match("age_of_war", PEOPLE, {"first_player": "0"}, seed=SEED, tempo="phase")
    match.write(1, "standing; auto any")
    match.write(0, "auto any")
    assert [question.seat for question in match.asked] == [0]
    assert any(entry.seat == 1 for entry in match.log.entries)
