"""Every order of a board, made once: options are picked from here. [SSE-5.1.3]

`known` leads from an order back to its verb and its numbers.
"""

from __future__ import annotations

from functools import cache
from itertools import compress

from engine.contract import Order
from engine.small_samurai_empires.board import Board
from engine.small_samurai_empires.box import KINDS

PASS = Order("pass")  # a placement, or a token that has done nothing yet
DONE = Order("done")  # the rest of an action
DECLINE = Order("decline")  # a neutral action, a tribe's, a journey's
PLACE_ANY = Order("place", ("any",))  # SSE-13.7: the clock's placement
HARVEST = Order("harvest")
REINFORCE = Order("reinforce")

Known = dict[Order, tuple[str, tuple[int, ...]]]


class Steps:
    """All steps on one board, by number."""

    def __init__(self, board: Board) -> None:
        name, many = board.provinces, range(len(board.provinces))
        slots = range(len(board.slots))
        self.known: Known = {
            PASS: ("pass", ()),
            DONE: ("done", ()),
            DECLINE: ("decline", ()),
            PLACE_ANY: ("place any", ()),
            HARVEST: ("harvest", ()),
            REINFORCE: ("reinforce", ()),
        }
        self.destiny = tuple(
            self._step("destiny", (region,), number)
            for number, region in enumerate(board.regions)
        )
        self.place, self.cover = (
            tuple(
                tuple(
                    self._step(verb, (KINDS[kind], board.slots[slot]), kind, slot)
                    for slot in slots
                )
                for kind in range(len(KINDS))
            )
            for verb in ("place", "cover")
        )
        self.recruit = tuple(self._step("recruit", (name[p],), p) for p in many)
        self.moves = tuple(
            tuple(
                self._step("move", (name[p], name[q]), p, q) for q in board.adjacent[p]
            )
            for p in many
        )
        self.expeditions = tuple(
            tuple(
                (
                    p,
                    self._step(
                        "expedition", (name[p], mountain, name[q]), p, number, q
                    ),
                )
                for p, q in (board.roads[number], board.roads[number][::-1])
            )
            for number, mountain in enumerate(board.mountains)
        )
        self.voyages = tuple(
            tuple(
                tuple(
                    self._step("ship", (str(count), name[p], name[q]), count, p, q)
                    for q in board.ports
                    if q != p
                )
                if p in board.ports
                else ()
                for p in many
            )
            for count in (1, 2)  # SSE-5.5.2
        )
        self.attack = tuple(
            tuple(
                self._step("attack", (name[p], colour), p, seat)
                for seat, colour in enumerate(board.colours)
            )
            for p in many
        )
        self.harvest = {
            p: self._step("harvest", (name[p],), p) for p in board.resources
        }
        self.castle = tuple(self._step("castle", (name[p],), p) for p in many)
        self._rows: dict[tuple[str, int], tuple[tuple[Order, ...], ...]] = {}

    def _step(self, verb: str, words: tuple[str, ...], *numbers: int) -> Order:
        order = Order(verb, words)
        self.known[order] = (verb, numbers)
        return order

    def rows(self, verb: str, slots: int) -> tuple[tuple[Order, ...], ...]:
        """By kind of token: it in each of these slots, given as bits."""
        found = self._rows.get((verb, slots))
        if found is None:
            by_kind = self.cover if verb == "cover" else self.place
            wanted = [slots >> slot & 1 for slot in range(len(by_kind[0]))]
            found = tuple([tuple(compress(steps, wanted)) for steps in by_kind])
            self._rows[verb, slots] = found
        return found


@cache
def steps_of(board: Board) -> Steps:
    return Steps(board)
