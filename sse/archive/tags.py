"""Words that people put on matches, so that others find them."""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext

from engine.reading.text import fold
from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.archive.index.models import Record, Tag, Tagging
from sse.archive.index.records import match_reword
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Tenure

LONGEST = 30
MOST = 12  # of one match


def tag_label(text: str) -> str:
    """As it is shown: letters, digits and a few signs."""
    text = unicodedata.normalize("NFC", text)
    plain = "".join(sign if is_plain(sign) else " " for sign in text)
    return " ".join(plain.split())[:LONGEST].strip(" -")


def is_plain(sign: str) -> bool:
    return sign.isalnum() or sign in "+&'’-" or unicodedata.category(sign) == "Mn"


def tag_key(text: str) -> str:
    """One tag, however it is spelt."""
    folded = tag_label(fold(tag_label(text)))
    return folded.replace(" ", "-").strip("-")


def may_tag(match: Match, player: Player) -> bool:
    """Its players, also former ones, its organiser, and staff."""
    if has_staff_power(player) or match.organiser_id == player.pk:
        return True
    return (
        match.seats.filter(player=player).exists()
        or Tenure.objects.filter(seat__match=match, player=player).exists()
    )


def tags_of(match: Match) -> QuerySet[Tag]:
    return Tag.objects.filter(taggings__match=match).order_by("key")


@transaction.atomic
def tag_add(*, match: Match, player: Player, text: str) -> Tag:
    """The match is found by this word from now on. [MatchRefused]"""
    check_may_tag(match, player)
    label, key = tag_label(text), tag_key(text)
    if not any(sign.isalnum() for sign in key):
        raise MatchRefused("tag", gettext("A tag needs a letter or a digit."))
    Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.taggings.count() >= MOST:
        sentence = gettext("A match can have at most %(most)s tags.")
        raise MatchRefused("too_many", sentence % {"most": MOST})
    tag, _ = Tag.objects.get_or_create(key=key, defaults={"label": label})
    _, is_new = Tagging.objects.get_or_create(
        match=match, tag=tag, defaults={"player": player}
    )
    if is_new:
        change_uses(match, tag, 1)
    return tag


@transaction.atomic
def tag_remove(*, match: Match, player: Player, key: str) -> None:
    check_may_tag(match, player)
    tagging = match.taggings.select_related("tag").filter(tag__key=key).first()
    if tagging is None:
        raise MatchRefused("no_tag", gettext("The match has no such tag."))
    tagging.delete()
    change_uses(match, tagging.tag, -1)


def check_may_tag(match: Match, player: Player) -> None:
    if not may_tag(match, player):
        sentence = gettext("Only players of a match and its organiser can tag it.")
        raise MatchRefused("not_yours", sentence)


def change_uses(match: Match, tag: Tag, change: int) -> None:
    if Record.objects.filter(match=match, is_public=True).exists():
        Tag.objects.filter(pk=tag.pk).update(uses=F("uses") + change)
    match_reword(match_id=match.pk)
