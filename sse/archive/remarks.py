"""What readers say about the steps of ended matches.

Only of ended ones: whoever plays could tell others a secret, or be told one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.archive.index.records import match_reword
from sse.archive.models import Remark
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.platform.stored_text import as_kept

LONGEST = 4000  # letters
AGAIN = timedelta(minutes=2)  # the same words so soon are the same remark


class Thread(NamedTuple):
    """A remark and what was answered to it, in order."""

    remark: Remark
    answers: list[Remark]

    @property
    def is_left(self) -> bool:
        return any(one.removed_at is None for one in (self.remark, *self.answers))


def may_remark(match: Match, person: object) -> bool:
    return match.has_ended and isinstance(person, Player)


@transaction.atomic
def remark_add(
    *, match: Match, step: int, player: Player, text: str, answers: int | None = None
) -> Remark:
    """A remark, or an answer to one of the same step. [MatchRefused]

    Whether the player may see the match is for the caller to know.
    """
    text = as_kept(text.replace("\r\n", "\n"))
    if not may_remark(match, player):
        raise MatchRefused(
            "running", _("You can comment on a match after it has ended.")
        )
    if not 0 <= step < match.head:
        raise MatchRefused("no_step", _("There is no such step."))
    if not text:
        raise MatchRefused("empty", _("Your comment is empty."))
    if len(text) > LONGEST:
        sentence = _("A comment can have at most %(count)s characters.")
        raise MatchRefused("too_long", sentence % {"count": LONGEST})
    root = thread_root(match, step, answers) if answers is not None else None
    same = {"match": match, "step": step, "player": player, "answers": root}
    lately = Remark.objects.filter(**same, at__gte=timezone.now() - AGAIN)
    twin = lately.filter(text=text, removed_at=None).first()
    if twin:
        return twin
    remark = Remark.objects.create(**same, text=text)
    match_reword(match_id=match.pk)
    return remark


def thread_root(match: Match, step: int, remark_id: int) -> Remark:
    """The first remark of the thread that is answered."""
    found = Remark.objects.select_related("answers")
    remark = found.filter(pk=remark_id, match=match, step=step).first()
    root = (remark.answers or remark) if remark else None
    if root is None or not has_text_left(root):
        raise MatchRefused("no_remark", _("There is no such comment on this step."))
    return root


def has_text_left(root: Remark) -> bool:
    """Whether something of its thread is left."""
    left = Remark.objects.filter(answers=root, removed_at=None)
    return root.removed_at is None or left.exists()


@transaction.atomic
def remark_remove(*, match: Match, remark_id: int, by: Player) -> Remark:
    """Its words go; that it was there stays for those who answered. [MatchRefused]"""
    remark = Remark.objects.filter(match=match, pk=remark_id).first()
    if remark is None:
        raise MatchRefused("no_remark", _("There is no such comment."))
    if not may_remove(match, remark, by):
        raise MatchRefused("not_yours", _("This comment is not yours."))
    if remark.removed_at is None:
        remark.text, remark.removed_at = "", timezone.now()
        remark.save(update_fields=["text", "removed_at"])
        match_reword(match_id=match.pk)
    return remark


def may_remove(match: Match, remark: Remark, person: object) -> bool:
    """Who wrote it, the organiser of the match, and the operator."""
    if not isinstance(person, Player):
        return False
    is_theirs = person.pk in (remark.player_id, match.organiser_id)
    return is_theirs or has_staff_power(person)


# --------------------------------------------------------------------------- reading


def threads_at(match: Match, step: int) -> list[Thread]:
    """The remarks at a step, each with its answers; what is gone altogether is gone."""
    found = Remark.objects.filter(match=match, step=step).select_related("player")
    return threads(found.order_by("pk"))


def threads(remarks: Iterable[Remark]) -> list[Thread]:
    found: dict[int, Thread] = {}
    for remark in remarks:
        if remark.answers_id is None:
            found[remark.pk] = Thread(remark, [])
        elif remark.answers_id in found:
            found[remark.answers_id].answers.append(remark)
    return [thread for thread in found.values() if thread.is_left]


def steps_with_remarks(match: Match) -> list[int]:
    said = Remark.objects.filter(match=match, removed_at=None)
    return sorted(set(said.values_list("step", flat=True)))
