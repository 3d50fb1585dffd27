"""Ask and hold: who publicly wants to be asked is waited for, and no hand is told."""

from __future__ import annotations

import pytest

from engine.asking import AskingGame, AskReader, shown, spellings
from engine.chance import Seeded
from engine.contract import Order
from engine.errors import OrderError, PositionImpossible, Refused
from engine.match import Match
from engine.reading.text import fold
from engine.registry import Ask, game, games
from engine.replay import verify
from engine.words import refusals, sentence

LANGUAGES = ("en", "de", "it", "ru", "uk")


def gusty(seed: str = "05" * 32, **choices: str) -> Match:
    """Botan holds 2 to 5 and Aki has lit up with a 5, or with a 3."""
    match = Match("toy", ["Aki", "Botan"], {"gusts": "yes", **choices}, seed=seed)
    match.write(1, "pick 1")
    return match


def entries(match: Match) -> list[str]:
    return [entry.text for entry in match.log.entries[1:]]


# ---------------------------------------------------------------------- the holding


def test_who_asked_is_waited_for_and_what_follows_is_held() -> None:  # TOY-12
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(1, "gust")]
    assert "0 take gold" not in entries(match)
    match.write(1, "blow 4")
    assert match.state.points == (0, 0)


def test_an_answer_lets_it_go_on() -> None:  # TOY-12
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3; take gold")
    match.write(1, "hold")
    assert match.state.points[0] > 0


def test_who_did_not_ask_is_not_waited_for_and_nothing_is_logged() -> None:  # TOY-10
    match = gusty()
    match.write(0, "pick 3; take gold")
    assert entries(match) == ["0 pick 3", "1 pick 1", "0 take gold"]


def test_it_can_be_taken_back() -> None:  # TOY-12
    match = gusty()
    match.write(1, "ask gusts")
    match.write(1, "ask no gusts")
    match.write(0, "pick 3; take gold")
    assert "0 take gold" in entries(match)


