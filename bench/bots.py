"""How good a bot is against others: `python -m bench.bots GAME BOT OTHER [OTHER …]`.

They change seats after each match, and the matches are the same ones whenever this is
run: the seeds are numbered. With two others the first bot's fair share is a third.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from random import Random
from time import process_time
from typing import NamedTuple

from engine.bots import bots
from engine.match import Match


class Played(NamedTuple):
    winner: str  # "" is a draw
    longest: float  # seconds of computing for one decision of the first bot


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument(
        "--choice", action="append", default=[], metavar="NAME=VALUE", help="of a match"
    )
    options = parser.parse_args()
    choices = dict(choice.split("=", 1) for choice in options.choice)
    first, others = options.bots[0], list(dict.fromkeys(options.bots[1:]))
    won: Counter[str] = Counter()
    longest = 0.0
    for number in range(options.first, options.first + options.matches):
        played = play(options.game, options.bots, number, choices)
        won[played.winner] += 1
        longest = max(longest, played.longest)
        rest = ", ".join(f"{other} {won[other]}" for other in others if other != first)
        print(
            f"{won.total()} matches: {first} won {won[first]}, {rest},"
            f" drawn {won['']}; {first} computed {longest:.2f} s at most",
            flush=True,
        )


def play(
    game: str, contestants: list[str], number: int, choices: Mapping[str, str]
) -> Played:
    """One match; each time the first bot has the next seat."""
    turn = number % len(contestants)
    names = contestants[-turn:] + contestants[:-turn] if turn else contestants
    seed = sha256(f"contest {number}".encode()).hexdigest()
    match = Match(game, names, choices, seed=seed, people=False)
    dice, longest = Random(match.seed), 0.0
    while not match.over:
        seat = match.asked[0].seat
        start = process_time()
        text = bots(game)[names[seat]](match.game, match.state_for(seat), seat, dice)
        if names[seat] == contestants[0]:
            longest = max(longest, process_time() - start)
        match.write(seat, text, by=f"bot {names[seat]}")
    best = [names[standing.seat] for standing in match.standings if standing.place == 1]
    return Played(best[0] if len(best) == 1 else "", longest)


if __name__ == "__main__":
    main()
