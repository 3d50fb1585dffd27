"""Remarks at steps: by whom, about what, and how they go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.index.records import archive_enter
from sse.archive.models import Remark
from sse.archive.players import known_players
from sse.archive.remarks import LONGEST, remark_add, remark_remove, threads_at
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from tests.support.clients import steps_in
from tests.support.golden_matches import SIEGE, archived, golden
from tests.support.people import log_in, new_player, operator_in
from tests.support.tables import running

pytestmark = pytest.mark.django_db
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}


@pytest.fixture
def match(aki: Player) -> Match:
    return archived(golden(SIEGE), [aki], organiser=aki)


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player:
        enter = operator_in if player.is_staff else log_in
        enter(client, player)
    return client


def page(player: Player | None, match: Match, step: int = 5) -> str:
    answer = browser(player).get(f"/matches/{match.pk}/steps/{step}")
    assert answer.status_code == 200
    return answer.content.decode()


def say(player: Player | None, match: Match, text: str, **more: Any) -> Any:
    path = f"/matches/{match.pk}/steps/5/remarks"
    return browser(player).post(path, {"text": text, **more})


def test_a_match_is_found_by_words_of_its_remarks(match: Match, doi: Player) -> None:
    archive_enter(match=match)
    remark = remark_add(match=match, step=5, player=doi, text="A gallant sally")
    said = "Rather foolhardy"
    remark_add(match=match, step=5, player=doi, text=said, answers=remark.pk)
    assert found("gallant") == found("foolhardy sally") == [match.pk]
    remark_remove(match=match, remark_id=remark.pk, by=doi)
    assert found("gallant") == []
    assert found("foolhardy") == [match.pk]


def test_words_of_who_is_gone_are_found_no_more(match: Match, doi: Player) -> None:
    archive_enter(match=match)
    remark_add(match=match, step=5, player=doi, text="My telephone is fourfivesix")
    assert found("fourfivesix") == [match.pk]
    player_erase(player=doi)
    assert found("fourfivesix") == []


def found(words: str) -> list[int]:
    answer = browser().get("/archive/", {"words": words})
    return steps_in(answer.content.decode())


def test_a_remark_stands_at_its_step_for_everybody(match: Match, doi: Player) -> None:
    answer = say(doi, match, "Why not\n\n<b>Dalian</b>?")
    assert answer.url == f"/matches/{match.pk}/steps/5#remarks"
    for reader in (doi, None):
        text = page(reader, match)
        assert "&lt;b&gt;Dalian&lt;/b&gt;?" in text
        assert "<b>Dalian" not in text
        assert "Doi" in text
    assert "Dalian&lt;/b&gt;" not in page(None, match, 6)
    assert "with comments" in page(None, match, 6)  # the list marks the step


def test_answers_stay_with_what_they_answer(
    match: Match, aki: Player, doi: Player
) -> None:
    first = remark_add(match=match, step=5, player=doi, text="one")
    second = remark_add(match=match, step=5, player=aki, text="two")
    answer = remark_add(match=match, step=5, player=aki, text="yes", answers=first.pk)
    again = remark_add(match=match, step=5, player=doi, text="no", answers=answer.pk)
    assert again.answers == first  # a thread has no branches
    threads = threads_at(match, 5)
    assert [thread.remark for thread in threads] == [first, second]
    assert [one.text for one in threads[0].answers] == ["yes", "no"]
    for step, wrong in ((5, 10**9), (6, first.pk)):
        with pytest.raises(MatchRefused):
            remark_add(match=match, step=step, player=aki, text="?", answers=wrong)


def test_only_an_ended_match_has_remarks(aki: Player) -> None:
    """A player could tell others what they may not know."""
    log = golden()
    begun = archived(replace(log, entries=log.entries[:40], result=""), [aki])
    with pytest.raises(MatchRefused) as refused:
        remark_add(match=begun, step=5, player=aki, text="I hold an attack")
    assert refused.value.code == "running"
    say(aki, begun, "I hold an attack")
    assert not Remark.objects.exists()
    assert "Comments on this step" not in page(aki, begun)


def test_what_cannot_be_said(match: Match, doi: Player) -> None:
    for text, step, code in (
        (" \n ", 5, "empty"),
        ("x" * (LONGEST + 1), 5, "too_long"),
        ("x", match.head, "no_step"),
    ):
        with pytest.raises(MatchRefused) as refused:
            remark_add(match=match, step=step, player=doi, text=text)
        assert refused.value.code == code
    assert remark_add(match=match, step=5, player=doi, text="a\0b").text == "ab"


def test_pressed_twice_is_said_once(match: Match, doi: Player) -> None:
    for _ in range(3):
        say(doi, match, "Once")
    assert Remark.objects.count() == 1
    say(doi, match, "Once more")
    assert Remark.objects.count() == 2


def test_strangers_and_people_of_other_matches_say_nothing(
    aki: Player, doi: Player
) -> None:
    match = archived(golden(SIEGE), [aki], privacy="private")
    assert say(None, match, "x").status_code == 302
    assert say(doi, match, "x").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(aki)
    path = f"/matches/{match.pk}/steps/5/remarks"
    assert strict.post(path, {"text": "x"}).status_code == 403
    assert browser(aki).get(path).status_code == 405
    assert not Remark.objects.exists()


def test_who_wrote_it_the_organiser_and_the_operator_may_remove_it(
    match: Match, aki: Player, botan: Player, doi: Player
) -> None:
    operator = new_player("Op", is_staff=True)
    for remover in (doi, aki, operator):
        remark = remark_add(match=match, step=5, player=doi, text=f"for {remover.name}")
        path = f"/matches/{match.pk}/remarks/{remark.pk}/remove"
        assert path in page(remover, match)
        assert path not in page(botan, match)
        browser(botan).post(path)
        remark.refresh_from_db()
        assert remark.removed_at is None
        assert browser(remover).get(path).status_code == 405
        browser(remover).post(path)
        remark.refresh_from_db()
        assert (remark.text, bool(remark.removed_at)) == ("", True)
    assert "A comment was removed here." not in page(None, match)


def test_an_answer_outlives_what_it_answered(
    match: Match, aki: Player, doi: Player
) -> None:
    first = remark_add(match=match, step=5, player=doi, text="Rude")
    remark_add(match=match, step=5, player=aki, text="Gentle", answers=first.pk)
    remark_remove(match=match, remark_id=first.pk, by=doi)
    text = page(doi, match)
    assert "Gentle" in text
    assert "Rude" not in text
    assert "A comment was removed here." in text
    assert f"answer-{first.pk}" in text


def test_what_is_gone_altogether_leaves_nothing(
    match: Match, aki: Player, doi: Player
) -> None:
    first = remark_add(match=match, step=5, player=doi, text="Rude")
    again = remark_add(match=match, step=5, player=aki, text="Ruder", answers=first.pk)
    remark_remove(match=match, remark_id=first.pk, by=doi)
    remark_remove(match=match, remark_id=again.pk, by=aki)
    text = page(doi, match)
    assert "A comment was removed here." not in text
    assert f"answer-{first.pk}" not in text
    assert "None yet." in text
    with pytest.raises(MatchRefused, match="no such comment"):
        remark_add(match=match, step=5, player=aki, text="Late", answers=first.pk)


def test_no_remark_turns_the_writing_round(match: Match, doi: Player) -> None:
    say(doi, match, "I \u202ewon\u202c, \u2067you\u2069 lost\u200f!")
    assert Remark.objects.get().text == "I won, you lost\u200f!"
    with pytest.raises(MatchRefused, match="comment is empty"):
        remark_add(match=match, step=5, player=doi, text="\u202e\u2069")


def test_a_remark_of_another_match_is_not_found(match: Match, doi: Player) -> None:
    other = archived(golden(SIEGE))
    remark = remark_add(match=other, step=5, player=doi, text="There")
    with pytest.raises(MatchRefused):
        remark_remove(match=match, remark_id=remark.pk, by=doi)


def test_who_is_erased_has_said_nothing(match: Match) -> None:
    zenzo = new_player("Zenzo")
    remark_add(match=match, step=5, player=zenzo, text="My words")
    assert "Zenzo" in page(None, match)
    player_erase(player=zenzo)
    text = page(None, match)
    assert "My words" not in text
    assert "Zenzo" not in text
    assert "A comment was removed here." not in text


def test_who_wrote_it_is_linked_for_who_may_know_them(
    match: Match, aki: Player, botan: Player, doi: Player
) -> None:
    """Of who plays for nobody to see there is no page, and no link to it."""
    for player in (aki, doi):
        remark_add(match=match, step=5, player=player, text="Hm.")
    shown = page(None, match)
    assert f'<a href="/players/{aki.pk}/">Aki</a>' in shown
    assert "Doi" in shown
    assert f"/players/{doi.pk}/" not in shown
    assert f'<a href="/players/{doi.pk}/">Doi</a>' in page(doi, match)
    Match.objects.filter(pk=running(botan, doi).pk).update(privacy="private")
    assert f'<a href="/players/{doi.pk}/">Doi</a>' in page(botan, match)
    assert f"/players/{doi.pk}/" not in page(None, match)


def test_the_authors_of_a_step_are_looked_up_together(
    match: Match, django_assert_num_queries: Any
) -> None:
    authors = [new_player(f"Reader {number}") for number in range(5)]
    with django_assert_num_queries(2):
        assert (
            known_players([author.pk for author in authors], AnonymousUser()) == set()
        )
    with django_assert_num_queries(4):
        found = known_players([author.pk for author in authors], authors[0])
    assert found == {authors[0].pk}


def test_nobody_floods_a_match(match: Match, doi: Player, settings: Any) -> None:
    framework: dict[str, Any] = {**conf.REST_FRAMEWORK}
    rates = framework["DEFAULT_THROTTLE_RATES"]
    framework["DEFAULT_THROTTLE_RATES"] = {**rates, "remarks": "2/hour"}
    settings.REST_FRAMEWORK = framework
    codes = [say(doi, match, f"{n}").status_code for n in range(3)]
    assert codes == [302, 302, 429]
    assert Remark.objects.count() == 2
