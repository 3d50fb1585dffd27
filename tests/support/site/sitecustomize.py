"""On the path of a house that also serves the toy: registers it in every process."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.parent
sys.path.insert(0, str(ROOT))

from engine.registry import register  # noqa: E402

register(ROOT / "tests", "tests")
