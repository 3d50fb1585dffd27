"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def process_mails() -> None:
    from sse.inbox.services import mails_process

    mails_process()


@shared_task
def forget_mails() -> None:
    from sse.inbox import limits, services
    from sse.outbox.services import texts_forget

    services.mails_forget()
    limits.answers_forget()
    texts_forget()
