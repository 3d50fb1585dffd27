"""The service beside raw drivers, and under load: `python -m bench.service`.

Raw drivers do the very statements the service did, on a copy of the same database.
Under load real workers apply what producers submit. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.servers import Servers

GAME = "small_samurai_empires"
SEATS = 4
MATCHES = 40
BEGUN = 60  # entries before the measuring begins
ROUNDS = 3


class Script(NamedTuple):
    """A match played in memory: who writes what, in order."""

    seed: str
    lines: list[tuple[int, str]]


def scripts(count: int, game: str = GAME, seats: int = SEATS) -> list[Script]:
    from random import Random

    from engine.match import Match

    found = []
    for number in range(count):
        seed, dice = f"{number + 1:064x}", Random(number)
        match = Match(game, [f"P{seat}" for seat in range(seats)], seed=seed)
        lines = []
        while not match.over:
            seat = match.asked[0].seat
            text = dice.choice(match.game.options(match.state_for(seat), seat)).text
            match.write(seat, text)
            lines.append((seat, text))
        found.append(Script(seed, lines))
    return found


# ------------------------------------------------------------- in this process


def set_up(database: str, broker_url: str, folder: Path) -> None:
    """Django on these servers, migrated."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sse.settings",
        "HIKYAKU_DATA": str(folder),
        "REDIS_URL": broker_url,
        "DATABASE_URL": database,
    }
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)


def players() -> list[Any]:
    from sse.accounts.models import Player

    return [
        Player.objects.get_or_create(name=f"Player {seat}")[0] for seat in range(SEATS)
    ]


def begin(script: Script, people: list[Any], game: str = GAME) -> int:
    from sse.matches.play import match_open, match_start, seat_join

    match = match_open(
        organiser=people[0],
        game=game,
        seats=len(people),
        seed=script.seed,
        clock={"each": 86_400, "bank": 3600},
    )
    for player in people[1:]:
        seat_join(match_id=match.pk, player=player)
    match_start(match_id=match.pk)
    return match.pk


def submit(match_id: int, people: list[Any], line: tuple[int, str]) -> None:
    from sse.matches.play import plan_submit

    seat, text = line
    key = uuid.uuid4().hex
    plan_submit(
        match_id=match_id, player=people[seat], text=text, source="bench", key=key
    )


def submit_and_apply(match_id: int, people: list[Any], line: tuple[int, str]) -> None:
    from sse.matches.play import submissions_apply

    submit(match_id, people, line)
    submissions_apply(match_id=match_id)


@contextmanager
def no_bells() -> Iterator[None]:
    """Nobody listens: what is rung is applied here."""
    from sse.platform import wake

    kept = wake.ring_now
    wake.ring_now = lambda task, *ids: None
    try:
        yield
    finally:
        wake.ring_now = kept


Statement = tuple[str, Any, bool]


