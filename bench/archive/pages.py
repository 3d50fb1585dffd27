"""Which pages are asked for, and how long they take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median

from bench.archive.archives import Archive
from bench.archive.filling import WITH_LOGS, WORDS, Filling
from bench.archive.logs import BEGIN

ROUNDS, ASKED = 6, 25
GAMES = ("age_of_war", "small_samurai_empires")
Address = Callable[[Random], str]
Makes = Callable[[Filling], dict[str, Address]]


@dataclass
class Time:
    """Milliseconds of one page: by the clock, and of work; and its size.

    Work is what this process and the database did for it: others who use the same
    machine make the clock run faster, not that.
    """

    clock: float  # what 95 of 100 keep
    p50: float
    p95: float
    most_bytes: int


def lists(filling: Filling) -> dict[str, Address]:
    """Pages of the archive, each with another wish every time."""
    from sse.archive.index.models import Record

    ids = list(Record.objects.order_by("-pk").values_list("pk", flat=True)[::997])
    half = ids[len(ids) // 2]
    told = {game: terms(filling, game) for game in GAMES}
    conquest = "game=age_of_war&happened=card_conquered"
    day = [(BEGIN + timedelta(days=n)).date() for n in range(20)]

    def player(dice: Random) -> str:
        return dice.choice(filling.people)[1]

    def happened(dice: Random) -> str:
        game = dice.choice(GAMES)
        return f"game={game}&happened={dice.choice(told[game])}"

    def two_of(dice: Random, game: str) -> str:
        first, second = dice.sample(told[game], 2)
        return f"game={game}&happened={first}&happened={second}"

    queries: dict[str, Address] = {
        "first page": lambda d: "",
        "page in the middle": lambda d: f"before={half}",
        "page anywhere": lambda d: f"before={d.choice(ids)}",
        "game": lambda d: f"game={d.choice(GAMES)}",
        "game in the middle": lambda d: f"game=age_of_war&before={half}",
        "game, seats, edition": lambda d: "game=age_of_war&seats=2&choice_set=qin-2024",
        "rare variant": lambda d: f"game={GAMES[1]}&choice_agenda=yes&seats=3",
        "player": lambda d: f"player={player(d)}",
        "player who won": lambda d: f"player={player(d)}&outcome=won",
        "two players": lambda d: f"player={player(d)},{player(d)}",
        "result, margin": lambda d: (
            f"result=single&margin={d.choice(('1-1', '2-3', '4-6', '21-'))}"
        ),
        "length": lambda d: f"length={d.choice(('51-100', '101-200', '401-800'))}",
        "days": lambda d: f"from={day[d.randrange(5, 12)]}&to={day[16]}",
        "clock, tempo": lambda d: "clock=none&tempo=each",
        "tag": lambda d: f"tag={d.choice(filling.tags).key}",
        "common word": lambda d: f"words={d.choice(WORDS)}",
        "rare word": lambda d: f"words={d.randrange(1, filling.done)}",
        "beginning of a word": lambda d: f"words={d.choice(WORDS)[:3]}",
        "two words": lambda d: f"words={d.choice(WORDS)} {d.choice(WORDS)}",
        "nothing fits": lambda d: f"game={GAMES[1]}&length=51-100",
        "what happened": happened,
        "what happened last": lambda d: f"{happened(d)}&when=last",
        "happened in the middle": lambda d: f"{conquest}&before={half}",
        "happened, word, seats": lambda d: (
            f"{conquest}&words={d.choice(WORDS)}&seats={d.choice('234')}"
        ),
        "two things happened": lambda d: two_of(d, GAMES[1]),
        "word, player": lambda d: f"words={d.choice(WORDS)}&player={player(d)}",
        "word, margin": lambda d: f"words={d.choice(WORDS)}&margin=2-3",
    }
    return {name: in_archive(query) for name, query in queries.items()}


def terms(filling: Filling, game: str) -> list[str]:
    mine = [model for model in filling.models if model.match.game_name == game]
    return sorted({term for model in mine for term in model.story.happened})


def in_archive(query: Address) -> Address:
    return lambda dice: f"/archive/?{query(dice)}"


def others(filling: Filling) -> dict[str, Address]:
    played = sorted({player for _, player in filling.careers})
    return {
        "start": lambda d: "/",
        "running": lambda d: "/archive/?state=running",
        "abandoned": lambda d: "/archive/?state=abandoned",
        "abandoned, game": lambda d: f"/archive/?state=abandoned&game={GAMES[0]}",
        "statistics": lambda d: f"/statistics/{d.choice(GAMES)}/",
        "player page": lambda d: f"/players/{d.choice(played)}/",
        "ranking": lambda d: "/players/?game=age_of_war",
        "tags": lambda d: "/archive/tags/",
        "(a page without rows)": lambda d: "/log-in/",
    }


def steps(filling: Filling) -> dict[str, Address]:
    from sse.matches.models import Match

    mine = Match.objects.filter(pk__in=filling.with_logs[-WITH_LOGS:])
    heads = list(mine.values_list("pk", "head"))

    def step(dice: Random) -> str:
        pk, head = dice.choice(heads)
        return f"/matches/{pk}/steps/{dice.randrange(head)}"

    return {"a step": step, "a step's board": lambda dice: f"{step(dice)}.svg"}


def times(archives: list[Archive], made: Makes) -> list[dict[str, list[Time]]]:
    """Every page a few rounds, by turns in each archive: the machine is not ours alone,
    and may be faster in a minute."""
    wanted = []
    for archive in archives:
        archive.enter()
        wanted.append(made(archive.filling))
    found: list[dict[str, list[Time]]] = [{} for _ in archives]
    for number in range(ROUNDS):
        for name in wanted[0]:
            for archive, addresses, told in zip(archives, wanted, found, strict=True):
                archive.enter()
                one = time_of(addresses[name], Random(number))
                if number:  # the first round only warms up
                    told.setdefault(name, []).append(one)
    return found


def time_of(address: Address, dice: Random) -> Time:
    from django.test import Client

    client, waited, worked, sizes = Client(), [], [], []
    client.get(address(dice))  # the connection is new
    for _ in range(ASKED):
        wanted = address(dice)
        clock, work = time.perf_counter(), work_done()
        answer = client.get(wanted)
        waited.append(1000 * (time.perf_counter() - clock))
        worked.append(1000 * (work_done() - work))
        sizes.append(len(answer.content))
        if answer.status_code != 200:
            raise AssertionError(f"{wanted}: {answer.status_code}")
    return Time(late(waited), median(worked), late(worked), max(sizes))


def best(rounds: list[Time]) -> Time:
    return min(rounds, key=lambda one: one.p95)


def growth(small: list[Time], large: list[Time]) -> float:
    """How much longer it takes, by rounds that were next to each other."""
    return median(b.p50 / a.p50 for a, b in zip(small, large, strict=True))


def late(values: list[float]) -> float:
    return sorted(values)[int(0.95 * len(values))]


def work_done() -> float:
    """Seconds that this process and its database connection have worked."""
    from django.db import connection

    mine = time.process_time()
    if connection.vendor == "sqlite" or connection.connection is None:
        return mine
    server = connection.connection.info.backend_pid
    return mine + int(Path(f"/proc/{server}/schedstat").read_text().split()[0]) / 1e9
