"""Battles of an own turn: ATTACK and FIRE lines, from declaration to advance.

The line that was declared is under way until its battle is over; its level tells which
melee of it is fought, or which shot is fired. [SB-17.14]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.contract import Answer, Order
from engine.errors import OrderError, OrderIllegal
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.plans.faces import chosen_dice
from engine.samurai_battles.plans.moments import Moment
from engine.samurai_battles.plans.phases import BATTLE, phase_of
from engine.samurai_battles.plans.tree import (
    Attack,
    Bonus,
    Dragon,
    Extras,
    Fire,
    Line,
    Step,
    Then,
    Wait,
)
from engine.samurai_battles.rules.pieces import hex_of
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import NOBODY
from engine.samurai_battles.terrain import FORD

ADVANCE, REMAIN, DONE = Order("advance"), Order("remain"), Order("done")
READY_WINDOWS = ("W6", "W7")  # cards that go with `ready`
AFTER_WINDOW = "W9"


def melee_of(attack: Attack, level: int) -> tuple[Extras, Then]:
    """What is said of the melee, or of the bonus melee that deep in the line."""
    part: Attack | Bonus = attack
    for _ in range(level):
        assert part.then is not None
        assert part.then.bonus is not None
        part = part.then.bonus
    return part.extras, part.then or Then()


def with_then(attack: Attack, level: int, verb: str = "") -> Attack:
    """The same line when the card of its THEN is played; or its WAIT is over."""

    def changed(part: Attack | Bonus, depth: int) -> Attack | Bonus:
        then = part.then or Then()
        if not depth:
            new = then._replace(card="", verb=verb or then.verb)
            return part._replace(then=new)
        assert then.bonus is not None
        bonus = changed(then.bonus, depth - 1)
        assert isinstance(bonus, Bonus)
        return part._replace(then=then._replace(bonus=bonus))

    found = changed(attack, level)
    assert isinstance(found, Attack)
    return found


class BattleMoment(Moment):
    """Decisions of phase 4 of the player whose turn it is."""

    # --------------------------------------------------------------- declaring

    def at_battle(self) -> Answer:
        """Bonus melee and second shot come first, then the next line. [SB-8.11]"""
        if (order := self.next_melee() or self.next_shot()) is not None:
            return self.give(order)
        self.finish()
        while (line := self.head(BATTLE)) is not None:
            if isinstance(line.act, Wait):
                return self.ask("wait")
            if phase_of(line.act) > BATTLE:
                return self.give(DONE)
            if (order := self.declared(line)) is not None:
                return self.give(order)
            self.skip(self.why_no_battle(line))
        return self.ask("battle")

    def declared(self, line: Line) -> Order | None:
        """The step that begins the line; None if it cannot be begun."""
        found: Order | None = None
        match line.act:
            case Step(order) if order in self.legal:
                self.drop()
                return order
            case Attack(hex, target, extras):
                found = self.melee_order(self.now_at(hex), target, extras)
            case Fire(hex, shots):
                found = self.shot_order(self.now_at(hex), shots[0].targets)
        if found is not None:
            self.begin(line)
        return found

    def now_at(self, name: str) -> str:
        """Where a unit stands that was sent there: mired may hold it. [SB-17.10]"""
        for goal, piece in self.kept.gone:
            if goal == name and (hex := hex_of(self.state, piece)) != NO_HEX:
                return NAMES[hex]
        return name

    def melee_order(self, hex: str, target: str, extras: Extras) -> Order | None:
        """A challenge that cannot be had is left out and told. [SB-17.14]"""
        order = Order("declare", (hex, target))
        if extras.challenge:
            bold = Order("declare", (hex, target, "challenge"))
            if bold in self.legal:
                return bold
            if order in self.legal:
                self.tell("challenge", self.why_not(bold))
        return order if order in self.legal else None

    def shot_order(self, hex: str, targets: Sequence[str]) -> Order | None:
        wanted = (Order("aim", (hex, target)) for target in targets)
        return next((order for order in wanted if order in self.legal), None)

    def why_no_battle(self, line: Line) -> OrderError:
        match line.act:
            case Step(order):
                return self.why_not(order)
            case Attack(hex, target):
                return self.why_not(Order("declare", (self.now_at(hex), target)))
            case Fire(hex, shots):
                target = shots[0].targets[0]
                return self.why_not(Order("aim", (self.now_at(hex), target)))
        return OrderIllegal("SB-17.19", "now_impossible")

    def next_melee(self) -> Order | None:
        """The bonus melee against the first of its targets that is left."""
        doing, state = self.kept.doing, self.state
        if doing is None or not isinstance(doing.line.act, Attack):
            return None
        _, then = melee_of(doing.line.act, doing.level)
        if then.bonus is None or state.bonus == NOBODY:
            return None
        hex = NAMES[state.unit_hex[state.bonus]]
        for target in then.bonus.targets:
            order = self.melee_order(hex, target, then.bonus.extras)
            if order is not None:
                new = doing._replace(level=doing.level + 1, succeeded=False)
                self.kept = self.kept._replace(doing=new)
                return order
        return None

    def next_shot(self) -> Order | None:
        doing = self.kept.doing
        if doing is None or not isinstance(doing.line.act, Fire):
            return None
        fire = doing.line.act
        if doing.level or len(fire.shots) < 2 or self.state.volley == NOBODY:
            return None
        hex = NAMES[self.state.unit_hex[self.state.volley]]
        order = self.shot_order(hex, fire.shots[1].targets)
        if order is not None:
            self.kept = self.kept._replace(doing=doing._replace(level=1))
        return order

    def finish(self) -> None:
        """The battle of the line is over; what was not made of it is told."""
        doing, self.kept = self.kept.doing, self.kept._replace(doing=None)
        if doing is None:
            return
        for text, why in self.left_over(doing.line, doing.level, doing.succeeded):
            self.tell(text, why)

    def left_over(
        self, line: Line, level: int, succeeded: bool
    ) -> Iterator[tuple[str, OrderError]]:
        """An advance that was not allowed, a bonus without target, a second shot."""
        if isinstance(line.act, Fire):
            if not level and len(line.act.shots) > 1:
                why = OrderIllegal("SB-5.10", "E_NO_SECOND_SHOT")
                yield f"and {line.act.shots[1].text}", why
        elif isinstance(line.act, Attack):
            _, then = melee_of(line.act, level)
            won = bool(self.state.battles) and self.state.battles[-1].won
            if then.verb == "advance" and won and not succeeded:
                yield then.text, self.why_not_advance()
            elif then.bonus is not None and won:
                yield then.bonus.text, OrderIllegal("SB-8.11", "E_NO_BONUS")

    def why_not_advance(self) -> OrderError:
        """From a ford it is SB-8.10 that forbids it."""
        origin = self.state.battles[-1].origin
        is_ford = self.state.ground[origin] == FORD
        return OrderIllegal("SB-8.10" if is_ford else "SB-8.9", "E_NO_ADVANCE")

    # ----------------------------------------------------------- rolls and after

    @property
    def extras(self) -> Extras | None:
        """What goes with the roll of the line under way."""
        doing = self.kept.doing
        if doing is None:
            return None
        if isinstance(doing.line.act, Fire):
            card = doing.line.act.shots[doing.level].card
            return Extras(cards=(Dragon(card),) if card else ())
        if isinstance(doing.line.act, Attack):
            return melee_of(doing.line.act, doing.level)[0]
        return None

    def at_ready(self) -> Answer:
        """What can no longer be had is left out and told. [SB-17.14]"""
        extras = self.extras
        if extras is None:
            return self.at_success_or_ready(Order("ready"), "ready")
        cards = [c.card for c in extras.cards if window(c.card) in READY_WINDOWS]
        inspired = ["inspire"] if extras.inspire else []
        wanted = [*product([inspired], [*([card] for card in cards), []])]
        wanted += [([], [card]) for card in cards] if inspired else []
        orders = [Order("ready", (*one, *card)) for one, card in wanted]
        order = next((o for o in orders if o in self.legal), Order("ready"))
        for part in (*inspired, *cards):
            if part not in order.args:
                self.tell(left_out(part), self.why_not(Order("ready", (part,))))
        return self.give(order)

    def at_success_or_ready(self, silent: Order, reason: str) -> Answer:
        """Nothing is under way: a step says it, or DRAW leaves it undone. [SB-17.19]"""
        if (order := self.next_step()) is not None:
            return self.give(order)
        if self.is_closed:
            return self.give_if_legal(silent, reason)
        return self.ask(reason)

    def second_throw(self) -> Order | None:
        """The W9 card of the line: chosen dice are thrown again. [SB-17.14]"""
        for dragon in self.extras.cards if self.extras else ():
            if window(dragon.card) == AFTER_WINDOW:
                found = [
                    order
                    for order in self.legal
                    if order.verb == "dragon" and order.args[0] == dragon.card
                ]
                order = chosen_dice(self.state, found, dragon) if found else None
                if order is not None:
                    return order
        return None

    def at_success(self) -> Answer:
        """THEN: a card of W12 first, then advance or remain. [SB-17.14]"""
        doing = self.kept.doing
        if doing is None or not isinstance(doing.line.act, Attack):
            return self.at_success_or_ready(REMAIN, "success")
        _, then = melee_of(doing.line.act, doing.level)
        if then.verb == "wait" and not self.is_alone:
            return self.ask("then")
        if then.card:
            played = Order("dragon", (then.card,))
            act = with_then(doing.line.act, doing.level)
            doing = doing._replace(line=doing.line._replace(act=act))
            self.kept = self.kept._replace(doing=doing)
            if played in self.legal:
                return self.give(played)
            self.tell(f"with {then.card}", self.why_not(played))
        self.kept = self.kept._replace(doing=doing._replace(succeeded=True))
        if then.verb != "advance":
            return self.give_if_legal(REMAIN, "success")
        if ADVANCE in self.legal:
            return self.give(ADVANCE)
        self.tell(then.text, self.why_not(ADVANCE))
        return self.give_if_legal(REMAIN, "success")


def window(card: str) -> str:
    return DRAGON[card].window


def left_out(part: str) -> str:
    return part if part == "inspire" else f"with {part}"
