"""How often each seat wins when programs play each other, by the value of a choice.

python -m bench.self_play samurai_battles scenario --bots tactician tactician -n 20
"""

from __future__ import annotations

import argparse
from collections import Counter
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("choice", help="one row for each of its values")
    parser.add_argument("--bots", nargs="+", required=True)
    parser.add_argument("-n", type=int, default=20, help="matches for each row")
    said = parser.parse_args()
    for value in games()[said.game].choices[said.choice].values:
        choices = {said.choice: value}
        matches = (played(said.game, said.bots, choices, n + 1) for n in range(said.n))
        won = Counter(map(winner, matches))
        print(f"{value}: {', '.join(f'{who} {won[who]}' for who in sorted(won))}")


if __name__ == "__main__":
    main()
