"""The archive's lists: found by what is so, page by page, and telling no result."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from engine.registry import games
from sse.accounts.models import Player
from sse.archive.index import terms
from sse.archive.index.records import record_reword
from sse.archive.models import Record
from sse.archive.search import nearest, pages
from sse.archive.search.query import read_query
from sse.archive.tags import tag_add
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match
from sse.matches.play import match_abandon, match_pause
from tests.support.clients import browser, page, steps_in
from tests.support.people import new_player
from tests.support.short_matches import (
    begun,
    besieged,
    copied,
    ended,
    keep,
    lanterns,
    record_of,
)
from tests.support.tables import running, write

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.each_database,
    pytest.mark.heavy(4),
]


def listed(query: str = "", player: Player | None = None) -> list[int]:
    """Matches that the archive shows for a query."""
    return steps_in(page(browser(player), f"/archive/?{query}"))


# ------------------------------------------------------------------------- filters


def test_the_newest_end_stands_first(aki: Player, botan: Player) -> None:
    late = ended("2026-03-02T10:00", aki, botan)
    early = ended("2026-03-01T10:00", aki, botan)
    assert listed() == [late.match_id, early.match_id]


def test_matches_are_found_by_what_was_agreed(aki: Player, botan: Player) -> None:
    two = lanterns(aki, botan, clock=PRESETS["daily"].data, tempo="phase")
    three = lanterns(
        aki, botan, new_player("Chie"), choices={"rounds": "1", "deal": "short"}
    )
    war = besieged(aki)
    assert listed("game=toy") == [three.pk, two.pk]
    assert listed("game=age_of_war") == [war.pk]
    assert listed("seats=3") == [three.pk]
    assert listed("game=toy&choice_deal=short") == [three.pk]
    assert listed("game=toy&choice_deal=open") == [two.pk]
    assert listed("game=toy&seats=3") == [three.pk]
    assert listed("game=toy&seats=2&choice_deal=short") == []
    assert listed("game=toy&seats=2&choice_deal=open&tempo=phase") == [two.pk]
    assert listed("game=toy&length=0-25") == [three.pk, two.pk]
    assert listed("game=toy&length=0-25&choice_deal=short&player=aki") == [three.pk]
    assert listed("game=age_of_war&length=0-25") == []
    assert listed("tempo=phase") == [two.pk]
    assert listed("clock=daily") == [two.pk]
    assert listed("players=programs") == [war.pk]
    assert listed("players=people&clock=none") == [three.pk]
    assert listed("length=0-25") == [three.pk, two.pk]
    assert listed("days=0-1") == [war.pk, three.pk, two.pk]
    assert listed("days=366-") == []


def test_matches_are_found_by_players_and_their_result(
    aki: Player, botan: Player, chie: Player
) -> None:
    first = lanterns(aki, botan)
    second = lanterns(botan, chie)
    war = besieged()
    assert listed("player=botan") == [second.pk, first.pk]
    assert listed("player=Botan, AKI") == [first.pk]
    assert listed("player=Botan&outcome=won") == [second.pk]
    assert listed("player=Botan&outcome=lost") == [first.pk]
    assert listed("player=auto") == [war.pk]
    assert listed("player=Nobody") == []
    assert listed("result=single") == [war.pk, second.pk, first.pk]
    assert listed("result=shared") == []


def test_names_that_may_be_meant_keep_all_other_wishes(
    aki: Player, botan: Player, chie: Player
) -> None:
    lanterns(aki, botan)
    lanterns(botan, chie)
    keep()
    asked = unescape(page(browser(), "/archive/?player=Aki, bo&game=toy"))
    link = re.search(r'Did you mean: <a href="([^"]+)">Botan</a>', asked)
    assert link
    assert listed(link[1].partition("?")[2]) == listed("player=Aki, Botan&game=toy")
    never_met = unescape(page(browser(), "/archive/?player=Aki, Chie"))
    assert "No match found." in never_met
    assert "Did you mean" not in never_met


def test_offered_names_lead_to_who_has_them(aki: Player, botan: Player) -> None:
    for name in ("finished", "Chie, the Great", "BOLD"):
        lanterns(new_player(name), botan)
    keep()
    for typed, meant in (("finishe", "finished"), ("chie", "Chie, the Great")):
        asked = unescape(page(browser(), f"/archive/?player={typed}"))
        (link,) = re.findall(rf'<a href="([^"]+)">{meant}</a>', asked)
        assert len(listed(link.partition("?")[2])) == 1
    assert "BOLD" in page(browser(), "/archive/?player=bol")
    assert "Great" not in page(browser(), "/archive/?player=Botan, chie")


def test_a_name_may_have_a_comma(aki: Player, botan: Player) -> None:
    odd = new_player("Aki, the Great")
    match = lanterns(odd, botan)
    assert listed("player=aki, the great") == [match.pk]
    assert listed("player=Botan, Aki") == []


def test_cyrillic_names_are_found_in_any_case(aki: Player) -> None:
    match = lanterns(new_player("Оксана"), aki)
    for name in ("оксана", "ОКСАНА", "Оксана"):
        assert listed(f"player={name}") == [match.pk]


def test_matches_are_found_by_margin_days_words_and_tags(
    aki: Player, botan: Player
) -> None:
    old = ended("2026-03-01T10:00", aki, botan, title="Snow on the pass")
    new = ended("2026-03-02T10:00", aki, botan, title="Rain")
    tag_add(match=new.match, player=aki, text="Spring Cup")
    assert old.margin is not None
    margin = next(m for m in ("2-3", "4-6", "7-10") if listed(f"margin={m}"))
    assert listed(f"margin={margin}") == [new.match_id, old.match_id]
    assert listed("margin=0-0") == []
    assert listed("from=2026-03-02") == [new.match_id]
    assert listed("to=2026-03-01") == [old.match_id]
    assert listed("from=2026-03-02&to=2026-03-01") == []
    assert listed("words=snow pas") == [old.match_id]
    assert listed("words=spring") == [new.match_id]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "MOST_MEANT", 0)  # too many words begin so
        assert listed("words=snow pas") == [old.match_id]
    assert listed("tag=spring-cup") == [new.match_id]
    assert listed("tag=Spring cup&words=rain") == [new.match_id]
    assert steps_in(page(browser(), "/archive/tags/spring-cup/")) == [new.match_id]


def test_what_happened_is_found_and_leads_to_its_step(aki: Player) -> None:
    match = besieged(aki)
    keep()
    story = record_of(match).story
    term = next(t for t in story.happened if t.startswith("card_conquered card="))
    text = page(browser(), f"/archive/?game=age_of_war&happened={term}")
    step = story.happened[term][1]
    assert f'href="/matches/{match.pk}/steps/{step}"' in text
    assert re.search(r"X conquers \w+", text)
    last = next(t for t in story.last if t.startswith("card_") and "=" in t)
    wish = f"game=age_of_war&happened={last}&when=last"
    assert listed(wish) == [match.pk]
    assert listed(wish.replace("=last", "=first")) == []
    both = f"game=age_of_war&happened={term}&happened={last}"
    assert listed(both) == [match.pk]
    assert listed("game=age_of_war&happened=card_conquered+card=Z9") == []


def test_the_form_offers_what_has_happened_in_words(aki: Player) -> None:
    besieged(aki)
    keep()
    form = unescape(page(browser(), "/archive/?game=age_of_war"))
    assert 'value="card_conquered"' in form
    assert "X conquers … (1)" in form
    assert re.search(r"X conquers \w+ / \w+ \(1\)", form)  # in both sets
    one = unescape(page(browser(), "/archive/?game=age_of_war&choice_set=qin-2024"))
    assert re.search(r"X conquers \w+ \(1\)", one)
    assert "X conquers" not in page(browser(), "/archive/")


def test_wishes_are_chips_that_can_be_taken_back(aki: Player, botan: Player) -> None:
    besieged(aki)
    keep()
    query = "game=age_of_war&choice_set=qin-2024&seats=2&words=war&happened=seat_left"
    text = page(browser(), f"/archive/?{query}")
    chips = re.search(r'<ul class="chips".*?</ul>', text, re.S)
    assert chips
    links = [unescape(link) for link in re.findall(r'href="([^"]*)"', chips[0])]
    assert "/archive/?words=war&seats=2" in links  # the game takes along what is its
    assert len(links) == 6


def test_odd_wishes_are_told_and_left_out(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    for odd in ("seats=x", "from=yesterday", "game=chess", "margin=7", "state=open"):
        text = page(browser(), f"/archive/?{odd}")
        assert 'class="note bad"' in text
        assert steps_in(text) == [match.pk]
    for odd in (
        "before=x",
        "after=%00",
        "before=" + "9" * 40,
        "after=-1",
        "words=%00",
        "words=%22%27",
        "happened=a+b",
        "game=toy&happened=%F0",
        "tag=%2F..%2F",
        "player=%00,,",
        "from=0001-01-01",
        "to=9999-12-31",
        "when=never&outcome=maybe",
        "choice_set=x",
        "seats=" + "9" * 5000,
    ):
        assert browser().get(f"/archive/?{odd}").status_code == 200, odd


def test_what_is_wanted_stands_in_the_address_again() -> None:
    query = (
        "state=abandoned&words=a&game=toy&player=Aki&outcome=won&choice_deal=open"
        "&seats=2&tempo=each&from=2026-01-01&to=2026-02-02&tag=cup"
        "&happened=prize_taken&happened=seat_left&when=last"
    )
    Player.objects.create(name="Aki")
    wanted = read_query(QueryDict(query))
    assert wanted.faults == []
    again = QueryDict("&".join(f"{name}={value}" for name, value in wanted.pairs))
    assert read_query(again) == wanted
    assert len(wanted.pairs) == 14


def test_nobody_by_that_name_but_somebody_like_it(aki: Player, botan: Player) -> None:
    lanterns(aki, botan)
    keep()
    assert "?player=Botan" in page(browser(), "/archive/?player=bot")


# --------------------------------------------------------------------------- pages


@pytest.fixture
def many(aki: Player, botan: Player) -> list[int]:
    """45 matches, the newest first."""
    model = lanterns(aki, botan, title="Model")
    copies = [copied(model, title=f"Match {number:02}").pk for number in range(44)]
    return [*copies[::-1], model.pk]


@pytest.fixture(params=["all are new", "few are new"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were so many that the newest are few of them."""
    if request.param == "few are new":
        monkeypatch.setattr(nearest, "NEWEST", 3)
        monkeypatch.setattr(nearest, "KEYS", 7)


