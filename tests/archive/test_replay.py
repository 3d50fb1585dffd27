"""Replays: what each reader gets back from each address, and what it costs."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from html import escape, unescape
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as conf
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from engine.contract import OPEN, Event, Order
from engine.log import Log
from engine.registry import game
from engine.replay import replay as frames_of
from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.replay import Replay, course_of
from sse.archive.replay.course import Course, course_key, neighbour, ranges_of
from sse.archive.replay.frames import PICTURES
from sse.archive.replay.moments import KEPT, STRETCH
from sse.archive.replay.spots import changed_spots, spots_in, with_marks
from sse.archive.replay.step import Step
from sse.matches import states
from sse.matches.models import Match, Snapshot
from sse.matches.play import match_open
from sse.web.showcase import MOST_FRAMES, frames
from tests.support.golden_matches import EMPIRES, SIEGE, archived, golden, with_a_hold
from tests.support.people import new_player, operator_in
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.heavy(4)]
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
NOISE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}
    PICTURES.clear()
    KEPT.clear()


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player:
        client.force_login(player)
    return client


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return NOISE.sub("", answer.content.decode())


def here(match: Match) -> str:
    return f"/matches/{match.pk}/steps/"


def cut(log: Log, count: int) -> Log:
    """The match as it was while it was running."""
    return replace(log, entries=log.entries[:count], seed="", result="")


def frame_of(text: str) -> str:
    found = re.search(r'data-frame="([^"]+)"', text)
    assert found
    return unescape(found[1])


# --------------------------------------------------------------------------- secrets


class Twins(NamedTuple):
    """Two running matches that differ in one token lying face down."""

    matches: list[Match]
    hider: int  # the seat that knows
    players: list[Player]


@pytest.fixture
def twins(aki: Player, botan: Player) -> Twins:
    log = golden()
    rules = game(log.game)
    states = [frame.state for frame in frames_of(log)]
    for number, line in enumerate(log.entries):
        if line.order is None or line.order.verb != "place":
            continue
        slot = line.order.args[1]
        others = [
            option
            for option in rules.options(states[number - 1], line.seat)
            if option.verb == "place" and option.args[1:] == (slot,)
        ]
        if len(others) > 3:
            break
    texts: set[Order] = {others[0], others[1]}
    logs = [
        replace(
            cut(log, number),
            entries=[*log.entries[:number], line._replace(order=order, draws=())],
        )
        for order in sorted(texts)
    ]
    made = [  # numbers that nothing else has
        archived(one, [aki, botan], title="Twins", pk=7_000_001 + number)
        for number, one in enumerate(logs)
    ]
    return Twins(made, line.seat, [aki, botan])


def seen(match: Match, client: Client) -> list[str]:
    """Everything there is to get of a running match, without its number."""
    last, found = match.head - 1, []
    for eyes in ("", "as=seat-1", "as=seat-2", "as=open"):
        for rest in ("", ".svg", "/part", "/changes", "/what-if", "/remarks"):
            found.append(f"steps/{last}{rest}?{eyes}")
    spots = Replay(match).changed(last)
    found += [f"steps/{last}/changes?spot={spot}" for spot in spots]
    found += [f"steps/{last - 1}", f"steps/{last}?detours=yes"]
    found += ["", "board.svg", "log", "steps/", "steps/?step=3"]
    paths = [f"/matches/{match.pk}/{path}" for path in found]
    paths += [
        f"/embed/matches/{match.pk}/steps/0-{last}{query}"
        for query in ("", "?as=seat-1", "?as=open")
    ]
    return [answered(match, client, path) for path in paths]


def answered(match: Match, client: Client, path: str) -> str:
    answer = client.get(path)
    text = NOISE.sub("", answer.content.decode())
    said = f"{path} {answer.status_code} {dict(answer.headers)} {text}"
    said = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", said)
    return re.sub(rf"\b{match.pk}\b", "N", said)


def test_no_byte_tells_what_lies_face_down(twins: Twins, chie: Player) -> None:
    """For a stranger, a spectator and the other seat; the hider's own page differs."""
    with time_machine.travel("2026-05-01T12:00:00+00:00", tick=False):
        compare(twins, chie)


