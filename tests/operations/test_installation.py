"""The wheel holds all that is needed: it runs alone, in a new virtual environment."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from sse.operations.supervision import die_with
from tests.support.service import PATIENCE, ROOT, wait_until

UV = Path(sys.executable).with_name("uv")
FOREIGN = re.compile("HIKYAKU|DATABASE_URL|REDIS_URL|DJANGO|PYTHON|SECRET_KEY|VIRTUAL")
FOLDERS = {"engine": "engine", "sse": "sse", "templates": "sse/templates"}


def clean_environment() -> dict[str, str]:
    kept = {name: v for name, v in os.environ.items() if not FOREIGN.match(name)}
    return {**kept, "UV_PYTHON_DOWNLOADS": "never"}


def run(*command: str | Path, folder: Path, text: str = "") -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=clean_environment(),
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT, folder=folder)
    (file,) = folder.glob("hikyaku-*.whl")
    return file


@pytest.fixture(scope="module")
def hikyaku(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel with what is pinned; return its command."""
    folder = tmp_path_factory.mktemp("installed")
    python = folder / "venv" / "bin" / "python"
    run(UV, "venv", "--quiet", "--python", sys.executable, "venv", folder=folder)
    install = (UV, "pip", "install", "--quiet", "--python", python)
    pinned = ROOT / "requirements" / "base.txt"
    run(*install, "--require-hashes", "-r", pinned, folder=folder)
    run(*install, "--offline", wheel, folder=folder)  # nothing is missing
    return python.with_name("hikyaku")


def test_the_wheel_holds_every_file(wheel: Path) -> None:
    packed = set(ZipFile(wheel).namelist())
    files = {
        f"{target}/{file.relative_to(ROOT / source).as_posix()}"
        for source, target in FOLDERS.items()
        for file in (ROOT / source).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert not {*files, "sse/Procfile"} - packed
    assert not [name for name in packed if name.startswith(("tests/", "templates/"))]


def test_matches_are_played_and_verified(hikyaku: Path, tmp_path: Path) -> None:
    orders = "auto any\n" * 200
    played = ("play", "age_of_war", "Aki", "bot:auto", "--save", "a.log")
    run(hikyaku, *played, folder=tmp_path, text=orders)
    run(
        hikyaku,
        "match",
        *("age_of_war", "--bots", "auto", "auto"),
        *("--out", "b.log"),
        folder=tmp_path,
    )
    for name in ("a.log", "b.log"):
        said = run(hikyaku, "verify", name, folder=tmp_path)
        assert "the match is finished" in said


@pytest.fixture
def served(hikyaku: Path, tmp_path: Path) -> Iterator[str]:
    """Run `hikyaku serve` until its pages answer; give their address."""
    places = {"HIKYAKU_BIND": "127.0.0.1:0", "HIKYAKU_SMTP": "127.0.0.1:0"}
    places |= {"HIKYAKU_DEMO": "no", "PRESS_FILES": "no"}
    log = tmp_path / "serve.log"
    with log.open("wb") as output:
        service = subprocess.Popen(
            [hikyaku, "serve"],
            cwd=tmp_path,
            env={**clean_environment(), **places},
            stdout=output,
            stderr=output,
            preexec_fn=die_with(os.getpid()),
        )
    try:
        wait_until(lambda: "Ctrl+C" in log.read_text() or service.poll(), log)
        told = re.search(r"is open: http://([\w.]+:\d+)/", log.read_text())
        assert told, log.read_text()
        yield told[1]
    finally:
        service.send_signal(signal.SIGINT)
        assert service.wait(PATIENCE) == 0, log.read_text()


def page(address: str, path: str) -> str:
    line = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        line.request("GET", path, headers={"Accept-Language": "de"})
        answer = line.getresponse()
        assert answer.status == 200, path
        return answer.read().decode()
    finally:
        line.close()


def test_the_service_runs_from_any_folder(
    served: str, hikyaku: Path, tmp_path: Path
) -> None:
    start = page(served, "/")
    assert '<html lang="de"' in start
    style = re.search(r'href="(/static/[^"]+\.css)"', start)
    assert style
    assert page(served, style[1])
    assert (tmp_path / "var" / "data" / "hikyaku.sqlite3").exists()
    assert (tmp_path / "var" / "data" / "logs" / "worker.log").exists()
    said = run(hikyaku, "manage", "migrate", "--check", folder=tmp_path)
    assert said == ""
