"""The pages; and the checks of the whole service, which need a place to begin."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "sse.web"

    def ready(self) -> None:
        from sse.checks import register_all

        register_all()