def compare(twins: Twins, chie: Player) -> None:
    one, other = twins.matches
    other_seat = twins.players[1 - twins.hider]
    for player in (None, chie, other_seat):
        first, second = (seen(match, browser(player)) for match in (one, other))
        for mine, yours in zip(first, second, strict=True):
            assert mine == yours
    hider = twins.players[twins.hider]
    first, second = (seen(match, browser(hider)) for match in (one, other))
    assert first != second


def test_a_seats_eyes_are_its_players_alone_while_the_match_runs(
    twins: Twins, chie: Player
) -> None:
    match, players = twins.matches[0], twins.players
    path = f"{here(match)}{match.head - 1}"
    for rest in ("", ".svg", "/part"):
        for seat, player in enumerate(players):
            eyes = f"as=seat-{seat + 1}"
            assert browser(player).get(f"{path}{rest}?{eyes}").status_code == 200
            for other in (*players[:seat], *players[seat + 1 :], chie, None):
                answer = browser(other).get(f"{path}{rest}?{eyes}")
                assert answer.status_code == 403
        for reader in (*players, chie, None):
            answer = browser(reader).get(f"{path}{rest}?as=open")
            assert answer.status_code == 403
            assert browser(reader).get(f"{path}{rest}").status_code == 200
    assert "You can’t view the match as this player" in page(
        browser(), f"{path}?as=seat-1", 403
    )
    staff = new_player("Op", is_staff=True)
    operator = operator_in(Client(), staff)
    assert operator.get(f"{path}?as=seat-1").status_code == 403


def test_after_the_end_everybody_sees_with_all_eyes(aki: Player, chie: Player) -> None:
    match = archived(players=[aki])
    pages = [
        page(browser(player), f"{here(match)}40?as={eyes}")
        for player in (chie, None)
        for eyes in ("seat-1", "seat-2", "open", "")
    ]
    svgs = {re.sub(r".*(<svg .*?</svg>).*", r"\1", text) for text in pages[4:]}
    assert len(svgs) == 4
    for odd in ("seat-3", "seat-0", "seat--1", "seat-", "seat-²", "seat-1 "):
        assert browser().get(f"{here(match)}40?as={odd}").status_code == 404
    assert browser().get(f"{here(match)}40?as=-1").status_code == 404
    assert browser().get(f"{here(match)}40?as=²").status_code == 404


@pytest.mark.parametrize("rest", ["", ".svg", ".png", "/part"])
def test_an_old_address_shows_the_seat_it_always_showed(aki: Player, rest: str) -> None:
    match = archived(players=[aki])
    for old, new in (("0", "seat-1"), ("1", "seat-2")):
        answer: Any = browser().get(f"{here(match)}40{rest}?as={old}&v=x")
        assert answer.status_code == 301
        assert answer.url == f"{here(match)}40{rest}?as={new}&v=x"
    assert browser().get(f"{here(match)}40?as=2", follow=True).status_code == 404
    both = {
        page(browser(), f"{here(match)}40.svg?as={n}") for n in ("seat-1", "seat-2")
    }
    assert len(both) == 2


def test_a_game_without_secrets_offers_no_eyes() -> None:
    match = archived(golden(SIEGE))
    text = page(browser(), f"{here(match)}9")
    assert "View as" not in text
    assert page(browser(), f"{here(match)}9.svg?as=open") == page(
        browser(), f"{here(match)}9.svg"
    )


@pytest.mark.parametrize("status", ["finished", "running"])
def test_a_private_match_has_no_steps_for_others(
    status: str, aki: Player, botan: Player, doi: Player
) -> None:
    log = golden() if status == "finished" else cut(golden(), 60)
    match = archived(log, [aki, botan], privacy="private")
    paths = (
        "5",
        "5.svg",
        "5/part",
        "5/changes?spot=kii",
        "5?as=seat-1",
        "",
        "5/what-if",
    )
    for path in paths:
        assert browser(doi).get(here(match) + path).status_code == 404
        wanted = 302 if "what-if" in path else 404  # a stranger may log in
        assert browser().get(here(match) + path).status_code == wanted
    assert browser(aki).get(f"{here(match)}5").status_code == 200
    embed = f"/embed{here(match)}0-5"
    for player in (aki, doi, None):
        assert browser(player).get(embed).status_code == 404
    for path in ("5/remarks", "5/what-if"):
        assert browser(doi).post(here(match) + path).status_code == 404
    assert browser(aki).get(f"{here(match)}5.svg")["Cache-Control"].startswith("priv")


