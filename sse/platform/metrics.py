"""What processes count of themselves, for /metrics."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from prometheus_client import Histogram

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def counts_here() -> None:
    """A folder for this process group; those of groups that are gone are deleted."""
    folder = Path(settings.METRICS_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for other in (Path(settings.DATA) / "metrics").glob("[1-9]*"):
        if other != folder and not group_lives(int(other.name)):
            shutil.rmtree(other, ignore_errors=True)


def group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)  # asks, and does nothing
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


counts_here()
SECONDS = Histogram(
    "hikyaku_request_seconds",
    "From a request to its answer, by page.",
    ["method", "page", "status"],
    registry=None,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def note_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Pages go by their pattern: no path, no secret, and not too many of them."""
    method = request.method if request.method in METHODS else "other"
    found = request.resolver_match
    page = f"/{found.route}" if found and status != 404 else "none"
    SECONDS.labels(method, page, f"{status // 100}xx").observe(seconds)
