"""Matches, who sits at them, what was written to them and what happened in them.

The entries are the truth. Snapshots are a cache, and what stands in `Match.table` is
what waits to be used: plans, and who is asked.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import (
    CASCADE,
    PROTECT,
    SET_NULL,
    ForeignKey,
    Index,
    Q,
    UniqueConstraint,
)
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import get_language, gettext

from engine.contract import Game
from engine.registry import About, game, games
from sse.accounts.models import Player

ALIVE = ("open", "running", "paused")  # few of many: they have an index
# Said in the text of a query: SQLite finds such an index by that only.
IS_ALIVE = Q(status__in=[RawSQL(f"'{status}'", ()) for status in ALIVE])
IS_FINISHED = Q(status=RawSQL("'finished'", ()))


class Match(models.Model):
    class Status(models.TextChoices):
        OPEN = "open"  # seats are being filled
        RUNNING = "running"
        PAUSED = "paused"
        FINISHED = "finished"
        ABANDONED = "abandoned"

    class Privacy(models.TextChoices):
        PRIVATE = "private"  # for its people, for ever
        LISTED = "listed"
        LATER = "listed when finished"

    class Tempo(models.TextChoices):
        EACH = "each"
        PHASE = "phase"

    class TalkShown(models.TextChoices):
        PLAYERS = "players"  # only to whom it was said
        ENDED = "ended"  # to all who may see the match, once it has ended

    game_name = models.CharField(max_length=40)
    version = models.PositiveIntegerField()  # of the rules
    choices = models.JSONField(default=dict)
    seats_wanted = models.PositiveSmallIntegerField()
    tempo = models.CharField(max_length=5, choices=Tempo.choices, default=Tempo.EACH)
    clock = models.JSONField(default=dict)
    privacy = models.CharField(
        max_length=20, choices=Privacy.choices, default=Privacy.LISTED
    )
    talk_shown = models.CharField(
        max_length=7, choices=TalkShown.choices, default=TalkShown.PLAYERS
    )
    title = models.CharField(max_length=80, blank=True)
    organiser = ForeignKey(Player, SET_NULL, related_name="organised", null=True)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)

    seed = models.CharField(max_length=64)  # secret until the match has ended
    commitment = models.CharField(max_length=64)
    words = models.JSONField(default=list)  # players' own, mixed into the dice
    branch = models.PositiveIntegerField(default=0)  # how often it was taken back

    # Begun from a position, perhaps of another match: in no rating or statistics.
    forked_from = ForeignKey(
        "self", SET_NULL, related_name="forks", null=True, blank=True
    )
    forked_step = models.PositiveIntegerField(null=True, blank=True)
    position = models.JSONField(null=True, blank=True)  # it is taken up from
    is_practice = models.BooleanField(default=False)  # alone: in no list, no letters
    first_branch = models.PositiveIntegerField(default=0)  # of its dice

    # Brought as a file: its names are nobody's here, and it counts nowhere.
    is_imported = models.BooleanField(default=False)

    head = models.PositiveIntegerField(default=0)  # how many entries
    chain = models.CharField(max_length=64, blank=True)  # hash of the last of them
    table = models.JSONField(default=dict)  # see matches/table.py
    bots_due = models.BooleanField(default=False)  # a program has to move
    result = models.JSONField(null=True, blank=True)
    last_state = models.CharField(max_length=64, blank=True)  # its hash, at the end

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "matches"
        permissions: ClassVar = [
            ("see_secrets", "Can see what is hidden while a match is running")
        ]
        indexes: ClassVar = [
            Index(
                fields=["changed_at"],
                condition=Q(bots_due=True),
                name="matches_with_bots_due",
            ),
            Index(fields=["status", "-id"], name="matches_by_status"),
            Index(fields=["-id"], condition=Q(status__in=ALIVE), name="matches_alive"),
            Index(
                fields=["-ended_at", "-id"],
                condition=Q(status="finished"),
                name="matches_finished_last",
            ),
        ]

    def __str__(self) -> str:
        about = games().get(self.game_name)  # a game may be gone, its matches stay
        name = about.title_in(get_language() or "en") if about else self.game_name
        return self.title or f"{name} {self.pk}"

    @property
    def about(self) -> About:
        return games()[self.game_name]

    @property
    def game(self) -> Game[object]:
        return game(self.game_name)

    @property
    def is_current(self) -> bool:
        """Whether it is played by the rules that are here now."""
        about = games().get(self.game_name)
        return about is not None and about.version == self.version

    @property
    def old_rules(self) -> str:
        """Why no board can be drawn and nothing be played, if so."""
        about = games().get(self.game_name)
        if about is None:
            return gettext("The game of this match is not installed here.")
        if about.version == self.version or not self.has_begun:
            return ""
        said = gettext(
            "This match is played by version {old} of the rules of {game};"
            " version {new} is installed here."
        )
        return said.format(old=self.version, game=about.title, new=about.version)

    @property
    def has_ended(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.ABANDONED)

    @property
    def has_begun(self) -> bool:
        return self.status != self.Status.OPEN

    @property
    def is_from_position(self) -> bool:
        return self.position is not None


def of_current_rules(match: str = "") -> Q:
    """Matches by the rules that are here now; `match` is the way to them."""
    wanted = Q(pk__in=())
    for name, about in games().items():
        rules = {f"{match}game_name": name, f"{match}version": about.version}
        wanted |= Q(**rules)
    return wanted


class Seat(models.Model):
    """A place at a match: a player, a bot, or nobody yet."""

    match = ForeignKey(Match, CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = ForeignKey(Player, PROTECT, related_name="seats", null=True, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    stand_in = models.CharField(max_length=20, blank=True)  # bot until they write
    is_open = models.BooleanField(default=False)  # anybody may take it
    has_resigned = models.BooleanField(default=False)  # given up for good; see the log
    word = models.CharField(max_length=80, blank=True)  # for the dice
    # Of the one who played it elsewhere, marked: see imported_names.py; or the
    # program's in the match of which this is a variation.
    name = models.CharField(max_length=33, blank=True)
    token_epoch = models.PositiveIntegerField(default=0)  # of reply addresses

    asked_at = models.DateTimeField(null=True, blank=True)  # or time runs again since
    budget = models.DurationField(null=True, blank=True)  # for the present question
    used = models.DurationField(default=timedelta)  # of it, before `asked_at`
    due_at = models.DateTimeField(null=True, blank=True)
    rings_at = models.DateTimeField(null=True, blank=True)  # after the grace
    reminders = models.JSONField(default=list)  # times to come
    remind_at = models.DateTimeField(null=True, blank=True)  # the next of them
    bank = models.DurationField(default=timedelta)
    missed = models.PositiveSmallIntegerField(default=0)  # deadlines, in a row

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["match", "number"], name="seat_once"),
            UniqueConstraint(
                fields=["match", "player"],
                condition=Q(player__isnull=False),
                name="one_seat_each",
            ),
        ]
        indexes: ClassVar = [
            Index(
                fields=["rings_at"],
                condition=Q(rings_at__isnull=False),
                name="seats_by_bell",
            ),
            Index(
                fields=["remind_at"],
                condition=Q(remind_at__isnull=False),
                name="seats_by_reminder",
            ),
            Index(fields=["match"], condition=Q(is_open=True), name="seats_open"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.holder or 'nobody'}"

    @property
    def holder(self) -> str:
        return self.player.name if self.player else self.name or self.bot

    @property
    def is_taken(self) -> bool:
        return bool(self.player_id or self.bot)

    @property
    def program(self) -> str:
        """The bot that decides here now, if one does."""
        return self.bot or self.stand_in


class Tenure(models.Model):
    """The holder of a seat from an entry on."""

    seat = ForeignKey(Seat, CASCADE, related_name="tenures")
    player = ForeignKey(Player, PROTECT, related_name="tenures", null=True, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=33)  # as others saw it
    entry = models.PositiveIntegerField()
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["entry", "pk"]

    def __str__(self) -> str:
        return f"{self.name} from entry {self.entry}"


class Invitation(models.Model):
    """A seat kept for whoever reads mail at an address."""

    match = ForeignKey(Match, CASCADE, related_name="invitations")
    seat = ForeignKey(Seat, CASCADE, null=True, blank=True)
    email = models.EmailField()
    invited_by = ForeignKey(Player, CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=8, blank=True)  # accepted, declined, revoked

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(
                fields=["match", "email"], condition=Q(answer=""), name="invited_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.email} to {self.match}"


class Submission(models.Model):
    """A text for a seat, exactly as it came, and what became of it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        APPLIED = "applied"
        REFUSED = "refused"
        STALE = "stale"  # an answer to a question that is gone
        BROKEN = "broken"  # our fault: the operator looks at it

    class Kind(models.TextChoices):
        ORDERS = "orders"
        WITHDRAW = "withdraw"
        RESIGN = "resign"

    match = ForeignKey(Match, CASCADE, related_name="submissions")
    seat = models.PositiveSmallIntegerField()
    player = ForeignKey(
        Player, PROTECT, related_name="submissions", null=True, blank=True
    )
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ORDERS)
    text = models.TextField(blank=True)
    by = models.CharField(max_length=24, blank=True)  # `bot greedy`
    source = models.CharField(max_length=10)  # mail, web, api, bot
    key = models.CharField(max_length=100, unique=True)  # the same key acts once
    status = models.CharField(
        max_length=8, choices=Status.choices, default=Status.WAITING
    )
    answer = models.JSONField(default=dict)
    received_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            Index(
                fields=["match", "id"],
                condition=Q(status="waiting"),
                name="submissions_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} for seat {self.seat} of match {self.match_id}"


class Talk(models.Model):
    """Something said at the table. No part of the log."""

    match = ForeignKey(Match, CASCADE, related_name="talk")
    seat = models.PositiveSmallIntegerField(null=True)  # nothing: the organiser
    player = ForeignKey(Player, SET_NULL, related_name="talk", null=True)
    to = models.JSONField(null=True)  # seats; nothing: all
    text = models.TextField()
    entry = models.PositiveIntegerField()  # how much had happened by then
    at = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=100, unique=True)  # the same mail says it once

    class Meta:
        verbose_name_plural = "talk"
        indexes: ClassVar = [Index(fields=["match", "id"], name="talk_in_order")]

    def __str__(self) -> str:
        return f"talk in match {self.match_id}"  # the text is theirs


class Note(models.Model):
    """A page of a player's diary, sealed until the match has ended."""

    match = ForeignKey(Match, CASCADE, related_name="notes")
    seat = models.PositiveSmallIntegerField()
    player = ForeignKey(Player, SET_NULL, related_name="notes", null=True)
    text = models.TextField()
    entry = models.PositiveIntegerField()  # how much had happened by then
    at = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=100, unique=True)

    class Meta:
        indexes: ClassVar = [Index(fields=["match", "id"], name="diary_order")]

    def __str__(self) -> str:
        return f"note in match {self.match_id}"


class Entry(models.Model):
    """One line of the log. The database refuses to change or delete it."""

    match = ForeignKey(Match, PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    text = models.TextField()  # as in the log file
    chain = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["match", "number"], name="entry_once")
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of match {self.match_id}"  # the text is secret


class Snapshot(models.Model):
    """The state after an entry, kept to save time; may be deleted at any moment."""

    match = ForeignKey(Match, CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()  # of the entry
    position = models.JSONField()
    mark = models.CharField(max_length=16, default="")  # of the code that made it

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["match", "number"], name="snapshot_once")
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} after entry {self.number}"


class Heartbeat(models.Model):
    """When something that runs by itself last ran: see matches/heartbeat.py."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
