"""Keys for programs, answers given twice, and what other machines are told."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Token(models.Model):
    """A player's key for a program. The key itself is shown once and not kept."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(max_length=60)  # as its player calls it
    digest = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=12)  # of the key, to tell it from others
    scopes = models.JSONField(default=list)  # see api/tokens.py
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.begins}…)"


class KeptAnswer(models.Model):
    """What a request with a key of its own did: who asks again is answered the same."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="kept_answers"
    )
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)  # hash of all that was asked
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="answered_once")
        ]
        indexes: ClassVar = [models.Index(fields=["at"], name="answers_by_age")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class Hook(models.Model):
    """An address of a player's that is told what happens in their matches."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hooks"
    )
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)  # signs what is sent there
    events = models.JSONField(default=list)  # see api/hooks/events.py
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"hook {self.pk}"


class Delivery(models.Model):
    """One happening for one hook, and what became of it."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        DELIVERED = "delivered"
        FAILED = "failed"  # for a day nobody took it

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=16)
    key = models.CharField(max_length=120)  # one happening is told once
    data = models.JSONField(default=dict)
    status = models.CharField(
        max_length=9, choices=Status.choices, default=Status.QUEUED
    )
    created_at = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)  # see sse/leases.py
    lease_by = models.UUIDField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.PositiveSmallIntegerField(null=True)  # the last status of HTTP
    trouble = models.CharField(max_length=200, blank=True)  # the last, in words
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "key"], name="told_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"],
                condition=models.Q(status__in=["queued", "sending"]),
                name="deliveries_to_make",
            ),
            models.Index(fields=["created_at"], name="deliveries_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} for hook {self.hook_id}"
