"""Show incoming mail to operators, what became of it and why, and run it again.

What a mail says is a secret while its match is running: only who may see secrets, and
does not sit at that match, reads it.
"""

from __future__ import annotations

from typing import Any, ClassVar

import structlog
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.urls.resolvers import URLPattern
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sse.inbox.models import RawMail
from sse.inbox.services import mail_again
from sse.matches.models import Seat
from sse.platform.admin_pages import LookOnly

log = structlog.get_logger()
HIDDEN = "hidden: you may not see secrets of this match"
FORGOTTEN = "forgotten"


def may_read(user: Any, mail: RawMail) -> bool:
    """Say whether an operator may read a mail: not in a match they play themselves."""
    if not user.has_perm("matches.see_secrets"):
        return False
    if mail.match is None or mail.match.has_ended:
        return True
    return not Seat.objects.filter(match=mail.match_id, player=user.pk).exists()


@admin.register(RawMail)
class RawMailAdmin(LookOnly):
    lookups: ClassVar = {"status", "kind", "door", "proof", "match__id"}
    list_display = (
        "id",
        "received_at",
        "status",
        "kind",
        "why",
        "proof",
        "envelope_from",
        "match",
        "player",
        "door",
        "size",
        "attempts",
    )
    list_filter = ("status", "kind", "proof", "door")
    search_fields = (
        "envelope_from",
        "message_id",
        "player__name",
        "match__id__exact",
        "id__exact",
    )
    search_help_text = "Sender, Message-ID, player, number of the match or of the mail."
    ordering = ("-id",)
    list_per_page = 50
    actions = ("run_again",)
    fields = (
        "received_at",
        "door",
        "envelope_from",
        "recipient",
        "message_id",
        "size",
        "status",
        "kind",
        "read_as",
        "why",
        "proof",
        "attempts",
        "not_before",
        "lease_until",
        "done_at",
        "acted_at",
        "forgotten_at",
        "match",
        "seat",
        "player",
        "words",
        "bytes",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = RawMail.objects.select_related("player", "match", "seat")
        return rows.defer("raw", "match__seed", "match__table", "player__password")

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        found: Any = super().get_object(request, *args, **kwargs)
        if found:
            found.is_open = may_read(request.user, found)
            if found.is_open:
                log.info("mail shown", mail=found.pk, operator=request.user.pk)
        return found

    @admin.display(description="what was read")
    def words(self, mail: Any) -> SafeString | str:
        if not getattr(mail, "is_open", False):
            return HIDDEN
        return format_html("<pre>{}</pre>", mail.said or FORGOTTEN)

    @admin.display(description="as it came")
    def bytes(self, mail: Any) -> SafeString | str:
        if not getattr(mail, "is_open", False):
            return HIDDEN
        if mail.forgotten_at:
            return FORGOTTEN
        url = reverse("admin:inbox_rawmail_raw", args=[mail.pk])
        return format_html('<a href="{}">download</a>', url)

    @admin.action(description="Run again", permissions=["operate"])
    def run_again(self, request: HttpRequest, mails: QuerySet[Any]) -> None:
        self.each(request, mails, "run again", lambda row: mail_again(mail_id=row.pk))

    # ------------------------------------------------------------------ raw bytes

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.raw)
        own = path("<int:mail_id>/raw/", page, name="inbox_rawmail_raw")
        return [own, *super().get_urls()]

    def raw(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        """Send the bytes as a file, which no browser shows or runs."""
        mail = get_object_or_404(RawMail.objects.select_related("match"), pk=mail_id)
        if not self.has_view_permission(request) or not may_read(request.user, mail):
            raise PermissionDenied
        log.info("mail shown", mail=mail.pk, operator=request.user.pk)
        answer = HttpResponse(bytes(mail.raw), content_type="application/octet-stream")
        answer["Content-Disposition"] = f'attachment; filename="mail-{mail.pk}.eml"'
        return answer
