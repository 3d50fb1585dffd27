"""What the operator sets, read from the environment; every fault is told at once."""

from __future__ import annotations

import os
import re
from email.utils import formataddr
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from sse.platform.file_privacy import folder_close, keep_private

ROOT = Path(__file__).parent.parent.parent
IS_INSTALLED = not (ROOT / "manage.py").exists()  # from a wheel, without the sources
RESOURCES = ROOT / "sse" if IS_INSTALLED else ROOT  # templates/ and Procfile lie there
YES = {"1", "yes", "true", "on"}
NO = {"", "0", "no", "false", "off"}
LONGEST_SOCKET = 100  # bytes: the system allows a little more
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    said = text(name, "yes" if default else "no").lower()
    if said not in YES | NO:
        raise ImproperlyConfigured(f"{name} is yes or no, not “{said}”.")
    return said in YES


def number(name: str, default: int, lowest: int = 0) -> int:
    said = text(name, str(default))
    if not re.fullmatch("[0-9]{1,15}", said) or int(said) < lowest:
        raise ImproperlyConfigured(f"{name} is a number from {lowest}, not “{said}”.")
    return int(said)


def words(name: str, default: str) -> list[str]:
    return [word for word in text(name, default).replace(",", " ").split() if word]


def ports(name: str, default: str) -> list[int]:
    """Numbers of TCP ports between blanks or commas."""
    found = words(name, default)
    if not all(word.isdecimal() and 0 < int(word) < 65_536 for word in found):
        raise ImproperlyConfigured(f"{name} is a list of ports, like {default!r}.")
    return [int(word) for word in found]


def rate(name: str, default: str) -> str:
    said = text(name, default)
    if not re.fullmatch("[0-9]{1,9}/(second|minute|hour|day)", said):
        raise ImproperlyConfigured(
            f"{name} reads like 6/hour (second, minute, hour or day), not “{said}”."
        )
    return said


def site() -> str:
    """The address under which people reach the service: all links begin so."""
    said = text("HIKYAKU_SITE") or site_kept(data_folder()) or "http://localhost:8000"
    said = said.rstrip("/")
    try:
        found = urlsplit(said)
        good = found.scheme in ("http", "https") and found.hostname and found.port != 0
    except ValueError:
        good = False
    if not good or said.split("://", 1)[1] != found.netloc or "@" in found.netloc:
        raise ImproperlyConfigured(
            "HIKYAKU_SITE reads https://HOST or http://HOST:PORT, with no path;"
            f" “{said}” does not."
        )
    return said


def site_kept(folder: Path) -> str:
    """The address at which `serve` was last open, for commands in another shell."""
    try:
        return (folder / "site").read_text().strip()
    except OSError:
        return ""


def site_keep(folder: Path) -> None:
    file = folder / "site"
    file.touch(mode=0o600)
    file.write_text(f"{site()}\n")


def hosts(site: str) -> list[str]:
    """Names under which requests are answered. This machine itself may always ask."""
    named = re.sub(r":[0-9]*$", "", urlsplit(site).netloc)
    said = words("ALLOWED_HOSTS", named)
    for word in said:
        if word != "*" and not re.fullmatch(r"\.?[\w.-]+|\[[0-9a-fA-F:.]+\]", word):
            raise ImproperlyConfigured(
                "ALLOWED_HOSTS is names such as games.example.org, with neither"
                f" https:// nor a port; “{word}” is no name."
            )
    return list(dict.fromkeys([*said, *LOOPBACK]))


def token(name: str, shortest: int = 16) -> str:
    said = text(name)
    if said and (len(said) < shortest or not re.fullmatch(r"[!-~]+", said)):
        raise ImproperlyConfigured(
            f"{name} is at least {shortest} letters without blanks; make one with"
            " `openssl rand -hex 32`."
        )
    return said


def data_folder() -> Path:
    """Make and return the folder of all that must survive: database, keys, files.

    Without HIKYAKU_DATA it is var/data: in the source tree, or in the current folder
    if the service was installed. From here on, what this process makes is readable by
    its own user alone.
    """
    keep_private()
    place = Path() if IS_INSTALLED else ROOT
    folder = Path(text("HIKYAKU_DATA", str(place / "var" / "data"))).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"HIKYAKU_DATA names {folder}, which cannot be made: {error.strerror}."
        ) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise ImproperlyConfigured(
            f"HIKYAKU_DATA names {folder}, where this user may not write."
        )
    folder_close(folder)
    return folder


