"""The booklet, read back: words, pictures, bookmarks, files, fonts, tags, secrets."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import segno
import time_machine
from django.db import transaction
from django.template import Context
from django.utils import translation
from PIL import Image, ImageChops, ImageFilter, ImageStat

from engine.attached import log_in
from engine.audit import TALLY, draws_made, kinds_of
from engine.chronicle import Chapter, chronicle_words
from engine.contract import Event
from engine.errors import LogBroken
from engine.log import log_hash, log_read
from engine.ranks import Rank
from engine.registry import game
from engine.replay import replay, verify
from sse.accounts.models import Player
from sse.archive.draws import Speaker
from sse.archive.imports import match_import
from sse.archive.models import Remark
from sse.archive.pdf import paper
from sse.archive.pdf.booklet import Pages, Wanted, booklet_pdf, engine, html_of
from sse.archive.pdf.page_parts import Told, joined_orders, step_lines
from sse.archive.pdf.story import Closed, Step, joined
from sse.archive.pdf.tables import Gain, decision_rows, gains_of, statistics_rows
from sse.archive.pdf.vectors import Pictures, board_drawing, drawing_of
from sse.matches import states
from sse.matches.models import Match, Note, Talk, Tenure
from sse.matches.play import match_abandon
from sse.matches.selectors import seat_state
from tests.support import booklets
from tests.support.booklets import (
    ALL,
    DICE,
    FOUR,
    REPLAYS,
    TWO,
    golden,
    imported_from,
    match_from,
)
from tests.support.tables import asked, running, write
from tests.toy.matches import windy_match

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.group("booklets"),
    pytest.mark.heavy(3),
]
OURS = {"Vollkorn", "Vollkorn-Italic", "Vollkorn-Semi-Bold"}
OURS |= {"Signs", "Letters", "Others"}  # as our style calls DejaVu and Droid
PAGES = Path(__file__).parent / "pages"


def test_it_holds_the_whole_match() -> None:
    pdf = golden(FOUR)
    log = log_read((REPLAYS / FOUR).read_text(encoding="utf-8"))
    said = booklets.text(pdf)
    for name in log.names():
        assert name in said
    for points in re.findall(r"points (\d+)", log.result):
        assert points in said
    for entry in log.entries:
        if entry.order:
            assert " ".join(entry.order.text.split()) in said
    assert log.seed in said.replace(" ", "")
    assert log.commitment in said.replace(" ", "")


def test_a_match_of_four_has_its_pages_and_maps() -> None:
    pdf = golden(FOUR)
    assert 18 <= len(booklets.opened(pdf)) <= 28
    assert booklets.maps(pdf) >= 12
    assert len(pdf) < 3_000_000


def test_its_bookmarks_are_its_chapters() -> None:
    found = booklets.bookmarks(golden(FOUR))
    assert "Era 1, round 1: orders are placed" in found
    assert "Era 3, round 2: orders are carried out" in found
    for title in ("Contents", "Where the points came from", "The log"):
        assert title in found


def test_the_log_is_attached_and_verifies() -> None:
    pdf, log = golden(FOUR), log_read((REPLAYS / FOUR).read_text(encoding="utf-8"))
    (attached,) = booklets.attachments(pdf).values()
    assert log_in(pdf).encode() == attached
    found = log_read(log_in(pdf))
    assert (found.entries, log_hash(found)) == (log.entries, log_hash(log))
    assert "the match is finished" in verify(log_in(pdf))


def test_it_is_tagged_and_has_only_our_fonts() -> None:
    for name in (FOUR, DICE):
        assert booklets.is_tagged(golden(name))
        assert booklets.fonts(golden(name)) <= OURS


@pytest.mark.parametrize(
    ("language", "name", "scoring"),
    [
        ("de", DICE, "card_conquered"),
        ("it", TWO, "bonus_scored"),
        ("ru", ALL, "bonus_scored"),
        ("uk", TWO, "bonus_scored"),
    ],
)
def test_it_speaks_five_languages(language: str, name: str, scoring: str) -> None:
    """Booklets that other tests look at, where there are such."""
    pdf = golden(name, language)
    said = booklets.text(pdf)
    words = chronicle_words(name.partition("/")[0], language)
    assert words["scorings"][scoring] in said
    assert booklets.bookmarks(pdf)[0] != "Contents"
    assert booklets.fonts(pdf) <= OURS
    assert "�" not in said


def test_letter_paper_is_as_wide_as_letter() -> None:
    letter = booklet_pdf(Wanted(short_match(), paper="letter"))
    page = booklets.opened(letter)[0]
    assert [round(side) for side in page.get_size()] == [612, 792]
    page = booklets.opened(golden(FOUR))[0]
    assert [round(side) for side in page.get_size()] == [595, 842]


def test_steps_lead_to_the_replay() -> None:
    made = booklets.made(DICE)
    found = booklets.links(made.pdf)
    page = f"http://localhost:8000/matches/{made.match}/"
    assert {page, f"{page}steps/5", f"{page}steps/24"} <= found
    assert all(address.startswith(page) for address in found)


def test_a_qr_code_leads_to_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = segno.make

    def make(text: str, **options: Any) -> segno.QRCode:
        made.append(text)
        return real(text, **options)

    monkeypatch.setattr(segno, "make", make)
    match = match_from(DICE)
    pages = Pages(Wanted(match, qr=True), lambda done: None)
    assert pages.cover()["qr"] is not None
    assert made == [f"http://localhost:8000/matches/{match.pk}/"]
    assert Pages(Wanted(match), lambda done: None).cover()["qr"] is None


def test_the_dice_are_counted() -> None:
    said = booklets.text(golden(DICE))
    assert "There were 164 random draws." in said
    assert "The dice, turn by turn" in said
    assert re.search(r"archery \(A\) \d+ \d+\.\d \d+–\d+", said)


def test_tallies_are_counted_by_their_chances() -> None:
    match, _ = match_import(data=windy_match().text().encode(), is_listed=True)
    said = booklets.text(booklet_pdf(Wanted(match), lambda done: None))
    assert re.search(r"\d+ tries in 2 draws\. Every probability came true", said)
    assert re.search(r"\d+ × 33\.3 % \d+ \d+\.\d \d+–\d+", said)


def test_a_single_tally_is_told() -> None:
    log = windy_match().log
    made = [draw for draw in draws_made(log) if draw.how == TALLY][:1]
    view = game(log.game).view(next(replay(log)).state, None)
    (kind,) = kinds_of(made)
    (drawn,) = Speaker(log, view, "en").told(kind).drawn
    first, second = made[0].groups
    assert (second.draws, drawn.number) == (0, first.draws)  # nothing to tell of it
    assert drawn.said == f"{first.hits} of {first.draws} (33.3 %)"


def test_draws_are_called_in_every_language() -> None:
    said = booklets.text(golden(DICE, "de"))
    assert "Die Würfel, Zug um Zug" in said
    assert "turn … roll …" not in said


def test_what_was_drawn_is_called_as_the_story_does() -> None:
    said = booklets.text(golden(ALL))
    assert "First player One drawn from 4; each was equally likely: Botan" in said
    assert "4 times one of 2; each was equally likely: side b, side b, side a" in said
    assert "each order was equally likely: food, bushido, bushido, food" in said
    assert "each was equally likely: move 2 or ship" in said
    assert "4 dice in 1 throws" not in said


def test_who_was_to_begin_is_called_by_name() -> None:
    names = ["Aki", "Botan", "Chie"]
    match = booklets.match_of_bots(names, {"first_player": "2"})
    agreed = dict(Pages(Wanted(match), lambda done: None).agreed())
    assert agreed["First player"] == "Chie"


def test_what_was_taken_back_is_called_so() -> None:
    pages = Pages(Wanted(match_from(DICE)), lambda done: None)
    rows = {row.label: row.values for row in pages.facts()["sources"]}
    assert rows["Taken back"] == [-5, -4, -2, -1]
    assert sum(filter(None, rows["Total"])) == 32
    assert "…" not in rows


def test_what_was_taken_back_stays_in_its_chapter_and_is_played_anew() -> None:
    pages = Pages(Wanted(match_from(DICE)), lambda done: None)
    parts = [pages.part(part) for part in pages.story.parts]
    titles = [part["title"] for part in parts]
    assert titles[:5] == [
        "Turns 1 to 4",
        "Turns 5 to 8",
        "Turns 1 to 4, played again",
        "Turns 5 to 8, played again",
        "Turns 9 to 12",
    ]
    assert titles[-1] == "Turns 33 to 35"
    taken_back = pages.story.parts[1]
    assert taken_back.last == 24
    assert taken_back.shown.number == 23
    assert "before it was taken back" in parts[1]["caption"]
    assert "as the next chapter begins" in parts[0]["caption"]
    assert "the end of the match" in parts[-1]["caption"]


def test_chapters_played_anew_are_never_joined_to_those_before() -> None:
    def page(turn: int, number: int) -> Closed:
        step = Step(number, 0, [], "", "", [], [], {})
        chapter = Chapter("turns", {"first": turn, "last": turn + 3})
        return Closed([chapter], [step], turn < number, step)

    first = [page(4 * n + 1, n) for n in range(25)]
    first[-1].steps.append(first[-1].steps[0]._replace(number=25))  # takes them back
    again = [page(4 * n + 1, 26 + n) for n in range(20)]
    found = joined([*first, *again])
    spans = [tuple(one.chapters[0].values.values()) for one in found]
    assert all(len(one.chapters) == 1 for one in found)
    assert all(begun < ended for begun, ended in spans)
    assert spans[12:14] == [(97, 100), (1, 8)]


def test_who_takes_back_for_ever_gets_no_map_each_time() -> None:
    step = Step(0, 0, [], "", "", [], [], {})
    back = Closed([Chapter("turns", {"first": 1, "last": 4})], [step, step], True)
    assert len(joined([back] * 20)) == 20
    assert len(joined([back] * 1000)) <= 24


def test_what_was_taken_back_is_not_counted() -> None:
    match = match_from(DICE)
    story = Pages(Wanted(match), lambda done: None).story
    assert story.undone == set(range(8, 24))
    rows = {row.label: row.values for row in statistics_rows(story)}
    rolls = [
        step
        for step in story.steps
        for event in step.events
        if event.kind == "dice_rolled" and not 7 < step.number < 24
    ]
    assert sum(filter(None, rows["Rolls"])) == len(rolls)
    own = decision_rows(story, {"": "Own", "clock": "C", "default": "D", "bot": "B"})
    ordered = [step for step in story.steps if step.order]
    kept = [step for step in ordered if step.number not in story.undone]
    assert sum(value or 0 for row in own for value in row.values) == len(kept)
    assert "Moves that were taken back are not counted." in booklets.text(golden(DICE))
    assert "What was taken back is not counted" not in booklets.text(golden(TWO))


def test_a_loss_stands_where_it_came_from() -> None:
    kinds = ["province_subdued", "card_taken"]
    events = [
        Event("card_taken", {"seat": 0, "card": "D1", "former": 3}),
        Event("province_subdued", {"seat": 0, "province": "wei", "points": 5}),
    ]
    step = Step(71, 0, ["taken", "subdued"], "", "", events, [6, 2, 2, 1], {})
    gains = gains_of(step, [3, 2, 2, 2], kinds)
    assert gains == [
        Gain("province_subdued", "taken subdued", {0: 3}),
        Gain("card_taken", "taken", {3: -1}),
    ]


def test_a_scoring_is_told_part_by_part() -> None:
    pages = Pages(Wanted(match_from(FOUR)), lambda done: None)
    last = pages.facts()["scorings"][-1]
    rows = {gain["label"]: gain for gain in last["gains"]}
    bonus = rows["Most provinces of a region"]
    assert bonus["text"] == "(provinces → bonus points)"
    names, aki, *_ = bonus["parts"]
    assert names.split("\n")[0] == "Saigoku (grey)"
    assert aki.split("\n")[0] == ""
    assert bonus["parts"][4].split("\n")[0] == "2 → 4"
    names, aki, *_ = rows["Influence and destiny cards"]["parts"]
    regions = dict(zip(names.split("\n"), aki.split("\n"), strict=True))
    assert regions["Togoku (teal)"] == "4 × 5 = 20"
    assert "1 point for 1 shrine" in rows["Shrines"]["text"]


@pytest.mark.parametrize("name", [TWO, ALL])
def test_regions_stand_in_one_order_everywhere(name: str) -> None:
    pages = Pages(Wanted(match_from(name)), lambda done: None)
    scorings = pages.facts()["scorings"]
    tables = [g["parts"][0] for s in scorings for g in s["gains"] if g["parts"]]
    order = ["Saigoku (grey)", "Kinai (orange)", "Togoku (teal)", "Ezo (violet)"]
    assert len(tables) == 4
    for table in tables:
        places = [order.index(region) for region in table.split("\n")]
        assert places == sorted(places)


def test_a_long_remark_goes_on_over_the_page() -> None:
    match = short_match()
    for step in range(4):
        text = "It was a cold morning. " * 80
        Remark.objects.create(match=match, step=step, text=text)
    document = booklets.opened(booklet_pdf(Wanted(match)))
    pages = [n for n, page in enumerate(document) if "cold" in words_on(page)]
    assert len(pages) > 1
    for number in pages[:-1]:
        page = document[number]
        footer = page.get_height() * 0.09
        lowest = min(box[1] for box in booklets.boxes(page) if box[1] > footer)
        assert lowest < page.get_height() * 0.13


def test_a_scoring_is_not_torn_from_its_regions() -> None:
    *_, page = [p for p in booklets.texts(golden(ALL, "ru")) if "Шаг за шагом" in p]
    first = page.partition("Шаг за шагом")[2]
    assert re.search(r"^ 74 Большинство .*Сайгоку \(серый\).*Теперь", first)


def words_on(page: Any) -> str:
    return str(page.get_textpage().get_text_bounded())


def test_numbers_and_orders_are_not_torn_from_their_steps() -> None:
    pages = Pages(Wanted(match_from(FOUR)), lambda done: None)
    lines = [line for part in pages.story.parts for line in pages.part(part)["steps"]]
    assert all(line["mark"].endswith("\u2060") for line in lines if "mark" in line)
    orders = [line for line in lines if line["order"]]
    assert {line["is_long"] for line in orders if len(line["order"]) <= 26} == {False}
    assert {line["is_long"] for line in orders if len(line["order"]) > 26} == {True}


def test_a_step_that_just_fills_its_line_is_not_torn_after_a_word() -> None:
    text = (
        "Aki переміщує армію: Ямасіро → Харіма. "
        "Комірка помаранчевий-2: Daisuke відкриває жетон «рух на 2 або 3»."
    )
    step = {"mark": "\u200732\xa0■\u2002\u2060", "text": text, "order": "move a b"}
    template = engine().get_template("pdf/_step.html")
    body = template.render(Context({"step": step, "link": "http://x/"}))
    html = f'<html lang="uk"><title>x</title><section class="first">{body}</section>'
    page = booklets.opened(paper.pdf_of(html, []))[0].get_textpage()
    first = page.get_text_bounded().split("\n")[0].strip()
    assert first.endswith("3».")


def test_names_from_afar_are_printed_in_fonts_of_ours() -> None:
    html = '<html lang="en"><title>x</title><p>武蔵, 김철수, 👩\u200d💻\u2060.</p>'
    made = paper.pdf_of(html, [])
    said = booklets.opened(made)[0].get_textpage().get_text_bounded()
    assert "武蔵, 김철수, ✱." in said
    assert booklets.fonts(made) <= OURS


def test_no_box_stands_for_the_blank_after_a_name_from_afar(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pango takes a blank from the font of the letter before it."""
    monkeypatch.setattr(logging.getLogger("weasyprint"), "propagate", True)
    names = "徳川家康 源朝臣 moves. <b>林 さくら</b> 雪\u2009雪\u00a0雪 x 김 철수 y"
    with caplog.at_level("WARNING", "weasyprint"):
        paper.pdf_of(f'<html lang="en"><title>x</title><p>{names}</p>', [])
    assert [row for row in caplog.messages if "notdef" in row] == []


