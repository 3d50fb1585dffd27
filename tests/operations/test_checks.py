"""Wrong settings are told in one sentence that says what to set."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.operations import checks, health
from sse.platform import environment as env
from tests.support.tables import running

ROOT = Path(__file__).parent.parent.parent


# --------------------------------------------------------------------- environment


def fault(name: str, said: str, ask: Callable[[], object]) -> str:
    """The sentence told when the variable is set so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, said)
        with pytest.raises(ImproperlyConfigured) as told:
            ask()
    assert told.value.__cause__ is None
    return str(told.value)


@pytest.mark.parametrize(
    ("name", "said", "ask", "sentence"),
    [
        (
            "HIKYAKU_DEBUG",
            "maybe",
            lambda: env.flag("HIKYAKU_DEBUG"),
            "HIKYAKU_DEBUG is yes or no, not “maybe”.",
        ),
        *(
            (
                "SNAPSHOT_EVERY",
                said,
                lambda: env.number("SNAPSHOT_EVERY", 25, lowest=1),
                f"SNAPSHOT_EVERY is a number from 1, not “{said}”.",
            )
            for said in ("often", "0", "-3", "2.5", "²", "1" * 30)
        ),
        *(
            (
                "RATE_INVITATIONS",
                said,
                lambda: env.rate("RATE_INVITATIONS", "60/day"),
                "RATE_INVITATIONS reads like 6/hour (second, minute, hour or day),"
                f" not “{said}”.",
            )
            for said in ("60", "60/fortnight", "many/day", "/day", "-1/day")
        ),
        *(
            (
                "HIKYAKU_SITE",
                said,
                env.site,
                "HIKYAKU_SITE reads https://HOST or http://HOST:PORT, with no path;"
                f" “{said}” does not.",
            )
            for said in (
                "games.example.org",
                "ftp://games.example.org",
                "https:",
                "https://games.example.org/path",
                "https://games.example.org?x",
                "https://games.example.org:port",
                "https://me@games.example.org",
                "https://[::1",
            )
        ),
        *(
            (
                "ALLOWED_HOSTS",
                said,
                lambda: env.hosts("http://localhost"),
                "ALLOWED_HOSTS is names such as games.example.org, with neither"
                f" https:// nor a port; “{said}” is no name.",
            )
            for said in ("https://games.example.org", "games.example.org:443", "a/b")
        ),
        *(
            (
                "METRICS_TOKEN",
                said,
                lambda: env.token("METRICS_TOKEN"),
                "METRICS_TOKEN is at least 16 letters without blanks; make one with"
                " `openssl rand -hex 32`.",
            )
            for said in ("short", "with blanks in the middle", "größer als sechzehn")
        ),
        *(
            (
                "DATABASE_URL",
                said,
                lambda: env.database(Path("/tmp")),
                "DATABASE_URL reads postgres://USER:PASSWORD@HOST:PORT/NAME"
                " or sqlite:////FOLDER/FILE.",
            )
            for said in (
                "postgres",
                "oracel://x/y",
                "postgres://me:pass#word@host/name",
                "postgres://host:geheim/name",
                "postgres://host",
                "sqlite://",
                "sqlite://:memory:",
            )
        ),
        (
            "DATABASE_URL",
            "mysql://me@host/name",
            lambda: env.database(Path("/tmp")),
            "DATABASE_URL is for PostgreSQL or SQLite.",
        ),
        (
            "REDIS_URL",
            "localhost:6379",
            lambda: env.redis_url(Path("/tmp")),
            "REDIS_URL reads redis://HOST:PORT/0.",
        ),
    ],
)
def test_a_fault_is_one_sentence(
    name: str, said: str, ask: Callable[[], object], sentence: str
) -> None:
    assert fault(name, said, ask) == sentence


