"""How a match begins. [SSE-3, SSE-10]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.chance import Chance
from engine.contract import Event
from engine.errors import ChoiceRefused
from engine.small_samurai_empires.board import BOARD, BOARDS, EDITION, Board
from engine.small_samurai_empires.box import (
    MOUNTAIN_TOKENS,
    NEUTRALS,
    NOTHING,
    RESOURCES,
)
from engine.small_samurai_empires.rules.era import named_cards
from engine.small_samurai_empires.rules.sequence import begin_era
from engine.small_samurai_empires.state import BITS, Layout, Setup, State
from engine.table import Table


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    """All that is random is drawn here, but for the clock's tokens. [SSE-3.7]"""
    agreed = agreed_setup(seats, choices)
    table = Table(State(agreed, lay_out(agreed, chance)), chance)
    deal_cards(table)
    place_armies(table.state)
    lay_mountains(table)
    first = int(chance.pick("first player", [str(seat) for seat in range(seats)]))
    table.state.track = (*range(first, seats), *range(first))  # SSE-3.6
    tell_layout(table)
    begin_era(table)
    return table.state, table.events


def agreed_setup(seats: int, choices: Mapping[str, str]) -> Setup:
    """Edition, variants, board and screens. [SSE-3.1, SSE-3.7, SSE-11.1, SSE-13.1]"""
    board = BOARDS.get(choices.get("board", BOARD.id))
    if board is None:
        raise ChoiceRefused(f"There is no board “{choices['board']}” here.")
    if not board.seats[0] <= seats <= board.seats[1]:
        raise ChoiceRefused(
            f"The game takes {board.seats[0]} to {board.seats[1]} players."
        )
    return Setup(
        board=board,
        edition=board.editions[choices.get("edition", EDITION)],
        seats=seats,
        agenda=is_on(choices, "agenda"),
        mountain=is_on(choices, "mountain"),
        shrines=is_on(choices, "shrines"),
        random_neutral=is_on(choices, "random_neutral"),
        screens=is_on(choices, "screens"),
    )


def is_on(choices: Mapping[str, str], name: str) -> bool:
    return choices.get(name, "no") == "yes"


# ------------------------------------------------------------------------- drawing


def lay_out(agreed: Setup, chance: Chance) -> Layout:
    board = agreed.board
    tiles = draw_tiles(board, chance) if agreed.agenda else ()
    return Layout(
        seeds=draw_seeds(board, chance),
        neutral=draw_neutrals(board, chance)
        if agreed.random_neutral
        else board.slot_neutral,
        shrines=draw_shrines(board, chance) if agreed.shrines else (),
        tiles=tiles,
        decrees=decrees_of(board, tiles),
    )


def decrees_of(board: Board, tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(board.tiles[tile].decree if tile else "" for tile in tiles)


def draw_seeds(board: Board, chance: Chance) -> tuple[int, ...]:
    """One seeding token on each resource province, for good. [SSE-3.3]"""
    bag = [RESOURCES[kind] for kind, n in enumerate(board.seeding) for _ in range(n)]
    drawn = chance.shuffle("seeding", bag)
    seeds = [NOTHING] * len(board.provinces)
    for province, kind in zip(board.resources, drawn, strict=True):
        seeds[province] = RESOURCES.index(kind)
    return tuple(seeds)


def draw_tiles(board: Board, chance: Chance) -> tuple[str, ...]:
    """One tile to each region, each with a random side up. [SSE-10.1.1]"""
    numbers = sorted({tile[0] for tile in board.tiles})
    numbers += ["-"] * (len(board.regions) - len(numbers))
    dealt = chance.shuffle("agenda tiles", numbers, len(board.regions))
    sides = chance.roll("agenda sides", len(dealt), ("a", "b"))
    pairs = zip(dealt, sides, strict=True)
    return tuple("" if tile == "-" else tile + side for tile, side in pairs)


def draw_shrines(board: Board, chance: Chance) -> tuple[str, ...]:
    """A piece on each shrine province, the rest left out. [SSE-10.3.1]"""
    bag = [colour for colour, n in board.shrine_pieces.items() for _ in range(n)]
    drawn = chance.shuffle("sacred shrines", bag, len(board.shrines))
    laid = [""] * len(board.provinces)
    for province, colour in zip(board.shrines, drawn, strict=True):
        laid[province] = colour
    return tuple(laid)


def draw_neutrals(board: Board, chance: Chance) -> tuple[int, ...]:
    """Each region's tokens on its slots; surplus slots keep the print. [SSE-10.4.1]"""
    neutral = list(board.slot_neutral)
    for region, slots in enumerate(board.slots_of):
        bag = [NEUTRALS[kind] for kind in board.neutral_tokens[region]]
        name = f"neutral tokens {board.regions[region]}"
        drawn = chance.shuffle(name, bag, min(len(slots), len(bag)))
        for slot, kind in zip(slots, drawn, strict=False):
            neutral[slot] = NEUTRALS.index(kind)
    return tuple(neutral)


def deal_cards(table: Table[State]) -> None:
    """Three each, hidden; the rest is the deck. [SSE-3.2]"""
    state, board = table.state, table.state.setup.board
    bag = [
        name
        for name, n in zip(board.regions, board.destiny, strict=True)
        for _ in range(n)
    ]
    drawn = table.chance.shuffle("destiny deck", bag)
    deck = [board.region_index[name] for name in drawn]
    size, hands = board.destiny_hand, []
    for seat in range(state.setup.seats):
        hand = sum(1 << BITS * card for card in deck[seat * size : (seat + 1) * size])
        hands.append(hand)
        cards = named_cards(hand, board.regions)
        table.tell("destiny_dealt", to=[seat], seat=seat, cards=cards)
    state.cards, state.deck = tuple(hands), tuple(deck[len(hands) * size :])


def place_armies(state: State) -> None:
    """Two of everybody's in each capital: nobody controls anything. [SSE-3.4]"""
    board, seats = state.setup.board, state.setup.seats
    for capital in board.capitals:
        for seat in range(seats):
            state.armies[capital * seats + seat] += board.start_armies
    placed = board.start_armies * len(board.capitals)
    state.reserve = (board.armies - placed,) * seats


def lay_mountains(table: Table[State]) -> None:
    """One token face down on each mountain; nobody sees the others. [SSE-10.2.1]"""
    state, board = table.state, table.state.setup.board
    if state.setup.mountain:
        counts = enumerate(board.mountain_tokens)
        bag = [MOUNTAIN_TOKENS[kind] for kind, n in counts for _ in range(n)]
        drawn = table.chance.shuffle("mountain tokens", bag, len(board.mountains))
        state.mountains = tuple(MOUNTAIN_TOKENS.index(kind) for kind in drawn)


def tell_layout(table: Table[State]) -> None:
    """What lies face up is told to all. [SSE-13.10]"""
    state, layout, board = table.state, table.state.layout, table.state.setup.board
    for province in board.resources:
        resource = RESOURCES[layout.seeds[province]]
        name = board.provinces[province]
        table.tell("seed_laid", province=name, resource=resource)
    for province in board.shrines if layout.shrines else ():
        colour, name = layout.shrines[province], board.provinces[province]
        table.tell("shrine_laid", province=name, colour=colour)
    for region, tile in enumerate(layout.tiles):
        if tile:
            table.tell("tile_laid", region=board.regions[region], tile=tile)
    for slot, kind in enumerate(layout.neutral if state.setup.random_neutral else ()):
        table.tell("neutral_laid", slot=board.slots[slot], action=NEUTRALS[kind])
    table.tell("turn_order_set", order_seats=list(state.track))