def test_every_page_but_the_cover_names_the_match() -> None:
    _, *pages = booklets.texts(golden(DICE))
    assert all("Everything that can happen" in page for page in pages)


def test_a_match_without_a_title_is_called_by_its_game() -> None:
    match = match_from(TWO)
    pages = Pages(Wanted(match, language="uk"), lambda done: None)
    assert pages.title == f"Маленькі імперії. Самураї {match.pk}"


def test_days_are_those_that_the_log_knows() -> None:
    match = imported_from(TWO)
    assert Pages(Wanted(match), lambda done: None).subtitle() == ""
    match.imported.notes = {"started": "2026-01-03", "ended": "2026-02-04", "x": "?"}
    said = Pages(Wanted(match), lambda done: None).subtitle()
    assert said == "3 January 2026 – 4 February 2026"
    with translation.override("it"):
        said = Pages(Wanted(match, language="it"), lambda done: None).subtitle()
    assert said == "3 gennaio 2026 – 4 febbraio 2026"


def test_much_that_happened_at_once_stands_beside_the_map_too() -> None:
    pages = Pages(Wanted(match_from(TWO), language="ru"), lambda done: None)
    first = pages.part(pages.story.parts[0])
    lines = first["steps"]
    assert [line.get("number") for line in lines[:2]] == [0, None]
    told = [line["number"] for line in lines if "number" in line]
    assert told == [step.number for step in pages.story.parts[0].steps]
    assert sum("is_last" in line for line in lines) == len(told)