@pytest.mark.parametrize(
    "said", ["mail.example.org", "http://x", "smtp://", "smtp://h:x"]
)
def test_a_mail_server_that_cannot_be_read(said: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMAIL_URL", said)
        with pytest.raises(ImproperlyConfigured, match=r"^EMAIL_URL reads smtp://"):
            env.mail_door(Path("/tmp"))


def test_a_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = fault("HIKYAKU_DATA", str(tmp_path / "file" / "data"), env.data_folder)
    assert said.startswith(f"HIKYAKU_DATA names {tmp_path}/file/data, which cannot be")


def test_a_data_folder_of_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    said = fault("HIKYAKU_DATA", str(tmp_path), env.data_folder)
    assert said.endswith("where this user may not write.")


def test_a_key_that_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    file.touch()
    ask = lambda: env.secret_key(tmp_path)  # noqa: E731
    assert fault("SECRET_KEY", "", ask).startswith(f"{file} is empty: ")
    file.unlink()
    file.mkdir()
    assert "set SECRET_KEY, or let this user own" in fault("SECRET_KEY", "", ask)


def test_a_key_is_made_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "")
    assert len(env.secret_key(tmp_path)) >= 50
    assert env.secret_key(tmp_path) == env.secret_key(tmp_path)
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("said", "site", "names"),
    [
        ("", "https://games.example.org:8443", ["games.example.org"]),
        ("", "http://[2001:db8::7]:8000", ["[2001:db8::7]"]),
        ("a.example, b.example", "http://localhost", ["a.example", "b.example"]),
        (".example.org", "http://localhost", [".example.org"]),
        ("*", "http://localhost", ["*"]),
    ],
)
def test_who_may_ask(
    said: str, site: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This machine always may: the watch asks from there."""
    monkeypatch.setenv("ALLOWED_HOSTS", said)
    assert env.hosts(site) == [*names, "localhost", "127.0.0.1", "[::1]"]


def test_a_fault_ends_what_the_operator_sees(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**os.environ, "HIKYAKU_DATA": str(tmp_path), "HIKYAKU_SITE": "games"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode
    assert ran.stderr.splitlines()[-1].endswith("“games” does not.")


# -------------------------------------------------------------------------- checks


@pytest.fixture
def public(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Settings of a service that is as it should be."""
    settings.SITE = "https://games.example.org"
    settings.ALLOWED_HOSTS = ["games.example.org", "localhost"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(health, "broker_answers", lambda: True)
    return settings


def ours(deploy: bool = True) -> list[CheckMessage]:
    found = run_checks(include_deployment_checks=deploy)
    return [message for message in found if str(message.id).startswith("hikyaku.")]


def ids(deploy: bool = True) -> list[str]:
    for message in (found := ours(deploy)):
        assert message.hint
    return [str(message.id).removeprefix("hikyaku.") for message in found]


@pytest.mark.django_db
def test_a_good_service_has_no_faults(public: Any) -> None:
    assert ids() == []


@pytest.mark.parametrize("site", ["http://localhost:8000", "http://127.0.0.1"])
@pytest.mark.django_db
def test_to_try_it_out_needs_no_settings(public: Any, site: str) -> None:
    public.SITE, public.ALLOWED_HOSTS = site, ["localhost", "127.0.0.1"]
    public.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert ids() == []


@pytest.mark.django_db
def test_the_site_must_be_allowed(public: Any) -> None:
    public.ALLOWED_HOSTS = ["example.org"]
    (message,) = ours(deploy=False)
    assert message.id == "hikyaku.E001"
    assert "requests for games.example.org would be refused" in message.msg
    assert message.hint == (
        "Set ALLOWED_HOSTS to “games.example.org”, or correct HIKYAKU_SITE."
    )


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("SITE", "http://games.example.org", "W001"),
        ("SECURE_PROXY_SSL_HEADER", None, "W002"),
        ("EMAIL_BACKEND", "django.core.mail.backends.filebased.EmailBackend", "E002"),
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "E002"),
        ("ALLOWED_HOSTS", ["*"], "W003"),
    ],
)
@pytest.mark.django_db
def test_what_is_wrong_in_public(
    public: Any, name: str, value: Any, found: str
) -> None:
    setattr(public, name, value)
    assert ids() == [found]
    assert ids(deploy=False) == []


