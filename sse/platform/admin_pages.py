"""Rows the operator looks at and never edits. What can be done are actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from sse.platform.errors import Refusal

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Model]
else:
    Admin = admin.ModelAdmin


class Guarded(Admin):
    """Filters only by what is listed: `?seed__startswith=a` would tell a secret."""

    lookups: ClassVar[set[str]] = set()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in self.lookups or lookup.rpartition("__")[0] in self.lookups

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Actions are for those who may change such rows, were they to be changed."""
        codename = get_permission_codename("change", self.opts)
        user: Any = request.user
        return bool(user.has_perm(f"{self.opts.app_label}.{codename}"))

    def each(
        self,
        request: HttpRequest,
        rows: Iterable[Model],
        done: str,
        service: Callable[[Any], object],
    ) -> None:
        """The service for every row. What is refused is told, and the rest goes on."""
        good = 0
        for row in rows:
            try:
                service(row)
            except Refusal as refused:
                self.message_user(request, f"{row}: {refused}", messages.WARNING)
                continue
            self.log_change(request, row, done)
            good += 1
        if good:
            self.message_user(request, f"{good} {done}.", messages.SUCCESS)


def row_action(
    description: str, done: str, service: Callable[[Any, Any], object]
) -> Any:
    """Return an admin action: the service gets each row, and who the operator is."""

    @admin.action(description=description, permissions=["operate"])
    def act(pages: Guarded, request: HttpRequest, rows: Iterable[Model]) -> None:
        pages.each(request, rows, done, lambda row: service(row, request.user))

    return act


class NoChanges:
    """Permissions of rows that are only looked at; for admins and their inlines."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LookOnly(NoChanges, Guarded):
    show_full_result_count = False


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> SafeString:
    """A plain table; every value is escaped."""
    body = [
        (format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),)
        for row in rows
    ]
    if not body:
        return format_html("<i>{}</i>", "none")
    return format_html(
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
        format_html_join("", "<th>{}</th>", ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", body),
    )
