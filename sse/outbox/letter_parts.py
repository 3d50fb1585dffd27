"""What higher layers add to letters of their own kinds: facts and files.

`operations/wiring.py` fills these in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sse.outbox.models import Letter
from sse.platform.receivers import Receivers

File = tuple[str, str | bytes, str]  # name, content, media type

facts_of_kind: dict[str, Callable[[Letter], dict[str, Any]]] = {}
files_of_letters: Receivers[[Letter], list[File]] = Receivers()
