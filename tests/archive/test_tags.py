"""Tags: words that a match's own people put on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse.accounts.models import Player
from sse.archive.index.maintenance import archive_index
from sse.archive.models import Tag
from sse.archive.tags import MOST, tag_add, tag_key, tag_label, tag_remove
from sse.matches.errors import MatchRefused
from tests.support.clients import browser, page
from tests.support.people import new_player, verified
from tests.support.short_matches import lanterns
from tests.support.tables import running, write

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.each_database,
]


def test_one_tag_however_it_is_spelt(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    tag_add(match=match, player=aki, text="  Spring   CUP ")
    tag_add(match=match, player=botan, text="spring cup")
    tag = Tag.objects.get()
    assert (tag.key, tag.label, tag.uses) == ("spring-cup", "Spring CUP", 1)
    tag_remove(match=match, player=botan, key="spring-cup")
    tag.refresh_from_db()
    assert tag.uses == 0
    assert not match.taggings.exists()


def test_several_are_told_apart_by_commas(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    path = f"/matches/{match.pk}/tags/"
    browser(aki).post(path, {"tag": "club night, , Spring Cup,"})
    keys = match.taggings.order_by("tag__key").values_list("tag__key", flat=True)
    assert list(keys) == ["club-night", "spring-cup"]
    answer = browser(aki).post(path, {"tag": " , "}, follow=True)
    assert "A tag needs a letter or a digit." in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "label", "key"),
    [
        ("<b>Ліга</b>", "b Ліга b", "b-ліга-b"),
        ("Überfall", "Überfall", "uberfall"),
        ("本能寺", "本能寺", "本能寺"),
        ("a/b?c#d", "a b c d", "a-b-c-d"),
        ("x" * 99, "x" * 30, "x" * 30),
        ("‮odd", "odd", "odd"),
    ],
)
def test_tags_are_plain(text: str, label: str, key: str) -> None:
    assert tag_label(text) == label
    assert tag_key(text) == key
    assert tag_key(key) == key


@given(st.text(max_size=60))
def test_a_key_leads_to_itself(text: str) -> None:
    key = tag_key(text)
    assert tag_key(key) == key
    assert len(key) <= 30
    assert "/" not in key


@pytest.mark.parametrize("text", ["", "   ", "---", "🙂", "'"])
def test_a_tag_has_a_letter(aki: Player, botan: Player, text: str) -> None:
    with pytest.raises(MatchRefused, match="letter"):
        tag_add(match=lanterns(aki, botan), player=aki, text=text)


def test_only_its_people_tag_a_match(
    aki: Player, botan: Player, doi: Player, chie: Player
) -> None:
    match = lanterns(aki, botan)
    chie.is_staff = True
    chie.save()
    with pytest.raises(MatchRefused, match="Only players"):
        tag_add(match=match, player=chie, text="no code")
    verified(chie)
    for player in (aki, botan, chie):
        tag_add(match=match, player=player, text=player.name)
    with pytest.raises(MatchRefused, match="Only players"):
        tag_add(match=match, player=doi, text="mine")
    with pytest.raises(MatchRefused, match="Only players"):
        tag_remove(match=match, player=doi, key="aki")
    with pytest.raises(MatchRefused, match="no such tag"):
        tag_remove(match=match, player=aki, key="doi")


def test_enough_is_enough(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    for number in range(MOST):
        tag_add(match=match, player=aki, text=f"tag {number}")
    with pytest.raises(MatchRefused, match=f"at most {MOST} tags"):
        tag_add(match=match, player=aki, text="one more")


def test_tags_of_private_matches_are_nowhere_to_be_seen(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = lanterns(aki, botan, privacy="private")
    tag_add(match=match, player=aki, text="secret cup")
    for text in (page(browser(doi), "/archive/tags/"), page(browser(), "/archive/")):
        assert "secret" not in text
    assert Tag.objects.get().uses == 0
    archive_index()
    assert Tag.objects.get().uses == 0
    assert "secret cup" in page(browser(aki), "/archive/")


def test_a_tag_of_a_running_match_counts_when_it_has_ended(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, choices={"rounds": "1"})
    tag_add(match=match, player=aki, text="cup")
    assert Tag.objects.get().uses == 0
    write(match, aki, "pick 4; take gold")
    write(match, botan, "pick 3")
    assert Tag.objects.get().uses == 1
    archive_index()
    assert Tag.objects.get().uses == 1
    assert ">cup" in page(browser(), "/archive/tags/")


def test_the_page_adds_and_removes_by_post(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = lanterns(aki, botan)
    path = f"/matches/{match.pk}/tags/"
    reader = browser(aki)
    assert "No tags yet" in page(reader, path)
    reader.post(path, {"tag": "Winter"})
    assert "Winter" in page(reader, path)
    assert reader.post(path, {"tag": "!"}).status_code == 302
    assert "letter" in page(reader, path)
    browser(doi).post(path, {"tag": "Mine"})
    assert Tag.objects.count() == 1
    assert "<input" not in page(browser(doi), path).split("<main")[1]
    reader.post(path, {"remove": "winter"})
    assert not match.taggings.exists()
    assert browser().get(path).status_code == 302


def test_odd_addresses_of_tags_lead_nowhere() -> None:
    new_player("Emi")
    for odd in ("UPPER", "a b", "%00", "--"):
        assert browser().get(f"/archive/tags/{odd}/").status_code == 404
    assert "No match found." in page(browser(), "/archive/tags/unknown/")