def test_a_match_listed_when_finished_is_shut_before(aki: Player) -> None:
    before = archived(cut(golden(), 60), [aki], privacy="listed when finished")
    after = archived(golden(), [aki], privacy="listed when finished")
    assert browser().get(f"{here(before)}5").status_code == 404
    assert browser().get(f"{here(after)}5").status_code == 200


# --------------------------------------------------------------------------- caching


def test_a_public_picture_is_kept_for_ever_under_its_own_key() -> None:
    match = archived(cut(golden(), 60))
    frame = frame_of(page(browser(), f"{here(match)}40"))
    answer = browser().get(frame, headers={"accept-encoding": "gzip"})
    assert answer["Cache-Control"] == FOR_EVER
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 40_000
    assert gzip.decompress(answer.content).startswith(b"<svg")
    assert "Set-Cookie" not in answer
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    again = browser().get(frame, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert not again.content
    for odd in ("", "?v=", "?v=en-0000000000000000", "?v=xx-1", "?v=../../x"):
        other = browser().get(f"{here(match)}40.svg{odd}")
        assert other["Cache-Control"] == "private, no-cache"
        assert other.content == gzip.decompress(answer.content)


def test_the_key_says_the_language_so_that_the_address_says_all() -> None:
    match = archived()
    german = Client(headers={"accept-language": "de"})
    frame = frame_of(page(german, f"{here(match)}40"))
    assert "v=de-" in frame
    assert browser().get(frame).content == german.get(frame).content
    assert "Runde" in browser().get(frame).content.decode()
    assert browser().get(frame)["Content-Language"] == "de"


def test_an_erased_name_has_another_picture(botan: Player) -> None:
    zenzo = new_player("Zenzo")
    match = archived(players=[zenzo, botan])
    before = page(browser(), f"{here(match)}40")
    assert "Zenzo" in before
    frame = frame_of(before)
    player_erase(player=zenzo)
    text = page(browser(), f"{here(match)}40")
    assert frame_of(text) != frame
    assert "Zenzo" not in text
    old = browser().get(frame)
    assert old["Cache-Control"] == "private, no-cache"
    assert old.content == browser().get(frame_of(text)).content


def test_what_only_some_may_see_is_asked_for_anew(aki: Player, botan: Player) -> None:
    own = archived(cut(golden(), 60), [aki, botan])
    shut = archived(golden(), [aki, botan], privacy="private")
    for match, query in ((own, "?as=seat-1"), (shut, ""), (shut, "?as=open")):
        frame = frame_of(page(browser(aki), f"{here(match)}40{query}"))
        answer = browser(aki).get(frame)
        assert answer["Cache-Control"] == "private, no-cache"
        assert "Cookie" in answer["Vary"]
        tag = {"if-none-match": answer["ETag"]}
        assert browser(aki).get(frame, headers=tag).status_code == 304
        assert browser(botan if match is own else None).get(
            frame, headers=tag
        ).status_code == (403 if match is own else 404)


def test_pages_are_small_and_never_kept() -> None:
    match = archived()
    answer = browser().get(f"{here(match)}90", headers={"accept-encoding": "gzip"})
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "gzip"
    text = gzip.decompress(answer.content).decode()
    without_board = re.sub(r"<figure.*?</figure>", "", text, flags=re.S)
    assert len(without_board.encode()) < 60_000
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)
    assert re.findall(r"<script[^>]*>", text) == [
        '<script type="module" src="/static/web/replay.js">',
        '<script id="course" type="application/json">',
    ]
    part = page(browser(), f"{here(match)}90/part")
    assert part.startswith('<div id="step"')
    assert "<svg" not in part


# --------------------------------------------------------------------------- queries


