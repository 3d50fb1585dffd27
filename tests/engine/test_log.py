"""Logs: the same text again, every changed byte found, every draw derived anew."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random

import pytest

from engine.chance import Draw
from engine.contract import Order
from engine.errors import LogBroken, ReplayBroken
from engine.log import Entry, Log, log_read, log_text, read_entry
from engine.match import Match, open_log
from engine.replay import replay, verify


@cache
def finished() -> str:
    """A finished match with everything a log can hold."""
    match = Match(
        "toy", ["Aki", "Botan <b>#7</b>"], seed="0a" * 32, words=["cherry", "plum # 1"]
    )
    match.log.notes["title"] = "A test | of: all (things)"
    match.write(0, "pick 5; take gold")
    match.write(1, "pick 1")
    match.take_back(2)
    match.change_hands(1, "Chie\nof the\tline breaks")
    match.ring([0, 1])
    match.resign(1)
    while not match.over:
        match.ring([0])
    return match.text()


@cache
def running() -> str:
    match = Match("toy", ["Aki", "Botan"], seed="0b" * 32)
    match.write(0, "pick 5; take gold")
    match.write(1, "pick 1")
    return match.text()


def test_text_to_log_to_text_is_the_identity() -> None:
    for text in (finished(), running()):
        assert log_text(log_read(text)) == text


def test_the_header_names_game_rules_choices_seats_and_seal() -> None:
    lines = finished().splitlines()
    starts = [line.split(":")[0].split(" #")[0] for line in lines[:12]]
    assert starts[:6] == [
        "hikyaku log 1",
        "game",
        "choices",
        "seats",
        "commitment",
        "word",
    ]
    log = log_read(finished())
    assert (log.game, log.version, log.seats) == ("toy", 1, 2)
    switches = dict.fromkeys(("gusts", "parts", "wind", "wishes"), "no")
    assert log.choices == {"deal": "open", "rounds": "3", **switches}
    assert log.players[0] == (0, "Aki")
    assert log.names() == ["Aki", "Chie of the line breaks"]
    assert log.names(entry=0) == ["Aki", "Botan <b>#7</b>"]
    assert log.notes == {"title": "A test | of: all (things)"}
    assert log.seed == "0a" * 32
    assert log.result.startswith("seat 0 place ")


def test_names_are_kept_along_the_log() -> None:
    log = log_read(finished())
    along = list(log.names_along())
    assert along == [log.names(entry) for entry in range(len(log.entries))]
    assert along[0] != along[-1]
    log.players = [(0, "Aki")]  # a name was erased, a seat had none
    assert list(log.names_along())[-1] == log.names() == ["Aki", "Seat 1"]


def test_the_seed_is_told_only_when_the_match_is_over() -> None:
    assert "0b" * 32 not in running()
    assert log_read(running()).seed == ""
    assert "0a" * 32 in finished()


def test_every_kind_of_entry_survives_its_text() -> None:
    draws = (Draw("turn 1: roll", ("A", "1")), Draw("deck", ()))
    for entry in (
        Entry("setup", draws=draws),
        Entry("order", 0, Order("fill", ("D1", "2"))),
        Entry("order", 1, Order("reroll", ("A",)), "bot auto", draws=draws),
        Entry("resigns", seat=2),
        Entry("changes hands", seat=0),
        Entry("back", back_to=17),
    ):
        assert read_entry(entry.text) == entry


@pytest.mark.parametrize("name", ["finished", "running"])
def test_any_changed_byte_is_refused_at_its_line(name: str) -> None:
    """Every byte of the file, changed once: the first difference is told."""
    text = finished() if name == "finished" else running()
    data, dice = text.encode(), Random(1)
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] = dice.choice([b for b in b"0aZ #\n|:" if b != data[at]])
        line = data[:at].count(b"\n") + 1
        try:
            other = changed.decode()
        except UnicodeDecodeError:
            continue
        with pytest.raises(LogBroken) as broken:
            verify(other)
        assert broken.value.line in (line, line + 1), (at, str(broken.value))
        breaks = b"\n" in (data[at : at + 1], changed[at : at + 1])
        assert broken.value.line == line or breaks


def test_a_lost_or_a_doubled_line_is_refused() -> None:
    lines = finished().split("\n")
    for index in range(len(lines) - 1):
        for other in (
            [*lines[:index], *lines[index + 1 :]],
            [*lines[:index], lines[index], *lines[index:]],
        ):
            with pytest.raises(LogBroken):
                verify("\n".join(other))


def test_exchanged_lines_are_refused() -> None:
    lines = finished().split("\n")
    for index in range(len(lines) - 2):
        if lines[index] != lines[index + 1]:
            lines[index], lines[index + 1] = lines[index + 1], lines[index]
            with pytest.raises(LogBroken):
                verify("\n".join(lines))
            lines[index], lines[index + 1] = lines[index + 1], lines[index]


def test_verify_says_in_one_sentence_what_it_found() -> None:
    said = verify(finished())
    assert said.startswith("Lanterns, 2 seats, ")
    assert "draws follow from the seed" in said
    assert said.endswith("the match is finished.")
    assert "still running" in verify(running())
    assert said.count(". ") == 0


def forged(change: str, into: str) -> str:
    """A forger who knows the format and mends all marks."""
    log = log_read(finished())
    for index, entry in enumerate(log.entries):
        if change in entry.text:
            log.entries[index] = read_entry(entry.text.replace(change, into, 1))
            return log_text(log)
    raise AssertionError(change)


def test_a_forged_order_is_found() -> None:
    with pytest.raises(LogBroken, match="entry 1: the order is not legal"):
        verify(forged("0 pick 5", "0 pick 9"))


def test_a_forged_draw_is_found() -> None:
    log = log_read(finished())
    prizes = log.entries[0].draws[0]
    other = Draw(prizes.name, tuple(reversed(prizes.values)))
    log.entries[0] = log.entries[0]._replace(draws=(other,))
    with pytest.raises(LogBroken, match="the seed gives"):
        verify(log_text(log))


def test_a_forged_seed_result_or_state_is_found() -> None:
    for field, value, reason in (
        ("seed", "0b" * 32, "does not fit the commitment"),
        ("seed", "0B", "not 64 hexadecimal"),
        ("result", "seat 0 place 1 points 99", "the result is"),
        ("state", "0" * 64, "not the final state"),
        ("version", 2, "rules 2"),
        ("game", "chess", "no game"),
        ("seats", 9, "2 to 4 players"),
        ("choices", {"deal": "open"}, "not complete"),
        ("choices", {}, "not complete"),
        ("commitment", "hello", "64 hexadecimal"),
        ("version", "²", "version of its rules"),
        ("players", [(7, "Doi")], "no seat 7"),
        ("choices", {"deal": "wrong", "rounds": "3"}, "one of open, short"),
    ):
        log = log_read(finished())
        setattr(log, field, value)
        with pytest.raises(LogBroken, match=reason):
            verify(log_text(log))


def test_the_same_draw_twice_is_found() -> None:
    """Without the seed a replay still knows that a draw has one name."""
    log = log_read(finished())
    log.seed = ""
    setup = log.entries[0]
    log.entries[0] = setup._replace(draws=(*setup.draws, *setup.draws))
    with pytest.raises(LogBroken, match="never made"):
        verify(log_text(log))


def test_erasing_a_name_keeps_the_chain() -> None:
    """People may leave; their matches stay, and still prove themselves."""
    log = log_read(finished())
    log.players = [(seat, f"Player {seat}") for seat in range(2)]
    text = log_text(log)
    assert entries_of(text) == entries_of(finished())
    assert "finished" in verify(text)


def entries_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:1].isdigit()]


def test_hostile_files_are_refused_cheaply() -> None:
    for text in (
        "",
        "\n",
        "\x00" * 100,
        "hikyaku log 1",
        "hikyaku log 2 #000000000000\n",
        finished()[:200],
        finished() + "\n",
        finished() + "more\n",
        " " + finished(),
        finished().replace("\n", "\r\n"),
        "hikyaku log 1 #" * 10_000,
    ):
        with pytest.raises(LogBroken):
            verify(text)


def test_a_match_goes_on_from_its_log() -> None:
    match = open_log(log_read(running()), "0b" * 32)
    assert [question.seat for question in match.asked] == [0, 1]
    while not match.over:
        match.ring([0, 1])
    assert "finished" in verify(match.text())


def test_replay_gives_every_state_with_its_events() -> None:
    frames = list(replay(log_read(finished())))
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert frames[0].events[0].kind == "round_begun"
    assert {"taken_back", "seat_changed", "seat_left"} <= {
        event.kind for frame in frames for event in frame.events
    }


def test_the_marks_are_made_as_documented() -> None:
    """As docs/log-format.md tells it, written once more from there."""
    main = side = ""
    for line in finished().splitlines():
        text, _, mark = line.rpartition(" #")
        if not text:
            continue
        if text.startswith(("player", "note", "seed", "result", "state", "log")):
            side = sha256(f"{main}{side}\n{text}".encode()).hexdigest()
            assert mark == side[:12]
        else:
            main = sha256(f"{main}\n{text}".encode()).hexdigest()
            assert mark == main[:12]
    assert text == f"log: {main}"


@pytest.mark.parametrize("word", ["cherry  blossom", " a", "", "a\nb", "\u2028", "#1"])
def test_a_players_word_is_mixed_in_as_the_log_writes_it(word: str) -> None:
    match = Match("toy", ["Aki", "Botan"], seed="0c" * 32, words=[word])
    while not match.over:
        match.ring([0, 1])
    assert "finished" in verify(match.text())


def test_a_finished_match_is_not_taken_back() -> None:
    """Its seed is public: everybody could know the dice to come."""
    match = Match("toy", ["Aki", "Botan"], seed="0c" * 32)
    while not match.over:
        match.ring([0, 1])
    with pytest.raises(ReplayBroken):
        match.take_back(1)


def test_what_a_bot_planned_stays_the_bots() -> None:
    match = Match("toy", ["Aki", "Botan"], seed="0b" * 32)
    match.write(0, "pick 5; take gold; pick 4", by="bot x")
    match.write(1, "pick 1")
    match.write(1, "pick 2")
    mine = [entry.by for entry in match.log.entries if entry.seat == 0]
    assert mine == ["bot x"] * 3


def test_a_log_without_people_has_seats() -> None:
    log = Log("toy", 1, {}, 2, "")
    assert log.names() == ["Seat 0", "Seat 1"]
