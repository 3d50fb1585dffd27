"""Where the processes of `serve` write: a file each, or the screen if asked for."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from sse.platform import environment as env

MOST_BYTES = 20 * 2**20  # of one file; what is older is kept in one more, then deleted
LOOK_SECONDS = 60.0
LINES_SHOWN = 20  # of a process that could not start


class ProcessLogs:
    """Files that do not grow for ever."""

    def __init__(self, folder: Path) -> None:
        said = env.text("HIKYAKU_LOGS", "files")
        if said not in ("files", "screen"):
            raise ImproperlyConfigured(
                f"HIKYAKU_LOGS is files or screen, not “{said}”."
            )
        self.folder = folder if said == "files" else None
        self.looked_at = time.monotonic()
        if self.folder:
            self.folder.mkdir(mode=0o700, exist_ok=True)

    @property
    def place(self) -> str:
        return (
            f"{self.folder} (HIKYAKU_LOGS=screen shows them)" if self.folder else "here"
        )

    def file_of(self, name: str) -> Path | None:
        """Return the file of a process, or None if it writes to the screen."""
        is_read = name == "letters" and env.text("EMAIL_URL") == "console:"
        return None if is_read or not self.folder else self.folder / f"{name}.log"

    def end_of(self, file: Path | None) -> str:
        """Return the last lines of a process that failed."""
        if not file or not file.exists():
            return ""
        lines = file.read_text(errors="replace").splitlines(keepends=True)
        return "".join(lines[-LINES_SHOWN:])

    def keep_short(self) -> None:
        """Empty long files now and then; processes append, so they go on writing."""
        now = time.monotonic()
        if not self.folder or now < self.looked_at + LOOK_SECONDS:
            return
        self.looked_at = now
        for file in self.folder.glob("*.log"):
            if file.stat().st_size > MOST_BYTES:
                shutil.copyfile(file, file.with_suffix(".log.1"))
                with file.open("r+b") as opened:
                    opened.truncate()
