"""Running the service: wiring, checks, processes, health, backups, erasing a person."""

from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "sse.operations"

    def ready(self) -> None:
        import sse.operations.checks  # noqa: F401 (registers them)
        from sse.operations import wiring

        wiring.connect_all()
