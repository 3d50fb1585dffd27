"""Lessons on the web: played step by step, taken up again, never stuck."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from engine.languages import LANGUAGES
from engine.lesson import READ, Step, in_language, lesson_of
from engine.registry import games
from sse.accounts.models import Player, Session

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
]
LESSONS = [name for name in games() if lesson_of(name)]


def steps_of(name: str) -> tuple[Step, ...]:
    found = lesson_of(name)
    assert found
    return found.steps


def page(client: Client, name: str) -> str:
    answer = client.get(f"/learn/{name}/")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def press(client: Client, name: str, number: int, **button: str) -> str:
    """Press a button of a step and follow to the page that answers."""
    said = {"number": number} | button
    answer = client.post(f"/learn/{name}/", said, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def right_of(step: Step) -> str:
    return next((offer.order for offer in step.offers if offer.is_right), READ)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LESSONS)
def test_a_stranger_plays_it_to_its_end(name: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    found = page(client, name)
    for number, step in enumerate(steps_of(name)):
        assert in_language(step.text, language) in found
        for offer in step.offers:
            assert in_language(offer.label, language) in found
        found = press(client, name, number, order=right_of(step))
    lesson = lesson_of(name)
    assert lesson
    assert in_language(lesson.end, language) in found
    assert f"/play/{name}/" in found


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_can_be_skipped(name: str) -> None:
    client = Client()
    for number, step in enumerate(steps_of(name)):
        button = {"skip": "yes"} if step.offers else {"order": READ}
        found = press(client, name, number, **button)
    assert "That’s it" in found


@pytest.mark.parametrize("name", LESSONS)
def test_a_wrong_choice_is_explained_and_changes_nothing(name: str) -> None:
    client = Client()
    for number, step in enumerate(steps_of(name)):
        for offer in step.offers:
            if not offer.is_right:
                found = press(client, name, number, order=offer.order)
                assert in_language(step.nudge, "en") in found
                assert in_language(step.text, "en") in found
        press(client, name, number, order=right_of(step))


def test_it_is_taken_up_where_it_was_left(aki: Player) -> None:
    name, client = "age_of_war", Client()
    press(client, name, 0, order=READ)
    assert "Step 2 of" in page(client, name)
    assert "step 2 of" in client.get("/learn/").content.decode()
    client.force_login(aki)  # keeps what the browser has
    assert "Step 2 of" in page(client, name)
    assert "Step 1 of" in press(client, name, 1, again="yes")


def test_a_step_of_another_tab_is_answered_once() -> None:
    client = Client()
    press(client, "age_of_war", 0, order=READ)
    for number in ("0", "", "x", "-1", "99"):
        found = press(client, "age_of_war", number, order=READ)  # type: ignore[arg-type]
        assert "Step 2 of" in found


def test_what_is_no_choice_is_refused() -> None:
    client = Client()
    for order in ("dance", "<b>", "\0", "fill D1 1" * 1000):
        found = press(client, "age_of_war", 0, order=order)
        assert "Choose one of the buttons." in found
        assert "Step 1 of" in found


def test_it_makes_no_session_and_survives_a_strange_cookie() -> None:
    client = Client()
    press(client, "age_of_war", 0, order=READ)
    assert not Session.objects.exists()
    for kept in ("", "%00", "dance%0Adance", "x" * 3000, "%0A" * 500):
        client.cookies["lesson_age_of_war"] = kept
        assert page(client, "age_of_war")


def test_no_lesson_no_page() -> None:
    for name in ("toy", "chess", "%00"):
        assert Client().get(f"/learn/{name}/").status_code == 404


def test_all_lessons_are_listed_and_linked() -> None:
    listed = Client().get("/learn/").content.decode()
    assert re.findall(r'href="/learn/(\w+)/"', listed) == LESSONS
    for path in ("/", "/rules/", "/rules/shogun/"):
        assert "/learn/" in Client().get(path).content.decode()
