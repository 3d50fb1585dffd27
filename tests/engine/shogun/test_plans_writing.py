"""Orders in the reader's language, hints and remarks. [SHO-18.5, SHO-18.15]"""

from __future__ import annotations

import re

import pytest

import engine.shogun as game
from engine.match import Match
from engine.shogun.board import BOARD
from engine.shogun.plans.reading import read_again, read_mail
from engine.shogun.plans.spans import covered_spans
from engine.shogun.plans.vocabulary import LANGUAGES
from engine.shogun.plans.writing import as_written, in_language, plan_line
from engine.shogun.rules.points import LISTS
from engine.shogun.rules.steps import KNOWN
from engine.words import words
from tests.engine.shogun.mails import (
    EXPANSIONS,
    LINES_OF_THE_SHEET,
    PEOPLE,
    PURPLE,
    SECTION,
    kept,
    opening,
    plan,
    position_p,
    position_q,
    put_card,
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES_OF_THE_SHEET)
def test_what_is_written_reads_back(line: str, language: str) -> None:  # SHO-18.15
    node = read_again(line)
    written = in_language(node.text, language)
    assert read_again(written) == node, written
    assert in_language(written, "en") == in_language(line, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_reads_back(language: str) -> None:  # SHO-18.11
    for order in KNOWN:
        written = in_language(order.text, language)
        assert read_again(written).text == order.text, written


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_nothing_is_left_in_latin_letters(language: str) -> None:  # SHO-18.15
    for line in LINES_OF_THE_SHEET:
        written = in_language(read_again(line).text, language)
        assert not re.search("[A-Za-z]{3,}", written), written


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_alone_are_translated_too(language: str) -> None:  # SHO-18.5
    said = in_language("MUS", language)
    assert said in {"Musashi", "Мусаси", "Мусасі"}
    assert read_again(f"castle {said}").text == "castle MUS"
    assert in_language("battle-a", language) != "battle-a"


def test_lines_of_a_plan_as_a_player_writes_them() -> None:  # SHO-18.5
    found = kept(position_p(), "battleA KAI > SUR 3 | hold; special six").text
    lines = [plan_line(line, "de") for line in found.splitlines()]
    assert lines == ["KampfA Kai > Suruga 3 | halten", "Sonderkarte sechs"]
    assert as_written("ready Y1 spring: ready") == ""
    assert as_written("hold") == "hold"


def test_every_statement_of_the_section_is_read() -> None:  # SHO-18.4
    """Whatever stands in the sheet as an example and begins as an order does."""
    prose = re.sub("```.*?```", "", SECTION, flags=re.DOTALL)
    quoted = re.findall(r"`([^`]+)`", prose)
    slots = ("castle", "battleA", "battleB", "recruit1", "bid", "lay", "move")
    points = ("special", "favour", "office", "draft", "calm", "attack", "defend")
    verbs = (*slots, *points, "ask", "cover")
    found = [q.replace("\n", " ") for q in quoted if q.split()[0] in verbs and " " in q]
    wrong = ("bid -", "lay <slot> <card>", "battle 1", "battle I", "draft 1", "draft 2")
    texts = [text for text in found if text not in wrong]
    assert len(texts) > 30
    for text in texts:
        for language in LANGUAGES:
            assert read_mail(in_language(text, language)), text


# --------------------------------------------------------------------------- hints


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_hint_is_a_whole_plan_for_the_season(language: str) -> None:  # 18.4
    for seats in (3, 4, 5):
        for expansions in ((), EXPANSIONS):
            state = opening(seats, "recommended", *expansions).copy()
            for seat in range(seats):
                text = game.hints(state, seat, language)[0].text
                found = kept(state, text, seat=seat)
                assert found.is_ready
                spans = covered_spans(state, seat, found)
                assert spans == ["choices", "actions", *(["end"] if expansions else [])]


def test_the_plan_of_the_hints_is_sensible() -> None:  # SHO-18.4
    """Rice and taxes are collected, chests are not overspent, attacks are likely."""
    state = position_p()
    found = kept(state, game.hints(state, PURPLE)[0].text)
    cards = {card.slot: card for card in found.cards}
    assert cards["rice"].card == "MIN"
    assert BOARD.tax[BOARD.index[cards["tax"].card]] == 6
    spent = sum(
        cost for slot, cost in BOARD.costs.items() if cards[slot].card in BOARD.index
    )
    assert spent + int(cards["bid"].card) <= state.chests[PURPLE]
    for slot in ("battle-a", "battle-b"):
        target = BOARD.index[cards[slot].moves[0].target]
        origin = BOARD.index[cards[slot].card]
        assert state.owner[target] != PURPLE
        assert state.armies[origin] - 1 >= state.armies[target] + 2
    assert not game.remarks(state, PURPLE, found.text)[:-1]  # only what it covers


def test_the_hints_go_on_with_a_plan_that_was_begun() -> None:  # SHO-18.12
    match = Match("shogun", PEOPLE, seed="5d" * 32)
    match.write(PURPLE, "bid 3; lay castle MUS")
    text = match.game.hints(match.state_for(PURPLE), PURPLE)[0].text
    assert "bid" not in text
    assert "Musashi" not in text
    match.write(PURPLE, text)
    assert PURPLE not in [question.seat for question in match.asked]
    assert "bid 3" in match.plans[PURPLE]


def test_a_seat_with_few_cards_gets_a_plan_too() -> None:  # SHO-17.5, SHO-17.34
    state = position_p()
    for province, owner in enumerate(state.owner):
        if owner == PURPLE:
            state.owner[province], state.armies[province] = 0, 2
    text = game.hints(state, PURPLE)[0].text
    assert kept(state, text).is_ready


# ------------------------------------------------------------------------- remarks


def remarks(*texts: str) -> list[str]:
    return game.remarks(position_p(), PURPLE, plan(position_p(), *texts))


def test_a_high_bid_is_warned_of() -> None:  # SHO-18.5
    state = position_p()
    state.chests = (15, 15, 15, 5)
    found = game.remarks(state, PURPLE, plan(state, "bid 3"))
    assert any("more than half of your 5 chests" in said for said in found)
    assert not any("half" in said for said in remarks("bid 4"))


def test_actions_that_cannot_work_now_are_warned_of() -> None:  # SHO-18.5
    state = position_p()
    state.buildings[BOARD.index["MUS"]] = 1
    state.chests = (15, 15, 15, 1)
    found = game.remarks(state, PURPLE, plan(state, "castle MUS; temple KAI; tax AKI"))
    assert any("“castle Musashi” would do nothing now" in said for said in found)
    assert any("“temple Kai” costs more chests" in said for said in found)
    state.armies[BOARD.index["KAI"]] = 1
    found = game.remarks(state, PURPLE, plan(state, "battleA KAI > SUR 1"))
    assert any("cannot move an army now" in said for said in found)
    found = remarks("recruit1 AKI > IWA 1")
    assert any("Iwami is not yours now" in said for said in found)  # SHO-5.17


def test_a_line_that_comes_too_late_is_remarked() -> None:  # SHO-18.5
    state = position_q()
    state.phase, state.point, state.seat = "actions", "battle-a", 0
    put_card(state, 0, "battle-a", BOARD.index["YAM"])
    found = game.remarks(state, PURPLE, plan(state, "special six; office A1"))
    assert [said for said in found if "nothing left to decide" in said] == [
        "“special six” has nothing left to decide this season."
    ]


# ---------------------------------------------------------------------------- help


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_of_the_help_is_read(language: str) -> None:  # SHO-18.4
    lines = words("shogun", language)["help"]["orders"].splitlines()
    assert max(map(len, lines)) <= 72
    orders = [line for line in lines if line.startswith("  ")]
    found = [[s.order for s in read_mail(line)] for line in orders]
    english = words("shogun", "en")["help"]["orders"].splitlines()
    same = [line for line in english if line.startswith("  ")]
    assert found == [[s.order for s in read_mail(line)] for line in same]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_hints_and_remarks_have_words(language: str) -> None:  # SHO-18.5
    said, english = words("shogun", language), words("shogun", "en")
    for table in ("reasons", "hints", "remarks", "refusals"):
        assert set(said[table]) == set(english[table])
    for point in LISTS:
        assert point in said["reasons"]
