"""Celery tasks around services; each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def purge_old() -> None:
    from sse.operations.retention import purge_all

    purge_all()
