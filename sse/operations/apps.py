"""Running the service: wiring, checks, processes, health, backups, erasing a person."""

from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "sse.operations"

    def ready(self) -> None:
        from sse.operations import checks, wiring

        assert checks  # they are registered now
        wiring.connect_all()
