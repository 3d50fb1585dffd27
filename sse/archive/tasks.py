"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def make_report(report_id: int) -> None:
    from sse.archive.reports import report_make

    report_make(report_id=report_id)


@shared_task
def sweep_reports() -> None:
    from sse.archive.reports import reports_sweep

    reports_sweep()


@shared_task
def keep_open_data() -> None:
    from sse.archive.open_data import open_data_keep

    open_data_keep()


@shared_task
def keep_archive() -> None:
    from sse.archive.index.maintenance import archive_keep

    archive_keep()
