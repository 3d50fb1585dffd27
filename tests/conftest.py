"""The toy game is registered like any other: by a folder."""

from pathlib import Path

import pytest
from hypothesis import settings

from engine.registry import register

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")

# A house is opened once, so its tests stay with one worker. They take long: first they.
HOUSES = [
    *("service/test_chaos", "web", "mail/test_whole_matches", "service/test_loops"),
    *("service/test_serving", "service/test_doors", "service/test_crashes"),
    *("service/test_together", "service/test_letter_box", "api/test_bot"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {item: place_of(item) for item in items}
    for item, place in places.items():
        if place < len(HOUSES):
            item.add_marker(pytest.mark.xdist_group(HOUSES[place]))
    items.sort(key=lambda item: places[item])


def place_of(item: pytest.Item) -> int:
    """Of the house that a test needs; who needs none comes last."""
    here = f"{item.path.parent.name}/{item.path.stem}"
    found = (n for n, house in enumerate(HOUSES) if here.startswith(house))
    return next(found, len(HOUSES))
