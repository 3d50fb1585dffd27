"""Running the service: wiring, checks, processes, health, backups, erasing a person."""

from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "sse.operations"

    def ready(self) -> None:
        from sse.operations.checks import register_all
        from sse.operations.wiring import connect_all

        register_all()
        connect_all()