@contextmanager
def listening() -> Iterator[list[Statement]]:
    """Every statement the service makes meanwhile."""
    from django.db import connection

    heard: list[Statement] = []

    def hear(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        heard.append((sql, params, many))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(hear):
        yield heard


def one_order(copy: Callable[[], Any], count: int) -> tuple[float, float]:
    """Accepted orders a second: ours, and a raw driver with the same statements.

    Each match has a twin with the same orders. One is listened to, which takes time;
    the other is measured.
    """
    people = players()
    found = scripts(2)
    with no_bells():
        twins = [(begun(script, people), begun(script, people)) for script in found]
        replay = copy()
        spent, heard = 0.0, []
        for number in range(count):
            for (match_id, twin_id), script in zip(twins, found, strict=True):
                line = script.lines[BEGUN + number]
                with listening() as statements:
                    submit_and_apply(match_id, people, line)
                heard.append(statements)
                clock = time.perf_counter()
                submit_and_apply(twin_id, people, line)
                spent += time.perf_counter() - clock
    return len(heard) / spent, len(heard) / replay(heard)


def raw_sqlite(file: Path) -> Callable[[], Callable[[list[list[Statement]]], float]]:
    def copy() -> Callable[[list[list[Statement]]], float]:
        twin = file.with_suffix(".twin")
        source = sqlite3.connect(file)
        target = sqlite3.connect(twin, isolation_level=None)
        source.backup(target)
        source.close()
        target.execute("pragma journal_mode=wal")
        target.execute("pragma synchronous=full")
        target.execute("pragma foreign_keys=on")  # as Django has it

        def replay(orders: list[list[Statement]]) -> float:
            clock = time.perf_counter()
            for statements in orders:
                for sql, params, _ in statements:
                    if sql.startswith("BEGIN") and target.in_transaction:
                        target.execute("COMMIT")
                    plain = sql.replace("%s", "?")
                    target.execute(plain, adapted(params)).fetchall()
                if target.in_transaction:
                    target.execute("COMMIT")
            return time.perf_counter() - clock

        return replay

    return copy


def adapted(params: Any) -> Any:
    return tuple(str(p) if hasattr(p, "isoformat") else p for p in params or ())


def raw_postgresql(url: str) -> Callable[[], Callable[[list[list[Statement]]], float]]:
    import psycopg
    from django.db import connection

    def copy() -> Callable[[list[list[Statement]]], float]:
        address, _, name = url.rpartition("/")
        connection.close()
        with psycopg.connect(f"{address}/template1", autocommit=True) as server:
            server.execute("drop database if exists twin with (force)")
            server.execute(f"create database twin template {name}")
        target = psycopg.connect(f"{address}/twin")

        def replay(orders: list[list[Statement]]) -> float:
            clock = time.perf_counter()
            for statements in orders:
                for sql, params, _ in statements:
                    cursor = target.execute(sql, params)
                    if cursor.description:
                        cursor.fetchall()
                    if sql.startswith('INSERT INTO "matches_submission"'):
                        target.commit()
                target.commit()
            return time.perf_counter() - clock

        return replay

    return copy


def growth() -> float:
    """What a submission costs at entry 2,000, as a multiple of its cost at entry 20."""
    from random import Random

    from engine.match import Match as InMemory

    match = InMemory("age_of_war", [f"P{seat}" for seat in range(SEATS)], seed="1" * 64)
    dice, lines = Random(7), []
    while len(match.states) < 2_100 and not match.over:
        seat = match.asked[0].seat
        options = match.game.options(match.state, seat)
        passes = [order for order in options if order.verb == "pass"]
        order = dice.choice(passes or options)
        match.write(seat, order.text)
        lines.append((seat, order.text))
    people = players()
    with no_bells():
        match_id = begin(Script("1" * 64, lines), people, "age_of_war")
        early = timed(match_id, people, lines[:20], lines[20:60])
        late = timed(match_id, people, lines[60:2_000], lines[2_000:2_040])
    return late / early


def timed(match_id: int, people: list[Any], before: Any, measured: Any) -> float:
    for line in before:
        submit_and_apply(match_id, people, line)
    times = []
    for line in measured:
        clock = time.perf_counter()
        submit_and_apply(match_id, people, line)
        times.append(time.perf_counter() - clock)
    return sorted(times)[len(times) // 2]


# ------------------------------------------------------------------ under load


@contextmanager
def workers(count: int) -> Iterator[None]:
    command = [sys.executable, "-m", "celery", "-A", "sse", "worker"]
    command += ["--concurrency", str(count), "--loglevel", "error", "-Q", "celery"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        warm_up()
        yield
    finally:
        process.terminate()
        process.wait(30)


def warm_up() -> None:
    """Until a worker has applied something."""
    people = players()
    script = scripts(1)[0]
    match_id = begin(script, people)
    for line in script.lines[:20]:
        submit(match_id, people, line)
    wait_until_applied()


def wait_until_applied() -> None:
    from sse.matches.models import Submission

    waiting = Submission.objects.filter(status=Submission.Status.WAITING)
    while waiting.exists():
        time.sleep(0.01)


def flood(per_match: int) -> float:
    """Submissions a second, taken and applied and their letters written."""
    people = players()
    found = scripts(MATCHES)
    with no_bells():
        matches = [begun(script, people) for script in found]
    clock = time.perf_counter()
    for number in range(per_match):
        for match_id, script in zip(matches, found, strict=True):
            submit(match_id, people, script.lines[BEGUN + number])
    wait_until_applied()
    seconds = time.perf_counter() - clock
    check_applied()
    return per_match * MATCHES / seconds


def begun(script: Script, people: list[Any]) -> int:
    match_id = begin(script, people)
    for line in script.lines[:BEGUN]:
        submit_and_apply(match_id, people, line)
    return match_id


def check_applied() -> None:
    from sse.matches.models import Submission

    bad = Submission.objects.exclude(status=Submission.Status.APPLIED).count()
    if bad:
        raise AssertionError(f"{bad} submissions were not applied")


def trickle(rate: float, seconds: float) -> float:
    """The time from submission to applied that 95 of 100 keep, in milliseconds."""
    from sse.matches.models import Submission

    people = players()
    found = scripts(MATCHES)
    with no_bells():
        matches = [begun(script, people) for script in found]
    last = Submission.objects.latest("pk").pk
    begin_at = time.perf_counter()
    for number in range(int(rate * seconds)):
        at = begin_at + number / rate
        time.sleep(max(0.0, at - time.perf_counter()))
        which, turn = number % MATCHES, number // MATCHES
        submit(matches[which], people, found[which].lines[BEGUN + turn])
    wait_until_applied()
    rows = Submission.objects.filter(pk__gt=last)
    waits = sorted(
        (row.done_at - row.received_at).total_seconds() * 1000
        for row in rows
        if row.done_at
    )
    return waits[int(len(waits) * 0.95)]


def turn_letters() -> tuple[float, float]:
    """Drawing and composing a turn letter with its picture: milliseconds, kilobytes.

    In a worker that has done so before, in the middle of a match of four.
    """
    from sse.accounts.models import Address
    from sse.outbox.models import Letter
    from sse.outbox.rendering import message_of

    people, script = players(), scripts(1)[0]
    for player in people:
        name = f"{player.pk}@example.org"
        Address.objects.get_or_create(player=player, email=name)
    with no_bells():
        match_id = begun(script, people)
    letters = Letter.objects.filter(match=match_id, kind="turn").order_by("-pk")
    best, size = float("inf"), 0
    for _ in range(20):
        letter = letters.select_related("player", "match").first()
        assert letter
        clock = time.perf_counter()
        raw = message_of(letter, "somebody@example.org").message().as_bytes()
        best, size = min(best, time.perf_counter() - clock), len(raw)
    return best * 1000, size / 1000


LETTERS = 400


def relay() -> tuple[float, float]:
    """Letters a second of the relay, and as a multiple of one task for each letter.

    What a letter says costs both the same and is left out: the words are ready.
    """
    from django.conf import settings
    from django.core.mail import EmailMessage

    from sse.outbox import services as plain

    services: Any = plain
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    settings.MAIL_RATE_ALL = settings.MAIL_RATE_DOMAIN = "1000000/second"
    ready = EmailMessage("Ready", "Words.", to=["somebody@example.org"])
    kept = services.message_of
    services.message_of = lambda letter, email, address: ready
    try:
        best = {"batch": 0.0, "each": 0.0}
        for _ in range(ROUNDS):
            best["batch"] = max(best["batch"], letters_by(services.letters_send))
            best["each"] = max(best["each"], letters_by(one_by_one))
    finally:
        services.message_of = kept
    return best["batch"], best["batch"] / best["each"]


def letters_by(send: Callable[..., int]) -> float:
    from sse.outbox.models import Letter

    Letter.objects.all().delete()
    Letter.objects.bulk_create(
        Letter(kind="paused", key=f"bench {number}", email="somebody@example.org")
        for number in range(LETTERS)
    )
    clock = time.perf_counter()
    while send(limit=100):
        pass
    return LETTERS / (time.perf_counter() - clock)


def one_by_one(limit: int) -> int:
    """A round trip through the broker for each letter, and its own claim."""
    from sse.celery import app
    from sse.outbox.services import letters_send

    with app.connection_for_read() as line, line.SimpleQueue("bench") as queue:
        for number in range(limit):
            queue.put(number)
        done = 0
        for _ in range(limit):
            queue.get(timeout=5).ack()
            done += letters_send(limit=1)
    return done


def four_writers(folder: Path) -> tuple[float, int]:
    """On SQLite: submissions a second by four processes, and lock errors."""
    clock = time.perf_counter()
    writers = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.service", "--writer", str(number)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    said = [writer.communicate()[1] for writer in writers]
    errors = sum(text.count("database is locked") for text in said)
    if any(writer.returncode for writer in writers) and not errors:
        raise AssertionError(said)
    return 4 * 60 / (time.perf_counter() - clock), errors


def writer(number: int) -> None:
    import django

    django.setup()
    people = players()
    script = scripts(number + 1)[-1]
    with no_bells():
        match_id = begin(script, people)
        for line in script.lines[:60]:
            submit_and_apply(match_id, people, line)


# ------------------------------------------------------------------------ main


def measure(kind: str, database: str, broker_url: str, folder: Path, raw: Any) -> None:
    set_up(database, broker_url, folder)
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        ours, theirs = one_order(raw, 40)
        best["ours"] = max(best.get("ours", 0), ours)
        best["raw"] = max(best.get("raw", 0), theirs)
    goal = 0.30 if kind == "sqlite" else 0.5
    ratio = best["ours"] / best["raw"]
    print(f"{kind}: one order {best['ours']:.0f}/s, raw {best['raw']:.0f}/s:", end=" ")
    print(f"{ratio:.2f} (goal {goal})")
    print(f"{kind}: entry 2,000 costs {growth():.2f} times entry 20 (goal 1.3)")
    if kind == "sqlite":
        rate, errors = four_writers(folder)
        print(f"{kind}: four writers {rate:.0f}/s, {errors} lock errors (goal 0)")
    rate, times = relay()
    print(f"{kind}: the relay {rate:.0f} letters/s, {times:.1f} times as many (goal 5)")
    spent, size = turn_letters()
    print(f"{kind}: a turn letter {spent:.0f} ms, {size:.0f} kB (goal 80, 180)")
    with workers(2):
        goal = 60 if kind == "sqlite" else 120
        print(f"{kind}: flood {flood(15):.0f} submissions/s (goal {goal})", flush=True)
        if kind == "postgresql":
            print(f"{kind}: p95 at 50/s {trickle(50, 10):.0f} ms (goal 150)")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.service")
    parser.add_argument("--writer", type=int)
    parser.add_argument("kind", nargs="?", choices=["sqlite", "postgresql"])
    options = parser.parse_args()
    if options.writer is not None:
        return writer(options.writer)
    if options.kind is None:
        for kind in ("sqlite", "postgresql"):
            subprocess.run([sys.executable, "-m", "bench.service", kind], check=True)
        return None
    folder = Path(tempfile.mkdtemp(prefix="hikyaku-bench-"))
    servers = Servers()
    try:
        if options.kind == "sqlite":
            file = folder / "bench.sqlite3"
            bell = servers.embedded_broker()
            measure("sqlite", f"sqlite:///{file}", bell, folder, raw_sqlite(file))
        else:
            url = f"{servers.postgresql(durable=True)}postgres"
            bell = servers.redis()
            measure("postgresql", url, bell, folder, raw_postgresql(url))
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return None


if __name__ == "__main__":
    main()