def test_it_holds_in_the_rounds_to_come() -> None:  # TOY-12
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3; take gold")
    match.write(1, "hold; pick 1 or 2")
    match.write(0, "pick 4; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(1, "gust")]


def test_time_that_is_up_answers_with_the_default() -> None:  # TOY-7, TOY-12
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3; take gold")
    match.ring([1])
    assert "1 hold (clock)" in entries(match)
    assert match.state.points[0] > 0


def test_nobody_waits_for_a_seat_given_up() -> None:  # TOY-8
    match = Match("toy", ["Aki", "Botan", "Chie"], {"gusts": "yes"}, seed="05" * 32)
    match.write(1, "pick 1; ask gusts")
    match.write(2, "pick 2")
    match.write(0, "pick 3")
    assert [q.seat for q in match.asked] == [1]
    match.resign(1)
    assert [(q.seat, q.point) for q in match.asked] == [(0, "take")]


def test_in_a_sealed_round_it_comes_out_with_the_rest() -> None:  # TOY-12
    """That somebody has written is not told before all have."""
    match = gusty()
    match.write(1, "ask gusts")
    assert entries(match) == []
    match.write(0, "pick 3")
    assert entries(match)[:3] == ["0 pick 3", "1 ask gust", "1 pick 1"]


def test_it_comes_at_once_while_another_thinks() -> None:  # TOY-12
    match = gusty()
    match.write(0, "pick 3")
    assert [q.seat for q in match.asked] == [0]
    match.write(1, "ask gusts")
    assert entries(match)[-1] == "1 ask gust"
    assert [(q.seat, q.point) for q in match.asked] == [(1, "gust")]


def test_who_has_no_decision_keeps_it_until_the_next() -> None:  # TOY-12
    match = gusty()
    match.write(0, "pick 3")
    match.write(1, "hold")
    match.write(1, "ask gusts")
    assert match.plans[1] == "ask gust"
    match.write(0, "take gold")
    match.write(0, "pick 4")
    match.write(1, "pick 2")
    assert "1 ask gust" in entries(match)


def test_such_a_match_verifies_and_goes_on_from_its_log() -> None:
    match = gusty()
    match.write(1, "ask gusts")
    while not match.over:
        match.ring([question.seat for question in match.asked])
    assert "finished" in verify(match.text())


# --------------------------------------------------------------------- what is told


def test_nothing_depends_on_the_hand() -> None:  # TOY-10, TOY-12
    """Botan can blow Aki's 4 out with a 5, or cannot: all that others see is equal."""
    for asks in ("", "ask gusts; "):
        seen = []
        for first in ("5", "2"):  # spent in the first round, from which 5 or 2 is left
            match = Match("toy", ["Aki", "Botan"], {"gusts": "yes"}, seed="05" * 32)
            match.state.hands = ("1234", "34" if first == "5" else "35")
            match.write(1, f"{asks}pick 3")
            match.write(0, "pick 4; take gold")
            questions = [(q.seat, q.point, q.span, q.reason) for q in match.asked]
            told = match.game.view(match.state, 0)
            seen.append((entries(match), questions, told, match.picture(0).text))
        assert seen[0] == seen[1]


def test_setting_it_is_public() -> None:
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3")
    assert match.game.view(match.state, None)["asks"] == [[1, "gust"]]
    picture = match.picture(0)
    assert picture.notes == ("The match waits for Botan at: gusts.",)
    assert picture.notes[0] in picture.text
    assert picture.notes[0] in picture.prose
    event = next(e for e in match.events if e.kind == "ask_set")
    assert event.to is None
    view = match.game.view(match.state, 0)
    said = sentence(event, view, "en", match.names)
    assert said == "Botan wants to be asked: gusts."


def test_who_is_waited_for_has_a_name_and_lines_are_short() -> None:
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3")
    view = match.game.view(match.state, None)
    assert match.game.render(view, "de").notes == (
        "Die Partie wartet auf Platz 2 bei: gusts.",
    )
    text = match.game.render(view, "en", ["Aki", "Botan of the long names " * 4]).text
    assert max(map(len, text.splitlines())) <= 72


def test_nobody_asked_leaves_a_picture_without_notes() -> None:
    assert gusty().picture(0).notes == ()


def test_without_it_a_position_is_what_it_was() -> None:
    match = gusty()
    assert "asks" not in match.game.position(match.state)


def test_a_position_holds_it() -> None:
    match = gusty()
    match.write(1, "ask gusts")
    match.write(0, "pick 3")
    position = match.game.position(match.state)
    assert match.game.from_position(position) == match.state
    with pytest.raises(PositionImpossible):
        match.game.from_position({**position, "asks": [[1, "sneeze"]]})


@pytest.mark.parametrize(
    "asks",
    [
        *([[float("inf"), "gust"]], [[99, "gust"]], [[-1, "gust"]], [[1.7, "gust"]]),
        *([["1", "gust"]], [[True, "gust"]], [[1, ["gust"]]], [[1, 7]], [[1]]),
        *(["1g"], "gust", {"1": "gust"}, None, 7, [[2, "gust"]], [1]),
    ],
)
def test_a_position_is_read_strictly(asks: object) -> None:
    with pytest.raises(PositionImpossible, match="“asks” is "):
        game("toy").from_position({"asks": asks})


# ----------------------------------------------------------------- at tempo `phase`


def phased(**choices: str) -> Match:
    names = ["Aki", "Botan"]
    return Match("toy", names, choices, seed="11" * 32, tempo="phase")


def test_who_asked_is_waited_for_at_tempo_phase_too() -> None:  # TOY-12
    match = phased()
    match.write(0, "ask objections; pick 1; take gold")
    match.write(1, "pick 3; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "object")]
    assert "1 take gold" not in entries(match)
    match.write(0, "object")
    assert entries(match)[-2:] == ["0 object", "1 take gold"]


def test_a_plan_answers_what_was_asked_for() -> None:  # TOY-12
    match = phased()
    match.write(0, "ask objections; pick 1; take gold; hold")
    match.write(1, "pick 3; take gold")
    assert entries(match)[-2:] == ["0 hold", "1 take gold"]
    match.write(0, "pick 2; take gold")
    match.write(1, "pick 4; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "object")]
    match.ring([0])
    assert entries(match)[-2:] == ["0 hold (clock)", "1 take gold"]


def test_who_only_asks_has_not_handed_in() -> None:  # TOY-12
    match = phased()
    match.write(0, "ask objections")
    match.write(0, "ask objections,")
    match.write(1, "pick 3; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "plan")]
    assert entries(match) == []
    match.write(0, "pick 1")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "object")]


def test_who_has_handed_in_and_then_asks_is_not_asked_again() -> None:  # TOY-12
    match = phased()
    match.write(0, "pick 1")
    match.write(0, "ask objections")
    assert [(q.seat, q.point) for q in match.asked] == [(1, "plan")]
    match.write(1, "pick 3; take gold")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "object")]


# ----------------------------------------------------------------------- the reading


