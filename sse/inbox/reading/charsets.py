"""Bytes to letters, whatever the label says."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

# What a label may mean; codecs that are no charsets (rot13, zlib …) are not reachable.
WESTERN = {"iso8859-1", "cp1252", "ascii", "iso8859-15", "latin-1"}
SINGLE = WESTERN | {
    *(f"iso8859-{number}" for number in (2, 3, 4, 5, 7, 9, 10, 13, 14, 16)),
    *("cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "cp866", "cp437", "cp850"),
    *("koi8-r", "koi8-u", "mac-roman", "mac-cyrillic"),
}
SEVERAL = {
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"),
    *("shift_jis", "cp932", "euc_jp", "iso2022_jp", "gb2312", "gbk", "gb18030", "big5"),
    *("euc_kr", "cp949"),
}
SAME = {
    "win-1251": "cp1251",
    "win1251": "cp1251",
    "windows1251": "cp1251",
    "x-cp1251": "cp1251",
    "cp-1251": "cp1251",
    "win-1252": "cp1252",
    "win1252": "cp1252",
    "koi8": "koi8-r",
    "koi8-ru": "koi8-u",
    "unicode": "utf-16",
    "utf-8mb4": "utf-8",
    "utf8mb4": "utf-8",
    "iso-8859-8-i": "iso8859-8",
    "x-sjis": "cp932",
    "mac": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "unknown-8bit": "ascii",
    "x-unknown": "ascii",
    "ansi": "cp1252",
}
CYRILLIC = ["cp1251", "koi8_u", "iso8859_5", "cp866"]
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
HIGH = bytes(range(128, 256))
CAPITALS = re.compile("[А-ЯЁІЇЄҐ]")
LOUD = re.compile(r"[^\x00-\x7fа-яёіїєґ]")

LAST = 8  # bytes in which a text may break off


def codec_of(label: str) -> str:
    """The codec of a label, or nothing."""
    name = label.strip(" \"'<>;").lower()
    try:
        name = codecs.lookup(SAME.get(name, name)[:40]).name
    except (LookupError, ValueError):
        return ""
    return name if name in SINGLE | SEVERAL else ""


def decoded(octets: bytes, label: str) -> str:
    """Text for any bytes: by their mark, label, UTF-8, or the best guess."""
    for mark, codec in MARKS:
        if octets.startswith(mark):
            return octets.decode(codec, "replace")
    if text := cut_short(octets):
        return text
    codec = codec_of(label)
    for attempt in attempts(octets, codec):
        try:
            return octets.decode(attempt)
        except (UnicodeError, ValueError):
            continue
    return octets.decode("latin-1")


def cut_short(octets: bytes) -> str:
    """UTF-8 that breaks off within its last letter, as a mail that was cut does."""
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        if error.start >= len(octets) - LAST and not octets[: error.start].isascii():
            return octets.decode("utf-8", "replace")
    return ""


def attempts(octets: bytes, codec: str) -> list[str]:
    """Codecs to try. UTF-8 before labels of one byte a letter: it is never luck."""
    if codec.startswith("utf-16"):
        return [wide(octets) or "utf-8", codec, guess(octets)]
    if codec in SEVERAL:
        return [codec, "utf-8", guess(octets)]
    if codec in WESTERN or not codec:
        return ["utf-8", guess(octets), "cp1252"]
    return ["utf-8", codec, guess(octets)]


def guess(octets: bytes) -> str:
    """Western if few letters are not ASCII; else the Cyrillic code that fits best."""
    if code := wide(octets):
        return code
    high = len(octets) - len(octets.translate(None, HIGH))
    letters = sum(octets.count(letter) for letter in b"abcdefghijklmnopqrstuvwxyz")
    if high <= letters:
        return "cp1252"
    best = from_bytes(octets[:8_000], cp_isolation=CYRILLIC).best()
    if best is None or shouts(str(best)):
        return quietest(octets[:8_000])
    return best.encoding


def wide(octets: bytes) -> str:
    """Two bytes a letter: every other one is that of ASCII or of Cyrillic."""
    for start, code in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = octets[start:400:2]
        if 3 * (half.count(0) + half.count(4)) > 2 * len(half) > 0:
            return code
    return ""


def shouts(text: str) -> bool:
    """Mostly capitals: KOI-8 read as Windows, or the other way round."""
    return 2 * len(CAPITALS.findall(text)) > sum(letter.isalpha() for letter in text)


def quietest(octets: bytes) -> str:
    """The Cyrillic code that gives the fewest capitals and signs."""
    texts = {code: octets.decode(code, "replace") for code in CYRILLIC}
    return min(texts, key=lambda code: len(LOUD.findall(texts[code])))