@pytest.mark.usefixtures("few")
def test_pages_follow_each_other_both_ways(many: list[int]) -> None:
    for query in ("", "game=toy", "words=aki", "player=Botan&seats=2"):
        forth, path = [], f"/archive/?{query}"
        while path:
            text = page(browser(), path)
            forth.append(steps_in(text))
            path = link(text, "next")
        assert [len(one) for one in forth] == [20, 20, 5], query
        assert [pk for one in forth for pk in one] == many, query
        back, path = [forth[-1]], link(text, "prev")
        while path:
            text = page(browser(), path)
            back.append(steps_in(text))
            path = link(text, "prev")
        assert back[::-1] == forth, query


def test_where_both_ends_are_told_the_first_is_enough(many: list[int]) -> None:
    keys = list(Record.objects.order_by("pk").values_list("pk", flat=True))
    both = f"after={keys[0]}&before={keys[3]}"
    assert listed(f"{both}&game=toy") == listed(both) == many[-21:-1]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="elsewhere the index goes by age"
)
@pytest.mark.parametrize(
    ("hidden", "query"),
    [
        ({"is_public": False}, "game=toy"),
        ({"is_finished": False}, "game=toy&state=abandoned"),
    ],
)
def test_what_is_not_asked_for_is_not_gone_through(
    many: list[int],
    hidden: dict[str, bool],
    query: str,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Any,
) -> None:
    """The newest are private, or the one that was abandoned is the oldest."""
    monkeypatch.setattr(nearest, "KEYS", 2)
    of_few = Record.objects.filter(match__in=many[-1:])
    others = Record.objects.exclude(match__in=many[-1:])
    (of_few if "is_finished" in hidden else others).update(**hidden)
    for record in Record.objects.select_related("match"):
        record_reword(record=record)
    with django_assert_max_num_queries(12):
        assert listed(query) == many[-1:]


