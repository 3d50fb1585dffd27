"""Django's own admin, on a site of ours. Loaded before any model is."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class OperatorConfig(AdminConfig):
    default = False
    default_site = "sse.operations.operator_site.OperatorSite"
