"""python-chess, a well-known rules engine in pure Python: a yardstick.

It is GPL: only ever imported here, out of `var/bench`, never by the product.
"""

from __future__ import annotations

import functools
import importlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "var" / "bench"
PINNED = ROOT / "requirements" / "bench.txt"
SEED = 1
PLIES = 200


def playouts(seconds: float) -> float | None:
    """Moves per second of random games of at most 200 plies; None without the package.

    A game is over when no move is legal: asking `is_game_over` at every move, too,
    would cost python-chess a quarter of its speed.
    """
    chess = find_chess()
    if chess is None:
        return None
    choice = random.Random(SEED).choice
    board = chess.Board()
    moves = 0
    start = process_time()
    while process_time() - start < seconds:
        legal = list(board.legal_moves)
        if legal and len(board.move_stack) < PLIES:
            board.push(choice(legal))
            moves += 1
        else:
            board = chess.Board()
    return moves / (process_time() - start)


def replay(seconds: float) -> float | None:
    """Plies per second of a 200-ply log, each checked; None without the package."""
    chess = find_chess()
    if chess is None:
        return None
    log = random_log(chess)
    plies = 0
    start = process_time()
    while process_time() - start < seconds:
        board = chess.Board()
        for move in log:
            board.push_uci(move)
        plies += PLIES
    return plies / (process_time() - start)


def random_log(chess: Any) -> list[str]:
    """The UCI moves of the first random game that lasts 200 plies."""
    choice = random.Random(SEED).choice
    while True:
        board = chess.Board()
        while len(board.move_stack) < PLIES and (legal := list(board.legal_moves)):
            board.push(choice(legal))
        if len(board.move_stack) == PLIES:
            return [move.uci() for move in board.move_stack]


@functools.cache
def find_chess() -> Any | None:
    """The module `chess` of the pinned version, or None and a line that says why."""
    problem = install()
    sys.path.insert(0, str(LIBRARY))
    try:
        return importlib.import_module("chess")
    except ImportError:
        print(f"python-chess is left out: {problem}")
        return None


def install() -> str:
    """Put the pinned package into `var/bench`; returns what went wrong, if anything."""
    beside_python = str(Path(sys.executable).parent)
    uv = shutil.which("uv", path=beside_python) or shutil.which("uv")
    if uv is None:
        return "uv was not found"
    command = [uv, "pip", "install", "--quiet", "--python", sys.executable]
    command += ["--target", str(LIBRARY), "--require-hashes", "-r", str(PINNED)]
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    done = subprocess.run(command, env=environment, capture_output=True)
    return f"uv could not install {PINNED.name}" if done.returncode else ""
