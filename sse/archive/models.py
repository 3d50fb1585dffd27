"""What readers leave at matches, what is made for paper, what was brought in."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

import sse.archive.index.models  # noqa: F401 (so that Django finds them)
from sse.archive.index.models import partial_index
from sse.platform.leases import LeasedRow

TO_MAKE = models.Q(status__in=["waiting", "making"])


class Remark(models.Model):
    """What a reader says about a step, perhaps in answer to another."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="remarks"
    )
    step = models.PositiveIntegerField()  # number of the entry
    answers = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="answered"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="remarks",
    )
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["match", "step", "id"], name="remarks_in_order")
        ]

    def __str__(self) -> str:
        return f"remark {self.pk} at step {self.step} of match {self.match_id}"


class Report(LeasedRow):
    """A booklet or a film of a match: asked for, being made, kept as a file.

    The file may be deleted at any moment: whoever asks again has it made again.
    """

    class Kind(models.TextChoices):
        BOOKLET = "booklet"
        FILM = "film"

    class Status(models.TextChoices):
        WAITING = "waiting"
        MAKING = "making"
        READY = "ready"
        BROKEN = "broken"

    WAITING, WORKING = (Status.WAITING,), Status.MAKING

    kind = models.CharField(max_length=7, choices=Kind.choices, default=Kind.BOOKLET)
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="reports"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # whose eyes
    options = models.JSONField(default=dict)  # language, paper, steps …
    key = models.CharField(max_length=64, unique=True)  # of all that goes into it

    status = models.CharField(
        max_length=7, choices=Status.choices, default=Status.WAITING
    )
    progress = models.PositiveSmallIntegerField(default=0)  # per cent
    error = models.CharField(max_length=200, blank=True)
    file = models.CharField(max_length=200, blank=True)  # its name in the storage
    size = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            partial_index(TO_MAKE, "asked_at", name="reports_to_make"),
            models.Index(fields=["asked_at"], name="reports_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} of match {self.match_id}"


class Wish(models.Model):
    """Somebody wants a report by letter as soon as it is ready."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="wishes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "wishes"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["report", "player"], name="wished_once")
        ]

    def __str__(self) -> str:
        return f"report {self.report_id} for player {self.player_id}"


class Import(models.Model):
    """A match that was not played here, verified and taken in once."""

    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, related_name="imported"
    )
    chain = models.CharField(max_length=64, unique=True)  # the log's last hash
    notes = models.JSONField(default=dict)  # of the log: title, days
    players = models.ManyToManyField(  # who brought it
        settings.AUTH_USER_MODEL, related_name="imports", blank=True
    )
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"match {self.match_id} from elsewhere"
