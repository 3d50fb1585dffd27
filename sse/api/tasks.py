"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_deliveries() -> None:
    from sse import bell
    from sse.api.hooks.services import deliveries_send

    bell.heard(send_deliveries)
    deliveries_send()
