"""A letter of every kind, about a match that is under way: to be written and read."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.utils import timezone

from sse.accounts.models import Player, Ticket
from sse.archive.models import Report
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match
from sse.matches.play import plan_submit, seat_invite
from sse.matches.selectors import seat_state
from sse.matches.table import table_of
from sse.outbox.models import Letter
from tests.support.tables import running, write

KINDS = sorted(
    file.name.split(".")[0]
    for file in (settings.BASE_DIR / "templates/mail").glob("*.subject.txt")
)
TALK = "Peace?\nI keep <b>out</b> of {{ Kinai }} & you keep 100 % out of Ezo."


def under_way(game: str, *players: Player, orders: int = 40, **fields: Any) -> Match:
    """A match after so many orders, chosen by dice that always fall alike."""
    match = running(*players, game=game, clock=PRESETS["daily"].data, **fields)
    dice = Random(3)
    for _ in range(orders):
        asked = table_of(match.table).asked
        if not asked:
            break
        seat = match.seats.select_related("player").get(number=asked[0].seat)
        options = match.game.options(seat_state(match, seat.number), seat.number)
        assert seat.player is not None
        write(match, seat.player, dice.choice(options).text)
    return match


def asked_player(match: Match) -> Player:
    """Who is to decide now."""
    number = table_of(match.table).asked[0].seat
    player = match.seats.select_related("player").get(number=number).player
    assert player is not None
    return player


def specimen(kind: str, match: Match, player: Player, **more: Any) -> Letter:
    """The letter as a row; what it is about is in the database."""
    seat = match.seats.get(player=player)
    data = {**facts(kind, match, player), **more}
    is_matchless = kind in ("log_in", "confirm", "invitation", "test", "digest")
    return Letter.objects.create(
        kind=kind,
        key=f"{kind}:{match.pk}:{seat.number}:specimen {Letter.objects.count()}",
        player=None if kind in ("log_in", "confirm", "invitation") else player,
        email="chie@elsewhere.example" if kind == "invitation" else "",
        match=None if is_matchless else match,
        seat=None
        if is_matchless or kind in ("joined", "left", "declined")
        else seat.number,
        entry=match.head,
        data=data,
    )


TICKETS = {
    "log_in": Ticket.Purpose.LOG_IN,
    "confirm": Ticket.Purpose.CONFIRM,
    "prove": Ticket.Purpose.PROVE,
}


def facts(kind: str, match: Match, player: Player) -> dict[str, Any]:
    """What the services would write down for a letter of this kind."""
    due = timezone.now() + timedelta(days=2, hours=4, minutes=5)
    if kind in ("turn", "reminder", "more_time"):
        skipped = ["attack <b>Owari</b>"] if kind == "turn" else []
        since = max(match.head - 20, 0)
        return {"due_at": due.isoformat(), "skipped": skipped, "since": since}
    if kind in ("receipt", "refusal"):
        return outcome(kind, match, player)
    if kind in TICKETS:
        purpose = TICKETS[kind]
        who = None if kind == "log_in" else player
        ticket = Ticket.objects.create(
            email="chie@elsewhere.example",
            purpose=purpose,
            player=who,
            name="Chie",
            language=player.language,
            expires_at=due,
        )
        return {"ticket": ticket.pk}
    if kind == "invitation":
        organiser = match.organiser
        assert organiser is not None
        email = "chie@elsewhere.example"
        invitation = seat_invite(match_id=match.pk, by=organiser, email=email, seat=1)
        return {"invitation": invitation.pk}
    if kind == "digest":
        key = question_key(match, player)
        Letter.objects.filter(key=key).delete()
        parts = [specimen(each, match, player) for each in ("turn", "talk", "paused")]
        Letter.objects.filter(pk=parts[0].pk).update(key=key)
        return {"letters": [part.pk for part in parts]}
    if kind in ("joined", "left", "declined"):
        others = match.seats.exclude(player=None).exclude(player=player)
        return {"who": others.order_by("number")[0].player_id}
    if kind == "booklet":
        options = {"language": player.language, "paper": "a4", "qr": False}
        key = f"{match.pk} {player.pk} {Report.objects.count()}"
        made = Report.objects.create(match=match, kind=kind, options=options, key=key)
        return {"report": made.pk}
    return OTHERS.get(kind, {})


def question_key(match: Match, player: Player) -> str:
    """The key of the turn letter to a player, which is still asked."""
    seat = match.seats.get(player=player).number
    asked = table_of(match.table).asks(seat)
    assert asked is not None
    return f"turn:{match.pk}:{seat}:{asked.since}:{asked.point}"


def outcome(kind: str, match: Match, player: Player) -> dict[str, Any]:
    """A text as it came by mail, and what became of it."""
    made = plan_submit(
        match_id=match.pk,
        player=player,
        text="pass\nsomething <i>else</i>",
        source="mail",
        key=f"{kind} {player.pk} {match.submissions.count()}",
    )
    faults = [{"text": "Line 2: “something” was not understood. [SSE-14.1]"}]
    answers: dict[str, dict[str, Any]] = {
        "receipt": {"kept": "", "remarks": ["“pass” comes too early."]},
        "refusal": {"faults": faults},
    }
    made.answer = answers[kind]
    made.save(update_fields=["answer"])
    return {"submission": made.pk, "first": max(match.head - 4, 0), "leaked": True}


OTHERS: dict[str, dict[str, Any]] = {
    "time_asked": {
        "by": "Aki <b>",
        "more": "2 days",
        "due": "Friday, 20 November 2026, 18:00 UTC",
        "grant": "extend 2 days: Aki <b>",
    },
    "talk": {"speaker": "Botan <b>", "to": [], "text": TALK},
    "out_of_time": {"at_end": "stand-in"},
    "paused": {"reason": "forsaken"},
    "seat_changed": {"changed": 1},
    "resigned": {"changed": 1},
    "back_asked": {"by": "Botan", "to": 3},
    "time_declined": {"by": "Aki", "more": "2 days"},
    "back_refused": {"by": "Botan", "to": 3},
    "taken_back": {"to": 3},
    "held": {
        "mail": 1,
        "sender": "rival@elsewhere.example",
        "written": ["pass", "<b>"],
    },
    "answer": {
        "about": "Winter & <snow>: status",
        "text": "Kirschen.\n\n  pass\n      do nothing",
        "unread": ["and more"],
        "is_unproved": True,
    },
    "phase": {"since": 0, "skipped": []},
    "ended": {"since": 0},
    "bounced": {"name": "Botan", "reply": "550 5.1.1 no such user here"},
}
