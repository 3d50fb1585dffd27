"""The log in a file of any kind: as text, as JSON, or attached to a booklet.

A PDF is not parsed: every stream in it is looked at, and the one that begins as a log
is taken. So no file, however it is built, leads anywhere but through itself once.
"""

from __future__ import annotations

import re
import zlib

from engine.errors import LogBroken
from engine.log import FIRST_LINE
from engine.log_json import text_from_json

MOST = 2 * 2**20  # bytes of a log; long matches have a tenth of it
MOST_STREAMS = 5000  # of a PDF; booklets have some hundreds
STREAM = re.compile(rb"(?<!end)stream\r?\n")
BEGINNING = FIRST_LINE.encode()


def log_in(data: bytes) -> str:
    """The log file in a file, not yet checked. Raises LogBroken."""
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return decoded(log_in_pdf(data))
    if len(data) > MOST:
        raise LogBroken(0, "too_big", number=MOST // 2**20)
    text = decoded(data)
    return text_from_json(text) if text.lstrip().startswith("{") else text


def decoded(data: bytes) -> str:
    """The text as we write it, whatever mail programs and editors did to its ends.

    None of this stands in a log, so marks that fit now have fitted before.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogBroken(0, "no_text") from error
    return text.replace("\r\n", "\n").rstrip("\n") + "\n"


def log_in_pdf(pdf: bytes) -> bytes:
    """The attached log of a booklet, whoever has saved it again meanwhile."""
    for number, found in enumerate(STREAM.finditer(pdf)):
        if number >= MOST_STREAMS:
            break
        if beginning(pdf, found.end()) == BEGINNING:
            return whole(pdf, found.end())
    raise LogBroken(0, "nothing_attached")


def beginning(pdf: bytes, at: int) -> bytes:
    size = len(BEGINNING)
    if pdf[at : at + size] == BEGINNING:
        return BEGINNING
    try:
        return zlib.decompressobj().decompress(pdf[at : at + 256], size)
    except zlib.error:
        return b""


def whole(pdf: bytes, at: int) -> bytes:
    """The stream from here, unpacked; one that unpacks to too much is no log."""
    if pdf[at : at + len(BEGINNING)] == BEGINNING:
        end = pdf.find(b"endstream", at)
        if end < 0:
            raise LogBroken(0, "attached_damaged")
        data = pdf[at : min(end, at + MOST + 3)].rstrip() + b"\n"
    else:
        data = inflated(pdf[at : at + MOST])
    if len(data) > MOST:
        raise LogBroken(0, "attached_too_big")
    return data


def inflated(data: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, MOST + 1)
    except zlib.error as error:
        raise LogBroken(0, "attached_damaged") from error
    if not unpacking.eof and len(found) <= MOST:
        raise LogBroken(0, "attached_damaged")
    return found