def test_what_happened_is_told_in_its_order() -> None:
    kinds = ("slot_revealed", "token_passed", "slot_revealed", "token_passed")
    events = [Event(kind, {}) for kind in (*kinds, "token_passed", "era_began")]
    ranks = [Rank.DETAIL] * 4 + [Rank.HEADLINE] + [Rank.DETAIL]
    step = Step(63, 0, [*"abcdef"], "pass", "", events, [], {}, ranks=ranks)
    assert [line.text for line in step_lines(step)] == ["a", "b", "c", "d e", "f"]
    assert [line.is_detail for line in step_lines(step)] == [
        True,
        True,
        True,
        False,
        True,
    ]
    few = step._replace(events=events[:5], sentences=[*"abcde"], ranks=ranks[:5])
    assert step_lines(few) == [Told("a b c d e", is_detail=False)]


def test_what_lies_below_the_fold_is_not_in_the_file() -> None:
    pages = Pages(Wanted(match_from(FOUR)), lambda done: None)
    svg = pages.story.parts[0].picture.svg
    assert 'class="below"' in svg
    assert 'class="below"' not in board_drawing(svg).svg
    assert len(golden(FOUR)) < 1_500_000


SIX = ("Maximilian", "Konstantin", "W" * 32, "Bartholomäus", "Олександра", "M" * 32)


