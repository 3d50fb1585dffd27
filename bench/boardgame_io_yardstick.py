"""Games on boardgame.io, the usual JavaScript framework: yardsticks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "boardgame_io"
INSTALLED = FOLDER / "node_modules" / ".package-lock.json"  # npm writes it last
NPM_INSTALL = ["install", "--no-audit", "--no-fund", "--no-package-lock"]


def playouts(seconds: float, windows: int, game: str) -> float | None:
    """Moves per second of random games in the best of some windows of time.

    The game is one of the programs beside playouts.mjs, which they share.

    None, and a line that says why, without node.

    The program first plays one second unmeasured, so that node has compiled it.
    """
    problem = install()
    if problem:
        print(f"boardgame.io is left out: {problem}")
        return None
    done = subprocess.run(
        ["node", f"{game}.mjs", str(seconds), str(windows)],
        cwd=FOLDER,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(json.loads(done.stdout)["best"])


def install() -> str:
    """Fetch the packages once; returns what went wrong, if anything."""
    if shutil.which("node") is None:
        return "node was not found"
    if INSTALLED.exists():
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm was not found"
    done = subprocess.run([npm, *NPM_INSTALL], cwd=FOLDER, capture_output=True)
    return "npm could not install its packages" if done.returncode else ""