def read(text: str, kept: str = "") -> str:
    match = gusty()
    return match.game.parse(match.state, 1, text, kept, match.names)


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("ask gusts", "ask gust"),
        ("Ask me at gusts.", "ask gust"),
        ("frage nach gusts", "ask gust"),
        ("chiedi no gusts", "ask no gust"),
        ("спросить gusts", "ask gust"),
        ("спитати не gusts", "ask no gust"),
        ("ask gusts, objections", "ask gust\nask object"),
        ("ask all", "ask object\nask gust"),
        ("ask none", "ask no object\nask no gust"),
        ("pick 2; ask gust # please; ask object", "ask gust\npick 2"),
        ("pick 2\nask gust\ntake gold", "ask gust\npick 2\ntake gold"),
        (
            "ask gust; take gold; pick 2; take gold",
            "ask gust\ntake gold\npick 2\ntake gold",
        ),
        ("> ask gusts\npick 2", "pick 2"),
        ("> pick 3; ask gusts\npick 2", "pick 2"),
        ("pick 2\n-- \nask gusts", "pick 2"),
        ("pick 2；ask gusts", "ask gust\npick 2"),
        ("pick 2\rask gusts", "ask gust\npick 2"),
        ("pick 2\u2028ask gusts\u2028take gold", "ask gust\npick 2\ntake gold"),
        ("ask gusts,", "ask gust"),
        ("ask gusts, objections,", "ask gust\nask object"),
        ("ask no gusts,", "ask no gust"),
    ],
)
def test_it_is_read_in_any_language(text: str, plan: str) -> None:
    assert read(text) == plan


def test_the_newest_word_counts_and_the_rest_stays() -> None:
    assert read("ask no gusts", "ask gust\npick 2") == "ask no gust\npick 2"
    assert read("pick 3", "ask gust\npick 2") == "ask gust\npick 3"


def refused(text: str) -> list[OrderError]:
    with pytest.raises(Refused) as found:
        read(text)
    return found.value.errors


def test_what_names_no_kind_is_refused_with_what_would() -> None:  # TOY-12
    (fault,) = refused("pick 2\nask gusst")
    assert (fault.code, fault.line, fault.rule) == ("E_ASK", 2, "TOY-12")
    assert fault.legal == ("ask gust",)
    view = gusty().game.view(gusty().state, 1)
    (said,) = refusals([fault], view)
    assert "You cannot ask to be waited for at “gusst”." in said
    assert "Did you mean “ask gusts”?" in said


@pytest.mark.parametrize("blank", ["\t", "\u3000", "\xa0"])
def test_a_line_of_odd_blanks_asks_nothing(blank: str) -> None:
    assert AskReader(games()["toy"].asks).split(blank) == ([], blank)


def test_both_ways_at_once_is_refused() -> None:  # TOY-12
    (fault,) = refused("ask gusts; ask no gusts")
    assert (fault.code, fault.kind) == ("E_ASK_TWICE", "ambiguous")


def test_all_faults_of_a_text_are_found() -> None:
    faults = refused("sing\nask gusst\nask sneezes")
    assert [fault.line for fault in faults] == [1, 2, 3]


def test_only_what_changes_something_applies() -> None:
    match = gusty()
    dice = Seeded("00" * 32)
    for case in ("1 ask no gust", "1 ask sneeze", "1 ask", "7 ask gust"):
        seat, _, order = case.partition(" ")
        with pytest.raises(OrderError):
            match.game.apply(match.state, int(seat), Order.read(order), dice)


def test_hints_offer_it_last_and_can_be_copied() -> None:
    match = gusty()
    hints = match.game.hints(match.state, 1)
    assert "“ask no gusts”" in hints[-1].note
    assert read(hints[-1].text) == "ask gust"


@pytest.mark.parametrize(
    ("gusts", "hint"), [("yes", "ask gusts"), ("no", "ask objections")]
)
def test_only_what_can_come_in_the_match_is_offered(gusts: str, hint: str) -> None:
    """TOY-10: gusts are instead of objections."""
    match = gusty(gusts=gusts)
    hints = [h.text for h in match.game.hints(match.state, 1)]
    assert [text for text in hints if text.startswith("ask")] == [hint]
    with pytest.raises(Refused) as found:
        match.game.parse(match.state, 1, "ask xyzzy")
    (kind,) = match.game.asks_in_play(match.state)  # type: ignore[attr-defined]
    assert found.value.errors[0].legal == (f"ask {kind}",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_words_and_reads_them_back(language: str) -> None:
    for table in spellings().values():
        assert table[language]
    asks = {"gust": Ask("gust", {language: ["xyzzy"]})}
    for no in ("", f"{shown('no', language)} "):
        text = f"{shown('ask', language)} {no}xyzzy"
        (found,), rest = AskReader(asks).split(text)
        expected = Order("ask", ("no", "gust") if no else ("gust",))
        assert (found.orders, rest) == ((expected,), "")


@pytest.mark.parametrize("name", sorted(games()))
def test_every_language_of_a_game_has_a_word_for_each_kind(name: str) -> None:
    about = games()[name]
    for ask in about.asks.values():
        for language in about.languages:
            assert ask.words[language]
    words = [
        {fold(word) for words in ask.words.values() for word in words}
        for ask in about.asks.values()
    ]
    assert len(set().union(*words)) == sum(map(len, words))


def test_a_game_without_kinds_is_itself() -> None:
    assert not isinstance(game("age_of_war"), AskingGame)
