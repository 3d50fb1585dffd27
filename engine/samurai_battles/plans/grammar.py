"""Lines of a mail in the order of the grammar of the sheet. [SB-17.9]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import OrderIllegal
from engine.samurai_battles.plans.standing_grammar import StandingParts
from engine.samurai_battles.plans.tree import (
    Act,
    Attack,
    Bonus,
    Card,
    Dragon,
    Draw,
    Extras,
    Fire,
    Hold,
    Line,
    Move,
    Orders,
    Shot,
    Standing,
    Then,
    Wait,
)
from engine.samurai_battles.plans.vocabulary import COMMAND_NAMES, STEPS, VERBS

STANDING = ("react", "prefer")


class Parser(StandingParts):
    """One statement of a mail."""

    def statement(self) -> Line | Standing:
        tests = self.condition(self.test)
        if tests:
            self.want(":")
        begin = self.at
        verb = self.verb()
        if verb in STANDING and not tests:
            said: Line | Standing = self.standing(verb)
        else:
            said = Line(self.act(verb, begin), tests)
        self.finish()
        if tests and verb == "card":
            raise OrderIllegal("SB-17.15", "E_IF_CARD")
        return said

    def verb(self) -> str:
        """The word that tells what kind of line it is, in full. [SB-18.1]"""
        self.note(self.at, VERBS)
        found = list(self.in_full(VERBS, self.at))
        if not found:
            self.fail()
        verb, self.at = found[-1]
        return verb

    def act(self, verb: str, begin: int) -> Act:
        if verb in self.lines:
            return self.lines[verb](self)
        if verb in STEPS:
            return self.step(verb)
        self.at = begin  # a second `if`, or a standing line behind one
        return self.fail()

    # ----------------------------------------------------------------- phases

    def card_line(self) -> Card:
        card = self.name(COMMAND_NAMES)
        if not self.skip_part("with"):
            return Card(card)
        dragon = Dragon(self.dragon_name())
        if self.skip_part("on"):
            dragon = dragon._replace(on=self.spot())
        if self.skip_part("steal"):
            dragon = dragon._replace(steal=self.loot())
        return Card(card, dragon)

    def loot(self) -> str:
        for loot in ("card", "tokens"):
            if self.skip_part(loot):
                return loot
        return self.fail()

    def order_line(self) -> Orders:
        spots = [self.spot()]
        while self.skip(",") or self.is_part("leader") or self.is_hex():
            spots.append(self.spot())
        return Orders(tuple(spots))

    def move_line(self) -> Move:
        """Hyphens, arrows or blanks between the hexes. [SB-6.13]"""
        spot, path, leaves = self.spot(), [], False
        while not leaves and self.goes_on_moving():
            leaves = self.skip_part("exit")
            path += [] if leaves else [self.hex()]
        if not path and not leaves:
            self.fail()
        card = self.dragon_name() if self.skip_part("with") else ""
        return Move(spot, tuple(path), leaves, card)

    def goes_on_moving(self) -> bool:
        signs = [self.skip(sign) for sign in ("-", "->", ",")]
        return any(signs) or self.is_hex() or self.is_part("exit")

    def hold_line(self) -> Hold:
        return Hold(self.hexes())

    # ---------------------------------------------------------------- battles

    def attack_line(self) -> Attack:
        attacker, target = self.pair()
        return Attack(attacker, target, self.extras(), self.then())

    def extras(self) -> Extras:
        """In any order; what is said twice counts once. [SB-17.14]"""
        extras = Extras()
        while True:
            if self.skip_part("inspire"):
                extras = extras._replace(inspire=True)
            elif self.skip_part("challenge"):
                extras = extras._replace(challenge=True)
            elif self.skip_part("with"):
                extras = extras._replace(cards=(*extras.cards, self.extra_card()))
            else:
                return extras

    def extra_card(self) -> Dragon:
        card = self.dragon_name()
        return Dragon(card, dice=self.faces() if self.skip_part("dice") else ())

    def then(self) -> Then | None:
        if not self.skip_part("then"):
            return None
        if self.skip_part("wait"):
            return Then("wait")
        if self.skip_part("remain"):
            return Then("remain", self.success_card())
        if not self.skip_part("advance"):
            self.fail()
        card = self.success_card()
        return Then("advance", card, self.bonus() if self.skip_part("bonus") else None)

    def success_card(self) -> str:
        return self.dragon_name() if self.skip_part("with") else ""

    def bonus(self) -> Bonus:
        return Bonus(self.hexes(), self.extras(), self.then())

    def fire_line(self) -> Fire:
        shooter = self.hex()
        shots = [self.shot()]
        if self.skip_part("and"):
            shots.append(self.shot())
        return Fire(shooter, tuple(shots))

    def shot(self) -> Shot:
        self.skip("->")
        targets = self.hexes()
        return Shot(targets, self.dragon_name() if self.skip_part("with") else "")

    # ------------------------------------------------------------ end of turn

    def draw_line(self) -> Draw:
        for what in ("dragon", "tokens"):
            if self.skip_part(what):
                sold = self.skip_part("sell")
                return Draw(what, self.dragon_name() if sold else "")
        return self.fail()

    def wait_line(self) -> Wait:
        return Wait()

    lines: Mapping[str, Callable[[Parser], Act]] = {
        "card": card_line,
        "order": order_line,
        "move": move_line,
        "hold": hold_line,
        "attack": attack_line,
        "fire": fire_line,
        "draw": draw_line,
        "wait": wait_line,
    }
