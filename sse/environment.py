"""What the operator sets, read from the environment; every fault is told at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).parent.parent
YES = {"1", "yes", "true", "on"}
NO = {"", "0", "no", "false", "off"}
LONGEST_SOCKET = 100  # bytes: the system allows a little more


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    said = text(name, "yes" if default else "no").lower()
    if said not in YES | NO:
        raise ImproperlyConfigured(f"{name} is yes or no, not “{said}”.")
    return said in YES


def number(name: str, default: int, lowest: int = 0) -> int:
    said = text(name, str(default))
    if not said.isdigit() or int(said) < lowest:
        raise ImproperlyConfigured(f"{name} is a number from {lowest}, not “{said}”.")
    return int(said)


def words(name: str, default: str) -> list[str]:
    return [word for word in text(name, default).replace(",", " ").split() if word]


def data_folder() -> Path:
    """Where everything lies that must survive: the database, the broker's file."""
    folder = Path(text("HIKYAKU_DATA", str(ROOT / "var" / "data"))).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or one of our own making that is kept beside the data."""
    if said := text("SECRET_KEY"):
        return said
    file = folder / "secret-key"
    if not file.exists():
        from django.core.management.utils import get_random_secret_key

        made = file.with_suffix(f".{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(get_random_secret_key())
        try:
            os.link(made, file)  # who is first wins; nobody reads half a key
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return file.read_text()


def database(folder: Path) -> dict[str, Any]:
    """PostgreSQL by DATABASE_URL; else SQLite beside the data."""
    url = text("DATABASE_URL", f"sqlite:///{folder / 'hikyaku.sqlite3'}")
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600))
    except (dj_database_url.ParseError, ValueError) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL reads postgres://USER:PASSWORD@HOST:PORT/NAME"
            " or sqlite:////FOLDER/FILE."
        ) from error
    engine = str(found["ENGINE"])
    if engine.endswith("sqlite3"):
        found["OPTIONS"] = {
            "timeout": 30,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    elif engine.endswith("postgresql"):
        found["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured("DATABASE_URL is for PostgreSQL or SQLite.")
    return found


def broker_socket(folder: Path) -> Path:
    """The embedded broker's door; paths of sockets must be short."""
    socket = folder / "broker.sock"
    if len(str(socket).encode()) <= LONGEST_SOCKET:
        return socket
    import hashlib
    import tempfile

    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"hikyaku-{os.getuid()}-{name}" / "broker.sock"


def redis_url(folder: Path) -> str:
    """Redis by REDIS_URL; else the embedded broker that `sse.serve` starts."""
    url = text("REDIS_URL")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured("REDIS_URL reads redis://HOST:PORT/0.")
    return url or f"unix://{broker_socket(folder)}"
