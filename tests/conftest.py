"""The toy game is registered like any other: by a folder."""

from pathlib import Path

import pytest
from hypothesis import settings

from engine.registry import register

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")

# A house is opened once, so its tests stay with one worker; so do those of any file.
# What takes long comes first.
FIRST = [
    *("service/test_chaos", "web", "mail/test_whole_matches", "service/test_loops"),
    *("service/test_serving", "service/test_doors", "service/test_web_secrets"),
    *("service/test_booklet", "service/test_together", "engine/test_contract"),
    *("service/test_letter_box", "api/test_bot", "service/test_crashes"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group_of(item)))
    places = {group: place for place, group in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(group_of(item), len(FIRST)))


def group_of(item: pytest.Item) -> str:
    folder = item.path.parent.name
    return folder if folder in FIRST else f"{folder}/{item.path.stem}"
