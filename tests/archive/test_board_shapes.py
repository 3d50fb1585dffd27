"""Boards of any shape: letters, pages, films and booklets make room for them."""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from engine.match import Match as Table
from engine.shape import Shape
from sse.accounts.models import Player
from sse.archive.film import film_gif
from sse.archive.imports import match_import
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.matches.models import Match
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.web.showcase import show_for
from tests.games.market import SIZES
from tests.support import booklets
from tests.support.booklets import Box, played_here
from tests.support.tables import running

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("market", "own_files_and_cache"),
]
NAMES = ["Aki", "Botan", "Chie", "Princess Tsuruhime of Ōmishima"]
shapes = pytest.mark.parametrize("shape", SIZES)
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


def finished(shape: str) -> Match:
    """A match of four that has ended, as if played here."""
    table = Table("market", NAMES, {"board": shape}, seed="5a" * 32)
    orders = ["buy 7", "send kara", "pass", "buy 20"]
    while not table.over:
        seat = table.asked[0].seat
        table.write(seat, orders[seat])
    match, _ = match_import(data=table.text().encode(), is_listed=True)
    return played_here(match)


def ratio(width: float, height: float) -> float:
    return round(height / width, 1)


def kept(name: str, data: bytes) -> bytes:
    """For eyes: what SHAPES_SHOWN names is a folder to put it into."""
    if folder := os.environ.get("SHAPES_SHOWN"):
        (Path(folder) / name).write_bytes(data)
    return data


# ------------------------------------------------------------------------- booklets


@shapes
@papers
def test_nothing_on_a_cover_lies_upon_anything_else(shape: str, paper: str) -> None:
    pdf = booklet_pdf(Wanted(finished(shape), paper=paper, qr=True))
    cover = booklets.opened(kept(f"{shape}-{paper}.pdf", pdf))[0]
    board = board_on(cover, shape)
    assert booklets.covered(cover) == []
    assert not [box for box in booklets.boxes(cover) if booklets.is_upon(box, board)]
    assert all(on_page(box, cover) for box in [*booklets.boxes(cover), board])


@shapes
@papers
def test_the_seal_of_a_cover_lies_upon_no_words(shape: str, paper: str) -> None:
    cover = booklets.opened(booklet_pdf(Wanted(finished(shape), paper=paper)))[0]
    seal = booklets.pictures(cover)[-1].get_bounds()
    assert 70 < seal[2] - seal[0] < 100
    assert not [box for box in booklets.boxes(cover) if booklets.is_upon(box, seal)]
    assert not booklets.is_upon(seal, board_on(cover, shape))


@shapes
def test_a_wide_board_uses_the_width_of_the_paper(shape: str) -> None:
    """And a tall one leaves it to the words."""
    cover, *pages = booklets.opened(booklet_pdf(Wanted(finished(shape))))
    boards = [board for page in pages for board in boards_on(page, shape)]
    assert len(boards) == 3  # one for each round
    for left, bottom, right, top in [board_on(cover, shape), *boards]:
        if shape == "wide":
            assert right - left > 240  # points; a sheet has 595
        else:
            assert top - bottom > 260, "a tall one leaves the width to words"


@shapes
def test_no_words_of_a_booklet_lie_upon_its_boards(shape: str) -> None:
    for page in list(booklets.opened(booklet_pdf(Wanted(finished(shape)))))[1:]:
        assert booklets.covered(page) == []
        for board in boards_on(page, shape):
            assert on_page(board, page)
            boxes = booklets.boxes(page)
            assert not [box for box in boxes if booklets.is_upon(box, board)]


def boards_on(page: Any, shape: str) -> list[Box]:
    """What is drawn with the proportions of the board, and no sign."""
    found = [picture.get_bounds() for picture in booklets.pictures(page)]
    wanted = ratio(*SIZES[shape])
    return [
        (left, bottom, right, top)
        for left, bottom, right, top in found
        if top - bottom > 60 and ratio(right - left, top - bottom) == wanted
    ]


def board_on(page: Any, shape: str) -> Box:
    (board,) = boards_on(page, shape)
    return board


def on_page(box: Box, page: Any) -> bool:
    wide, high = page.get_size()
    return box[0] > 0 and box[1] > 0 and box[2] < wide and box[3] < high


# -------------------------------------------------------------------- letters, films


@shapes
def test_a_letter_shows_the_board_in_its_own_shape(shape: str, aki: Player) -> None:
    match = running(aki, bots=1, game="market", choices={"board": shape})
    letter = Letter.objects.filter(match=match, player=aki, kind="turn").get()
    message = message_of(letter, "aki@example.org").message()
    (png,) = [
        part.get_payload(decode=True)
        for part in message.walk()
        if part.get_content_type() == "image/png"
    ]
    drawn = Image.open(BytesIO(kept(f"{shape}-letter.png", png)))
    assert drawn.size == pytest.approx(Shape(*SIZES[shape]).within(600, 1000), abs=1)
    html = next(p for p in message.walk() if p.get_content_type() == "text/html")
    said = html.get_payload(decode=True).decode()
    kept(f"{shape}-letter.html", said.encode())
    (image,) = re.findall(r"<img[^>]* class=\"board\"[^>]*>", said)
    assert f'width="{drawn.width}" height="{drawn.height}"' in image
    assert f"max-width: {drawn.width}px" in image  # only a phone changes its size
    assert "width: 100%" in image


@shapes
def test_a_film_is_no_higher_than_a_screen(shape: str) -> None:
    film = Image.open(
        BytesIO(kept(f"{shape}.gif", film_gif(finished(shape), 0, 9, "en")))
    )
    width, height = film.size
    assert width >= 480
    assert height <= 900
    board = Shape(*SIZES[shape]).within(640 if shape == "wide" else 480, 800)
    assert height - board.height == pytest.approx(62, abs=1)  # the caption
    assert width == pytest.approx(max(480, board.width), abs=1)


# ----------------------------------------------------------------------------- pages


@shapes
def test_pages_know_which_shape_a_board_has(shape: str, client: Client) -> None:
    match = finished(shape)
    for page in (f"/matches/{match.pk}/", f"/matches/{match.pk}/steps/3"):
        said = client.get(page).content.decode()
        assert f'<figure class="board {shape}" id="board"' in said
    frame = client.get(f"/embed/matches/{match.pk}/steps/0-3").content.decode()
    assert f'<figure class="board {shape}">' in frame


@pytest.mark.parametrize(("shape", "height"), [("wide", 564), ("tall", 800)])
def test_a_frame_for_other_sites_is_as_high_as_its_board(
    shape: str, height: int, client: Client
) -> None:
    said = client.get(f"/matches/{finished(shape).pk}/steps/3").content.decode()
    assert f"width=&quot;640&quot; height=&quot;{height}&quot;" in said


@shapes
def test_the_first_page_keeps_room_for_what_it_shows(
    shape: str, client: Client
) -> None:
    match, (width, height) = finished(shape), SIZES[shape]
    show = show_for(match)
    assert show is not None
    assert show.shape == (width, height)
    assert f'width="{width}" height="{height}"' in client.get("/").content.decode()
