"""Answers that are stored, and given again to a request that comes twice."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class KeptAnswer(models.Model):
    """The answer to a request with an idempotency key; repeated to the same request."""

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
