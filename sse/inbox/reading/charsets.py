"""Decode bytes to text, whatever their label says; drop characters nobody sees."""

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
LABELS = {
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

LONGEST_TAIL_BYTES = 8  # bytes in which a text may break off


def codec_of(label: str) -> str:
    name = label.strip(" \"'<>;").lower()
    try:
        name = codecs.lookup(LABELS.get(name, name)[:40]).name
    except (LookupError, ValueError):
        return ""
    return name if name in SINGLE | SEVERAL else ""


def decode_text(octets: bytes, label: str) -> str:
    """Decode any bytes: by byte order mark, label, UTF-8, or the best guess."""
    for mark, codec in MARKS:
        if octets.startswith(mark):
            return octets.decode(codec, "replace")
    if text := decode_truncated_utf8(octets):
        return text
    codec = codec_of(label)
    for attempt in candidate_codecs(octets, codec):
        try:
            return octets.decode(attempt)
        except (UnicodeError, ValueError):
            continue
    return octets.decode("latin-1")


def decode_truncated_utf8(octets: bytes) -> str:
    """Decode UTF-8 that breaks off within a character, as in a truncated mail."""
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        if (
            error.start >= len(octets) - LONGEST_TAIL_BYTES
            and not octets[: error.start].isascii()
        ):
            return octets.decode("utf-8", "replace")
    return ""


def candidate_codecs(octets: bytes, codec: str) -> list[str]:
    """Return codecs to try, UTF-8 before single-byte ones, as it never fits by luck."""
    if codec.startswith("utf-16"):
        return [utf16_codec(octets) or "utf-8", codec, guess_codec(octets)]
    if codec in SEVERAL:
        return [codec, "utf-8", guess_codec(octets)]
    if codec in WESTERN or not codec:
        return ["utf-8", guess_codec(octets), "cp1252"]
    return ["utf-8", codec, guess_codec(octets)]


def guess_codec(octets: bytes) -> str:
    """Guess Western if most letters are ASCII, else the best Cyrillic codec."""
    if code := utf16_codec(octets):
        return code
    high = len(octets) - len(octets.translate(None, HIGH))
    letters = sum(octets.count(letter) for letter in b"abcdefghijklmnopqrstuvwxyz")
    if high <= letters:
        return "cp1252"
    best = from_bytes(octets[:8_000], cp_isolation=CYRILLIC).best()
    if best is None or is_mostly_capitals(str(best)):
        return calmest_codec(octets[:8_000])
    return best.encoding


def utf16_codec(octets: bytes) -> str:
    """Recognise UTF-16 by its high bytes, which are those of ASCII or Cyrillic."""
    for start, code in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = octets[start:400:2]
        if 3 * (half.count(0) + half.count(4)) > 2 * len(half) > 0:
            return code
    return ""


def is_mostly_capitals(text: str) -> bool:
    """Say whether it is KOI-8 read as Windows-1251 or the reverse: mostly capitals."""
    return 2 * len(CAPITALS.findall(text)) > sum(letter.isalpha() for letter in text)


def calmest_codec(octets: bytes) -> str:
    """Return the Cyrillic codec that gives the fewest capitals and symbols."""
    texts = {code: octets.decode(code, "replace") for code in CYRILLIC}
    return min(texts, key=lambda code: len(LOUD.findall(texts[code])))


# Blanks and breaks that look like others; a break a mail program did not see when it
# quoted must not begin a line.
BLANKS = dict.fromkeys(
    map(ord, "\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"),
    " ",
) | dict.fromkeys(range(0x2000, 0x200B), " ")
UNSEEN = dict.fromkeys(
    [
        *(0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E),
        *(0x200B, 0x200C, 0x200E, 0x200F, *range(0x202A, 0x202F)),
        *(*range(0x2060, 0x2070), 0x3164, *range(0xD800, 0xE000), 0xFEFF, 0xFFA0),
    ]
)
CONTROL = dict.fromkeys(
    [*range(1, 9), *range(14, 28), *range(127, 133), *range(134, 160)]
)
REPLACEMENTS = CONTROL | UNSEEN | BLANKS
INVISIBLE_OR_BLANK = re.compile(f"[{re.escape(''.join(map(chr, REPLACEMENTS)))}]+")
TAGS = re.compile("[\U000e0000-\U000e007f]+")  # letters nobody sees; they slow down ODD
JOINER = re.compile("\u200d(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]\u200d)")


def visible_text(text: str) -> str:
    """Drop invisible characters, and normalise blanks and line breaks."""
    text = INVISIBLE_OR_BLANK.sub(
        lambda run: run[0].translate(REPLACEMENTS), TAGS.sub("", text)
    )
    return JOINER.sub("", text)