def metrics_folder(folder: Path) -> Path:
    """Where the web's processes leave their counts: one folder a process group.

    The library looks for its name in the environment.
    """
    found = folder / "metrics" / str(os.getpgrp())
    return Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(found)))


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or one of our own making that is kept beside the data."""
    if said := text("SECRET_KEY"):
        return said
    file = folder / "secret-key"
    try:
        return kept_key(file)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{file} cannot be read or written ({error.strerror}): set SECRET_KEY, or"
            " let this user own the file."
        ) from None


def kept_key(file: Path) -> str:
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
    key = file.read_text().strip()
    if not key:
        raise ImproperlyConfigured(
            f"{file} is empty: put the former key back, or delete the file, and all"
            " links and reply addresses of before are void."
        )
    return key


def database(folder: Path) -> dict[str, Any]:
    """PostgreSQL by DATABASE_URL; else SQLite beside the data."""
    url = text("DATABASE_URL", f"sqlite:///{folder / 'hikyaku.sqlite3'}")
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600))
    except (dj_database_url.ParseError, ValueError):  # which may quote the password
        found = {}
    if found.get("NAME") in (None, "", ":memory:"):
        raise ImproperlyConfigured(
            "DATABASE_URL reads postgres://USER:PASSWORD@HOST:PORT/NAME"
            " or sqlite:////FOLDER/FILE."
        )
    engine = str(found["ENGINE"])
    if engine.endswith("sqlite3"):
        found["OPTIONS"] = {
            "timeout": 30,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    elif engine.endswith("postgresql"):
        found["CONN_HEALTH_CHECKS"] = True
        found["OPTIONS"] = {
            "server_side_binding": True,
            "prepare_threshold": 5,
            # What most rows have is a bad guess for the rest: plans see what is asked.
            "options": "-c jit=off -c plan_cache_mode=force_custom_plan",
        }
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
    """Redis by REDIS_URL; else the embedded broker that `serve` starts."""
    url = text("REDIS_URL")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured("REDIS_URL reads redis://HOST:PORT/0.")
    return url or f"unix://{broker_socket(folder)}"


class MailDoor(NamedTuple):
    """How letters leave; see Django's EMAIL settings."""

    backend: str
    folder: Path | None = None
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    ssl: bool = False


BACKENDS = "django.core.mail.backends"


def mail_door(folder: Path) -> MailDoor:
    """A mail server by EMAIL_URL; else files beside the data."""
    url = text("EMAIL_URL")
    if not url:
        return MailDoor(f"{BACKENDS}.filebased.EmailBackend", folder / "letters")
    if url == "console:":
        return MailDoor(f"{BACKENDS}.console.EmailBackend")
    if url.startswith("anymail:"):
        return MailDoor(anymail_backend(url[8:]))
    try:
        return smtp_door(url)
    except ValueError as error:
        raise ImproperlyConfigured(
            "EMAIL_URL reads smtp://USER:PASSWORD@HOST:PORT, smtps://…,"
            " anymail:PROVIDER or console:."
        ) from error


def anymail_backend(provider: str) -> str:
    """A provider by its name at anymail, such as `postmark`; ANYMAIL_… has its keys."""
    module = f"anymail.backends.{provider.lower()}"
    if not re.fullmatch(r"[\w.]+", module) or find_spec(module) is None:
        raise ImproperlyConfigured(
            f"EMAIL_URL names the provider “{provider}”, which anymail does not know."
        )
    return f"{module}.EmailBackend"


def smtp_door(url: str) -> MailDoor:
    """`smtp` turns to TLS on its own, unless on this machine or with `?tls=no`."""
    parts = urlsplit(url)
    host, secure = parts.hostname, parts.scheme == "smtps"
    if parts.scheme not in ("smtp", "smtps") or not host:
        raise ValueError("neither smtp nor smtps")
    is_here = host in LOOPBACK or f"[{host}]" in LOOPBACK
    asked = parse_qs(parts.query).get("tls", ["no" if is_here else "yes"])
    return MailDoor(
        f"{BACKENDS}.smtp.EmailBackend",
        host=host,
        port=parts.port or (465 if secure else 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=not secure and asked[0].lower() in YES,
        ssl=secure,
    )


def mail_from(name: str, site: str) -> str:
    """Who our letters are from, where the operator says nothing."""
    return formataddr((name, f"hikyaku@{urlsplit(site).hostname or 'localhost'}"))
