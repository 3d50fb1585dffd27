"""Command cards, Dragon cards and windows as data. [SB-5, SB-12]

Decks are listed by id before they are shuffled. [SB-17.12]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.samurai_battles.box import COMMAND_CARDS, DATA, DRAGON_CARDS, FACES, read
from engine.samurai_battles.hexes import SECTIONS
from engine.samurai_battles.units import LEADER_INDEX, UNIT_INDEX


class SectionOrders(NamedTuple):
    """So many orders in one section. [SB-5.6]"""

    section: int  # LEFT, CENTER or RIGHT of hexes.py
    number: int  # 0 where it is one per Command card
    per_card: bool


class March(NamedTuple):
    """Hexes that a card puts in the place of the unit's own figures."""

    symbols: tuple[str, ...]
    classes: tuple[str, ...]
    battle: int
    most: int


@dataclass(frozen=True, slots=True)
class Command:
    """One kind of Command card. [SB-5.6]"""

    id: str
    name: Mapping[str, str]
    kind: str  # section or tactic
    count: int
    helmet: str  # yes, no, flag or copied [SB-5.3]
    orders: tuple[SectionOrders, ...] = ()
    draw: int = 1  # cards drawn and kept at the end of the turn
    keep: int = 1
    symbols: tuple[str, ...] = ()  # which units
    classes: tuple[str, ...] = ()
    lone_leaders: tuple[str, ...] = ()  # which leaders may be ordered alone
    most: int = 0  # orders at most; 0: no limit
    per_card: bool = False  # one order per Command card instead [SB-5.4]
    connected: bool = False  # SB-5.15
    fallback: bool = False  # SB-5.5
    not_adjacent: bool = False  # only units that no enemy stands next to
    leader_hex: bool = False  # SB-5.12
    adjacent: int = 0  # hexes next to the leader
    melee_dice: int = 0  # extra dice of ordered units in melee
    battle_dice: int = 0  # and in every battle roll
    march: March | None = None
    march_cap: int | None = None  # no more hexes than that
    shots: int = 1  # ranged attacks of each ordered unit
    no_battle: tuple[str, ...] = ()  # classes whose ordered units do not battle
    no_melee: tuple[str, ...] = ()
    copies: bool = False  # SB-5.8
    mirror: bool = False
    orders_nobody: bool = False  # SB-5.9
    reaction: bool = False
    dice_per_card: int = 0  # SB-5.14
    symbol_orders: tuple[str, ...] = ()  # faces that order a unit with the symbol
    any_orders: tuple[str, ...] = ()  # faces that order any unit or leader
    token_faces: tuple[str, ...] = ()
    tokens_per_face: int = 0
    reshuffle: tuple[str, ...] = ()  # decks

    def __deepcopy__(self, memo: object) -> Command:
        return self


@dataclass(frozen=True, slots=True)
class Window:
    """A moment at which Dragon cards may be played. [SB-12.4]"""

    id: str
    name: Mapping[str, str]
    turn: str  # own, opponent or either
    moment: str


