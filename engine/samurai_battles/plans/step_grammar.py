"""Steps as the log writes them. [SB-17.1]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.contract import Order
from engine.samurai_battles.plans.names_grammar import NameParts
from engine.samurai_battles.plans.tree import Dragon, Spot, Step
from engine.samurai_battles.plans.vocabulary import (
    COMMAND_NAMES,
    DRAGON_NAMES,
    face_of,
)

BARE = (
    *("proceed", "roll", "done", "duel", "refrain", "stand", "strike"),
    *("seppuku", "advance", "remain", "pass"),
)


def dragon_order(dragon: Dragon) -> Order:
    """`dragon <card> [<hex>] [leader] [card or tokens] [<faces>]` [SB-17.1]"""
    on = dragon.on
    where = [] if on is None else [on.hex, *(["leader"] if on.leader else [])]
    steal = [dragon.steal] if dragon.steal else []
    return Order("dragon", (dragon.card, *where, *steal, *dragon.dice))


class StepParts(NameParts):
    """The steps of the table of the sheet, one method each."""

    def step(self, verb: str) -> Step:
        if verb in BARE:
            return Step(Order(verb))
        return Step(self.with_arguments[verb](self))

    def play_step(self) -> Order:
        return Order("play", (self.name(COMMAND_NAMES),))

    def dragon_step(self) -> Order:
        """The small words before a hex and the faces may be left out."""
        return dragon_order(self.dragon())

    def dragon(self) -> Dragon:
        card, on, steal = self.dragon_name(), None, ""
        self.skip_part("on")
        leads = self.skip_part("leader")
        if leads or self.is_hex():
            on = Spot(self.hex(), leads or self.skip_part("leader"))
            on = on._replace(leader=leads or on.leader)
        self.skip_part("steal")
        for loot in ("card", "tokens"):
            if self.skip_part(loot):
                steal = loot
        named = self.skip_part("dice") or bool(self.token and face_of(self.token))
        return Dragon(card, on, steal, self.faces() if named else ())

    def declare_step(self) -> Order:
        attacker, target = self.pair()
        challenge = ["challenge"] if self.skip_part("challenge") else []
        return Order("declare", (attacker, target, *challenge))

    def pair(self) -> tuple[str, str]:
        """Attacker and target, with or without a sign between them."""
        one = self.hex()
        for sign in ("x", "х", "*", "->"):
            self.skip(sign)
        return one, self.hex()

    def aim_step(self) -> Order:
        return Order("aim", self.pair())

    def ready_step(self) -> Order:
        inspire = ["inspire"] if self.skip_part("inspire") else []
        self.skip_part("with")
        card = [] if self.is_end(self.at) else [self.dragon_name()]
        return Order("ready", (*inspire, *card))

    def ignore_step(self) -> Order:
        return Order("ignore", (str(self.count(0)),))

    def retreat_step(self) -> Order:
        return Order("retreat", self.hexes(",", "-", "->"))

    def flee_step(self) -> Order:
        hexes = self.hexes(",", "-") if self.is_hex() else ()
        self.skip("-")
        if not self.skip_part("exit"):
            return Order("flee", hexes)
        place = [str(self.count())] if self.is_number(self.at) else []
        return Order("flee", (*hexes, "exit", *place))

    def lose_step(self) -> Order:
        return Order("lose", (self.hex(),))

    def sell_step(self) -> Order:
        return Order("sell", (self.name(DRAGON_NAMES),))

    def keep_step(self) -> Order:
        return Order("keep", (self.name(COMMAND_NAMES),))

    with_arguments: Mapping[str, Callable[[StepParts], Order]] = {
        "play": play_step,
        "dragon": dragon_step,
        "declare": declare_step,
        "aim": aim_step,
        "ready": ready_step,
        "ignore": ignore_step,
        "retreat": retreat_step,
        "flee": flee_step,
        "lose": lose_step,
        "sell": sell_step,
        "keep": keep_step,
    }
