"""Files of the service are its own: no other user of the machine reads them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

OTHERS = 0o077  # all that a group or anybody else may do
# What lies in the data folder; the data base and the clock's file have files beside.
NAMES = {
    *("secret-key", "serve.lock", "broker", "broker.sock", "beat", "letters"),
    *("files", "metrics", "static", "hikyaku.sqlite3", "site", "logs"),
}
BEGINNINGS = ("hikyaku.sqlite3", "secret-key.", "beat.", "beat-")
BESIDE_SQLITE = ("", "-wal", "-shm", "-journal")


def keep_private() -> None:
    """Let every file that this process and its children make be for its user alone."""
    os.umask(OTHERS)


def is_ours(name: str) -> bool:
    return name in NAMES or name.startswith(BEGINNINGS)


def folder_close(folder: Path) -> None:
    """Close the data folder itself, unless other things lie in it too.

    A folder that is shared, such as /srv, is not ours to close: then `check` tells.
    """
    if all(is_ours(entry.name) for entry in os.scandir(folder)):
        close(folder)


def close(path: Path) -> bool:
    """Take from others what they may do with a file of ours; return if that worked."""
    try:
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode) or not found.st_mode & OTHERS:
            return True
        if found.st_mode & stat.S_ISVTX:  # everybody's
            return False
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
    except FileNotFoundError:  # it went in the meantime
        return True
    except OSError:
        return False
    return True


def data_close(folder: Path, database: Path | None = None) -> None:
    """Close the data folder, all of ours in it, and a database elsewhere."""
    folder_close(folder)
    for path in ours_in(folder, database):
        close(path)


def open_to_others(folder: Path, database: Path | None = None) -> list[Path]:
    """Return what other users of the machine may read or write."""
    return [path for path in (folder, *ours_in(folder, database)) if is_open(path)]


def is_open(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & OTHERS)


def ours_in(folder: Path, database: Path | None) -> Iterator[Path]:
    """Yield all files and folders of the service; links are not followed."""
    for entry in os.scandir(folder):
        if not is_ours(entry.name):
            continue
        yield Path(entry.path)
        for below, folders, files in os.walk(entry.path):
            yield from (Path(below) / name for name in (*folders, *files))
    if database is not None and not database.is_relative_to(folder):
        yield from (Path(f"{database}{end}") for end in BESIDE_SQLITE)
