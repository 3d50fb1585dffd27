"""Hooks and the calls made to them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from sse.platform.leases import QueuedRow

TO_MAKE = models.Q(status__in=["queued", "sending"])


class Hook(models.Model):
    """A URL that is called when something happens in a player's matches."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hooks"
    )
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)  # signs the calls
    events = models.JSONField(default=list)  # see hooks/events.py
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "api_hook"

    def __str__(self) -> str:
        return f"hook {self.pk}"


class Delivery(QueuedRow):
    """One event for one hook, and what became of it."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        DELIVERED = "delivered"
        FAILED = "failed"  # nobody took it for a day

    WAITING, WORKING = (Status.QUEUED,), Status.SENDING

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=16)
    key = models.CharField(max_length=120)  # one event is sent once
    data = models.JSONField(default=dict)
    status = models.CharField(
        max_length=9, choices=Status.choices, default=Status.QUEUED
    )
    created_at = models.DateTimeField(default=timezone.now)
    answer = models.PositiveSmallIntegerField(null=True)  # the last HTTP status
    trouble = models.CharField(max_length=200, blank=True)  # the last error, in words
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "api_delivery"
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hook", "key"], name="told_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"], condition=TO_MAKE, name="deliveries_to_make"
            ),
            models.Index(fields=["created_at"], name="deliveries_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} for hook {self.hook_id}"
