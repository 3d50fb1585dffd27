"""Everything that a person can do to a match, and at which doors: see deeds.toml.

Pages and the API build their actions from this table; `tests/matches/test_deeds.py`
checks all doors against it, the mail commands too. The services decide who may do
something; `who` tells it here, so that the test can try it at every door.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from enum import StrEnum
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, NamedTuple

from sse.accounts.models import Player
from sse.matches import play

MATCH = "matches/<int:match_id>"
BY_NAME = "match-do"  # the page address that ends with the name of the deed


class Who(StrEnum):
    ANYONE = "anyone"  # who may see the match
    INVITED = "invited"  # the person who reads mail at the invited address
    PLAYER = "player"  # of the match
    ORGANISER = "organiser"
    MEMBER = "member"  # a player or the organiser


class Deed(NamedTuple):
    name: str
    service: Callable[..., Any]
    who: Who
    sentence: str
    arguments: list[str]
    web: list[str]
    api: str
    mail: list[str]
    missing: str

    @property
    def required(self) -> set[str]:
        """The arguments without which the service does nothing."""
        known = signature(self.service).parameters
        return {n for n in self.arguments if known[n].default is Parameter.empty}

    def do(self, match_id: int, person: Player, **arguments: Any) -> Any:
        """Do it in the name of this person. [MatchRefused]"""
        by = "by" if "by" in signature(self.service).parameters else "player"
        return self.service(match_id=match_id, **{by: person}, **arguments)


def deed_of(name: str, row: dict[str, Any]) -> Deed:
    return Deed(
        name=name,
        service=getattr(play, row["service"]),
        who=Who(row["who"]),
        sentence=row["sentence"],
        arguments=row.get("arguments", []),
        web=row.get("web", [BY_NAME]),
        api=row.get("api", f"{MATCH}/{name}"),
        mail=row.get("mail", []),
        missing=row.get("missing", ""),
    )


FILE = Path(__file__).with_name("deeds.toml")
DEEDS = {
    name: deed_of(name, row)
    for name, row in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
}
