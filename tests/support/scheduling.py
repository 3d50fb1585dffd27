"""Which worker runs which tests, and what comes first.

The tests of a file stay in one worker, and so do those of all files with the same
`pytest.mark.group(name)`. Files with `pytest.mark.heavy(rank)` are handed out first.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).parents[2]
MARK = re.compile(r'\bpytest\.mark\.group\("([^"]+)"\)')
LAST = 99  # the rank of tests without the mark `heavy`
WORKERS: dict[str, str] = {}  # by group


class ByGroup(LoadFileScheduling):  # type: ignore[misc]
    """Replace `--dist loadgroup`, whose groups have no effect since pytest 9.2."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid.partition("::")[0])


@cache
def group_of(file: str) -> str:
    """The group that a file names, or the file itself.

    The process that hands out tests knows their ids but not their marks, so it reads
    the mark in the text of the file; `check_group` compares.
    """
    found = MARK.search((ROOT / file).read_text("utf-8")) if is_python(file) else None
    return found[1] if found else file


def is_python(file: str) -> bool:
    return file.endswith(".py")


def check_group(item: pytest.Item) -> None:
    file = item.nodeid.partition("::")[0]
    mark = item.get_closest_marker("group")
    if group_of(file) != (mark.args[0] if mark else file):
        raise pytest.UsageError(f"{file}: set the mark `group` for the whole file")


def rank_of(item: pytest.Item) -> int:
    mark = item.get_closest_marker("heavy")
    return int(mark.args[0]) if mark else LAST


def one_worker_per_group(report: pytest.TestReport) -> None:
    """Stop the run when a group is torn apart."""
    worker = getattr(report, "worker_id", "")
    group = group_of(report.nodeid.partition("::")[0])
    assert WORKERS.setdefault(group, worker) == worker, f"{group} is torn apart"
