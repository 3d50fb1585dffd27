"""How often each seat wins when programs play each other, by the value of a choice.

python -m bench.self_play samurai_battles scenario --bots tactician tactician -n 20

With `--keep FILE` each result is a line of that file, and a run that was stopped goes
on after the last of them; `--only VALUE …` leaves the other rows out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.bots import bots
from engine.match import Match
from engine.registry import games


def played(name: str, players: list[str], choices: dict[str, str], seed: int) -> Match:
    match = Match(name, players, choices, f"{seed:064x}", people=False)
    dice, programs = Random(seed), bots(name)
    while not match.over:
        seat = match.asked[0].seat
        text = programs[players[seat]](match.game, match.state_for(seat), seat, dice)
        match.write(seat, text)
    return match


def winner(match: Match) -> str:
    first = [standing.seat + 1 for standing in match.standings if standing.place == 1]
    return f"seat {first[0]}" if len(first) == 1 else "shared"


class Results:
    """Who won which match; in a file, if one is named."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.won: dict[tuple[str, int], str] = {}
        if file and file.exists():
            for line in file.read_text().splitlines():
                value, seed, who = line.split(maxsplit=2)
                self.won[value, int(seed)] = who

    def add(self, value: str, seed: int, who: str) -> None:
        self.won[value, seed] = who
        if self.file:
            with self.file.open("a") as file:
                print(value, seed, who, file=file)

    def row(self, value: str) -> str:
        won = Counter(who for (of, _), who in self.won.items() if of == value)
        return f"{value}: {', '.join(f'{who} {won[who]}' for who in sorted(won))}"


def turns(values: list[str], matches: int) -> Iterator[tuple[str, int]]:
    """Twenty matches of each row, again and again: a run may stop at any time."""
    for start in range(1, matches + 1, 20):
        for value in values:
            for seed in range(start, min(start + 20, matches + 1)):
                yield value, seed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("choice", help="one row for each of its values")
    parser.add_argument("--bots", nargs="+", required=True)
    parser.add_argument("-n", type=int, default=20, help="matches for each row")
    parser.add_argument("--only", nargs="+", help="values whose rows are wanted")
    parser.add_argument("--keep", type=Path, help="file of the results")
    said = parser.parse_args()
    values = said.only or list(games()[said.game].choices[said.choice].values)
    results = Results(said.keep)
    for value, seed in turns(values, said.n):
        if (value, seed) not in results.won:
            match = played(said.game, said.bots, {said.choice: value}, seed)
            results.add(value, seed, winner(match))
    for value in values:
        print(results.row(value))


if __name__ == "__main__":
    main()
