"""Fills SQLite, then PostgreSQL, with few and many, and tells how fast pages come."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.archive.archives import filled
from bench.archive.pages import Time, best, growth, lists, others, steps, times
from bench.service import set_up
from tests.support.servers import Servers

SMALL, LARGE = 10_000, 1_000_000


def measure(kind: str, folder: Path, large: int) -> None:
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    archives = [filled(kind, folder, count) for count in (SMALL, large)]
    tell(kind, *times(archives, lambda filling: lists(filling) | others(filling)))
    (told,) = times(archives[1:], steps)
    for name, rounds in told.items():
        one = best(rounds)
        said = f"p95 {one.p95:.0f} ms, by the clock {one.clock:.0f} (goal 100)"
        print(f"{kind}: {name}: p50 {one.p50:.0f}, {said}")


def tell(kind: str, small: dict[str, list[Time]], large: dict[str, list[Time]]) -> None:
    goals = f"(goal 60); times {SMALL:,} (goal 1.5); kB (goal 150)"
    print(f"{kind}: page; best round: p50, p95, p95 by the clock, in ms {goals}")
    for name, rounds in large.items():
        one, grown = best(rounds), growth(small[name], rounds)
        spent = f"{one.p50:6.1f} {one.p95:6.1f} {one.clock:6.1f}"
        print(f"  {name:25} {spent} {grown:6.2f} {one.most_bytes / 1000:6.0f}")
    for name in ("page in the middle", "game in the middle", "happened in the middle"):
        ratio = growth(large["first page"], large[name])
        print(f"{kind}: {name}: {ratio:.2f} times the first page (goal 3)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.archive")
    parser.add_argument("kind", nargs="?", choices=["sqlite", "postgresql"])
    parser.add_argument("--matches", type=int, default=LARGE)
    options = parser.parse_args()
    if options.kind is None:
        for kind in ("sqlite", "postgresql"):
            command = [sys.executable, "-m", "bench.archive", kind]
            subprocess.run([*command, f"--matches={options.matches}"], check=True)
        return
    folder, servers = Path(tempfile.mkdtemp(prefix="hikyaku-bench-")), Servers()
    os.environ["SECRET_KEY"] = "only for the bench"
    try:
        url = f"sqlite:///{folder / 'bench.sqlite3'}"
        if options.kind == "postgresql":
            url = f"{servers.postgresql()}postgres"
        set_up(url, servers.embedded_broker(), folder)
        measure(options.kind, folder, options.matches)
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
