"""A whole service for the browser, and the test's own hands in its database.

The pages, workers, bots, letters and clock of the house are real; see
tests/support/service.py. Here the test may read and write the same rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.db import connections
from django.db.utils import ConnectionHandler
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.matches.models import Match
from sse.matches.play import match_open, match_start
from sse.operations.demo import play_bots
from sse.platform import environment as env
from sse.platform import wake
from tests.support.servers import Servers
from tests.support.service import House

OFTEN = "100000/hour"
RATES = (
    *("LOG_IN_LETTERS", "LOG_IN_LETTERS_CLIENT"),
    *("LOG_IN_TRIES", "LOG_IN_TRIES_CLIENT"),
    *("INVITATIONS", "SUBMISSIONS", "CHECKS", "API_TOKENS"),
)
NUMBERS = count(1)


SITE = Path(__file__).parent / "site"  # registers the toy


def open_home(servers: Servers, with_toy: bool = False) -> House:
    """Without a demo: a test makes what it looks at."""
    house = House(servers)
    if with_toy:
        house.env["PYTHONPATH"] = str(SITE)
    house.env |= {f"RATE_{name}": OFTEN for name in RATES}
    house.env["HIKYAKU_LETTER_BOX"] = "yes"
    house.open()
    return house


@contextmanager
def rows_of(house: House) -> Iterator[None]:
    """The test's own Django works with the rows of the house; its workers do the rest.

    Nothing is rolled back: every test makes people and matches of its own.
    """
    mine = connections["default"]
    connections["default"] = connection_to(house)
    try:
        with wake.muffled():
            yield
    finally:
        connections["default"].close()
        connections["default"] = mine


def connection_to(house: House) -> Any:
    with patch.dict("os.environ", house.env):
        found = env.database(house.data)
    return ConnectionHandler({"default": found}).create_connection("default")


# ------------------------------------------------------------- people and matches


def someone(name: str = "Aki", **fields: Any) -> Player:
    """A new player whose name begins so."""
    number = next(NUMBERS)
    player = Player.objects.create(name=f"{name} {number}", **fields)
    Address.objects.create(
        player=player,
        email=f"{re.sub(r'[^a-z]', '', name.lower())}{number}@example.org",
        confirmed_at=timezone.now(),
        is_first=True,
    )
    return player


def against_bots(player: Player, bot: str = "auto", **fields: Any) -> Match:
    """A running match of the player and a program, which has played if it may."""
    usual: dict[str, Any] = {"game": "age_of_war", "seats": 2, "bot_seats": [bot]}
    match = match_open(organiser=player, **usual | fields)
    match_start(match_id=match.pk, by=player)
    play_bots(match)
    match.refresh_from_db()
    return match


def bots_only(host: Player, bot: str = "auto", seats: int = 2, **fields: Any) -> Match:
    """A finished match of programs."""
    fields |= {"seats": seats, "plays": False, "bot_seats": [bot] * seats}
    return against_bots(host, **fields)
