"""Setup: the field, the cards and the tokens of a scenario. [SB-3]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.chance import Chance
from engine.contract import Event
from engine.errors import ChoiceRefused
from engine.samurai_battles.box import TOKENS
from engine.samurai_battles.cards import COMMAND_DECK, DRAGON_DECK
from engine.samurai_battles.rules.ending import with_hand
from engine.samurai_battles.rules.frames import Battlefield, push
from engine.samurai_battles.rules.sequence import settle
from engine.samurai_battles.rules.wavering import set_wavering
from engine.samurai_battles.scenario import Scenario
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import Setup, State
from engine.table import Table


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    """The scenario that was chosen, which was checked before. [SB-3.4, SB-3.5]"""
    scenario = SCENARIO.get(choices["scenario"])
    if scenario is None:
        raise ChoiceRefused("A scenario of one's own is given as a file.")
    return begin(agreed(scenario, int(choices["turn_cap"])), chance)


def agreed(scenario: Scenario, turn_cap: int) -> Setup:
    """Return the setup; battles of our own scenarios share what is known of the ground.

    [SB-3.5]
    """
    if SCENARIO.get(scenario.slug) is scenario:
        return shared(scenario.slug, turn_cap)
    return Setup(scenario, turn_cap)


@lru_cache(maxsize=16)
def shared(slug: str, turn_cap: int) -> Setup:
    return Setup(SCENARIO[slug], turn_cap)


def begin(chosen: Setup, chance: Chance) -> tuple[State, list[Event]]:
    """Any scenario, up to the first decision. [SB-3.1 to SB-3.3]"""
    table = Table(laid_out(chosen), chance)
    state, scenario = table.state, chosen.scenario
    table.tell("battle_begun", scenario=scenario.slug, banners=scenario.banners)
    state.command_deck = chance.shuffle("setup command deck", COMMAND_DECK)
    state.dragon_deck = chance.shuffle("setup dragon deck", DRAGON_DECK)
    for seat in (scenario.first, 1 - scenario.first):
        deal(table, scenario, seat)
    state.active = 1 - scenario.first  # the first turn is the other's
    push(state, "turn")
    settle(table)
    return state, table.events


def laid_out(chosen: Setup) -> State:
    """Units, leaders and tokens before the cards are dealt. [SB-3.1, SB-3.3]"""
    state = State(chosen)
    set_wavering(state)
    red, yellow = chosen.scenario.armies
    state.tokens = (red.honor, yellow.honor)
    state.pool = TOKENS - red.honor - yellow.honor
    return state


def deal(table: Battlefield, scenario: Scenario, seat: int) -> None:
    """Each hand as a block from the top. [SB-3.2, SB-17.12]"""
    state, army = table.state, scenario.armies[seat]
    many, few = army.command_cards, army.dragon_cards
    commands, dragons = state.command_deck[:many], state.dragon_deck[:few]
    state.command_deck = state.command_deck[many:]
    state.dragon_deck = state.dragon_deck[few:]
    hand, other = tuple(sorted(commands)), tuple(sorted(dragons))
    state.command_hands = with_hand(state.command_hands, seat, hand)
    state.dragon_hands = with_hand(state.dragon_hands, seat, other)
    table.tell("cards_dealt", seat=seat, commands=many, dragons=few)
    cards = [*hand, *other]
    table.tell("hand_dealt", to=[seat], seat=seat, cards=cards)
