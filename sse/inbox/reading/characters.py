"""Signs that are not seen, or look like others."""

from __future__ import annotations

import re

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
SIGNS = CONTROL | UNSEEN | BLANKS
ODD = re.compile(f"[{re.escape(''.join(map(chr, SIGNS)))}]+")
TAGS = re.compile("[\U000e0000-\U000e007f]+")  # letters nobody sees; they slow down ODD
JOINER = re.compile("\u200d(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]\u200d)")


def visible(text: str) -> str:
    """Without what nobody sees; every blank a blank, every line break a real one."""
    text = ODD.sub(lambda run: run[0].translate(SIGNS), TAGS.sub("", text))
    return JOINER.sub("", text)