@pytest.mark.django_db
def test_a_broker_that_is_away_is_a_warning(
    public: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "broker_answers", lambda: False)
    (message,) = ours()
    assert (message.id, message.is_serious()) == ("hikyaku.W004", False)


class Lite:
    vendor = "sqlite"
    settings_dict: dict[str, str]


@pytest.mark.parametrize(
    ("file", "mode", "found"),
    [
        ("/srv/hikyaku/data/x.sqlite3", "wal", []),
        ("/srv/share/data/x.sqlite3", "wal", ["E003"]),
        ("/srv/my files/x.sqlite3", "wal", ["E003"]),
        ("/srv/hikyaku/data/x.sqlite3", "delete", ["E004"]),
        ("/srv/share/x.sqlite3", "delete", ["E003", "E004"]),
    ],
)
def test_sqlite_needs_a_disk_and_wal(
    file: str, mode: str, found: list[str], tmp_path: Path
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\n"
        "server:/a /srv/share nfs4 rw 0 0\n"
        "//server/b /srv/my\\040files cifs rw 0 0\n"
    )
    lite = Lite()
    lite.settings_dict = {"NAME": file}
    real = checks.file_system
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "connection", lite)
        patch.setattr(checks, "file_system", lambda at: real(at, mounts))
        patch.setattr(checks, "journal_mode", lambda: mode)
        told = [str(message.id) for message in checks.sqlite_check(None)]
    assert told == [f"hikyaku.{name}" for name in found]


@pytest.mark.django_db
def test_rules_that_the_engine_no_longer_knows(public: Any, aki: Player) -> None:
    old, gone, ended, fine = (running(aki, bots=1) for _ in range(4))
    Match.objects.filter(pk__in=[old.pk, ended.pk]).update(version=7)
    Match.objects.filter(pk=ended.pk).update(status="finished")
    Match.objects.filter(pk=gone.pk).update(game_name="go")
    assert fine.version == 1
    first, second = (message.msg for message in ours())
    assert first == (
        f"Matches {gone.pk} are played by go rules 1; this engine knows not this"
        " game at all."
    )
    assert second == (
        f"Matches {old.pk} are played by toy rules 7; this engine knows 1."
    )
    assert ids() == ["E005", "E005"]


@pytest.mark.django_db
def test_many_matches_are_not_all_named(public: Any, aki: Player) -> None:
    for _ in range(12):
        running(aki, bots=1)
    Match.objects.update(version=7)
    (message,) = ours()
    assert " and 2 more are played by" in message.msg


@pytest.mark.django_db
def test_no_tables_yet(public: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseError

    monkeypatch.setattr(checks, "rules_faults", away)
    assert ids() == ["W005"]


# --------------------------------------------------------------------- what is told

READERS = (
    r"(env\.)?(text|flag|number|words|ports|rate|token)|os\.environ\.(get|setdefault)"
)
DJANGOS = {"DJANGO_SETTINGS_MODULE"}


def names_read() -> set[str]:
    """Every variable that our code looks for in the environment."""
    found = set()
    inside = ROOT / "sse"
    for file in (
        *inside.glob("*.py"),
        *inside.glob("*/environment.py"),
        *inside.glob("operations/*.py"),
    ):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                first = node.args[0]
                is_reader = re.fullmatch(READERS, ast.unparse(node.func))
                if is_reader and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return {name for name in found if re.fullmatch("[A-Z]+(_[A-Z]+)+", name)} - DJANGOS


def test_the_manual_names_every_variable_and_no_other() -> None:
    manual = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    told = re.findall(r"(?m)^\| `([A-Z_]+)` \|", manual)
    assert len(told) == len(set(told))
    assert set(told) == names_read()


def test_the_manual_explains_every_check() -> None:
    manual = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    known = set(
        re.findall(
            r"hikyaku\.[EW]\d{3}", (ROOT / "sse/operations/checks.py").read_text()
        )
    )
    assert known == set(re.findall(r"hikyaku\.[EW]\d{3}", manual))
