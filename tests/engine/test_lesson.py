"""Every lesson can be played to its end, in every language of its game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import learn as terminal
from engine.lesson import (
    READ,
    Lesson,
    NotTheLesson,
    Progress,
    Step,
    answer,
    begin,
    happened,
    lesson_of,
    read_lesson,
    resume,
    rules,
)
from engine.registry import games
from engine.rulebook import rules as rule_texts

LESSONS = [name for name in games() if lesson_of(name)]


def lesson(name: str) -> Lesson:
    found = lesson_of(name)
    assert found
    return found


def right_of(step: Step) -> str:
    return next((offer.order for offer in step.offers if offer.is_right), READ)


def played(lesson: Lesson) -> Iterator[Progress]:
    """How it stands before each step, and at the end."""
    progress = begin(lesson)
    yield progress
    while not progress.is_done:
        progress = answer(progress, right_of(progress.step))
        yield progress


def test_every_game_of_the_box_has_a_lesson() -> None:
    own = {
        name for name, about in games().items() if about.folder.parent.name == "engine"
    }
    assert set(LESSONS) == own


@pytest.mark.parametrize("name", LESSONS)
def test_all_that_is_offered_is_legal(name: str) -> None:
    for progress in played(lesson(name)):
        if not progress.is_done and progress.step.offers:
            game, seat = rules(progress.lesson), progress.lesson.seat
            options = {order.text for order in game.options(progress.state, seat)}
            assert {offer.order for offer in progress.step.offers} <= options


@pytest.mark.parametrize("name", LESSONS)
def test_every_right_choice_leads_to_the_end(name: str) -> None:
    """Other choices than the first may be right as well; all go on alike."""
    for progress in played(lesson(name)):
        rest = [] if progress.is_done else progress.step.offers
        for offer in rest:
            if offer.is_right:
                other = answer(progress, offer.order)
                while not other.is_done:
                    other = answer(other, right_of(other.step))


@pytest.mark.parametrize("name", LESSONS)
def test_it_is_short_and_one_idea_after_the_other(name: str) -> None:
    steps = lesson(name).steps
    assert 6 <= len(steps) <= 16
    assert len({step.key for step in steps}) == len(steps)
    assert 5 <= lesson(name).minutes <= 10
    for step in steps:
        if step.offers:
            assert any(offer.is_right for offer in step.offers), step.key
        if any(not offer.is_right for offer in step.offers):
            assert step.nudge, f"{step.key} says nothing to a wrong choice"


@pytest.mark.parametrize("name", LESSONS)
def test_it_speaks_every_language_of_its_game(name: str) -> None:
    found = lesson(name)
    texts = [found.end, *(step.text for step in found.steps)]
    texts += [step.nudge for step in found.steps if step.nudge]
    texts += [offer.label for step in found.steps for offer in step.offers]
    wanted = set(games()[name].languages)
    for text in texts:
        assert set(text) == wanted, text
        assert all(said.strip() for said in text.values())


@pytest.mark.parametrize("name", LESSONS)
def test_the_rules_it_names_are_in_the_sheet(name: str) -> None:
    named = [step.rule for step in lesson(name).steps if step.rule]
    assert named
    assert set(named) <= set(rule_texts(name))


@pytest.mark.parametrize("name", LESSONS)
def test_its_position_breaks_no_rule(name: str) -> None:
    for progress in played(lesson(name)):
        assert not rules(progress.lesson).faults(progress.state)


@pytest.mark.parametrize("name", LESSONS)
def test_what_happens_is_told_and_drawn_in_every_language(name: str) -> None:
    for language in games()[name].languages:
        told = []
        for progress in played(lesson(name)):
            told += happened(progress, "Aki", language)
        assert told
        assert not [line for line in told if "{" in line]


@pytest.mark.parametrize("name", LESSONS)
def test_it_can_be_resumed_at_every_step(name: str) -> None:
    for progress in played(lesson(name)):
        again = resume(progress.lesson, progress.given)
        assert again.given == progress.given
        assert again.state == progress.state


@pytest.mark.parametrize("name", LESSONS)
def test_a_wrong_choice_does_nothing(name: str) -> None:
    for progress in played(lesson(name)):
        if progress.is_done:
            continue
        for offer in progress.step.offers:
            if not offer.is_right:
                with pytest.raises(NotTheLesson):
                    answer(progress, offer.order)
        with pytest.raises(NotTheLesson):
            answer(progress, "dance")


def test_what_does_not_fit_any_more_is_dropped() -> None:
    """Somebody resumes a lesson that was written anew meanwhile."""
    found = lesson("age_of_war")
    progress = resume(found, [READ, "fill A1 1", "fill D1 1"])
    assert progress.given == (READ,)


def test_it_can_begin_as_the_rules_say() -> None:
    data = {
        "minutes": 5,
        "names": [{}, {"en": "Botan"}],
        "choices": {"set": "sengoku-2014"},
        "step": [{"key": "look", "text": {"en": "Look at the castles."}}],
        "end": {"en": "Well done."},
    }
    progress = begin(read_lesson("age_of_war", data))
    assert progress.view["set"] == "sengoku-2014"
    assert answer(progress, READ).is_done


def test_it_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["", "2", "9", "1", "1", "1", "", "1", "1", "1", "1"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    terminal.learn(lesson("age_of_war"), "en")
    printed = capsys.readouterr().out
    assert "Choose one of the numbers above." in printed
    assert "That is the whole game." in printed


def test_it_can_be_left_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", stop)
    terminal.learn(lesson("age_of_war"), "de")
    assert "Die Lektion endet hier." in capsys.readouterr().out