def link(text: str, rel: str) -> str:
    found = re.search(rf'rel="{rel}" href="([^"]*)"', text)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize(("newest", "far"), [(3, 0), (2_000, 25)])
def test_all_are_counted(
    many: list[int], newest: int, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "NEWEST", newest)
    monkeypatch.setattr(nearest, "FAR", far)
    assert "45 matches" in page(browser(), "/archive/?game=toy")
    assert "10 matches" in page(browser(), "/archive/?words=match%203")
    days = "from=2020-01-01&to=2031-01-01"
    assert "45 matches" in page(browser(), f"/archive/?game=toy&{days}")
    assert "0 matches" in page(browser(), "/archive/?words=snow")


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="elsewhere the index goes by age"
)
def test_what_is_found_tells_how_many_there_are_at_least(
    many: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "NEWEST", 3)
    monkeypatch.setattr(nearest, "KEYS", 7)  # four times so many fill a page
    assert "More than 20 matches" in page(browser(), "/archive/?game=toy")
    assert "10 matches" in page(browser(), "/archive/?words=match%203")
    monkeypatch.setattr(nearest, "NEWEST", 41)
    monkeypatch.setattr(nearest, "KEYS", 220)
    assert "More than 40 matches" in page(browser(), "/archive/?game=toy")
    assert "45 matches" in page(browser(), "/archive/?player=botan&seats=2")
    monkeypatch.setattr(nearest, "KEYS", 31)
    assert "More than 30 matches" in page(browser(), "/archive/?game=toy")