def test_long_names_of_six_lie_neither_upon_each_other_nor_beyond_the_page() -> None:
    _, *pages = booklets.opened(booklet_pdf(Wanted(booklets.match_of_bots(SIX))))
    for number, page in enumerate(pages, start=2):
        wide = page.get_width()
        assert not booklets.covered(page), number
        assert all(box[0] > 40 and box[2] < wide - 40 for box in booklets.boxes(page))


# ------------------------------------------------------------------- the same bytes


def short_match() -> Match:
    """Where it does not matter how much happens: a third of the pages."""
    return booklets.match_of_bots(("Aki", "Botan"), {"turn_cap": "8"})


def test_the_same_match_gives_the_same_bytes() -> None:
    match = short_match()
    with time_machine.travel("2031-02-03", tick=False):
        first = booklet_pdf(Wanted(match))
    assert booklet_pdf(Wanted(match)) == first


PRINT_IT = """
import pickle, sys
from sse.archive.pdf.paper import pdf_of
html, drawings, attached = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pdf_of(html, drawings, "a4", attached, "identity"))
"""


@cache
def printed() -> tuple[Any, bytes]:
    """What goes into the printer, and what comes out where there is no network."""
    pages = Pages(Wanted(short_match()), lambda done: None)
    given = html_of(pages), pages.gallery.drawings, pages.attached()

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was touched")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        return given, paper.pdf_of(*given[:2], "a4", given[2], "identity")


