"""Celery tasks. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def process_mails() -> None:
    from sse.inbox.ingest import mails_process  # which imports this module

    mails_process()