@dataclass(frozen=True, slots=True)
class Dragon:
    """One kind of Dragon card; what it does not say changes nothing. [SB-12.7]"""

    id: str
    name: Mapping[str, str]
    count: int
    cost: int
    window: str
    target: str
    lone: bool = False  # a lone leader may be the target
    ordered: bool = False  # the target has an order, and
    unmoved: bool = False  # has not moved
    just_moved: bool = False
    stayed: bool = False  # or was ordered and stays
    just_advanced: bool = False
    attacked: bool = False
    without_leader: bool = False
    not_adjacent: bool = False
    not_units: tuple[str, ...] = ()
    not_cards: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    needs_loot: int = 0
    needs_lost_figures: int = 0
    needs_enemy_symbol: str = ""
    needs_enemy_units: int = 0
    needs_orders: int = 0
    needs_hexes: int = 0
    needs_flags: int = 0
    needs_hits: int = 0
    needs_dice: int = 0
    needs_kills: int = 0
    needs_advance: bool = False
    rolls: tuple[str, ...] = ()  # ranged, melee, battle-back
    after: tuple[str, ...] = ()
    dice: int = 0  # that the card itself throws
    wet_dice: int = 0
    wet: tuple[str, ...] = ()
    dice_per_card: int = 0
    dice_per_enemy_unit: int = 0
    dice_symbol: str = ""
    more_banners_dice: int = 0
    more_tokens_dice: int = 0
    higher_status_dice: int = 0
    player_dice: int = 0
    add_dice: int = 0  # to a battle roll
    most_dice: int | None = None  # its limit
    hit_faces: tuple[str, ...] = ()
    heal_faces: tuple[str, ...] = ()
    figures_per_face: int = 0
    retreat_faces: tuple[str, ...] = ()
    hexes_per_face: int = 0
    flags_ignored: bool = True
    kill_faces: tuple[str, ...] = ()
    kills_at: Mapping[str, int] = field(default_factory=dict)
    win_face: str = ""
    win_by: int = 0
    token_faces: tuple[str, ...] = ()
    tokens_per_face: int = 0
    tokens_lost_per_face: int = 0
    tokens_own: int = 0
    tokens_other: int = 0
    cards_lost: int = 0
    banners: int = 0
    steal: tuple[str, ...] = ()
    steal_cards: int = 0
    steal_tokens: int = 0
    extra_orders: int = 0
    any_section: bool = False
    plain: bool = False
    detach: str = ""
    inspire: bool = True
    attack: bool = True
    orders_fewer: int = 0
    leadership_adjacent: int | None = None
    line_order_most: int | None = None
    shogun_dice_fewer: int = 0
    march_add: int = 0
    hexes_left: int = 0
    bonus_melee: bool = True
    swords_ignored: int | None = None
    first: bool = False
    battle_back: bool = True
    advance: bool = True
    again_least: int = 0
    again_most: int = 0  # 0: as many as were thrown
    times: int = 0
    ignore_limit: int | None = None  # 0: the limit of two does not apply
    hits_cancelled: int = 0
    leader_check: bool = True
    blank_least: int = 0
    blank_most: int = 0
    extra_bonus_melees: int = 0

    def __deepcopy__(self, memo: object) -> Dragon:
        return self


def section_orders(data: Iterable[Mapping[str, Any]]) -> tuple[SectionOrders, ...]:
    return tuple(
        SectionOrders(
            SECTIONS.index(one["section"]), one.get("n", 0), one.get("per_card", False)
        )
        for one in data
    )


def march(data: Mapping[str, Any]) -> March:
    return March(
        tuple(data["symbols"]), tuple(data["classes"]), data["battle"], data["most"]
    )


def read_command(data: Mapping[str, Any]) -> Command:
    made: dict[str, Any] = {"orders": section_orders(data.get("orders", ()))}
    if "march" in data:
        made["march"] = march(data["march"])
    return read(Command, data, **made)


COMMANDS: tuple[Command, ...] = tuple(read_command(data) for data in DATA["command"])
WINDOWS: tuple[Window, ...] = tuple(read(Window, data) for data in DATA["window"])
DRAGONS: tuple[Dragon, ...] = tuple(read(Dragon, data) for data in DATA["dragon"])
COMMAND: Mapping[str, Command] = {card.id: card for card in COMMANDS}
WINDOW: Mapping[str, Window] = {window.id: window for window in WINDOWS}
DRAGON: Mapping[str, Dragon] = {card.id: card for card in DRAGONS}


def deck(cards: Iterable[Command] | Iterable[Dragon]) -> tuple[str, ...]:
    """Every card of a deck, listed by id. [SB-17.12]"""
    return tuple(sorted(card.id for card in cards for _ in range(card.count)))


COMMAND_DECK = deck(COMMANDS)
DRAGON_DECK = deck(DRAGONS)
# The Dragon cards of each window. [SB-12.4]
IN_WINDOW: Mapping[str, tuple[Dragon, ...]] = {
    window.id: tuple(card for card in DRAGONS if card.window == window.id)
    for window in WINDOWS
}

assert len(COMMANDS) == len(COMMAND) == 28, "SB-1.6: 28 kinds of Command card"
assert len(DRAGONS) == len(DRAGON) == 28, "SB-1.6: 28 kinds of Dragon card"
assert len(COMMAND_DECK) == COMMAND_CARDS, "SB-1.6, SB-16.20"
assert len(DRAGON_DECK) == DRAGON_CARDS, "SB-1.6"
assert not COMMAND.keys() & DRAGON.keys()
assert all(card.window in WINDOW for card in DRAGONS), "SB-12.4"
assert all(leader in LEADER_INDEX for card in COMMANDS for leader in card.lone_leaders)
assert all(unit in UNIT_INDEX for card in DRAGONS for unit in card.not_units)
assert all(id in COMMAND for card in DRAGONS for id in card.not_cards + card.not_with)
assert all(
    face in (*FACES, "symbol")
    for card in DRAGONS
    for face in card.hit_faces + card.heal_faces + card.retreat_faces
)
