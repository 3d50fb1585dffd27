"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_deliveries() -> None:
    from sse.hooks.services import deliveries_send
    from sse.platform import wake

    wake.heard(send_deliveries)
    deliveries_send()
