"""Our engine beside its yardsticks, measured in one run: `make bench`.

All times are the processor's, for others may be using the machine. Even those swing;
ratios of things measured in the same minutes do not swing as much. So every measurement
is taken in three interleaved rounds, each cut into four windows of time, and the best
window of each is compared. Nothing here is a test.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bench import boardgame_io_yardstick, chess_yardstick
from bench.letters import letter_kilobytes
from bench.options import options_p95
from bench.tower import throws
from engine.measure import WINDOWS, measure
from engine.registry import games

ROUNDS = 3


class Contest(NamedTuple):
    """One of our games, what it is measured against and what it is to reach."""

    game: str
    seats: int
    boardgame_io: str  # the yardstick there, with as many seats
    ratios: tuple[tuple[str, str, float], ...]  # ours, theirs, at least so many times
    milliseconds: tuple[tuple[str, float], ...]  # what takes at most so long
    kilobytes: float = 0.0  # the board in a letter is at most so large; 0: no goal
    own: tuple[tuple[str, Callable[[float], float]], ...] = ()  # more, of this game


WITH_GOALS = (
    Contest(
        game="age_of_war",
        seats=2,
        boardgame_io="age_of_war",
        ratios=(
            ("playouts", "chess playouts", 2.0),
            ("playouts", "boardgame.io", 5.0),
            ("replay", "chess push_uci", 1.3),  # ours from a log that is read
            ("copy", "deepcopy", 50.0),
            ("rehearsal", "plan applied", 0.34),  # under three times as long
        ),
        milliseconds=(("verify", 50.0), ("tallies", 10.0)),
    ),
    Contest(
        game="small_samurai_empires",
        seats=4,
        boardgame_io="provinces",
        ratios=(
            ("playouts", "chess playouts", 3.0),
            ("playouts", "boardgame.io", 8.0),
            ("replay", "chess push_uci", 1.3),
            ("worst seek", "replay all", 8.0),
            ("copy", "deepcopy", 50.0),
            ("rehearsal", "plan applied", 0.34),  # under three times as long
        ),
        milliseconds=(("picture", 15.0),),
    ),
    Contest(
        game="shogun",
        seats=5,
        boardgame_io="",
        ratios=(
            ("playouts", "chess playouts", 1.0),
            ("replay", "chess push_uci", 1.0),
            ("late orders", "early orders", 0.77),  # at most 1.3 times as long
            ("copy", "deepcopy", 50.0),
            ("rehearsal", "plan applied", 0.34),  # under three times as long
        ),
        milliseconds=(("picture", 25.0), ("throws", 0.1)),
        kilobytes=80.0,
        own=(("throws", throws),),
    ),
    Contest(
        game="samurai_battles",
        seats=2,
        boardgame_io="",
        ratios=(("playouts", "chess playouts", 1.0),),
        milliseconds=(("options p95", 1.0), ("picture", 25.0)),
        kilobytes=80.0,
        own=(("options p95", options_p95("samurai_battles", 2)),),
    ),
)

Rates = dict[str, float]  # how many a second


def contests() -> list[Contest]:
    """Every game; one without goals is measured all the same."""
    goals = {contest.game: contest for contest in WITH_GOALS}
    return [
        goals.get(about.name, Contest(about.name, about.seats[0], "", (), ()))
        for about in games().values()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per measurement")
    seconds: float = parser.parse_args().seconds
    best: dict[str, Rates] = {contest.game: {} for contest in contests()}
    for number in range(1, ROUNDS + 1):
        print(f"round {number} of {ROUNDS} …", flush=True)
        for game, rates in one_round(seconds).items():
            for name, rate in rates.items():
                best[game][name] = max(best[game].get(name, 0.0), rate)
    print_rates(best)
    for contest in contests():
        print_goals(contest, best[contest.game])
        if contest.kilobytes:
            size = letter_kilobytes(contest.game, contest.seats)
            goal = contest.kilobytes
            line("board in a letter, kB (at most)", size, goal, size <= goal)


def one_round(seconds: float) -> dict[str, Rates]:
    chess = {
        "chess playouts": best_window(chess_yardstick.playouts, seconds),
        "chess push_uci": best_window(chess_yardstick.replay, seconds),
    }
    found = {}
    for game, seats, boardgame_io, *_, own in contests():
        yardsticks = dict(chess)
        if boardgame_io:
            playouts = boardgame_io_yardstick.playouts
            yardsticks["boardgame.io"] = playouts(seconds, WINDOWS, boardgame_io)
        ours = measure(game, seconds, seats)
        ours |= {name: run(seconds) for name, run in own}
        found[game] = ours | {name: rate for name, rate in yardsticks.items() if rate}
    return found


def best_window(run: Callable[[float], float | None], seconds: float) -> float | None:
    rates = [run(seconds / WINDOWS) for _ in range(WINDOWS)]
    return max((rate for rate in rates if rate), default=None)


def print_rates(best: Mapping[str, Rates]) -> None:
    print(f"\n{f'best of {ROUNDS} rounds, a second':<30}", *map("{:>22}".format, best))
    for name in dict.fromkeys(name for rates in best.values() for name in rates):
        cells = (f"{rates.get(name, 0):>22,.0f}" for rates in best.values())
        print(f"  {name:<28}", *cells)


def print_goals(contest: Contest, best: Rates) -> None:
    heading = f"{contest.game}, {contest.seats} seats"
    print(f"\n{heading:<44}{'seen':>8}{'goal':>8}")
    for ours, theirs, goal in contest.ratios:
        name = f"{ours} : {theirs}"
        if theirs in best:
            ratio = best[ours] / best[theirs]
            line(name, ratio, goal, ratio >= goal)
        else:
            print(f"{name:<44}{'–':>8}{goal:>8.2f}  not measured")
    for name, most in contest.milliseconds:
        spent = 1000 / best[name]
        line(f"{name}, ms (at most)", spent, most, spent < most)


def line(name: str, seen: float, goal: float, reached: bool) -> None:
    print(f"{name:<44}{seen:>8.2f}{goal:>8.2f}  {'reached' if reached else 'BEHIND'}")


if __name__ == "__main__":
    main()
