"""Rows of what is ours but belongs to no app."""

from __future__ import annotations

from django.db import models


class Tries(models.Model):
    """When something that is limited was done lately: see platform/rates.py."""

    key = models.CharField(max_length=64, primary_key=True)  # hash: no address in it
    times = models.JSONField(default=list)  # seconds since 1970, the newest first
    expires_at = models.DateTimeField(db_index=True)  # then it limits nothing

    class Meta:
        db_table = "accounts_tries"
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{len(self.times)} tries"
