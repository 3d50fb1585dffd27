"""How long a reader waits for a step of a replay: `python -m bench.replay`.

Steps at random of golden matches and of a match of 1,000 entries, through the Django
views with all their middleware. *First* is a process that has seen nothing of the match
and a cache that knows nothing; *next* is a reader who goes on to the neighbour.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.service import set_up
from tests.support.servers import Servers

LONG = 1000  # entries
TIMES = 60  # steps that are opened
GOAL = 100  # milliseconds, 19 times of 20


def long_match(game: str) -> Any:
    """So many entries in memory: taken back again and again until there are enough."""
    from engine.match import Match

    dice = Random(game)
    match = Match(game, ["Aki", "Botan", "Chie"], seed="4d" * 32)
    while len(match.log.entries) < LONG:
        seat = match.asked[0].seat
        match.write(seat, dice.choice(match.game.options(match.state, seat)).text)
        if match.over or len(match.log.entries) % 97 == 0:
            match = taken_back(match, dice)
    return match


def taken_back(match: Any, dice: Random) -> Any:
    """To any moment of the last hundred; an ended one by a step before its end."""
    from engine.match import open_log

    if match.over:
        match.log.entries.pop()
        match = open_log(match.log, match.seed)
    match.take_back(max(0, len(match.states) - dice.randint(2, 40)))
    return match


def archive() -> Iterator[tuple[str, Any]]:
    """Matches as rows, with the snapshots that playing them leaves."""
    from tests.support.golden_matches import archived, golden

    for name in ("3-players-archona-2019", "4-players-crowd-games"):
        yield name, archived(golden(f"small_samurai_empires/{name}"))
    yield "age_of_war", archived(golden("age_of_war/conquest-shared"))
    log = long_match("age_of_war").log
    yield f"{LONG} entries", archived(log)


def keep_snapshots(match: Any) -> None:
    """Who plays all of it leaves them on the way."""
    from sse.matches.states import state_at

    state_at(match, match.head - 1)


def forget() -> None:
    """As if this process had never seen a match."""
    from django.core.cache import cache

    from sse.archive.replay.frames import PICTURES
    from sse.archive.replay.moments import KEPT
    from sse.archive.replay.spots import spots_in
    from sse.matches import states

    for kept in (KEPT, PICTURES, states.NEAR, states.PAST):
        kept.clear()
    spots_in.cache_clear()
    cache.clear()


class Spent(NamedTuple):
    """Milliseconds: of the reader, and of our processor where others use it, too."""

    time: float
    work: float


def opened(client: Any, path: str) -> tuple[Spent, Any]:
    clock, work = time.perf_counter(), time.process_time()
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    spent = Spent(time.perf_counter() - clock, time.process_time() - work)
    assert answer.status_code == 200, (path, answer.status_code)
    return Spent(*(seconds * 1000 for seconds in spent)), answer


def late(times: list[Spent]) -> str:
    """19 of 20 are not slower."""
    found = (sorted(each)[int(len(times) * 0.95)] for each in zip(*times, strict=True))
    return "{:.0f} ({:.0f} of work)".format(*found)


def measure_match(kind: str, name: str, match: Any) -> None:
    from django.test import Client

    client, dice = Client(), Random(name)
    times: dict[str, list[Spent]] = {"first": [], "page": [], "part": [], "picture": []}
    for _ in range(TIMES):
        step = dice.randrange(match.head - 1)
        here = f"/matches/{match.pk}/steps/"
        forget()
        times["first"].append(opened(client, f"{here}{step}")[0])
        times["part"].append(opened(client, f"{here}{step + 1}/part")[0])
        times["picture"].append(opened(client, f"{here}{step + 1}.svg")[0])
        times["page"].append(opened(client, f"{here}{step}")[0])
    told = ", ".join(f"{what} {late(found)}" for what, found in times.items())
    size = len(opened(client, f"{here}{step}")[1].content) / 1000
    print(f"{kind}: {name}: p95 in ms: {told} (goal {GOAL}); {size:.0f} kB", flush=True)


def measure(kind: str) -> None:
    from django.conf import settings

    from sse.operations.preload import load_all

    settings.ALLOWED_HOSTS = ["*"]
    matches = list(archive())
    load_all()  # as the service does
    for name, match in matches:
        keep_snapshots(match)
        measure_match(kind, name, match)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.replay")
    parser.add_argument("kind", nargs="?", choices=["sqlite", "postgresql"])
    kind = parser.parse_args().kind
    if kind is None:
        for each in ("sqlite", "postgresql"):
            subprocess.run([sys.executable, "-m", "bench.replay", each], check=True)
        return
    folder, servers = Path(tempfile.mkdtemp(prefix="hikyaku-bench-")), Servers()
    try:
        if kind == "sqlite":
            database = f"sqlite:///{folder / 'bench.sqlite3'}"
            set_up(database, servers.embedded_broker(), folder)
        else:
            url = servers.postgresql(durable=True)
            set_up(f"{url}postgres", servers.redis(), folder)
        with_files(folder)
        measure(kind)
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)


def with_files(folder: Path) -> None:
    """Pages name their files by their hashes."""
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)


if __name__ == "__main__":
    main()
