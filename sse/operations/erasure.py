"""Erases a player from all apps; their moves stay, without a name."""

from __future__ import annotations

from django.utils import timezone

from sse.accounts.models import Player
from sse.archive.index.records import player_renamed
from sse.archive.reports import reports_forget, reports_of
from sse.inbox.services import mails_erase
from sse.matches.clock.deadlines import open_to_all
from sse.matches.clock.seat_clock import stop_clock
from sse.matches.models import Invitation, Match, Seat, Submission, Tenure
from sse.matches.play import match_abandon, seat_leave
from sse.matches.play.locked_match import locked_match
from sse.outbox.models import Bounce, Letter

GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


def seats_give_up(player: Player) -> None:
    """Leave seats of matches to come, and open those of running matches to all."""
    seats = Seat.objects.filter(player=player)
    for seat in seats.filter(match__status=Match.Status.OPEN):
        seat_leave(match_id=seat.match_id, player=player)
    playing = seats.filter(match__status__in=GOING_ON, has_resigned=False)
    for seat in playing.order_by("match_id"):
        with locked_match(seat.match_id) as table:
            place = table.seats[seat.number]
            place.stand_in = ""
            open_to_all(table, place)
            stop_clock(table, place)
    for match in player.organised.filter(status=Match.Status.OPEN):
        match_abandon(match_id=match.pk, by=player)
    player.organised.update(organiser=None)


def traces_erase(player: Player, emails: list[str]) -> None:
    """Erase names, addresses, emails and texts. The log's entries know no names."""
    mails_erase(player_id=player.pk, emails=emails)
    letters_erase(player, emails)
    invitations_erase(player, emails)
    Tenure.objects.filter(player=player).update(name=player.name)
    waiting = player.submissions.filter(status=Submission.Status.WAITING)
    waiting.update(status=Submission.Status.STALE)
    player.submissions.update(text="", answer={})
    player.remarks.update(text="", removed_at=timezone.now())
    reports_forget(reports_of(player))
    player_renamed(player=player)
    written = (player.talk, player.notes, player.silences)
    for things in (*written, player.hooks, player.kept_answers):
        things.all().delete()


def letters_erase(player: Player, emails: list[str]) -> None:
    Letter.objects.filter(player=player).delete()
    Letter.objects.filter(email__in=emails).delete()
    Letter.objects.filter(kind="account", data__account_id=player.pk).delete()
    Bounce.objects.filter(email__in=emails).delete()


def invitations_erase(player: Player, emails: list[str]) -> None:
    Invitation.objects.filter(invited_by=player, answer="").update(answer="revoked")
    for invitation in Invitation.objects.filter(email__in=emails):
        invitation.email = f"erased-{invitation.pk}@invalid"
        invitation.answer = invitation.answer or "revoked"
        invitation.save(update_fields=["email", "answer"])
