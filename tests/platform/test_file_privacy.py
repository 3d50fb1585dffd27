"""Other users of the machine read nothing of ours."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sse.operations import checks
from sse.platform.file_privacy import data_close, folder_close, is_ours, open_to_others

ROOT = Path(__file__).parent.parent.parent


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def laid_open(folder: Path) -> list[Path]:
    """A data folder as it was made before, for everybody to read."""
    (folder / "broker" / "valkey").mkdir(parents=True)
    names = [
        *("hikyaku.sqlite3", "hikyaku.sqlite3-wal", "secret-key", "beat.db"),
        "broker/valkey/log",
    ]
    for name in names:
        (folder / name).write_text("x")
    every = [folder, folder / "broker", *(folder / name for name in names)]
    for path in every:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return every


def test_what_lies_open_is_closed_at_the_start(tmp_path: Path) -> None:
    every = laid_open(tmp_path)
    assert set(every) <= set(open_to_others(tmp_path))
    data_close(tmp_path)
    assert open_to_others(tmp_path) == []
    assert {mode(path) for path in every} == {0o700, 0o600}


def test_a_folder_with_other_things_in_it_is_not_ours_to_close(tmp_path: Path) -> None:
    every = laid_open(tmp_path)
    other = tmp_path / "somebody else's"
    other.write_text("x")
    other.chmod(0o644)
    data_close(tmp_path)
    assert mode(other) == 0o644
    assert open_to_others(tmp_path) == [tmp_path]
    assert {mode(path) for path in every[1:]} == {0o700, 0o600}


def test_all_that_is_written_into_the_data_folder_is_ours() -> None:
    """Each name is written as `data / "name"`, or as the folder of a setting."""
    files = [ROOT / "sse" / "settings.py", ROOT / "sse" / "platform" / "environment.py"]
    files += (ROOT / "sse" / "operations").glob("*.py")
    into = re.compile(r"""(?:data|folder|DATA\)?) / ["']([^"']+)["']""")
    names = {name for file in files for name in into.findall(file.read_text())}
    assert {"site", "logs", "secret-key", "serve.lock", "static"} <= names
    assert {name for name in names if not is_ours(name)} == set()


def test_a_folder_in_which_serve_has_run_is_closed(tmp_path: Path) -> None:
    every = laid_open(tmp_path)
    (tmp_path / "logs").mkdir()
    for name in ("site", "logs/web.log"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    data_close(tmp_path)
    assert open_to_others(tmp_path) == []
    assert {mode(path) for path in every} == {0o700, 0o600}


def test_links_are_not_followed(tmp_path: Path) -> None:
    far, data = tmp_path / "far", tmp_path / "data"
    data.mkdir()
    far.mkdir(mode=0o755)
    (data / "letters").symlink_to(far)
    (data / "files").mkdir()
    (data / "files" / "link").symlink_to(far)
    before = mode(far)
    data_close(data)
    assert mode(far) == before


def test_a_folder_for_everybody_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    folder_close(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_a_database_elsewhere_is_closed_too(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "own.sqlite3"
    data.mkdir()
    file.write_text("x")
    file.chmod(0o644)
    data_close(data, file)
    assert mode(file) == 0o600


def test_check_tells_what_lies_open(tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path
    laid_open(tmp_path)
    (found,) = checks.files_check(None)
    assert found.id == "hikyaku.W006"
    assert "secret-key" in found.msg
    data_close(tmp_path)
    assert checks.files_check(None) == []


@pytest.mark.parametrize("mask", ["022", "000"])
def test_a_first_start_makes_nothing_that_others_read(
    tmp_path: Path, mask: str
) -> None:
    """Whatever the shell says: tables, WAL, a letter, a booklet, a backup."""
    work = """
import os
import django; django.setup()
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import send_mail
from django.core.management import call_command
from django.db import connection
call_command("migrate", "sessions", verbosity=0)
default_storage.save("reports/x.pdf", ContentFile(b"x"))
send_mail("a", "b", "aki@example.org", ["botan@example.org"])
call_command("backup", os.environ["BACKUP"])
print(*(file.name for file in settings.DATA.iterdir()))
"""
    data, backup = tmp_path / "data", tmp_path / "copy.sqlite3"
    env = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "HIKYAKU_DATA": str(data),
        "BACKUP": str(backup),
        "DJANGO_SETTINGS_MODULE": "sse.settings",
    }
    done = subprocess.run(
        ["sh", "-c", f'umask {mask}; exec "$0" -c "$1"', sys.executable, work],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in ("hikyaku.sqlite3", "hikyaku.sqlite3-wal", "secret-key", "letters"):
        assert name in done.stdout
    every = [data, *data.rglob("*")]
    assert any("reports" in str(path) for path in every)
    assert {mode(path) for path in every if path.is_dir()} == {0o700}
    assert {mode(path) for path in every if not path.is_dir()} == {0o600}
    assert mode(backup) == 0o600
