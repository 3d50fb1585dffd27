"""The site of the operator's pages: for staff with a second factor."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.http import HttpRequest

from sse.accounts.permissions import is_verified


class OperatorSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and is_verified(request)
