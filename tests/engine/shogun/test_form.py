"""The planning board as a form: what fits where, what it costs, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.chance import Seeded
from engine.form import Entry, Form, Slot, form_of, text_of
from engine.registry import game, games
from engine.shogun.board import BOARD
from engine.shogun.state import BLUFF, NOTHING, State

GAME = game("shogun")
NAMES = ["Aki", "Botan", "Chie"]
ALL = dict.fromkeys(("court", "samurai", "generals", "dajokan"), "yes")


def table_of(choices: Mapping[str, str] = {}) -> State:
    wanted = games()["shogun"].complete(3, choices)
    state: State = GAME.setup(3, wanted, Seeded("07" * 32))[0]
    return state


def shown(state: State, text: str = "", language: str = "en") -> Form:
    found = form_of(GAME, state, 0, text, language, NAMES)
    assert found is not None
    return found


def slot(form: Form, key: str) -> Slot:
    return next(one for one in form.slots if one.key == key)


def test_there_are_ten_actions_and_a_bid() -> None:  # SHO-4.3
    keys = [one.key for one in shown(table_of()).slots]
    assert sorted(keys) == sorted(BOARD.slots[:11])
    with_court = [one.key for one in shown(table_of(ALL)).slots]
    assert sorted(with_court) == sorted(BOARD.slots)


def test_open_actions_stand_in_their_order() -> None:  # SHO-4.1
    state = table_of()
    actions = [one for one in shown(state).slots if one.mark]
    assert [one.mark for one in actions] == [*"12345", *"?????"]
    known = [BOARD.actions[action] for action in state.actions[:5]]
    assert [one.key for one in actions[:5]] == known
    hidden = [one.key for one in actions[5:]]
    assert hidden == sorted(hidden, key=BOARD.actions.index)  # tells no order


def test_a_bid_is_no_more_than_the_chests() -> None:  # SHO-17.6
    state = table_of()
    state.chests = (2, 9, 9)
    digits = [card for card in slot(shown(state), "bid").cards if card.isdigit()]
    assert digits == ["0", "1", "2"]
    assert "-" not in slot(shown(state), "bid").cards  # SHO-18.16


def test_five_intrigue_cards_are_bluffs_and_the_bid() -> None:  # SHO-1.2
    form = shown(table_of())
    assert form.pools == {"intrigue": 5}
    cards = {card.key for card in form.cards if card.pool == "intrigue"}
    assert cards == {"-", *"01234"}


def test_what_a_plan_costs_and_brings() -> None:  # SHO-5.5, SHO-5.10, SHO-6.1
    form = shown(table_of())
    assert slot(form, "castle").effects["SUR"] == {"chests": -3}
    assert slot(form, "tax").effects["SUR"] == {"chests": 7}
    assert slot(form, "rice").effects["MIN"] == {"rice": 5}
    assert slot(form, "bid").effects["3"] == {"chests": -3}
    assert not slot(form, "battle-a").effects
    chests, rice = form.accounts
    assert (chests.held, rice.held, rice.needed, rice.due) == (18, 0, 9, False)


def test_rice_is_due_in_autumn() -> None:  # SHO-10.2
    state = table_of()
    state.season = 2
    assert shown(state).accounts[1].due


def test_a_general_makes_actions_better() -> None:  # SHO-14.4
    state = table_of(ALL)
    state.generals = (BOARD.index["SUR"], NOTHING, NOTHING)
    form = shown(state)
    assert slot(form, "castle").effects["SUR"] == {"chests": -2}
    assert slot(form, "tax").effects["SUR"] == {"chests": 8}
    assert slot(form, "recruit5").effects["SUR"] == {"chests": -3}


def test_armies_go_to_neighbours_and_recruits_to_own_ones() -> None:  # SHO-5.14, 5.15
    form = shown(table_of())
    near = [target.key for target in slot(form, "battle-a").targets["SUR"]]
    assert near == ["IZU", "KAI", "SGM", "TOT"]
    own = [target.key for target in slot(form, "recruit1").targets["SUR"]]
    assert own == ["IZU", "SGM"]
    most = {target.key: target.most for target in slot(form, "battle-a").targets["SUR"]}
    assert most["KAI"] == 4
    assert slot(form, "recruit1").targets["SUR"][0].most == 5
    notes = {t.key: t.note for t in slot(form, "battle-b").targets["MUS"]}
    assert notes["SNN"] == "Chie, 2 armies"
    assert notes["KOZ"] == "neutral: 1 farmer"


def rankings(state: State) -> dict[str, list[str]]:
    return {one.key: [i.key for i in one.items] for one in shown(state).rankings}


def test_every_choice_that_covers_a_season_can_be_ranked() -> None:  # SHO-18.9
    state = table_of(ALL)
    state.favours = (21, 4, 2)
    found = rankings(state)
    own = [BOARD.codes[p] for p in state.setup.used if state.owner[p] == 0]
    assert list(found) == ["special", "samurai", "favour", "post", "general", "office"]
    kinds = [*(f"21@{code}" for code in own), "4@keep", "2", "none"]
    assert found["favour"] == kinds
    assert found["post"] == own
    text = f"favour 21@{own[0]} > 4 > 2"
    again = shown(state, text).filling
    assert again.ranked == {"favour": (f"21@{own[0]}", "4@keep", "2")}
    assert GAME.parse(state, 0, text, "", NAMES)


@pytest.mark.parametrize("favours", [(21, 4, 1), (12, 7, 3), (18, 17, 16)])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_line_of_a_suggested_plan_has_a_control(  # SHO-18.10, SHO-18.19
    favours: tuple[int, ...], language: str
) -> None:
    state = table_of(ALL)
    state.favours = favours
    text = GAME.hints(state, 0, language)[0].text
    filling = shown(state, text, language).filling
    assert (filling.written, filling.others) == ((), ())
    assert filling.ranked["favour"][-1] == "none"
    assert len(filling.ranked["favour"]) == 4


def test_a_general_is_posted_first_and_after_the_first_winter() -> None:  # SHO-14.8
    state = table_of(ALL)
    state.season = 1
    assert not {"post", "general"} & {*rankings(state)}  # it was lost
    state.season = 2
    assert "post" in rankings(state)
    state.generals = (BOARD.index["SUR"], NOTHING, NOTHING)
    assert {"post", "general", "revolts"} <= {*rankings(state)}
    assert "SUR" not in rankings(state)["general"]
    state.year = 2
    assert "post" not in rankings(state)


def test_slots_stay_empty_for_want_of_cards() -> None:  # SHO-17.5
    state = table_of()
    own = [p for p in state.setup.used if state.owner[p] == 0]
    for province in own[3:]:
        state.owner[province] = NOTHING
    cards = {card.key: card for card in shown(state).cards}
    assert cards["empty"].copies == 3
    assert "empty" not in {card.key for card in shown(table_of()).cards}


def test_a_sheet_is_laid_and_written_again() -> None:  # SHO-18.13
    state = table_of()
    text = "castle Harima; battle-a SUR > KAI all | hold; temple -; bid 2\nready"
    form = shown(state, text)
    assert form.filling.entries == {
        "castle": Entry("HAR"),
        "battle-a": Entry("SUR", "KAI", "all"),
        "temple": Entry("-"),
        "bid": Entry("2"),
    }
    assert form.filling.others == ("ready",)
    lines = text_of(form, form.filling).splitlines()
    assert "battleA SUR > KAI all | hold" in lines
    assert lines[0] == "bid 2"


def test_conditions_stay_as_they_are_written() -> None:  # SHO-18.18
    text = "battleA SUR > KAI 3 if armies <= 2 | hold\nspecial six if event tax-max-5"
    form = shown(table_of(), text)
    entry = form.filling.entries["battle-a"]
    assert (entry.card, entry.target) == ("SUR", "")
    assert entry.more == " > Kai 3 if armies <= 2 | hold"
    assert form.filling.written == ("special",)
    assert text_of(form, form.filling).splitlines()[0] == (
        "battleA SUR > Kai 3 if armies <= 2 | hold"
    )


def test_cards_on_the_board_are_shown_until_something_is_written() -> None:  # 18.12
    state = table_of()
    board = (BOARD.index["HAR"], BLUFF, *state.boards[0][2:])
    state.boards = (board, *state.boards[1:])
    laid = {"castle": Entry("HAR"), "temple": Entry("-")}
    assert shown(state).filling.entries == laid
    moves = shown(state, "special six").filling
    assert (moves.entries, moves.ranked) == (laid, {"special": ("six",)})
    assert shown(state, "tax SUR").filling.entries == {"tax": Entry("SUR")}


@pytest.mark.parametrize("language", games()["shogun"].languages)
def test_the_form_is_in_the_readers_words(language: str) -> None:  # SHO-2.11
    state = table_of(ALL)
    form = shown(state, "", language)
    assert all((one.name, one.note) for one in form.slots)
    laid = {"battle-a": Entry("SUR", "KAI", slot(form, "battle-a").whole)}
    text = text_of(form, type(form.filling)(laid, {"special": ("six", "chest")}))
    again = shown(state, text, language).filling
    assert (again.entries, again.others) == (laid, ())
    assert again.ranked == {"special": ("six", "chest")}


def test_there_is_no_form_when_boards_are_locked() -> None:  # SHO-4.3
    state = table_of()
    state.phase = "actions"
    assert form_of(GAME, state, 0) is None
