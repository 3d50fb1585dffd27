"""Emails as rows, written in the transaction that caused them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from sse.platform.leases import QueuedRow


class Letter(QueuedRow):
    class Status(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        SENT = "sent"
        FAILED = "failed"
        BOUNCED = "bounced"  # sent, and returned
        GATHERED = "gathered"  # part of a digest
        SUPPRESSED = "suppressed"  # not wanted, or no address to send it to
        SUPERSEDED = "superseded"  # a later letter says more
        EXPIRED = "expired"

    WAITING, WORKING = (Status.QUEUED,), Status.SENDING

    kind = models.CharField(max_length=20)  # its templates are templates/mail/<kind>.*
    key = models.CharField(
        max_length=120, unique=True
    )  # of the cause: it makes one letter
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="letters_to",
    )
    email = models.EmailField(
        blank=True
    )  # if there is no player yet, or for this address only
    match = models.ForeignKey(
        "matches.Match",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="letters",
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.PositiveIntegerField(
        default=0
    )  # entries of the match when it was written
    data = models.JSONField(default=dict)

    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.QUEUED
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)  # the last error, in words
    text = models.TextField(blank=True)  # as it was sent; answers quote it
    forgotten_at = models.DateTimeField(
        null=True, blank=True
    )  # see sse/operations/retention.py

    newest_turn = 0  # of a question that was sent before it; set when it is sent

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"],
                condition=models.Q(status__in=["queued", "sending"]),
                name="letters_to_send",
            ),
            models.Index(fields=["match", "seat", "-id"], name="letters_of_a_seat"),
            models.Index(
                fields=["created_at"],
                condition=models.Q(forgotten_at__isnull=True),
                name="letters_remembered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def turn(self) -> int:
        """The turn that an answer to this letter is for."""
        return max(self.entry, self.newest_turn)

    def same_seat(self) -> models.QuerySet[Letter]:
        """Return the letters to the same player in the same seat."""
        return Letter.objects.filter(
            match=self.match_id, seat=self.seat, player=self.player_id
        )


class Bounce(models.Model):
    """A letter that was returned, or a complaint: see outbox/bounces.py."""

    class Kind(models.TextChoices):
        HARD = "hard"  # there is no such address
        SOFT = "soft"  # not now
        COMPLAINT = "complaint"  # the reader wants no more

    email = models.EmailField()  # in lower case
    kind = models.CharField(max_length=9, choices=Kind.choices)
    why = models.CharField(max_length=300, blank=True)  # as the mail server said it
    letter = models.ForeignKey(
        Letter,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="bounces",
    )
    key = models.CharField(max_length=120, unique=True)  # one report counts once
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["email", "at"], name="bounces_of")]

    def __str__(self) -> str:
        return f"{self.kind} bounce {self.pk}"


class Silence(models.Model):
    """A player gets no emails about a match, which goes on."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silences"
    )
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="silences"
    )
    since = models.DateTimeField(default=timezone.now)
    is_wish = models.BooleanField(default=True)  # else the match began without emails

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "match"], name="silence_once")
        ]

    def __str__(self) -> str:
        return f"{self.player} gets no letters of match {self.match_id}"
