"""A match as a record: one event per line, cards by slot. [AOW-10.15]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.contract import Event, Seat


def record(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The lines of the events that have one; a seat that leaves has none."""
    return [line for event in events if (line := line_of(event, names))]


def asked(reason: str) -> str:
    """The line of a turn that is suspended. [AOW-10.12]"""
    return f"ask {reason}"


def line_of(event: Event, names: Sequence[str]) -> str:
    data = event.data
    match event.kind:
        case "turn_begun":
            return f"turn {data['turn']} {recorded_name(data['seat'], names)}"
        case "dice_rolled":
            return f"roll {data['dice']}"
        case "die_lost":
            return f"lose {data['die']}"
        case "line_filled":
            return f"fill {data['card']} {data['code']} using {data['dice']}"
        case "card_conquered":
            return f"conquer {data['card']} from -"
        case "card_taken":
            former = recorded_name(data["former"], names)
            return f"conquer {data['card']} from {former}"
        case "province_subdued":
            return f"subdue {data['province']}"
        case "turn_ended":
            return f"end {data['reason']}"
        case "match_ended":
            adjudicated = data["how"] == "adjudicated"  # AOW-9.20
            return "game over adjudicated" if adjudicated else "game over"
    return ""


def recorded_name(seat: Seat, names: Sequence[str]) -> str:
    """One word, so that every line can be split at its blanks: `aki-tanaka`."""
    name = names[seat] if seat < len(names) else f"seat {seat}"
    return "-".join(name.lower().split())