def test_any_step_of_any_match_costs_the_same_few_queries(
    aki: Player, django_assert_max_num_queries: Any
) -> None:
    match = archived(players=[aki])
    for player in (None, aki):
        client = browser(player)
        for step in (0, 3, 90, match.head - 1):
            page(client, f"{here(match)}{step}")
            for path, most in (("", 14), ("/part", 14), (".svg", 8)):
                KEPT.clear()
                PICTURES.clear()
                cache.clear()
                with django_assert_max_num_queries(most):
                    page(client, f"{here(match)}{step}{path}")


# ---------------------------------------------------------------------- take-backs


def test_undone_steps_keep_their_numbers_and_are_passed_by() -> None:
    match = archived(golden(SIEGE))  # entry 24 takes it back to 7
    assert course_of(match).backs == [(24, 7)]
    text = page(browser(), f"{here(match)}7")
    assert f'title="Next step" href="{here(match)}24"' in text
    back = page(browser(), f"{here(match)}24")
    assert f'title="Previous step" href="{here(match)}7"' in back
    assert "taken back to step 7" in back
    detour = page(browser(), f"{here(match)}15")
    assert "was taken back later" in detour
    assert f'title="Next step" href="{here(match)}16"' in detour
    switched = page(browser(), f"{here(match)}7?detours=yes")
    assert f'title="Next step" href="{here(match)}8?detours=yes"' in switched
    for step, frame in enumerate(frames_of(golden(SIEGE))):
        assert Replay(match).moment(step).state == frame.state


@pytest.mark.parametrize(
    ("backs", "head", "ranges"),
    [
        ([], 5, [(0, 4)]),
        ([(4, 1)], 7, [(0, 1), (4, 6)]),
        ([(4, 1), (8, 6)], 10, [(0, 1), (4, 6), (8, 9)]),
        ([(4, 1), (8, 2)], 10, [(0, 2), (8, 9)]),  # back into a detour
        ([(4, 1), (5, 1), (6, 0)], 7, [(0, 0), (6, 6)]),
    ],
)
def test_the_line_to_the_end(
    backs: list[tuple[int, int]], head: int, ranges: list[tuple[int, int]]
) -> None:
    course = Course(head, [(0, "a")], backs)
    assert course.ranges == ranges
    line = [step for first, last in ranges for step in range(first, last + 1)]
    assert list(course.line) == line
    assert [step for step in range(head) if not course.is_undone(step)] == line
    assert list(course.steps(True)) == list(range(head))
    for back, to in backs:
        assert course.before(back) == to


def test_steps_make_ranges() -> None:
    assert ranges_of([0, 1, 2, 5, 7, 8]) == [(0, 2), (5, 5), (7, 8)]
    assert ranges_of([]) == []


def test_steps_that_tell_a_reader_nothing_are_passed_by() -> None:
    match, step = with_a_hold()
    ways = {
        eyes: Step(match, AnonymousUser(), step - 1, "en", eyes).ways["after"]
        for eyes in (None, 0, 1, OPEN)
    }
    for eyes, way in ways.items():
        found = int(way.partition("?")[0].rpartition("/")[2])
        assert (found == step) == (eyes in (0, OPEN)), eyes
        assert Replay(match, eyes).told([found])[0].sentences


def test_a_step_that_tells_nothing_keeps_its_address() -> None:
    match, step = with_a_hold()
    said = page(browser(), f"{here(match)}{step}")
    assert "Nothing that this player can see." in said
    assert f'title="Previous step" href="{here(match)}{step - 1}"' in said
    shown = Step(match, AnonymousUser(), step, "en")
    assert step in shown.steps
    assert step not in Step(match, AnonymousUser(), 0, "en").steps
    ranges = Step(match, AnonymousUser(), 0, "en").data["ranges"]
    assert not any(first <= step <= last for first, last in ranges)


@pytest.mark.parametrize("eyes", [None, 0, 1, 2, OPEN])
def test_what_is_silent_tells_nothing_and_changes_no_picture(eyes: int | None) -> None:
    match, _ = with_a_hold()
    shown, course = Replay(match, eyes), course_of(match)
    for step in range(1, match.head):
        is_told = bool(shown.told([step])[0].sentences)
        assert course.is_silent(step, eyes) != is_told
        if not is_told:
            assert shown.picture(step).svg == shown.picture(step - 1).svg


