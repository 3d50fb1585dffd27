"""What readers leave at the matches of the archive."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from sse.archive.index.models import (
    Career,
    Part,
    RatingStep,
    Record,
    Story,
    Tag,
    Tagging,
    Tally,
    Terms,
)

__all__ = [
    "Career",
    "Part",
    "RatingStep",
    "Record",
    "Remark",
    "Story",
    "Tag",
    "Tagging",
    "Tally",
    "Terms",
]


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
