"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def keep_archive() -> None:
    from sse.archive.index.keeping import archive_keep

    archive_keep()