def test_a_show_goes_from_phase_to_phase_and_to_the_end() -> None:
    few = Course(10, [(0, "a"), (3, "b"), (5, "c"), (7, "b")], [(7, 4)])
    assert frames(few) == [0, 3, 7, 9]
    assert frames(Course(1, [(0, "a")], [])) == [0]
    many = frames(Course(500, [(step, str(step)) for step in range(0, 500, 4)], []))
    assert (len(many), many[0], many[-1]) == (MOST_FRAMES, 0, 499)
    assert many == sorted(set(many))


def test_neighbours() -> None:
    line = [0, 1, 24, 25]
    assert neighbour(line, 1, 1) == 24
    assert neighbour(line, 24, -1) == 1
    assert neighbour(line, 10, 1) == 24
    assert neighbour(line, 10, -1) == 1
    assert neighbour(line, 25, 1) is None
    assert neighbour(line, 0, -1) is None


# ---------------------------------------------------------------- phases and the way


def test_a_phase_begins_where_the_span_changes() -> None:
    match, log = archived(), golden()
    rules, spans = game(log.game), []
    for frame in frames_of(log):
        found = rules.decisions(frame.state)
        spans.append(found[0].span if found else "")
    expected = [n for n, span in enumerate(spans) if not n or span != spans[n - 1]]
    course = course_of(match)
    assert [step for step, _ in course.marks] == expected
    assert course_of(match).data == course.data  # from the cache
    text = page(browser(), f"{here(match)}{expected[2]}")
    assert f'title="Next phase" href="{here(match)}{expected[3]}"' in text
    assert f'title="Previous phase" href="{here(match)}{expected[1]}"' in text
    assert "Era 1, round 1: resolving orders" in text
    assert "The end" in page(browser(), f"{here(match)}{match.head - 1}")


def test_the_course_of_a_running_match_grows_with_it(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, choices={"rounds": "5"})
    heads = []
    for player in (aki, botan) * 3:
        write(match, player, "pick 1 or 2 or 3 or 4 or 5\ntake gold")
        course = course_of(match)
        heads.append(course.head)
        cache.clear()
        assert course_of(match).data == course.data
        course_of(match)
    assert heads == sorted(heads)
    assert heads[-1] > 5


def test_snapshots_lost_change_nothing(aki: Player, botan: Player) -> None:
    match = archived()
    before = page(browser(), f"{here(match)}120")
    Snapshot.objects.all().delete()
    KEPT.clear()
    PICTURES.clear()
    assert page(browser(), f"{here(match)}120") == before


def test_a_typed_number_leads_to_its_step() -> None:
    match = archived()
    for typed, step in (("12", 12), ("999999", match.head - 1), ("x", 0), ("", 0)):
        answer: Any = browser().get(f"{here(match)}?step={typed}&as=seat-2")
        assert answer.url == f"{here(match)}{step}?as=seat-2"
    assert browser().get(f"{here(match)}{match.head}").status_code == 404
    assert browser().get(f"{here(match)}{10**30}").status_code == 404


# --------------------------------------------------------------------- what happened


def test_the_list_is_linked_both_ways_and_tells_no_more_than_was_asked() -> None:
    match = archived()
    text = page(browser(), f"{here(match)}50")
    assert re.search(rf'href="{here(match)}50"[^>]* aria-current="step"', text)
    assert f'href="{here(match)}49"' in text
    lines = re.findall(r'class="line-of-step" href="[^"]*/(\d+)"', text)
    assert len(lines) <= 61
    ahead, _, behind = text.partition('id="events"')
    assert '<details id="future"><summary>' in ahead
    assert max(map(int, re.findall(r"line-of-step[^>]*/(\d+)\"", behind))) == 50


def test_the_result_stays_shut_until_the_end() -> None:
    match = archived()
    early = page(browser(), f"{here(match)}50")
    late = page(browser(), f"{here(match)}{match.head - 1}")
    assert '<details class="card" id="result">' in early
    assert '<details class="card" id="result" open>' in late
    running_one = archived(cut(golden(), 60))
    assert 'id="result"' not in page(browser(), f"{here(running_one)}50")


