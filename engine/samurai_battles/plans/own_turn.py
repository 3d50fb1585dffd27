"""Own turns: the lines of the phases, one step after the other. [SB-17.13]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Answer, Order
from engine.errors import OrderError, OrderIllegal
from engine.samurai_battles.hexes import DISTANCE, INDEX, NEIGHBOURS
from engine.samurai_battles.plans.battles import DONE, BattleMoment
from engine.samurai_battles.plans.moments import JUDGED
from engine.samurai_battles.plans.phases import (
    CARD,
    END,
    MOVEMENT,
    ORDER,
    phase_of,
)
from engine.samurai_battles.plans.preferences import preferred
from engine.samurai_battles.plans.step_grammar import dragon_order
from engine.samurai_battles.plans.tree import (
    Card,
    Dragon,
    Draw,
    Hold,
    Line,
    Move,
    Orders,
    Spot,
    Step,
    Wait,
)
from engine.samurai_battles.state import LEADER, NOBODY

PROCEED = Order("proceed")
LEADERSHIP = "leadership"


class TurnMoment(BattleMoment):
    """Decisions of the player whose turn it is."""

    # ----------------------------------------------------------------- phase 1

    def at_card(self) -> Answer:
        """The card of the turn. [SB-4.2]"""
        line = self.head(CARD)
        if line is None or phase_of(line.act) > CARD:
            return self.ask("card")
        match line.act:
            case Card(card):
                order = Order("play", (card,))
            case Step(order):
                pass
            case _:
                return self.ask("wait")
        if order not in self.legal:
            return self.lapse(order)
        if isinstance(line.act, Card):
            self.begin(line)
        else:
            self.drop()
        return self.give(order)

    def lapse(self, order: Order) -> Answer:
        """Without its card a plan is for another turn: all of it lapses. [SB-17.19]"""
        card = order.args[-1] if order.args else order.verb
        why = OrderIllegal("SB-17.19", "E_CARD_LOST", card=card)
        for line in self.kept.lines:
            self.tell(line.text, why)
        self.kept = self.kept.without_turn
        return self.ask("lapsed")

    def at_dragon(self) -> Answer:
        """The W1 card of the CARD line, or none. [SB-4.2, SB-17.13]"""
        doing = self.kept.doing
        if doing is None or not isinstance(doing.line.act, Card):
            return self.at_steps(CARD, PROCEED, "dragon")
        dragon = doing.line.act.dragon
        self.end()
        if dragon is None:
            return self.give(PROCEED)
        order = dragon_order(dragon)
        if order in self.legal:
            return self.give(order)
        self.tell(f"with {dragon.text}", self.why_not(order))
        return self.give(PROCEED)

    def at_steps(self, phase: int, last: Order, reason: str) -> Answer:
        """Lines of the phase; behind the last of them the phase is over. [SB-17.13]"""
        while (line := self.head(phase)) is not None:
            if isinstance(line.act, Wait):
                return self.ask("wait")
            if phase_of(line.act) > phase:
                return self.give_if_legal(last, reason)
            if (order := self.made_of(line)) is not None:
                return self.give(order)
        return self.ask(reason)

    def made_of(self, line: Line) -> Order | None:
        """The step that the first line makes; None: it is done, or was skipped."""
        match line.act:
            case Orders():
                return self.next_order()
            case Move():
                return self.next_move(line, line.act)
            case Hold(hexes):
                self.drop()  # it changes nothing [SB-17.13]
                self.check_held(hexes)
                return None
            case Step(order) if order in self.legal:
                self.drop()
                return order
            case Step(order):
                self.skip(self.why_not(order))
                return None
        self.skip(OrderIllegal("SB-17.19", "now_impossible"))
        return None

    def check_held(self, hexes: Sequence[str]) -> None:
        """Only who has an order can hold; that is told when the line is read."""
        for name in hexes if self.mode == JUDGED else ():
            hex = INDEX[name]
            here = {self.state.unit_at[hex], self.state.leader_at[hex] + LEADER}
            if not here & set(self.state.orders):
                why = OrderIllegal("SB-17.13", "E_HOLD_NO_ORDER", hex=name)
                self.tell(f"hold {name}", why)

    # ----------------------------------------------------------------- phase 2

    def at_orders(self) -> Answer:
        return self.at_steps(ORDER, DONE, "orders")

    def next_order(self) -> Order | None:
        """Of the hexes named the first that can be ordered with those taken.

        All ORDER lines that follow each other count together, in whatever order they
        name the hexes of a group. [SB-5.15, SB-17.10]
        """
        spots = self.spots_ahead()
        for spot in self.led_first(spots):
            order = self.order_of(spot)
            if order in self.legal:
                self.take(spot)
                return order
        for spot in spots:
            fault = self.why_not(self.order_of(spot))
            self.tell(f"order {spot.text}", fault)
            self.take(spot)
        return None

    def spots_ahead(self) -> list[Spot]:
        """Of the ORDER lines that stand first, up to one that is under a test."""
        found: list[Spot] = []
        for number, line in enumerate(self.kept.lines):
            if not isinstance(line.act, Orders) or (number and line.tests):
                break
            found += line.act.spots
        return found

    def take(self, spot: Spot) -> None:
        """The spot is done: no line names it any more."""
        lines = list(self.kept.lines)
        for number, line in enumerate(lines):
            if isinstance(line.act, Orders) and spot in line.act.spots:
                left = list(line.act.spots)
                left.remove(spot)
                new = line._replace(act=Orders(tuple(left)))
                lines[number : number + 1] = [new] if left else []
                break
        self.kept = self.kept._replace(lines=tuple(lines))

    def order_of(self, spot: Spot) -> Order:
        return Order("order", ("leader",) * self.is_led(spot) + (spot.hex,))

    def is_led(self, spot: Spot) -> bool:
        """A lone leader need not be called one. [SB-17.1]"""
        hex = INDEX[spot.hex]
        alone = self.state.unit_at[hex] == NOBODY != self.state.leader_at[hex]
        return spot.leader or alone

    def led_first(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        """With leadership a leader whom all other hexes are near. [SB-5.15]"""
        state = self.state
        if state.effect != LEADERSHIP or self.has_led():
            return spots
        own = [order.args[-1] for order in self.legal if order.verb == "order"]
        wanted = [spot.hex for spot in spots]
        fits = [name for name in own if is_around(name, wanted)]
        fits.sort(key=lambda name: (order_in(wanted, name), INDEX[name]))
        named = {spot.hex: spot for spot in spots}
        return [named.get(name, Spot(name)) for name in fits[:1]] or spots

    def has_led(self) -> bool:
        return any(piece != self.state.messenger for piece in self.state.orders)

    # ----------------------------------------------------------------- phase 3

    def at_moves(self) -> Answer:
        return self.at_steps(MOVEMENT, DONE, "moves")

    def next_move(self, line: Line, move: Move) -> Order | None:
        """A card of W3 before it; a path that is no longer free is cut. [SB-17.10]"""
        if move.card:
            self.put_first(line._replace(act=move._replace(card="")))
            on = Spot(move.spot.hex, self.is_led(move.spot))
            card = dragon_order(Dragon(move.card, on))
            if card in self.legal:
                return card
            self.tell(f"with {move.card}", self.why_not(card))
        order = self.path_order(move)
        if order is None:
            self.skip(self.why_no_move(move))
            return None
        self.drop()
        self.remember(move, order)
        return order

    def path_order(self, move: Move) -> Order | None:
        """The whole path that was written, else the first of the shortest. [SB-6.13]"""
        ways = self.ways_of(move)
        goal = ["exit"] if move.exit else [move.path[-1]]
        ends = [way for way in ways if way[-1:] == goal]
        exact = [way for way in ends if way == [*move.path, *["exit"] * move.exit]]
        through = exact or (ends if len(move.path) < 2 else [])
        found = min(through or self.parts_of(move, ways), key=by_hex, default=None)
        if found is None:
            return None
        start = ("leader",) * self.is_led(move.spot) + (move.spot.hex,)
        return Order("move", (*start, *found))

    def ways_of(self, move: Move) -> list[list[str]]:
        """All legal moves from there, without the hex where they begin."""
        head = ("leader",) * self.is_led(move.spot) + (move.spot.hex,)
        size = len(head)
        return [
            list(order.args[size:])
            for order in self.legal
            if order.verb == "move" and order.args[:size] == head
        ]

    def parts_of(self, move: Move, ways: list[list[str]]) -> list[list[str]]:
        """As far along its path as it is free. [SB-17.10]"""
        if move.exit or not ways or self.mode == JUDGED:
            return []
        written = list(move.path)
        if len(written) > 1:
            begun = [way for way in ways if way == written[: len(way)]]
            return [max(begun, key=len)] if begun else []
        goal, start = INDEX[written[0]], INDEX[move.spot.hex]
        ways = [way for way in ways if way[-1] != "exit"]
        nearer = [
            w for w in ways if DISTANCE[INDEX[w[-1]]][goal] < DISTANCE[start][goal]
        ]
        least = min((DISTANCE[INDEX[way[-1]]][goal] for way in nearer), default=0)
        return [way for way in nearer if DISTANCE[INDEX[way[-1]]][goal] == least]

    def why_no_move(self, move: Move) -> OrderError:
        start = ("leader",) * self.is_led(move.spot) + (move.spot.hex,)
        way = (*move.path, *("exit",) * move.exit)
        return self.why_not(Order("move", (*start, *way)))

    def remember(self, move: Move, order: Order) -> None:
        """Where the piece was sent: if it is set back, its lines follow it."""
        hex = INDEX[move.spot.hex]
        led = order.args[0] == "leader"
        piece = self.state.leader_at[hex] + LEADER if led else self.state.unit_at[hex]
        gone = (*self.kept.gone, (order.args[-1], piece))
        if order.args[-1] in INDEX:
            self.kept = self.kept._replace(gone=gone)

    # ----------------------------------------------------------------- phase 5

    def at_end(self) -> Answer:
        """Draw, then perhaps sell; DRAW closes the turn. [SB-4.7, SB-17.13]"""
        is_sale = not any(order.verb == "draw" for order in self.legal)
        doing = self.kept.doing
        if is_sale and doing and isinstance(doing.line.act, Draw):
            return self.sell(doing.line.act.sell)
        while (line := self.head(END)) is not None:
            if isinstance(line.act, Wait):
                return self.ask("wait")
            if isinstance(line.act, Draw):
                self.begin(line)
                if is_sale:
                    return self.sell(line.act.sell)
                return self.give_if_legal(Order("draw", (line.act.what,)), "end")
            if (order := self.made_of(line)) is not None:
                return self.give(order)
        return self.ask("sale" if is_sale else "end")

    def sell(self, card: str) -> Answer:
        self.end()
        order = Order("sell", (card,))
        if card and order in self.legal:
            return self.give(order)
        if card:
            self.tell(f"sell {card}", self.why_not(order))
        return self.give_if_legal(DONE, "sale")

    def at_keep(self) -> Answer:
        """Which of two cards stays is never guessed, DRAW or not. [SB-17.13, D-22]"""
        if (order := self.next_step()) is not None:
            return self.give(order)
        found = preferred(self.state, self.seat, self.legal, self.kept.prefer)
        return self.ask("keep") if found is None else self.give(found)


def is_around(leader: str, wanted: Sequence[str]) -> bool:
    near = NEIGHBOURS[INDEX[leader]]
    return all(name == leader or INDEX[name] in near for name in wanted)


def order_in(wanted: Sequence[str], name: str) -> int:
    return wanted.index(name) if name in wanted else len(wanted)


def by_hex(way: Sequence[str]) -> list[int]:
    """Compared hex by hex, by row letter and then by column. [SB-6.13]"""
    return [INDEX.get(name, len(INDEX)) for name in way]
