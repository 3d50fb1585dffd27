"""What is told to a player can be written back, in each language. [SSE-13.8, SSE-14]"""

from __future__ import annotations

import pytest

from engine import small_samurai_empires as game
from engine.contract import Game
from engine.errors import OrderIllegal, Refused
from engine.languages import LANGUAGES
from engine.small_samurai_empires.map import BOARD
from engine.small_samurai_empires.plans.reading import read_mail
from engine.small_samurai_empires.plans.vocabulary import WORDS
from engine.small_samurai_empires.scene import mountain_name
from engine.small_samurai_empires.state import State
from engine.words import commands, common, refusal, words
from tests.engine.small_samurai_empires.table import acting, placing, random_match

rules: Game[State] = game
every = pytest.mark.parametrize("language", LANGUAGES)
others = pytest.mark.parametrize("language", LANGUAGES[1:])
NAME = "small_samurai_empires"


def orders(text: str) -> list[str]:
    return [statement.text for statement in read_mail(text)]


def help_orders(language: str) -> str:
    lines = words(NAME, language)["help"]["orders"].splitlines()
    return "\n".join(line for line in lines if line.startswith("  "))


@every
def test_the_orders_of_the_help_can_be_written(language: str) -> None:  # SSE-13.8
    assert orders(help_orders(language)) == orders(help_orders("en"))
    assert len(orders(help_orders(language))) == 9


@every
def test_every_hint_is_legal_and_means_the_same(language: str) -> None:  # SSE-13.9
    for moment in list(random_match(5, limit=250))[::7]:
        state, seat = moment.state, moment.seat
        english = [hint.text for hint in game.hints(state, seat)]
        spoken = [hint.text for hint in game.hints(state, seat, language)]
        assert [game.parse(state, seat, text) for text in english]
        for ours, theirs in zip(english, spoken, strict=True):
            assert orders(ours) == orders(theirs)
            assert game.parse(state, seat, theirs)


@every
def test_what_the_board_calls_a_kind_can_be_written(language: str) -> None:  # SSE-14.2
    for kind, name in words(NAME, language)["board"]["kinds"].items():
        place = WORDS["written"].get(language, {}).get("place", "place")
        assert orders(f"{place} {name} 5") == [f"place {kind} at orange-2"]


@every
def test_mountains_can_be_written_as_the_board_has_them(language: str) -> None:
    # SSE-2.7
    for mountain in WORDS_OF_MOUNTAINS:
        name = mountain_name(BOARD, mountain, language)
        (found,) = orders(f"move aki -> {name} -> izumo")
        assert found == f"move aki -> {mountain} -> izumo"


WORDS_OF_MOUNTAINS = (
    "daisen",
    "tsurugi",
    "omine",
    "fuji",
    "asama",
    "azuma",
    "daisetsu",
)


@others
def test_what_would_be_legal_is_told_in_the_readers_language(language: str) -> None:
    state = placing({"aki": (2, 2)})  # SSE-13.9
    with pytest.raises(Refused) as refused:
        game.parse(state, 0, "pass")
    (fault,) = refused.value.errors
    assert isinstance(fault, OrderIllegal)
    said = refusal(fault, game.view(state, 0), language, ["Aki", "Botan"])
    assert "place" not in said
    for legal in fault.legal:
        told = game.label(game.view(state, 0), "order", legal, language)
        assert told in said
        assert orders(told) == orders(legal)


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "move aki harimma", "Did you mean “Harima”?"),
        ("de", "bewege aki harimma", "Meintest du „Harima“?"),
        ("it", "muovi aki harimma", "Intendevi «Harima»?"),
        ("ru", "двигать аки харимма", "Возможно, вы имели в виду «Харима»?"),
        ("uk", "рухати акі харімма", "Можливо, ви мали на увазі «Харіма»?"),
    ],
)
def test_a_misspelt_province_is_offered_even_if_no_arrow_leads_to_it(
    language: str, line: str, said: str
) -> None:  # SSE-13.9
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    with pytest.raises(Refused) as refused:
        game.parse(state, 0, line)
    (fault,) = refused.value.errors
    assert refusal(fault, game.view(state, 0), language).endswith(said)


def test_no_word_for_the_terminal_is_a_word_of_an_order() -> None:  # SSE-13.8
    state = acting("move-3", "grey-2", {"aki": (2, 1)})
    for word in commands():
        with pytest.raises(Refused) as refused:
            game.parse(state, 0, word)
        assert refused.value.errors[0].kind == "unreadable"


@others
def test_the_terminal_speaks_the_language(language: str) -> None:
    english, spoken = common("en"), common(language)
    same = {key for key, said in english.items() if said == spoken[key]}
    assert same <= {"quoted"}
