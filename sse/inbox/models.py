"""Incoming mail as it was received, what became of it, and how it was answered."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from sse.platform.leases import QueuedRow

# Kinds of held mails; other kinds are those of `reading.types.Kind`, or a command.
CONFIRMED = "confirmed"  # its owner has said that it is theirs
ACCOUNT = "account"  # it would do more than play its seat


class RawMail(QueuedRow):
    """The bytes for one recipient of ours. The same message is stored once."""

    class Status(models.TextChoices):
        NEW = "new"
        WORKING = "working"  # claimed by a worker, until the lease ends
        BROKEN = "broken"  # our fault; tried again later, and holds up no other mail
        DONE = "done"  # acted upon, or answered
        IGNORED = "ignored"  # from a robot or a stranger, or a bounce
        HELD = "held"  # until its writer is known
        DEAD = "dead"  # given up: the operator looks at it

    WAITING, WORKING = (Status.NEW, Status.BROKEN), Status.WORKING

    raw = models.BinaryField()  # empty after some months
    size = models.PositiveIntegerField()
    door = models.CharField(max_length=20)
    envelope_from = models.CharField(max_length=320, blank=True)  # proves nothing
    recipient = models.CharField(max_length=320)
    received_at = models.DateTimeField(default=timezone.now)  # counts for deadlines

    key = models.CharField(max_length=64, unique=True)  # one message, one row
    message_id = models.CharField(max_length=250, blank=True)
    body_hash = models.CharField(max_length=64)
    line = models.CharField(max_length=64)  # queue: each mail waits for the one before

    status = models.CharField(max_length=7, choices=Status.choices, default=Status.NEW)
    kind = models.CharField(max_length=20, blank=True)  # order, bounce …
    why = models.CharField(max_length=300, blank=True)
    read_as = models.CharField(max_length=20, blank=True)  # by reading alone
    said = models.TextField(blank=True)  # what its writer wrote, as it was read
    proof = models.CharField(max_length=5, blank=True)  # pass, none, fail
    done_at = models.DateTimeField(null=True, blank=True)
    acted_at = models.DateTimeField(null=True, blank=True)  # then it does not act again
    forgotten_at = models.DateTimeField(null=True, blank=True)

    match = models.ForeignKey(
        "matches.Match",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mails",
    )
    seat = models.ForeignKey(
        "matches.Seat",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mails",
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mails",
    )

    class Meta:
        verbose_name = "mail"
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"],
                condition=models.Q(status__in=["new", "working", "broken"]),
                name="mails_to_process",
            ),
            models.Index(
                fields=["line", "id"],
                condition=models.Q(status__in=["new", "working"]),
                name="mails_in_line",
            ),
            models.Index(fields=["line", "received_at"], name="mails_of_a_seat"),
            models.Index(fields=["message_id", "body_hash"], name="mails_alike"),
            models.Index(fields=["envelope_from", "received_at"], name="mails_from"),
            models.Index(
                fields=["received_at"],
                condition=models.Q(forgotten_at__isnull=True),
                name="mails_remembered",
            ),
            models.Index(fields=["status", "-id"], name="mails_by_status"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Answer(models.Model):
    """An email that answered a mail, counted so that no two machines talk forever."""

    who = models.CharField(max_length=64)  # hash of the address it goes to
    reason = models.CharField(max_length=40)
    day = models.DateField(null=True, blank=True)  # of a refusal: one a day is enough
    text_hash = models.CharField(max_length=64, blank=True)  # of what they wrote
    mail = models.OneToOneField(
        RawMail, null=True, on_delete=models.SET_NULL, related_name="answered"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["who", "reason", "day"], name="refused_once_a_day"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["who", "at"], name="answers_to"),
            models.Index(fields=["at"], name="answers_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} at {self.at:%Y-%m-%d %H:%M}"
