"""The checks of `manage.py check`: what is wrong, and what to set instead.

`check` alone looks at the settings. With `--deploy`, for a public service or after an
upgrade, it also looks at the database, the disk and the broker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connection
from django.http.request import validate_host

from engine.registry import games
from sse.platform.environment import LOOPBACK
from sse.platform.file_privacy import open_to_others

NETWORK = {
    *("9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "glusterfs"),
    *("lustre", "nfs", "nfs4", "smb3", "smbfs"),
}
MOST_NAMED = 10


def site_host() -> str:
    host = urlsplit(settings.SITE).hostname or ""
    return f"[{host}]" if ":" in host else host


def names_of_some(found: Sequence[object]) -> str:
    named = ", ".join(map(str, found[:MOST_NAMED]))
    return named + f" and {len(found) - MOST_NAMED} more" * (len(found) > MOST_NAMED)


def is_public() -> bool:
    """Return whether it is reached from elsewhere, not only tried out here."""
    return site_host() not in LOOPBACK and not settings.DEBUG


# ------------------------------------------------------------------------ settings


@register(Tags.security)
def site_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if validate_host(site_host(), settings.ALLOWED_HOSTS):
        return []
    return [
        Error(
            f"HIKYAKU_SITE is {settings.SITE}, but requests for {site_host()} would"
            " be refused.",
            hint=f"Set ALLOWED_HOSTS to “{site_host()}”, or correct HIKYAKU_SITE.",
            id="hikyaku.E001",
        )
    ]


@register(Tags.security, deploy=True)
def public_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    return list(public_faults()) if is_public() else []


def public_faults() -> Iterator[CheckMessage]:
    is_secure = settings.SITE.startswith("https://")
    if not is_secure:
        yield Warning(
            f"HIKYAKU_SITE is {settings.SITE}: log-in links and cookies travel"
            " unencrypted.",
            hint=f"Set HIKYAKU_SITE to https://{site_host()} and let nginx or Caddy"
            " encrypt; see docs/operating.md.",
            id="hikyaku.W001",
        )
    if is_secure and settings.SECURE_PROXY_SSL_HEADER is None:
        yield Warning(
            "HIKYAKU_SITE is https, but no proxy is said to be in front: every page"
            " would send the browser to itself.",
            hint="Set BEHIND_PROXY to yes; the proxy must set X-Forwarded-Proto.",
            id="hikyaku.W002",
        )
    backend = settings.EMAIL_BACKEND.rsplit(".", 2)[-2]
    if backend in ("filebased", "console", "locmem", "dummy"):
        yield Error(
            f"No email leaves this machine: they go to “{backend}”.",
            hint="Set EMAIL_URL to smtp://USER:PASSWORD@HOST:PORT.",
            id="hikyaku.E002",
        )
    if not settings.OPERATOR_SECOND_FACTOR:
        yield Warning(
            "A password or an email alone opens /operator/, without a second factor.",
            hint="Set OPERATOR_SECOND_FACTOR to yes, and HIKYAKU_LETTER_BOX to no.",
            id="hikyaku.W007",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield Warning(
            "ALLOWED_HOSTS is *: anyone may give the service another name.",
            hint=f"Set ALLOWED_HOSTS to “{site_host()}”.",
            id="hikyaku.W003",
        )


# ------------------------------------------------------- disk, database and broker


@register("hikyaku", deploy=True)
def sqlite_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    file = sqlite_file()
    return list(sqlite_faults(file)) if file else []


def sqlite_faults(file: Path) -> Iterator[CheckMessage]:
    if (kind := file_system(file)) in NETWORK:
        yield Error(
            f"The SQLite database lies on a network disk ({kind}): it will break.",
            hint="Set HIKYAKU_DATA to a folder on a disk of this machine, or"
            " DATABASE_URL to a PostgreSQL.",
            id="hikyaku.E003",
        )
    if (mode := journal_mode()) not in ("wal", "memory"):
        yield Error(
            f"SQLite keeps its journal as “{mode}”, not as WAL: pages would wait"
            " for workers.",
            hint="Let the user of the service own the folder HIKYAKU_DATA, on a"
            " disk of this machine.",
            id="hikyaku.E004",
        )


def journal_mode() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            return str(cursor.fetchone()[0]).lower()
    except DatabaseError:
        return "nothing: it does not open"


def file_system(file: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """Return the kind of disk of a file, or nothing if the system does not say."""
    if not mounts.exists():
        return ""
    lines = [line.split() for line in mounts.read_text().splitlines()]
    around = [
        (len(words[1]), number, words[2])
        for number, words in enumerate(lines)
        if file.is_relative_to(words[1].replace("\\040", " "))
    ]
    return max(around)[2] if around else ""


def sqlite_file() -> Path | None:
    """Return where the database lies, if it is a file."""
    if connection.vendor != "sqlite":
        return None
    return Path(str(connection.settings_dict["NAME"]))


@register("hikyaku", deploy=True)
def files_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Warn of files with addresses and secrets that other users can read."""
    found = open_to_others(settings.DATA, sqlite_file())
    if not found:
        return []
    return [
        Warning(
            f"Other users of this machine may look at {names_of_some(found)}.",
            hint="`hikyaku serve` closes them when it starts, if it owns"
            f" them. Otherwise: chmod -R go= {settings.DATA}; let nothing else lie"
            " in that folder.",
            id="hikyaku.W006",
        )
    ]


@register("hikyaku", deploy=True)
def broker_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    from sse.operations.health import broker_answers

    if broker_answers():
        return []
    return [
        Warning(
            "The broker does not answer: pages open, but no match moves on and no"
            " email leaves.",
            hint="Start Redis and set REDIS_URL to it; `make run` brings its own.",
            id="hikyaku.W004",
        )
    ]


@register("hikyaku", deploy=True)
def rules_check(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Find running matches whose rules this engine does not know."""
    try:
        return list(rules_faults())
    except DatabaseError:
        return [
            Warning(
                "The database does not answer, or its tables are not there yet.",
                hint="Check DATABASE_URL, and run `manage.py migrate`.",
                id="hikyaku.W005",
            )
        ]


def rules_faults() -> Iterator[CheckMessage]:
    from sse.matches.models import Match

    alive = Match.objects.exclude(status__in=["finished", "abandoned"])
    rules = alive.values_list("game_name", "version", "pk").order_by("pk")
    unknown: dict[tuple[str, int], list[int]] = {}
    for name, version, pk in rules:
        if name not in games() or games()[name].version != version:
            unknown.setdefault((name, version), []).append(pk)
    for (name, version), matches in sorted(unknown.items()):
        here = games()[name].version if name in games() else "not this game at all"
        yield Error(
            f"Matches {names_of_some(matches)} are played by {name} rules {version};"
            f" this engine knows {here}.",
            hint="Go back to the release that knows these rules until the matches have"
            " ended, or abandon them at /operator/.",
            id="hikyaku.E005",
        )
