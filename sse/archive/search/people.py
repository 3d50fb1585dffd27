"""People and programs by the names that readers type."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower

from engine.bots import bots
from engine.registry import games
from sse.accounts.models import Player
from sse.archive.index.models import Career

MOST_LIKE = 5
MOST_NAMED = 4
LAST = "\U0010ffff"  # comes after whatever goes on with a text


class Named(NamedTuple):
    """A name as typed, and who is meant: a number, a program's name, or nobody."""

    name: str
    key: str


def people_named(text: str, game: str = "") -> list[Named]:
    """Who is meant: one, whose name may have a comma, or several between commas."""
    if "," in text and (player := player_by_name(text)):
        return [Named(text, str(player.pk))]
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [Named(name, person_key(name, game)) for name in names[:MOST_NAMED]]


def person_key(name: str, game: str) -> str:
    player = player_by_name(name)
    if player:
        return str(player.pk)
    known = [game] if game in games() else list(games())
    return name if any(name in bots(one) for one in known) else ""


def player_by_name(name: str) -> Player | None:
    """Ignoring case; SQLite alone knows only that of Latin, so others are tried."""
    if "\x00" in name:  # PostgreSQL knows no such text
        return None
    found = Player.objects.alias(lower=Lower("name"))
    return found.filter(Q(name__in=forms_of(name)) | Q(lower=name.lower())).first()


def forms_of(name: str) -> set[str]:
    return {name, name.lower(), name.upper(), name.title(), name.capitalize()}


def name_prefix(text: str) -> Q:
    """By an index: SQLite's is none for LIKE, PostgreSQL's may have its own order."""
    if connection.vendor == "sqlite":
        return Q(name__gte=text, name__lt=text + LAST)
    return Q(name__startswith=text)


def names_like(name: str) -> list[Player]:
    """Whom a beginner of a name may mean: only who has played for all to see."""
    begins = reduce(or_, map(name_prefix, forms_of(name)))
    has_played = Exists(Career.objects.filter(player=OuterRef("pk")))
    found = Player.objects.filter(begins, has_played, is_active=True)
    return list(found.order_by("name")[:MOST_LIKE])