def test_names_and_titles_are_text(aki: Player) -> None:
    ugly = new_player('<b>Ugly</b> & "Co" {{ x }}')
    title = "<script>alert(1)</script>"
    match = archived(players=[ugly, aki], title=title)
    for path in ("50", "50/part", "50?as=open"):
        text = page(browser(), here(match) + path)
        assert "<b>Ugly" not in text
        assert "<script>" not in text
        assert escape(title) in text
    assert "<b>Ugly" not in page(browser(), f"/embed{here(match)}0-50")


# --------------------------------------------------------------------------- changes


def test_spots_are_compared_with_all_that_is_in_them() -> None:
    def picture(inner: str, word: str = "kii") -> str:
        return (
            f'<svg><g class="ground"><g/></g><g transform="x" data-word="{word}">'
            f'<g data-word="red">{inner}</g></g><g data-word="a&amp;b"/>'
            '<g data-word="oki"><path/></g></svg>'
        )

    one, other = picture("1"), picture("2")
    assert list(spots_in(one)) == ["kii", "oki"]
    assert changed_spots(one, other) == ["kii"]
    assert changed_spots(one, one) == []
    assert changed_spots(picture("1", "x"), one) == ["kii"]
    assert with_marks(one, []) == one
    marked = with_marks(one, ["kii", "red"])
    assert marked.count('class="changed"') == 1
    assert '<g class="changed" transform="x" data-word="kii">' in marked


def test_what_slid_along_has_not_changed() -> None:
    """A card that is taken is lit; its neighbours, which close the gap, are not."""

    def row(*cards: str, **places: int) -> str:
        drawn = "".join(
            f'<g transform="translate({places.get(card, 50 * at)} 0)"'
            f' data-word="{card}"><path/></g>'
            for at, card in enumerate(cards)
        )
        return f"<svg>{drawn}</svg>"

    before, after = row("A1", "A2", "A3"), row("A1", "A3", "A2", A2=400)
    taken = Event("card_conquered", {"seat": 0, "cards": ["A2"]})
    assert changed_spots(before, after, [taken]) == ["A2"]
    assert changed_spots(before, before, [taken]) == []
    larger = before.replace('<g transform="translate(50 0)', '<g transform="scale(2)')
    assert changed_spots(before, larger, []) == ["A2"]


def test_a_conquest_lights_the_card_and_not_its_neighbours() -> None:
    match, log = (
        archived(golden("age_of_war/conquest-by-points")),
        golden("age_of_war/conquest-by-points"),
    )
    replay = Replay(match)
    slid = 0
    for number in range(1, len(log.entries)):
        lit = replay.changed(number)
        events = replay.moment(number).events
        conquered = [e.data["card"] for e in events if e.kind == "card_conquered"]
        there = spots_in(replay.picture(number).svg)
        assert set(conquered) & set(there) <= set(lit)
        before, after = replay.picture(number - 1).svg, replay.picture(number).svg
        slid += len(set(changed_spots(before, after)) - set(lit))
    assert slid


def test_the_spot_of_a_seat_is_called_as_its_player() -> None:
    match = archived(golden(EMPIRES))
    names = Replay(match).names(3)
    view = match.game.view(states.state_now(match), None)
    for seat, colour in enumerate(view["colours"]):
        answer = browser().get(f"{here(match)}3/changes?spot={colour}")
        assert answer.json()["name"] == names[seat]


def test_a_step_shows_what_it_changed() -> None:
    match, log = archived(), golden()
    number = next(n for n, e in enumerate(log.entries) if e.text.startswith("0 move "))
    *_, origin, target = log.entries[number].text.partition(" | ")[0].split()
    text = page(browser(), f"{here(match)}{number}")
    for province in (origin, target):
        assert f'<li data-spot="{province}">' in text
        assert re.search(rf'<g class="changed"[^>]*data-word="{province}"', text)


