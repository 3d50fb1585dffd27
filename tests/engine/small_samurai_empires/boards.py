"""Corrected board files, as owners of the printed board may write them. [SSE-2.12]"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.small_samurai_empires import board as board_module
from engine.small_samurai_empires.board import BOARDS, Board, read_board

FILE = Path(board_module.__file__).parent / "data" / "board.toml"
TEXT = FILE.read_text(encoding="utf-8")


def corrected(*changes: tuple[str, str]) -> str:
    """The board file with words replaced, each wherever it stands."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


# So little in the box that everything runs out.
POOR = corrected(
    ('"reconstruction-1"', '"poor"'),
    ("armies_per_player      = 16", "armies_per_player = 9"),
    ("castles_per_player     = 3", "castles_per_player = 1"),
    ("food_tokens            = 30", "food_tokens = 9"),
    ("bushido_tokens         = 30", "bushido_tokens = 9"),
)
# Another map: a new name, another border, a mountain less, slots and features shifted.
OTHER = corrected(
    ('"reconstruction-1"', '"other"'),
    ('"satsuma"', '"kagoshima"'),
    ('name = "Satsuma"\nname_ru = "Сацума"\nname_uk = "Сацума"', 'name = "Kagoshima"'),
    ('  ["aki", "izumo"],\n', '  ["chikuzen", "tosa"],\n'),
    (
        "[[mountain]]\n"
        'id = "daisen"\n'
        'name = "Mount Daisen"\n'
        'name_ru = "Дайсэн"\n'
        'name_uk = "Дайсен"\n'
        'road = ["aki", "izumo"]\n'
        "xy = [220, 672]\n",
        "",
    ),
    ('id = "violet-1"\nregion = "violet"', 'id = "orange-4"\nregion = "orange"'),
    ('id = "violet-2"\nregion = "violet"', 'id = "orange-5"\nregion = "orange"'),
    (
        'region = "grey"\nfeatures = ["capital"]',
        'region = "grey"\nfeatures = ["capital", "shrine"]',
    ),
    (
        'region = "violet"\nfeatures = ["shrine"]',
        'region = "violet"\nfeatures = ["shrine", "resource"]',
    ),
    (
        'name_uk = "Кітамі"\nregion = "violet"\nfeatures = ["resource"]',
        'name_uk = "Кітамі"\nregion = "violet"\nfeatures = []',
    ),
)


@contextmanager
def added(text: str) -> Iterator[Board]:
    """The board is one of those a match may be played on."""
    board = read_board(text)
    BOARDS[board.id] = board
    try:
        yield board
    finally:
        del BOARDS[board.id]