def test_many_are_not_counted(many: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "45 matches" in page(browser(), "/archive/")
    assert "45 matches" in page(browser(), "/archive/?game=toy")
    monkeypatch.setattr(pages, "MANY", 10)
    assert "More than 10 matches" in page(browser(), "/archive/")
    newest = Record.objects.latest("pk").pk
    assert "matches</p>" not in page(browser(), f"/archive/?before={newest}")


def test_a_full_page_asks_the_database_as_often_as_an_empty_one(
    many: list[int], aki: Player, django_assert_max_num_queries: Any
) -> None:
    keep()
    reader, stranger = browser(aki), browser()
    for path, most in (
        ("/archive/", 8),
        ("/archive/?game=toy&words=match&player=aki&happened=prize_taken", 9),
        ("/archive/?state=running", 8),
        ("/statistics/toy/", 4),
        ("/players/", 4),
        (f"/players/{aki.pk}/", 12),
    ):
        with django_assert_max_num_queries(most):
            assert stranger.get(path).status_code == 200
        with django_assert_max_num_queries(most + 4):
            assert reader.get(path).status_code == 200


def test_pages_are_small(many: list[int]) -> None:
    besieged()
    keep()
    for path in ("/archive/?game=toy", "/archive/?game=age_of_war", "/statistics/toy/"):
        assert len(browser().get(path).content) < 150_000


# ------------------------------------------------------------------------- results


def test_no_result_is_told_until_the_reader_wants_it(
    aki: Player, botan: Player
) -> None:
    match = lanterns(aki, botan)
    reader = browser()
    before = page(reader, "/archive/")
    assert 'class="places"' not in before
    assert "point" not in re.sub(r"<form.*?</form>", "", before, flags=re.S)
    answer = reader.post(
        "/archive/results/", {"show": "yes", "next": "/archive/?seats=2"}
    )
    assert answer.headers["Location"] == "/archive/?seats=2"
    after = page(reader, "/archive/")
    assert 'class="places"' in after
    assert f"{match.result[0]['points']} points" in after  # type: ignore[index]
    assert 'class="places"' in page(reader, f"/players/{aki.pk}/")
    reader.post("/archive/results/", {"next": "/archive/"})
    assert 'class="places"' not in page(reader, "/archive/")


def test_the_switch_leads_nowhere_else_and_only_when_pressed() -> None:
    assert browser().get("/archive/results/").status_code == 405
    for odd in ("https://example.org/", "//example.org", "x"):
        answer = browser().post("/archive/results/", {"next": odd})
        assert answer.headers["Location"] == "/archive/"
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/archive/results/", {"show": "yes"}).status_code == 403


def test_what_has_no_title_is_called_by_its_game_in_the_readers_language() -> None:
    record, match = Record(game_name="age_of_war", match_id=7), Match(pk=7)
    match.game_name = record.game_name
    with translation.override("de"):
        assert str(record) == str(match) == "Zeitalter des Krieges 7"


def test_names_titles_and_tags_are_text(aki: Player) -> None:
    ugly = new_player("<b>Ugly</b> & Co")
    title = "<script>alert(1)</script>{{ x }}"
    match = lanterns(ugly, aki, title=title)
    tag_add(match=match, player=aki, text="<i>cup</i>")
    keep()
    for path in (
        "/archive/",
        "/archive/?words=<script>&player=<b>&tag=<i>",
        "/archive/tags/",
        f"/players/{ugly.pk}/",
        "/players/?name=<b>",
    ):
        text = page(browser(aki), path)
        for bad in ("<script>alert", "<b>Ugly", "<i>cup"):
            assert bad not in text, path
    assert escape(title) in page(browser(), "/archive/")


# ------------------------------------------------------------------- what goes on


def test_running_matches_have_a_list_of_their_own(aki: Player, botan: Player) -> None:
    done = lanterns(aki, botan)
    going = running(aki, botan, title="Going on")
    paused = running(botan, aki, title="At rest")
    match_pause(match_id=paused.pk, by=botan)
    given_up = running(aki, botan, title="Given up")
    match_abandon(match_id=given_up.pk, by=aki)
    assert listed() == [done.pk]
    assert listed("state=running") == [paused.pk, going.pk]
    assert listed("state=abandoned") == [given_up.pk]
    assert listed("state=running&words=going") == [going.pk]
    assert listed("state=running&game=age_of_war") == []
    assert listed("state=running&player=aki&seats=2") == [paused.pk, going.pk]
    assert listed("state=running&player=nobody") == []
    tag_add(match=going, player=aki, text="live")
    assert listed("state=running&tag=live") == [going.pk]


def test_what_goes_on_is_counted_by_itself(
    aki: Player, botan: Player, doi: Player
) -> None:
    for _ in range(3):
        lanterns(aki, botan)
    keep()
    assert games_offered("") == ["Lanterns (3)"]
    assert games_offered("state=running") == []
    running(aki, botan)
    begun(aki, botan, privacy="private")
    assert games_offered("state=running", aki) == ["Lanterns (2)"]
    assert games_offered("state=running&game=toy", doi) == ["Lanterns (1)"]
    seats = page(browser(), "/archive/?state=running&game=toy")
    assert "(3)" not in seats  # of those that have ended
    assert "Lanterns" in games_offered("state=abandoned")


def games_offered(query: str, player: Player | None = None) -> list[str]:
    field = page(browser(player), f"/archive/?{query}").partition('name="game"')[2]
    options = re.findall(r"<option[^>]*>([^<]*)", field.partition("</select>")[0])
    return [unescape(text) for text in options[1:]]


def test_choices_are_called_as_at_the_table(aki: Player) -> None:
    for chosen in ("qin-2024", "sengoku-2014"):
        besieged(aki, choices={"set": chosen})
    keep()
    found = unescape(page(browser(), "/archive/?game=age_of_war&choice_set=qin-2024"))
    assert "Cards: Cities of six kingdoms (2024)" in found
    assert ">Cities of six kingdoms (2024) (1)<" in found
    assert ">qin-2024" not in found
    counted = unescape(page(browser(), "/statistics/age_of_war/"))
    assert "Cards: Cities of six kingdoms (2024)" in counted
    german = Client(headers={"accept-language": "de"})
    found = unescape(page(german, "/archive/?game=age_of_war&choice_set=qin-2024"))
    assert "Karten: Städte von sechs Königreichen (2024)" in found


def test_a_running_match_tells_nothing_of_its_points(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 5")
    reader = browser()
    reader.post("/archive/results/", {"show": "yes"})
    before = page(reader, "/archive/?state=running")
    write(match, botan, "pick 5")
    again = page(reader, "/archive/?state=running")
    assert re.sub(r"\d+ steps?", "", before) == re.sub(r"\d+ steps?", "", again)


def test_a_game_that_is_gone_leaves_its_matches(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lanterns(aki, botan, title="Old times")
    Match.objects.filter(pk=match.pk).update(game_name="gone")
    Record.objects.update(game_name="gone")
    keep()
    assert "gone" not in games()
    assert "Old times" in page(browser(), "/archive/")
    assert listed() == []
