"""Our engine beside its yardsticks, measured in one run: `make bench`.

Times on a shared machine swing; ratios of things measured in the same minutes do not
swing as much. So every measurement is taken in three interleaved rounds, each cut into
four windows of time, and the best window of each is compared. Nothing here is a test.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bench import boardgame_io_yardstick, chess_yardstick
from engine.measure import WINDOWS, measure

ROUNDS = 3
GAME = "age_of_war"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per measurement")
    seconds: float = parser.parse_args().seconds
    best: dict[str, float] = {}
    for number in range(1, ROUNDS + 1):
        print(f"round {number} of {ROUNDS} …", flush=True)
        for name, value in one_round(seconds).items():
            best[name] = max(best.get(name, 0.0), value)
    report(best)


def one_round(seconds: float) -> dict[str, float]:
    found = measure(GAME, seconds)
    yardsticks = {
        "chess playouts": best_window(chess_yardstick.playouts, seconds),
        "chess push_uci": best_window(chess_yardstick.replay, seconds),
        "boardgame.io": boardgame_io_yardstick.playouts(seconds, WINDOWS),
    }
    return found | {name: rate for name, rate in yardsticks.items() if rate}


def best_window(run: Callable[[float], float | None], seconds: float) -> float | None:
    rates = [run(seconds / WINDOWS) for _ in range(WINDOWS)]
    return max((rate for rate in rates if rate), default=None)


def report(best: dict[str, float]) -> None:
    print(f"\nbest of {ROUNDS} rounds, a second")
    for name, value in best.items():
        print(f"  {name:<16}{value:>14,.0f}")
    print(f"\n{'ratio':<44}{'seen':>8}{'goal':>8}")
    compare(best, "playouts", "chess playouts", 2.0)
    compare(best, "playouts", "boardgame.io", 5.0)
    compare(best, "replay", "chess push_uci", 1.3)  # ours from a log that is read
    compare(best, "copy", "deepcopy", 50.0)
    milliseconds = 1000 / best["verify"]
    line("verify a finished match, ms (at most)", milliseconds, 50.0, milliseconds < 50)


def compare(best: dict[str, float], ours: str, theirs: str, goal: float) -> None:
    if theirs in best:
        ratio = best[ours] / best[theirs]
        line(f"{ours} : {theirs}", ratio, goal, ratio >= goal)
    else:
        print(f"{ours + ' : ' + theirs:<44}{'–':>8}{goal:>8.1f}  not measured")


def line(name: str, seen: float, goal: float, reached: bool) -> None:
    print(f"{name:<44}{seen:>8.1f}{goal:>8.1f}  {'reached' if reached else 'BEHIND'}")


if __name__ == "__main__":
    main()