def test_another_process_gives_the_same_bytes() -> None:
    given, here = printed()
    there = subprocess.run(
        [sys.executable, "-c", PRINT_IT],
        input=pickle.dumps(given),
        env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        capture_output=True,
        check=True,
    )
    assert there.stdout == here


# ------------------------------------------------------------------------- pictures


def thumbnails(pdf: bytes, *numbers: int) -> list[Image.Image]:
    document = booklets.opened(pdf)
    return [
        document[number].render(scale=0.35).to_pil().convert("RGB")
        for number in numbers
    ]


def difference(one: Image.Image, other: Image.Image) -> float:
    """Of two pages that may be a line apart: blurred, then the worst of 48 fields."""
    assert one.size == other.size
    soft = [page.filter(ImageFilter.GaussianBlur(5)) for page in (one, other)]
    apart = ImageChops.difference(*soft).convert("L")
    wide, high = apart.width / 6, apart.height / 8
    fields = [
        apart.crop(
            (int(x * wide), int(y * high), int((x + 1) * wide), int((y + 1) * high))
        )
        for x in range(6)
        for y in range(8)
    ]
    return max(ImageStat.Stat(field).mean[0] for field in fields)


SHOWN = {"cover": 0, "charts": 2, "chapter": 3}
MOST_APART = 22


