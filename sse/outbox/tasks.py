"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_letters() -> None:
    from sse.outbox.services import letters_send
    from sse.platform import wake

    wake.heard(send_letters)
    letters_send()
