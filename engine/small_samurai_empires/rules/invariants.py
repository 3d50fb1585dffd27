"""What no legal match can show. [SSE-1, SSE-3, SSE-5.8.3, SSE-7.3]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.small_samurai_empires.box import KINDS, MOVE_2_OR_3, N_MOVE, NOTHING
from engine.small_samurai_empires.rules.control import armies_on_board
from engine.small_samurai_empires.rules.listing import POINTS, can_go_on, kind_at
from engine.small_samurai_empires.state import (
    BITS,
    KIND,
    ONES,
    OWNER,
    State,
    unpacked,
)

POINTS_OF = {
    "destiny": ("destiny",),
    "placement": ("placement", "neutral", "tribe", "journey"),
    "resolution": ("resolution", "tribe", "journey"),
    "over": ("",),
}


def faults(state: State) -> list[str]:
    """Sentences on what is wrong; later checks rely on the earlier ones."""
    return (
        [*piece_faults(state), *resource_faults(state), *match_faults(state)]
        or [*castle_faults(state), *slot_faults(state), *card_faults(state)]
        or [*turn_faults(state), *action_faults(state), *variant_faults(state)]
    )


def piece_faults(state: State) -> Iterator[str]:
    """Armies are on the board, in supply, or one on a mountain. [SSE-1.1, SSE-1.6]"""
    wanted = state.setup.board.armies
    if min(state.armies) < 0 or min(state.reserve) < 0:
        yield "there is less than no army somewhere"
    for seat, reserve in enumerate(state.reserve):
        climbing = bool(state.climb) and seat == state.seat
        count = armies_on_board(state, seat) + reserve + climbing
        if count != wanted:
            yield f"seat {seat} has {count} armies, not {wanted}"


def resource_faults(state: State) -> Iterator[str]:
    """The common supply is a limit. [SSE-1.2, SSE-12.6]"""
    tokens = state.setup.board.tokens
    for name, owned, most in (
        ("food", state.food, tokens[0]),
        ("bushido", state.bushido, tokens[1]),
    ):
        if min(owned) < 0 or sum(owned) > most:
            yield f"{name} is {owned}, of {most} there are"
    if min(state.scores) < 0 or min(state.influence) < 0:
        yield "scores and influence never fall"


def match_faults(state: State) -> Iterator[str]:
    """Era, round, phase and who decides. [SSE-4.1]"""
    board, seats = state.setup.board, state.setup.seats
    if not 1 <= state.era <= board.eras or state.round not in (1, 2):
        yield f"there is no era {state.era} round {state.round}"
    if state.point not in POINTS_OF[state.phase]:
        yield f"nobody decides “{state.point}” in the phase {state.phase}"
    if (state.phase == "over") != (state.over != ""):
        yield "a match is over when it is over"
    if state.phase == "destiny" and state.round != 1:  # SSE-7.1
        yield "round 2 has no destiny cards"
    if sorted(state.track) != list(range(seats)):
        yield f"the turn track {list(state.track)} does not name every seat once"
    if (state.seat == NOTHING) != (state.phase in ("destiny", "over")):
        yield "somebody decides in placement and resolution, and only there"
    if not state.left <= set(range(seats)):
        yield "somebody left who was never there"


def castle_faults(state: State) -> Iterator[str]:
    """One a region, three in all, and what the edition says. [SSE-5.8.3, SSE-5.8.4]"""
    board, edition = state.setup.board, state.setup.edition
    for seat, castles in enumerate(state.castles):
        if castles.bit_count() > board.castles:
            yield f"seat {seat} has more than {board.castles} castles"
        for region, mask in enumerate(board.region_mask):
            if (castles & mask).bit_count() > 1:
                yield f"seat {seat} has two castles in {board.regions[region]}"
    for province, name in enumerate(board.provinces):
        count = sum(castles >> province & 1 for castles in state.castles)
        if edition.one_castle and count > 1:
            yield f"{name} has {count} castles"
        if not edition.castle_in_capital and count and province in board.capitals:
            yield f"{name} is a capital and has a castle"


def slot_faults(state: State) -> Iterator[str]:
    """Tokens lie in hand or in a slot; covering has its limits. [SSE-1.3, SSE-7.3]"""
    board, seats = state.setup.board, state.setup.seats
    layers = (state.first, state.second)
    for seat in range(seats):
        laid = [KIND[t] for layer in layers for t in layer if t and OWNER[t] == seat]
        hand = unpacked(state.hands[seat], len(KINDS))
        counts = tuple(hand[k] + laid.count(k) for k in range(len(KINDS)))
        if counts != board.kinds or state.hands[seat] < 0:
            yield f"seat {seat} has {counts} order tokens, not {board.kinds}"
        for number, layer in enumerate(layers):
            count = sum(OWNER[token] == seat for token in layer if token)
            most = board.placements[number][seats]
            todo = state.todo[seat] if number == state.round - 1 else 0
            if count + todo > most or todo < 0:
                yield f"seat {seat} places more than {most} tokens"
    if any(state.todo[seat] for seat in state.left):  # SSE-13.7
        yield "who has left has tokens to place"
    if state.phase != "placement" and any(state.todo):
        yield "tokens are to be placed, but it is not the time"
    if any(state.second) and state.round == 1:
        yield "tokens of round 2 lie in the slots in round 1"
    if state.phase == "destiny" and any(state.first):
        yield "tokens lie in the slots before the era has begun"
    yield from cover_faults(state)


def cover_faults(state: State) -> Iterator[str]:
    """Nobody is covered beyond the limit of the edition. [SSE-7.3.2]"""
    seats = state.setup.seats
    pairs = [
        (OWNER[top], OWNER[under])
        for top, under in zip(state.second, state.first, strict=True)
        if top and under and OWNER[top] != OWNER[under]
    ]
    if state.covers != sum(1 << seats * who + of for who, of in {*pairs}):
        yield "who has covered whom does not follow from the slots"
    once = state.setup.edition.each_opponent_once
    limited = [pair if once else pair[1] for pair in pairs]
    if len(limited) != len(set(limited)):
        yield "an opponent is covered too often"


def card_faults(state: State) -> Iterator[str]:
    """Destiny cards are in hand, chosen, shown or in the deck. [SSE-3.2, SSE-8.7]"""
    board = state.setup.board
    for region, wanted in enumerate(board.destiny):
        count = sum(hand >> BITS * region & ONES for hand in state.cards)
        count += state.chosen.count(region) + state.shown[region]
        if count + state.deck.count(region) != wanted:
            yield f"there are not {wanted} destiny cards of {board.regions[region]}"
    if state.phase != "destiny" and any(of != NOTHING for of in state.chosen):
        yield "a card is chosen, but it is not the time"
    if state.phase == "destiny" and NOTHING not in state.chosen:
        yield "all have chosen a card, but none is shown"
    for seat, hand in enumerate(state.cards):
        count = sum(unpacked(hand, len(board.regions)))
        count += state.phase != "destiny" or state.chosen[seat] != NOTHING
        if count > board.destiny_hand or (count < board.destiny_hand and state.deck):
            yield f"seat {seat} has {count} destiny cards, not {board.destiny_hand}"


def turn_faults(state: State) -> Iterator[str]:
    """Who decides has something to decide about. [SSE-4.3.1, SSE-4.4.1]"""
    slot, seat = state.slot, state.seat
    if state.point == "placement":
        if not state.todo[seat]:
            yield f"seat {seat} has nothing left to place"
    elif state.phase in ("placement", "resolution"):
        if slot == NOTHING:
            yield "an action belongs to a slot"
            return
        layer = state.first if state.round == 1 else state.second
        token = layer[slot]
        if state.phase == "resolution":
            token = token or state.first[slot]
        if not token or OWNER[token] != seat:
            name = state.setup.board.slots[slot]
            yield f"seat {seat} acts in {name} without a token there"
    if seat in state.left:
        yield f"seat {seat} has left, but decides"


def action_faults(state: State) -> Iterator[str]:
    """Movers are armies that are there; only moves have them. [SSE-5.3.2]"""
    seats, names = state.setup.seats, state.setup.board.provinces
    for province in {*state.movers}:
        here = state.armies[province * seats + state.seat] if state.seat >= 0 else 0
        if state.movers.count(province) > here:
            yield f"more armies may move from {names[province]} than stand there"
    acting = state.slot != NOTHING and state.point != "placement"
    if not acting and (state.step or state.movers or state.climb or state.explored):
        yield "an action has begun, but nobody acts"
    if acting and (state.movers or state.climb) and not is_move(state):
        yield "armies are to move, but the action is no move"
    if state.phase == "resolution" and acting and state.step and not goes_on(state):
        yield "the action that is open is over"
    if (state.target != NOTHING) != (state.phase == "resolution" and is_attack(state)):
        yield "there is an attack without its province, or the reverse"
    if bool(state.climb) != (state.point in ("tribe", "journey")):
        yield "an army is on a mountain while its effect lasts, and only then"


def is_move(state: State) -> bool:
    """By a token, or by the slot in which one was just placed. [SSE-6.2]"""
    if state.phase == "resolution":
        return kind_at(state) in POINTS
    return state.layout.neutral[state.slot] == N_MOVE


def goes_on(state: State) -> bool:
    """A step may follow, or is being made over a mountain. [SSE-5.1.2, SSE-12.3]"""
    kind = kind_at(state)
    if state.climb:  # the point is paid for
        return state.step < POINTS[kind] + (kind == MOVE_2_OR_3)
    region = state.setup.board.slot_region[state.slot]
    return can_go_on(state, state.seat, region, kind)


def is_attack(state: State) -> bool:
    return state.step > 0 and KINDS[kind_at(state)] == "attack"


def variant_faults(state: State) -> Iterator[str]:
    """Pieces of variants lie there with their variant. [SSE-10]"""
    setup, board = state.setup, state.setup.board
    if len(state.mountains) != (len(board.mountains) if setup.mountain else 0):
        yield "mountain tokens lie on the mountains of that variant only"
    if not setup.mountain and (state.climb or state.explored):
        yield "an expedition was made without that variant"
        return
    for kind, most in enumerate(board.mountain_tokens):
        if state.mountains.count(kind) > most:
            yield "there are more mountain tokens of a kind than in the box"
    if state.agenda and not setup.agenda:
        yield "an agenda was scored without that variant"
    if state.climb:
        origin, mountain, province = state.climb
        if board.mountain_on.get((origin, province)) != mountain:
            yield "the army is on a mountain that is not on its way"
        elif not state.explored or state.mountains[mountain] != NOTHING:
            yield "the army is on a mountain that is not explored"
