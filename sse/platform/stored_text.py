"""What people write to each other, as it is kept."""

from __future__ import annotations

# Signs that turn the direction of the writing, also of what stands behind them.
TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def as_kept(text: str) -> str:
    """Without signs that nobody sees and that change what others read."""
    return text.replace("\0", "").translate(TURNS).strip()
