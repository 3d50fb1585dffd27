"""The letter that brings a booklet: what it says, and the file that goes with it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage

from sse.archive.file_names import report_file
from sse.archive.models import Report
from sse.archive.reports import MOST_ATTACHED, may_have
from sse.outbox.letters import File
from sse.outbox.models import Letter


def booklet_facts(letter: Letter) -> dict[str, Any]:
    report = Report.objects.select_related("match").get(pk=letter.data["report"])
    page = f"{settings.SITE}/matches/{report.match_id}/booklet/{report.pk}/"
    return {"report_url": page, "is_attached": bool(booklet_files(letter))}


def booklet_files(letter: Letter) -> list[File]:
    """The PDF, if it is small enough and still theirs to have."""
    if letter.kind != "booklet" or letter.player is None:
        return []
    found = Report.objects.select_related("match").filter(pk=letter.data["report"])
    report = found.filter(status=Report.Status.READY, size__lte=MOST_ATTACHED).first()
    if report is None or not may_have(report, letter.player):
        return []
    if not default_storage.exists(report.file):
        return []
    with default_storage.open(report.file) as file:
        data: bytes = file.read()
    return [(report_file(report), data, "application/pdf")]