@pytest.mark.parametrize("name", SHOWN)
def test_pages_look_as_they_should(name: str) -> None:
    (page,) = thumbnails(golden(TWO), SHOWN[name])
    reference = Image.open(PAGES / f"{name}.png").convert("RGB")
    assert difference(page, reference) < MOST_APART


@cache
def without_pictures() -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pictures, "fill", lambda *_: None)
        return booklet_pdf(Wanted(match_from(TWO)))


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_without_its_pictures_is_noticed(name: str) -> None:
    reference = Image.open(PAGES / f"{name}.png").convert("RGB")
    (page,) = thumbnails(without_pictures(), SHOWN[name])
    assert difference(page, reference) > MOST_APART


def test_what_cannot_be_drawn_is_printed_from_pixels() -> None:
    match = match_from(DICE)
    pages = Pages(Wanted(match), lambda done: None)
    svg = pages.story.parts[0].picture.svg.replace("<rect ", '<rect mask="none" ', 1)
    html = (
        '<html lang="en"><title>x</title><img src="picture:0" alt="board"'
        ' style="width: 150mm; height: 200mm">'
    )
    pdf = paper.pdf_of(html, [drawing_of(svg)])
    (page,) = thumbnails(pdf, 0)
    assert len(page.getcolors(99_999) or ()) > 20
    assert len(pdf) > 50_000


# ------------------------------------------------------------------------ no network


def test_it_touches_no_network() -> None:
    _, pdf = printed()
    assert pdf.startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    "url", ["http://example.org/a.png", "file:///etc/passwd", "data:,x", "font:../x"]
)
def test_nothing_is_fetched_but_ours(url: str) -> None:
    with pytest.raises((ValueError, FileNotFoundError)):
        paper.resource(url)


# --------------------------------------------------------------------- people's words

NASTY = "<h2>Gone</h2> {{ match.seed }} <img src=http://example.org/x> &amp; \\u0000"


def test_what_people_write_is_never_markup() -> None:
    match = short_match()
    Match.objects.filter(pk=match.pk).update(
        title="<script>alert(1)</script> {% now %}", talk_shown="ended"
    )
    Tenure.objects.filter(seat__match=match, seat__number=0).update(
        name="<b>Aki</b>{{ 7 }}&lt;"
    )
    author = Player.objects.create(name="<i>Doi</i>")
    Remark.objects.create(match=match, step=3, player=author, text=NASTY)
    Note.objects.create(match=match, seat=0, text=f"diary {NASTY}", entry=4, key="n")
    Talk.objects.create(match=match, seat=1, text=f"talk {NASTY}", entry=4, key="t")
    match.refresh_from_db()
    pdf = booklet_pdf(Wanted(match))
    said = booklets.text(pdf)
    assert "<script>alert(1)</script> {% now %}" in said
    assert "<b>Aki</b>{{ 7 }}&lt;" in said
    assert (
        said.count("<h2>Gone</h2> {{ match.seed }} <img src=http://example.org/x>") == 3
    )
    assert "Gone" not in booklets.bookmarks(pdf)
    assert not any("example.org/x" in address for address in booklets.links(pdf))


def test_only_what_may_be_shown_is_shown() -> None:
    match = short_match()
    author = Player.objects.create(name="Doi")
    Remark.objects.create(match=match, step=3, player=author, text="well played")
    Remark.objects.create(
        match=match, step=3, player=author, text="withdrawn", removed_at=match.ended_at
    )
    Note.objects.create(match=match, seat=0, text="my secret plan", entry=4, key="n")
    Talk.objects.create(match=match, seat=1, text="let us be friends", entry=4, key="t")
    said = booklets.text(booklet_pdf(Wanted(match)))
    assert "well played" in said
    assert "my secret plan" in said
    assert "withdrawn" not in said
    assert "let us be friends" not in said


