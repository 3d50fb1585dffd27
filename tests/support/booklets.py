"""Booklets in tests: made once for all tests, read back with PDFium."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from django.db.models.functions import Left, Length

from engine.bots import bots
from engine.match import Match as Table
from sse.archive.imports import match_import
from sse.archive.index.records import archive_enter
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.matches.models import Match, Seat, Tenure

REPLAYS = Path(__file__).parent.parent / "replays"
FOUR = "small_samurai_empires/4-players-crowd-games.log"
TWO = "small_samurai_empires/2-players-archona-2019.log"
ALL = "small_samurai_empires/all-variants-crowd-games.log"
DICE = "age_of_war/everything.log"


def match_from(name: str, **fields: Any) -> Match:
    """A finished match of the archive, from a golden replay, as if played here."""
    return played_here(imported_from(name, **fields))


def imported_from(name: str, **fields: Any) -> Match:
    """The same as a file that somebody brought."""
    fields.setdefault("is_listed", True)
    match, _ = match_import(data=(REPLAYS / name).read_bytes(), **fields)
    return match


def played_here(match: Match) -> Match:
    """Take the marks of an imported match away."""
    seats, tenures = Seat.objects.filter(match=match), Tenure.objects
    for rows in (seats, tenures.filter(seat__match=match)):
        rows.update(name=Left("name", Length("name") - 1))
    match.is_imported = False
    match.save(update_fields=["is_imported"])
    archive_enter(match=match)
    return match


def match_of_bots(
    names: Sequence[str], choices: Mapping[str, str] | None = None
) -> Match:
    """A finished match of Age of War, with as many seats as there are names."""
    table, dice = Table("age_of_war", names, choices, seed="5a" * 32), Random(5)
    play = bots("age_of_war")["auto"]
    while not table.over:
        seat = table.asked[0].seat
        table.write(seat, play(table.game, table.state_for(seat), seat, dice))
    match, _ = match_import(data=table.text().encode(), is_listed=True)
    return played_here(match)


class Made(NamedTuple):
    pdf: bytes
    match: int  # its number, as it was
    told: list[int]  # how far it was, from time to time


@cache
def made(name: str, language: str = "en", paper: str = "a4") -> Made:
    """The booklet of a golden replay."""
    match, told = match_from(name), list[int]()
    pdf = booklet_pdf(Wanted(match, None, language, paper), told.append)
    return Made(pdf, match.pk, told)


def golden(name: str, language: str = "en", paper: str = "a4") -> bytes:
    return made(name, language, paper).pdf


def opened(pdf: bytes) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(pdf)


def texts(pdf: bytes) -> list[str]:
    """The words of every page, blanks made one."""
    pages = [page.get_textpage().get_text_bounded() for page in opened(pdf)]
    return [" ".join(page.replace("\xad", "").split()) for page in pages]


def text(pdf: bytes) -> str:
    return " ".join(texts(pdf))


def bookmarks(pdf: bytes) -> list[str]:
    return [found.get_title() for found in opened(pdf).get_toc()]


def attachments(pdf: bytes) -> dict[str, bytes]:
    document = opened(pdf)
    found = (
        document.get_attachment(number)
        for number in range(document.count_attachments())
    )
    return {file.get_name(): bytes(file.get_data()) for file in found}


def fonts(pdf: bytes) -> set[str]:
    """The names of all fonts in which anything is written, without the subset's tag."""
    found = set()
    for page in opened(pdf):
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=4):
            font = raw.FPDFTextObj_GetFont(thing)
            size = raw.FPDFFont_GetBaseFontName(font, None, 0)
            name = ctypes.create_string_buffer(size)
            raw.FPDFFont_GetBaseFontName(font, name, size)
            found.add(name.value.decode().rpartition("+")[2])
            assert raw.FPDFFont_GetIsEmbedded(font) == 1
    return found


def maps(pdf: bytes) -> int:
    """How many pictures are at least as big as a small board."""
    count = 0
    for page in list(opened(pdf))[1:]:
        for thing in pictures(page):
            left, bottom, right, top = thing.get_bounds()
            count += right - left > 150 and top - bottom > 200
    return count


def pictures(page: Any) -> list[Any]:
    return list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1))


def is_tagged(pdf: bytes) -> bool:
    return bool(raw.FPDFCatalog_IsTagged(opened(pdf)))


def links(pdf: bytes) -> set[str]:
    """Addresses that a click leads to."""
    found = set()
    for page in opened(pdf):
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            action = raw.FPDFLink_GetAction(link)
            size = raw.FPDFAction_GetURIPath(page.pdf, action, None, 0)
            if size:
                address = ctypes.create_string_buffer(size)
                raw.FPDFAction_GetURIPath(page.pdf, action, address, size)
                found.add(address.value.decode())
    return found


Box = tuple[float, float, float, float]  # left, bottom, right, top


def boxes(page: Any) -> list[Box]:
    """Where words stand on a page, line by line."""
    words = page.get_textpage()
    return [words.get_rect(number) for number in range(words.count_rects())]


def covered(page: Any) -> list[tuple[Box, Box]]:
    """Words that lie upon each other."""
    return [pair for pair in combinations(boxes(page), 2) if is_upon(*pair)]


def is_upon(one: Box, other: Box) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1 and high > 0.4 * min(one[3] - one[1], other[3] - other[1])
