"""The end of an era and of the game: all by itself. [SSE-8, SSE-9]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.contract import Seat, Standing
from engine.flat import changed
from engine.small_samurai_empires.box import NOTHING
from engine.small_samurai_empires.rules.control import (
    armies_on_board,
    control,
    held_by_region,
    take,
    yield_of,
)
from engine.small_samurai_empires.state import BITS, State, packed, unpacked
from engine.table import Table


def end_era(table: Table[State]) -> None:
    """The steps in the order of the edition. [SSE-8.1, SSE-9.1]"""
    state = table.state
    last = state.era == state.setup.board.eras
    edition = state.setup.edition
    table.tell("era_ended", era=state.era)
    for step in edition.game_end if last else edition.era_end:
        STEPS[step](table)
    if last:
        end_match(table)


def add_points(state: State, seat: Seat, points: int) -> None:
    state.scores = changed(state.scores, seat, points)


def full_harvest(table: Table[State]) -> None:
    """One for each resource province controlled, by turn track. [SSE-8.2, SSE-12.6]"""
    state = table.state
    owners, resources = control(state), state.setup.board.resources
    for seat in state.track:
        due = yield_of(state, [p for p in resources if owners[p] == seat])
        food, bushido = take(state, seat, *due)
        table.tell("full_harvest_done", seat=seat, food=food, bushido=bushido)


def clean_up(table: Table[State]) -> None:
    """All order tokens return, covered ones too. [SSE-8.6]"""
    state, board = table.state, table.state.setup.board
    state.hands = (packed(board.kinds),) * state.setup.seats
    state.first = state.second = (0,) * len(board.slots)
    state.covers = 0
    table.tell("tokens_returned")


def gain_influence(table: Table[State]) -> None:
    """Provinces controlled, and own castles whoever controls them. [SSE-8.3]"""
    state, board = table.state, table.state.setup.board
    held = held_by_region(board, state.setup.seats, control(state))
    influence = list(state.influence)
    for seat in state.track:
        for region, mask in enumerate(board.region_mask):
            gain = held[region][seat] + (state.castles[seat] & mask).bit_count()
            if gain:
                place = seat * len(board.regions) + region
                influence[place] += gain
                table.tell(
                    "influence_gained",
                    seat=seat,
                    region=board.regions[region],
                    gain=gain,
                    influence=influence[place],
                )
    state.influence = tuple(influence)


def score_bonus(table: Table[State]) -> None:
    state, board = table.state, table.state.setup.board
    held = held_by_region(board, state.setup.seats, control(state))
    for region, counts in enumerate(held):
        for seat, rank in bonus_ranks(counts):
            points = board.bonus[region][rank - 1]
            add_points(state, seat, points)
            table.tell(
                "bonus_scored",
                seat=seat,
                region=board.regions[region],
                points=points,
                provinces=counts[seat],
            )


def bonus_ranks(counts: Sequence[int]) -> list[tuple[Seat, int]]:
    """Who scores the 1st figure and who the 2nd. [SSE-8.4, SSE-12.21]"""
    most = max(counts)
    if not most:
        return []
    first = [seat for seat, count in enumerate(counts) if count == most]
    if len(first) > 1:
        return [(seat, 2) for seat in first]
    next_most = sorted(counts)[-2]
    second = [s for s, count in enumerate(counts) if count == next_most and count]
    return [(first[0], 1), *((seat, 2) for seat in second)]


def score_shrines(table: Table[State]) -> None:
    """A point each; with Sacred Shrines by colour instead. [SSE-8.5, SSE-10.3.2]"""
    state, board = table.state, table.state.setup.board
    owners = control(state)
    for seat in state.track:
        mine = [province for province in board.shrines if owners[province] == seat]
        if not mine:
            continue
        if state.layout.shrines:
            colours = [state.layout.shrines[province] for province in mine]
            scale = board.shrine_scale
            points = sum(scale[colours.count(colour)] for colour in {*colours})
        else:
            points = len(mine) * board.shrine_points
        add_points(state, seat, points)
        table.tell("shrines_scored", seat=seat, shrines=len(mine), points=points)


def draw_cards(table: Table[State]) -> None:
    """One each, hidden, in turn-track order. [SSE-8.7]"""
    state, board = table.state, table.state.setup.board
    cards, deck = list(state.cards), state.deck
    for seat in state.track:
        if deck:
            cards[seat] += 1 << BITS * deck[0]
            region = board.regions[deck[0]]
            deck = deck[1:]
            table.tell("card_drawn", to=[seat], seat=seat, region=region)
    state.cards, state.deck = tuple(cards), deck
    table.tell("cards_drawn", deck=len(deck))


def set_turn_order(table: Table[State]) -> None:
    """Lowest score first; equal ones in reverse. [SSE-8.8, SSE-12.22, SSE-12.25]"""
    state = table.state
    track = state.track[::-1]
    state.track = tuple(sorted(track, key=lambda seat: state.scores[seat]))
    table.tell("turn_order_set", order_seats=list(state.track))


STEPS: dict[str, Callable[[Table[State]], None]] = {
    "full-harvest": full_harvest,
    "cleanup": clean_up,
    "influence": gain_influence,
    "region-bonus": score_bonus,
    "shrines": score_shrines,
    "destiny": draw_cards,
    "turn-order": set_turn_order,
}


# ------------------------------------------------------------------------- the end


def influence_value(state: State, seat: Seat, region: int) -> int:
    """The last figure of the track stands for all above it. [SSE-2.9]"""
    board = state.setup.board
    influence = state.influence[seat * len(board.regions) + region]
    return board.influence[min(influence, len(board.influence) - 1)]


def end_match(table: Table[State]) -> None:
    """Influence times cards, leftovers, and the winner. [SSE-9.1]"""
    state = table.state
    score_influence(table)
    score_leftovers(table)
    state.phase, state.point, state.over = "over", "", "points"
    state.seat = state.slot = NOTHING
    regions = state.setup.board.regions
    for seat, hand in enumerate(state.cards):  # hands are shown now [SSE-13.2]
        cards = named_cards(hand, regions)
        table.tell("hand_shown", seat=seat, cards=cards)
    winners = [standing.seat for standing in score(state) if standing.place == 1]
    table.tell("match_ended", how="points", winners=winners)


def named_cards(hand: int, regions: tuple[str, ...]) -> list[str]:
    counts = unpacked(hand, len(regions))
    return [region for region, n in zip(regions, counts, strict=True) for _ in range(n)]


def score_influence(table: Table[State]) -> None:
    """Value times face-up cards of the region. [SSE-9.2, SSE-4.2.3]"""
    state, board = table.state, table.state.setup.board
    for seat in range(state.setup.seats):
        for region, name in enumerate(board.regions):
            value, cards = influence_value(state, seat, region), state.shown[region]
            if value and cards:
                add_points(state, seat, value * cards)
                table.tell(
                    "influence_scored",
                    seat=seat,
                    region=name,
                    value=value,
                    cards=cards,
                    points=value * cards,
                )


def score_leftovers(table: Table[State]) -> None:
    """A point for every three tokens; they are not spent. [SSE-9.3, SSE-12.23]"""
    state = table.state
    for seat in range(state.setup.seats):
        tokens = state.food[seat] + state.bushido[seat]
        points = tokens // state.setup.board.leftover
        if points:
            add_points(state, seat, points)
            table.tell("leftovers_scored", seat=seat, tokens=tokens, points=points)


def score(state: State) -> list[Standing]:
    """Points, then fewest armies, then most resources; else shared. [SSE-9.4]"""
    seats = range(state.setup.seats)
    armies = [armies_on_board(state, seat) for seat in seats]
    tokens = [state.food[seat] + state.bushido[seat] for seat in seats]
    ranks = [(state.scores[seat], -armies[seat], tokens[seat]) for seat in seats]
    return [
        Standing(
            seat=seat,
            place=1 + sum(other > ranks[seat] for other in ranks),
            points=state.scores[seat],
            detail={"armies": armies[seat], "resources": tokens[seat]},
        )
        for seat in seats
    ]