def test_letters_that_no_font_has_do_not_stop_it() -> None:
    match = short_match()
    Match.objects.filter(pk=match.pk).update(title="飛脚 🎲 ქართული")
    match.refresh_from_db()
    assert booklet_pdf(Wanted(match)).startswith(b"%PDF")


# --------------------------------------------------------------------- while it runs


def seat_booklet(match: Match, seat: int) -> bytes:
    match.refresh_from_db()
    return booklet_pdf(Wanted(match, seat))


def answer(match: Match, beginning: str = "") -> int:
    """The seat that is asked takes its first step that begins so. Which seat it was."""
    match.refresh_from_db()
    seat = asked(match)[0][0]
    steps = match.game.options(seat_state(match, seat), seat)
    text = next(step.text for step in steps if step.text.startswith(beginning))
    player = match.seats.get(number=seat).player
    assert player is not None
    assert write(match, player, text).status == "applied"
    return seat


@pytest.fixture
def table(aki: Player, botan: Player) -> Match:
    """Everybody has played a destiny card; the first order token is to be laid."""
    match = running(aki, botan, game="small_samurai_empires")
    answer(match)
    answer(match)
    return match


def test_a_seats_booklet_tells_no_secret(table: Match) -> None:
    """Another token laid face down: for the other seat not a byte is different."""
    found = []
    for token in ("attack", "castle"):
        point = transaction.savepoint()
        seat = answer(table, f"place {token}")
        assert any(f"place {token}" in row.text for row in table.entries.all())
        assert f"place {token}" in booklets.text(seat_booklet(table, seat))
        found.append(seat_booklet(table, 1 - seat))
        transaction.savepoint_rollback(point)
        states.NEAR.clear()
    assert found[0] == found[1]


def test_a_seats_booklet_is_marked_and_holds_no_log(table: Match) -> None:
    seat = answer(table, "place attack")
    name = table.seats.get(number=1 - seat).holder
    pdf = seat_booklet(table, 1 - seat)
    said = booklets.text(pdf)
    assert f"The match is still running. This is what {name} can see" in said
    assert "place attack" not in said
    assert "destiny" in said
    assert table.seed not in said.replace(" ", "")
    assert table.chain not in said.replace(" ", "")
    assert booklets.attachments(pdf) == {}
    with pytest.raises(LogBroken):
        log_in(pdf)
    assert not {"The log", "Random draws, checked"} & set(booklets.bookmarks(pdf))


def test_what_others_decided_is_not_called_nothing(table: Match) -> None:
    seat = answer(table, "place attack")
    pages = Pages(Wanted(table, 1 - seat), lambda done: None)
    rows = {row.label: row.values for row in pages.deciders()}
    assert rows["Own orders"][1 - seat] == 1
    assert rows["Own orders"][seat] is None


def test_an_abandoned_match_is_called_so(table: Match) -> None:
    assert table.organiser is not None
    match_abandon(match_id=table.pk, by=table.organiser)
    table.refresh_from_db()
    cover, contents, *_ = booklets.texts(booklet_pdf(Wanted(table)))
    assert "This match was abandoned." in cover
    assert "This match was abandoned." in contents
    assert "This match was abandoned." not in booklets.text(golden(TWO))


def test_progress_is_told() -> None:
    told = booklets.made(DICE).told
    assert told == sorted(told)
    assert told[-1] == 100
    assert len(told) >= 4


def test_orders_that_tell_nothing_share_a_line() -> None:
    """A plan of fourteen cards, laid in silence, is one line of the story."""
    silent = Step(3, 0, [], "lay castle MUS", "", [], [], {})
    spoken = silent._replace(sentences=["All plans are locked."], order="ready")
    others = silent._replace(number=5, seat=1)
    found = joined_orders([silent, silent, spoken, others, others])
    assert [(step.seat, step.order) for step in found] == [
        (0, "lay castle MUS; lay castle MUS"),
        (0, "ready"),
        (1, "lay castle MUS; lay castle MUS"),
    ]
