"""The operator's pages: for staff, and only with a second factor."""

from __future__ import annotations

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest


class OperatorSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and is_verified(request)


class OperatorConfig(AdminConfig):
    """Django's own admin, on a site of ours."""

    default = False
    default_site = "sse.web.operators.OperatorSite"


def is_verified(request: HttpRequest) -> bool:
    """Return whether a code was given in this session, where one is asked for."""
    if not settings.OPERATOR_SECOND_FACTOR:
        return True
    return bool(request.user.is_verified())  # type: ignore[union-attr]
