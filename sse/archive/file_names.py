"""What booklets and films are called when somebody saves them."""

from __future__ import annotations

from sse.archive.models import Report
from sse.matches.file_names import match_file
from sse.matches.models import Match


def booklet_file(match: Match, language: str, paper: str) -> str:
    """English and A4 go without saying."""
    details = [word for word in (language, paper) if word not in ("en", "a4")]
    return match_file(match, "pdf", *details)


def report_file(report: Report) -> str:
    options = report.options
    if report.kind == Report.Kind.FILM:
        steps = f"steps-{options['first']}-{options['last']}"
        return match_file(report.match, "gif", steps)
    return booklet_file(report.match, options["language"], options["paper"])
