"""Booklets, films, files and checks: `python -m bench.booklets`.

A four-player match of Small Samurai Empires is printed beside ReportLab in the same
rounds; everything else is measured as a reader meets it. Nothing here is a test.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROUNDS = 3
REPLAYS = Path(__file__).resolve().parent.parent / "tests" / "replays"
FOUR = REPLAYS / "small_samurai_empires" / "4-players-crowd-games.log"
COPIES = 60  # of the golden replays, for the check of an archive
MEGABYTE = 2**20


def set_up(folder: Path, is_new: bool = True) -> None:
    """Django on a SQLite database, migrated if it is new."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sse.settings",
        "HIKYAKU_DATA": str(folder),
        "REDIS_URL": "redis://127.0.0.1:1/0",  # nobody is rung
    }
    os.environ.pop("DATABASE_URL", None)
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.WARNING)
    if is_new:
        call_command("migrate", verbosity=0)


def best(run: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Seconds of a core, of the fastest of some runs: others may use the machine."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        run()
        found.append(time.process_time() - begun)
    return min(found)


def line(name: str, seen: float, goal: float, at_least: bool = False) -> None:
    reached = seen >= goal if at_least else seen <= goal
    print(
        f"{name:<52}{seen:>12,.2f}{goal:>12,.2f}  {'reached' if reached else 'BEHIND'}"
    )


def main() -> None:
    if sys.argv[1:2] == ["memory"]:
        memory(sys.argv[2])
        return
    with tempfile.TemporaryDirectory(prefix="hikyaku-bench-") as folder:
        set_up(Path(folder))
        from sse.archive.imports import match_import

        match, _ = match_import(data=FOUR.read_bytes(), is_listed=True)
        print(f"{'':<52}{'seen':>12}{'goal':>12}")
        booklets(match)
        line("booklet, MB of memory", peak(folder), 160)
        pictures(match)
        imports()
        checks()


def booklets(match: Any) -> None:
    """Ours and ReportLab's, turn by turn, when both are warm."""
    from bench import reportlab_yardstick
    from sse.archive.pdf.booklet import Pages, Wanted, booklet_pdf

    wanted = Wanted(match)
    made: list[bytes] = []
    first = best(lambda: made.append(booklet_pdf(wanted)), 1)
    line("booklet, first of a worker, s", first, 6)
    line("booklet, MB", len(made[0]) / MEGABYTE, 3)
    has_yardstick = reportlab_yardstick.reportlab("pdfgen.canvas") is not None
    ours, theirs = [], []
    for number in range(ROUNDS + 1):
        ours.append(best(lambda: booklet_pdf(wanted), 1))
        if has_yardstick:
            theirs.append(best(printer(Pages(wanted, lambda done: None)), 1))
        if number == 0:
            ours.clear()
            theirs.clear()
    line("booklet, warm, s", min(ours), 6)
    if theirs:
        line("booklet : ReportLab, times", min(ours) / min(theirs), 6)


def printer(pages: Any) -> Callable[[], bytes]:
    """ReportLab with everything at hand that ours has to gather."""
    from bench import reportlab_yardstick

    facts = pages.facts()
    return lambda: reportlab_yardstick.booklet(pages, facts)


def peak(folder: str) -> float:
    """Of a process that makes one booklet and nothing else."""
    command = [sys.executable, "-m", "bench.booklets", "memory", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def memory(folder: str) -> None:
    sys.modules["rich"] = None  # type: ignore[assignment] # the tests' tools bring it
    set_up(Path(folder), is_new=False)
    from sse.archive.pdf.booklet import Wanted, booklet_pdf
    from sse.matches.models import Match

    match = Match.objects.order_by("pk").first()
    assert match is not None
    booklet_pdf(Wanted(match))
    print(most_memory())


def most_memory() -> float:
    """MB at most; `ru_maxrss` would tell of the process that started this one."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


def pictures(match: Any) -> None:
    from sse.archive.film import film_gif
    from sse.matches import states
    from sse.matches.presentation import names_at, picture
    from sse.platform.pictures import png_of

    def png() -> bytes:
        state = states.state_at(match, 140)
        return png_of(picture(match, state, None, "en", names_at(match, 140)).svg)

    png()
    line("PNG of a step, ms", 1000 * best(png, 5), 150)
    made: list[bytes] = []
    seconds = best(lambda: made.append(film_gif(match, 60, 159, "en")))
    line("film of 100 steps, s", seconds, 6)
    line("film of 100 steps, MB", len(made[0]) / MEGABYTE, 4)


def imports() -> None:
    from sse.archive.imports import log_checked, match_import
    from sse.archive.models import Import

    line("log checked, ms", 1000 * best(lambda: log_checked(FOUR.read_bytes())), 300)

    def brought() -> None:
        Import.objects.all().delete()
        match_import(data=FOUR.read_bytes())

    line("log imported, ms", 1000 * best(brought), 300)


def checks() -> None:
    """Every step of an archive, per second of one core."""
    from sse.archive.imports import match_import
    from sse.archive.models import Import
    from sse.archive.verification import archive_check
    from sse.matches.models import Match

    for file in sorted(REPLAYS.glob("*/*.log")):
        for _ in range(max(1, COPIES // 23)):
            Import.objects.all().delete()
            match_import(data=file.read_bytes())
    list(archive_check(Match.objects.all()))
    rates = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        found = list(archive_check(Match.objects.order_by("pk")))
        rates.append(sum(one.steps for one in found) / (time.process_time() - begun))
    assert not any(one.fault for one in found)
    line("archive_check, steps a second of a core", max(rates), 40_000, at_least=True)


if __name__ == "__main__":
    main()
