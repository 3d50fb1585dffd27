"""Matches taken up from a position: their logs prove themselves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Seeded, commitment
from engine.errors import LogBroken
from engine.log import Entry, Log, log_read, log_text
from engine.log_json import log_from_json, log_json, text_from_json
from engine.match import Match, open_log
from engine.registry import game as game_of
from engine.registry import games
from engine.replay import replay, verify
from tests.engine.test_contract import every_game
from tests.engine.test_log_json import SCHEMA, alone, faults

SEED = "7a" * 32


def played(name: str) -> Match:
    names = ["Aki", "Botan", "Chie"][: games()[name].seats[0]]
    match = Match(name, names, seed=SEED, words=["plum"], people=False)
    play_out(match)
    return match


LONG = 1_000  # entries after which players who only wait give up


def play_out(match: Match) -> None:
    while not match.over:
        question = match.asked[0]
        if len(match.log.entries) > LONG:
            match.resign(question.seat)
            break
        order = match.game.default(match.state_for(question.seat), question.seat)
        match.write(question.seat, order.text)


def taken_up(match: Match, step: int, **fields: Any) -> Log:
    """The log of a match that begins where another was after a step."""
    return replace(
        match.log,
        position=match.game.position(match.states[step]),
        entries=[Entry("setup")],
        **fields,
    )


def go_on(log: Log, seed: str) -> Match:
    match = open_log(log, seed)
    play_out(match)
    return match


@every_game
def test_with_the_same_dice_the_same_orders_lead_to_the_same_end(name: str) -> None:
    match = played(name)
    steps = len(match.states) - 1
    for step in range(0, steps, max(7, steps // 12)):
        again = go_on(taken_up(match, step), SEED)
        assert "taken up from a position" in verify(again.text())
        assert again.state == match.state
        rest = [entry.text for entry in match.log.entries[step + 1 :]]
        assert [entry.text for entry in again.log.entries[1:]] == rest


@every_game
def test_fresh_dice_are_sealed_by_a_seed_of_their_own(name: str) -> None:
    match = played(name)
    step, seed = len(match.states) // 3, "7b" * 32
    fields = {"commitment": commitment(seed), "words": []}
    again = go_on(taken_up(match, step, **fields), seed)
    assert "nobody has told the seed" not in verify(again.text())
    assert log_text(log_read(again.text())) == again.text()


def test_the_dice_of_a_branch_go_on() -> None:
    match = Match("age_of_war", ["Aki", "Botan"], seed=SEED)
    for _ in range(4):
        seat = match.asked[0].seat
        match.write(seat, match.game.default(match.state, seat).text)
    match.take_back(1)
    for _ in range(3):
        seat = match.asked[0].seat
        match.write(seat, match.game.default(match.state, seat).text)
    step = len(match.states) - 3
    log = taken_up(match, step, branch=1)
    again = go_on(log, SEED)
    draws = [entry.draws for entry in match.log.entries[step + 1 :]]
    assert [entry.draws for entry in again.log.entries[1:3]] == draws
    assert any(draws)
    assert verify(again.text())
    wrong = replace(again.log, branch=0, state="", result="")
    with pytest.raises(LogBroken, match="the seed gives"):
        verify(log_text(replace(wrong, seed=SEED)))


def test_a_match_taken_up_can_be_taken_back() -> None:
    match = played("age_of_war")
    again = open_log(taken_up(match, 5, branch=3), SEED)
    seat = again.asked[0].seat
    again.write(seat, again.game.default(again.state, seat).text)
    again.take_back(0)
    first = Seeded(SEED, ["plum"], 4)
    assert again.chance.roll("x", 5, "123456") == first.roll("x", 5, "123456")


def with_position(text: str, line: str) -> str:
    """The log with another `from` line, its marks made anew."""
    log = log_read(text)
    broken = log_text(replace(log, position={"?": 1}))
    head, found, tail = broken.partition('from: 0 {"?":1}')
    assert found
    return resealed(head + line + tail)


def resealed(text: str) -> str:
    """Marks of the main chain made anew up to the first blank line."""
    from engine.log import Pen

    pen = Pen()
    for raw in text.split("\n"):
        bare = re.sub(r" #[0-9a-f]{12}$", "", raw)
        if not bare:
            break
        (pen.aside if bare.startswith("player") else pen.chained)(bare)
    return "\n".join([*pen.lines, "", ""])


@pytest.mark.parametrize(
    "line",
    [
        "from: 0 ",
        "from: 0 nonsense",
        "from: x {}",
        "from: 0 []",
        "from: 0 {}",
        "from: {}",
        "from: 0 " + "[" * 20_000,
        'from: 0 {"b":1, "a":2}',
    ],
)
def test_a_position_that_is_none_is_told_with_its_line(line: str) -> None:
    text = go_on(taken_up(played("toy"), 0), SEED).text()
    with pytest.raises(LogBroken, match=r"line \d+"):
        log_read(with_position(text, line))


@pytest.mark.parametrize("change", [{"lost": 99}, {"seats": 3}, {"hands": 1}])
def test_an_impossible_or_partial_position_is_refused(change: dict[str, Any]) -> None:
    log = taken_up(played("age_of_war"), 0)
    position = {**(log.position or {}), **change}
    with pytest.raises(Exception, match="entry 0"):
        list(replay(replace(log, position=position)))
    partial = {k: v for k, v in position.items() if k not in ("lost", *change)}
    with pytest.raises(Exception, match="not complete"):
        list(replay(replace(log, position=partial)))


@pytest.mark.parametrize("depth", [30, 200, 900, 990, 5000])
def test_a_position_of_lists_in_lists_is_refused(depth: int) -> None:
    text = go_on(taken_up(played("toy"), 0), SEED).text()
    nest = '{"a":' + "[" * depth + "]" * depth + "}"
    with pytest.raises(LogBroken, match=r"line \d+"):
        log_read(with_position(text, f"from: 0 {nest}"))
    data = json.loads(log_json(log_read(text)))
    data["from"]["position"] = "?"
    with pytest.raises(LogBroken, match=r"from|JSON"):
        log_from_json(json.dumps(data).replace('"?"', nest))


# ------------------------------------------------------------------- JSON and alone


def branched() -> Match:
    """Begun in the dice of the third branch, and taken back once more."""
    match = played("age_of_war")
    again = open_log(taken_up(match, 5, branch=3), SEED)
    seat = again.asked[0].seat
    again.write(seat, again.game.default(again.state, seat).text)
    again.take_back(0)
    play_out(again)
    return again


@every_game
def test_json_keeps_the_position(name: str) -> None:
    text = go_on(taken_up(played(name), 3), SEED).text()
    again = log_json(log_read(text))
    assert text_from_json(again) == text
    assert json.loads(again)["from"]["branch"] == 0
    assert list(faults(json.loads(again), SCHEMA)) == []


@pytest.mark.parametrize("value", [1, [], {}, {"branch": 0}, {"position": {"a": 1}}])
def test_json_with_half_a_position_is_refused(value: object) -> None:
    data = json.loads(log_json(log_read(branched().text())))
    data["from"] = value
    with pytest.raises(LogBroken, match="“from"):
        log_from_json(json.dumps(data))


def test_json_with_another_branch_or_position_is_found() -> None:
    data = json.loads(log_json(log_read(branched().text())))
    for change in ({"branch": 2}, {"branch": -3}, {"position": {"a": 1}}):
        other = {**data, "from": {**data["from"], **change}}
        with pytest.raises(LogBroken, match=r"entries 0 mark|“from"):
            log_from_json(json.dumps(other))


@pytest.mark.parametrize("kind", ["log", "json"])
def test_the_verifier_alone_begins_in_the_right_branch(
    kind: str, tmp_path: Path
) -> None:
    text = branched().text()
    draws = sum(len(entry.draws) for entry in log_read(text).entries)
    code, said = alone(text if kind == "log" else log_json(log_read(text)), tmp_path)
    assert code == 0, said
    assert f"{draws} of {draws} draws follow from the seed" in said


def test_old_logs_are_written_as_before() -> None:
    text = played("toy").text()
    assert "from:" not in text
    assert game_of("toy")
    assert verify(text).startswith("Lanterns, 2 seats")
