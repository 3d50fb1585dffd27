"""Which dice a card is played on, of those that lie on the table. [SB-17.14]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Order
from engine.samurai_battles.box import FLAG, SWORDS
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.plans.tree import Dragon
from engine.samurai_battles.rules import battle
from engine.samurai_battles.rules.pieces import symbol_of
from engine.samurai_battles.state import LEADER, State


def hits_of(state: State) -> int:
    return battle.hits_of(state, state.roll) if state.roll is not None else 0


def hitting(state: State) -> list[str]:
    """The faces of the dice that hit; of equal dice no matter which. [SB-8.6]"""
    roll = battle.begun(state)
    symbol = "" if roll.target >= LEADER else symbol_of(state, roll.target)
    symbols = [face for face in roll.faces if face and face == symbol]
    swords = battle.hits_of(state, roll._replace(cancelled=0)) - len(symbols)
    return symbols + [SWORDS] * max(0, swords)


def chosen_dice(state: State, found: Sequence[Order], dragon: Dragon) -> Order | None:
    """The way to play the card on the dice that are meant; None if none shows."""
    wanted = sorted(dice_of(state, dragon))
    return next((o for o in found if wanted and sorted(o.args[1:]) == wanted), None)


def dice_of(state: State, dragon: Dragon) -> list[str]:
    card, faces = DRAGON[dragon.card], list(battle.begun(state).faces)
    if card.blank_most:  # take-cover: the first two in the order of the line
        likes = list(dragon.dice) or [*dict.fromkeys(hitting(state)), FLAG]
        shown = [face for like in likes for face in faces if face == like]
        return shown[: card.blank_most]
    if dragon.dice:
        return [face for face in faces if face in dragon.dice]
    for face in hitting(state):
        faces.remove(face)
    return faces
