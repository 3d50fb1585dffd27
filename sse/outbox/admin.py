"""Emails for the operator: what became of them, never what they say."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from sse.outbox.models import Letter
from sse.outbox.operator_services import letter_retry
from sse.platform.admin_pages import LookOnly


@admin.register(Letter)
class LetterAdmin(LookOnly):
    lookups: ClassVar = {"status", "kind", "match__id"}
    list_display = (
        "id",
        "kind",
        "to",
        "match",
        "seat",
        "status",
        "attempts",
        "not_before",
        "sent_at",
        "trouble",
    )
    list_filter = ("status", "kind")
    search_fields = (
        "player__name",
        "player__addresses__email",
        "email",
        "match__id__exact",
    )
    search_help_text = "Name or address of the recipient, or number of the match."
    ordering = ("-id",)
    list_per_page = 50
    actions = ("send_again",)
    fields = (
        "kind",
        "to",
        "match",
        "seat",
        "entry",
        "status",
        "created_at",
        "not_before",
        "expires_at",
        "lease_until",
        "attempts",
        "sent_at",
        "trouble",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out data and text: they hold log-in tickets and lines of plans."""
        rows = Letter.objects.select_related("player", "match")
        return rows.defer(
            "data", "text", "match__seed", "match__table", "player__password"
        )

    @admin.display(description="to", ordering="player__name")
    def to(self, letter: Letter) -> str:
        return str(letter.player) if letter.player else letter.email

    @admin.action(
        description="Send again (failed, bounced, expired)", permissions=["operate"]
    )
    def send_again(self, request: HttpRequest, letters: QuerySet[Any]) -> None:
        self.each(
            request, letters, "queued again", lambda row: letter_retry(letter_id=row.pk)
        )
