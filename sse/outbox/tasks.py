"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_letters() -> None:
    from sse import bell
    from sse.outbox.services import letters_send

    bell.heard(send_letters)
    letters_send()
