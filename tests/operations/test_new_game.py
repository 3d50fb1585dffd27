"""A game that is one new folder: mail, pages, replay, statistics, booklet.

Nim has two languages, draws nothing and leaves everything to the kit that it may. None
of that leaves anything empty behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.utils import translation

from sse.accounts.models import Player
from sse.archive.exports import scores_csv
from sse.archive.index.maintenance import statistics_rebuild
from sse.archive.index.records import archive_enter
from sse.archive.pdf.booklet import Pages, Wanted, html_of
from sse.matches.models import Match
from sse.matches.presentation import language_note
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.examples import FOLDER, registered
from tests.support import mails
from tests.support.clients import browser, page
from tests.support.tables import asked, running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
MOVES = ("take 1 2", "nimm 2 4", "take 1 1", "Nehme 3 5")
DICE = re.compile(
    r"\b(dice|die|seed|commitment|draws?|throws?|chance)\b", re.IGNORECASE
)


@pytest.fixture(autouse=True)
def _nim() -> Iterator[None]:
    with registered(FOLDER, "tests.examples"):
        yield


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    """Played by mail to its end, in both of its languages."""
    match = running(aki, botan, game="nim", privacy="listed")
    for move in MOVES:
        player = (aki, botan)[asked(match)[0][0]]
        mail = mails.send(move, player, mails.address(match, player))
        assert mail.status == "done"
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def words_in(html: str) -> str:
    bare = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(bare).split())


def test_it_is_played_by_mail(match: Match, botan: Player) -> None:
    texts = [text_of(letter) for letter in Letter.objects.filter(match=match)]
    assert any("Botan takes the last stick and wins." in text for text in texts)
    assert not [found for text in texts for found in DICE.findall(text)]
    assert not any("{" in text for text in texts)


def text_of(letter: Letter) -> str:
    player = letter.player
    assert player is not None
    address = player.addresses.get()
    with translation.override(player.language):
        return str(message_of(letter, "x@example.org", address).body)


def test_its_pages_have_no_leftovers(match: Match, aki: Player) -> None:
    client = browser(aki)
    for path in ("", "steps/0", f"steps/{match.head - 1}", "booklet/"):
        said = words_in(page(client, f"/matches/{match.pk}/{path}"))
        assert not DICE.findall(said), path
        assert not re.search(r"(?<!/)\bnim\b", said), path
    assert "heap 1" in words_in(page(client, f"/matches/{match.pk}/steps/1")).casefold()


def test_it_is_opened_on_a_page_without_a_word_for_the_dice(aki: Player) -> None:
    form = page(browser(aki), "/open/nim/")
    assert "3-4-5" in form
    assert "Bot: never errs" in form
    assert not DICE.findall(words_in(form))


def test_its_statistics_are_counted(match: Match, aki: Player) -> None:
    archive_enter(match=match)
    statistics_rebuild()
    said = words_in(page(browser(aki), "/statistics/nim/"))
    assert "Openings" in said
    assert "turn order" not in said
    assert not DICE.findall(said)


def test_scores_have_no_empty_columns(match: Match) -> None:
    header, *rows = scores_csv(match).splitlines()
    assert header == "step,seat,name,points"
    assert all(all(row.split(",")) for row in rows)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Turn 1"), ("de", "Zug 1"), ("it", "Turn 1")],
)
def test_its_booklet_has_no_leftovers(match: Match, language: str, said: str) -> None:
    with translation.override(language):
        html = html_of(Pages(Wanted(match, None, language), lambda done: None))
    told = words_in(html)
    assert said in told
    assert not re.search(r'id="(dice|points)"|<th[^>]*>\s*(House|Haus|Casa)\s*<', html)
    assert "Seed" not in told
    assert ("Haufen" if language == "de" else "Heaps") in told


# ----------------------------------------------------------------- missing languages


def test_who_reads_another_language_is_told_once(aki: Player, botan: Player) -> None:
    botan.language = "it"
    botan.save(update_fields=["language"])
    match = running(aki, botan, game="nim")
    mails.send("take 1 2", aki, mails.address(match, aki))
    mails.send("take 1 1", botan, mails.address(match, botan))
    mails.send("take 2 1", aki, mails.address(match, aki))
    theirs = Letter.objects.filter(match=match, player=botan).order_by("pk")
    assert len(theirs) > 1
    told = [note_in(match, "it") in evened(text_of(one)) for one in theirs]
    assert told == [True, *[False] * (len(told) - 1)]
    for letter in Letter.objects.filter(match=match, player=aki):
        assert note_in(match, "en") not in evened(text_of(letter))


def note_in(match: Match, language: str) -> str:
    """What an Italian is told, since Nim lacks Italian, in the words of a language."""
    with translation.override(language):
        return language_note(match.about, "it")


def evened(text: str) -> str:
    return " ".join(text.split())


def test_a_page_in_another_language_says_so_once(match: Match) -> None:
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/steps/1"):
        for language, times in (("it", 1), ("de", 0), ("en", 0)):
            client = browser(None)
            html = client.get(path, headers={"accept-language": language}).content
            said = words_in(html.decode())
            assert said.count(note_in(match, language)) == times, (path, language)
