"""What is loaded once is in nobody's way."""

from __future__ import annotations

import subprocess
import sys

from sse.platform.environment import ROOT

ASKED = """
import gc, sys
import sse.wsgi
has_views = "sse.web.views.replay" in sys.modules
print(gc.get_freeze_count(), len(gc.get_objects()), has_views)
"""


def test_the_collector_leaves_alone_what_was_loaded() -> None:
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    frozen, others, has_views = told.stdout.split()
    assert has_views == "True"
    assert int(frozen) > 20 * int(others)