def test_when_a_spot_changed_before_and_next() -> None:
    match = archived()
    replay = Replay(match)
    changed = {step: replay.changed(step) for step in range(match.head)}
    for word in ("kii", "red", "orange-2"):
        steps = [step for step in changed if word in changed[step]]
        for step in (0, 30, steps[1], match.head - 1):
            path = f"{here(match)}{step}/changes?spot={word}"
            told = browser().get(path).json()
            before = [other for other in steps if other < step]
            after = [other for other in steps if other > step]
            assert told["before"] == (before[-1] if before else None)
            assert told["after"] == (after[0] if after else None)
            assert told["now"] == (step in steps)
            answer: Any = browser().get(f"{path}&go=after")
            assert answer.url == f"{here(match)}{after[0] if after else step}"
    assert browser().get(f"{here(match)}3/changes?spot=atlantis").status_code == 404
    assert browser().get(f"{here(match)}3/changes").status_code == 404
    said = browser()
    said.get(f"{here(match)}0/changes?spot=kii&go=before")
    assert "Kii did not change before step 0." in page(said, f"{here(match)}0")


def test_changes_pass_by_what_was_taken_back() -> None:
    match = archived(golden(SIEGE))
    replay = Replay(match)
    steps = replay.course.line
    assert len(steps) < match.head
    seen_steps = {replay.stretch(step)[0] for step in steps}
    assert seen_steps == set(range(0, match.head, STRETCH))


# ------------------------------------------------------------------------- elsewhere


def test_an_embedded_step_needs_no_cookies_and_may_stand_anywhere(aki: Player) -> None:
    match = archived()
    for player in (None, aki):
        client = browser(player)
        answer = client.get(f"/embed{here(match)}10-20")
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert "Set-Cookie" not in answer
        assert not answer.cookies
        text = answer.content.decode()
        assert "<script" not in text
        assert "<form" not in text
        assert "<svg" in text
        assert 'href="?at=12"' in text
    at = page(browser(), f"/embed{here(match)}10-20?at=12&as=open")
    assert 'href="?at=13&amp;as=open"' in at
    for odd in ("20-10", f"0-{match.head}", "0-20?as=seat-10"):
        assert browser().get(f"/embed{here(match)}{odd}").status_code == 404
    other = browser().get(f"{here(match)}10")
    assert other["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_a_step_can_be_taken_along(settings: Any) -> None:
    match = archived()
    text = page(browser(), f"{here(match)}40?as=open")
    assert f"{conf.SITE}{here(match)}40?as=open" in text
    assert f"{here(match)}40.png?as=open" in text
    assert re.search(rf"{here(match)}\d+-40\.gif", text)
    assert f"/embed{here(match)}" in text
    for rest in ("log", "export.json", "booklet/"):
        assert f"/matches/{match.pk}/{rest}" in text
    shut = archived(privacy="private", players=[new_player("Emi")])
    emi = Player.objects.get(name="Emi")
    assert "/embed" not in page(browser(emi), f"{here(shut)}40")


def test_a_match_of_old_rules_says_so() -> None:
    match = archived()
    Match.objects.filter(pk=match.pk).update(version=0)
    assert "version 0 of the rules" in page(browser(), f"{here(match)}4")
    assert browser().get(f"{here(match)}4.svg").status_code == 404
    assert browser().get(f"/embed{here(match)}0-4").status_code == 404


@pytest.mark.parametrize("language", ["de", "it", "ru", "uk"])
def test_every_language_steps(language: str) -> None:
    client = Client(headers={"accept-language": language})
    for name in (EMPIRES, SIEGE):
        match = archived(golden(name))
        assert "<svg" in page(client, f"{here(match)}30")


def test_a_seat_that_nobody_holds_is_counted_as_people_count(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    assert Replay(match, language="de").names(0) == ("Platz 1", "Platz 2")


def test_a_match_whose_log_is_missing_spoils_no_other() -> None:
    match = archived()
    bare = Match.objects.get(pk=match.pk)
    bare.pk = None  # the same hash, but no entries
    bare.save(force_insert=True)
    assert course_of(bare).marks == []
    assert course_of(match).marks
    assert 'class="begin"' in page(Client(), f"/matches/{match.pk}/steps/40")


def test_a_course_without_phases_has_none_to_show() -> None:
    match = archived()
    course = course_of(match)
    cache.set(course_key(match), Course(course.head, [], course.backs).data)
    said = page(Client(), f"/matches/{match.pk}/steps/40")
    assert 'class="begin"' not in said
