"""The rest of an era on a sketch: everybody places by feel and acts at once. [SSE-4]"""

from __future__ import annotations

from engine.contract import Seat
from engine.small_samurai_empires.bots.acts import (
    act,
    act_neutral,
    attack_more,
    castle_sites,
    march,
    march_on,
    recruit_more,
)
from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.box import (
    ATTACK,
    HARVEST,
    MOVE_2_OR_3,
    RECRUIT,
)
from engine.small_samurai_empires.rules.listing import POINTS, kind_at
from engine.small_samurai_empires.rules.placing import kinds_in
from engine.small_samurai_empires.state import BITS, KIND, OWNER, token_of

CANDIDATES = 4  # a player thinks of so many placements and takes the best


def play_era(sketch: Sketch) -> None:
    """From wherever the state is to the scoring at the end of its era. [SSE-4.1]"""
    state = sketch.state
    if state.phase == "destiny":
        show_cards(sketch)
    finish_action(sketch)
    if state.phase != "resolution":
        place_all(sketch)
        resolve_all(sketch, -1)
    else:
        resolve_all(sketch, state.slot)
    if sketch.round == 1:
        sketch.round = 2
        begin_round(sketch)
        place_all(sketch)
        resolve_all(sketch, -1)


def show_cards(sketch: Sketch) -> None:
    """Who has not chosen takes any card; then all place. [SSE-4.2]"""
    state, dice = sketch.state, sketch.dice
    for seat, region in enumerate(state.chosen):
        cards = kinds_in(state.cards[seat])
        if region < 0 and cards:
            region = dice.choice(cards)
        if region >= 0:
            sketch.shown[region] += 1
    if sketch.seats == 2 and state.deck:
        sketch.shown[state.deck[0]] += 1
    begin_round(sketch)


def begin_round(sketch: Sketch) -> None:
    count = sketch.board.placements[sketch.round - 1][sketch.seats]
    left = sketch.state.left
    sketch.todo = [0 if seat in left else count for seat in range(sketch.seats)]


def finish_action(sketch: Sketch) -> None:
    """What the state's open action, if there is one, has not done yet."""
    state = sketch.state
    if state.point in ("destiny", "placement", ""):
        return
    seat, slot = state.seat, state.slot
    region = sketch.board.slot_region[slot]
    if state.point == "neutral":
        act_neutral(sketch, seat, state.layout.neutral[slot], region)
        return
    movers = list(state.movers)
    if state.climb:  # down from the mountain first
        sketch.put(state.climb[2], seat)
        movers.append(state.climb[2])
    if state.phase == "resolution":
        finish_token(sketch, kind_at(state), movers)


def finish_token(sketch: Sketch, kind: int, movers: list[int]) -> None:
    state = sketch.state
    seat, region = state.seat, sketch.board.slot_region[state.slot]
    step = state.step + bool(state.climb)
    if not step:
        act(sketch, seat, kind, region)
    elif kind in POINTS:
        if step <= POINTS[kind]:
            march(sketch, seat, movers, POINTS[kind] - step)
            if kind == MOVE_2_OR_3:
                march_on(sketch, seat, region, movers)
    elif kind == RECRUIT:
        recruit_more(sketch, seat, region)
    elif kind == ATTACK:
        attack_more(sketch, seat, region, state.target)


# ------------------------------------------------------------------------- placing


def place_all(sketch: Sketch) -> None:
    """Round the turn track, from whoever is next. [SSE-4.3.1]"""
    track, todo = sketch.state.track, sketch.todo
    turn = next_turn(sketch)
    while any(todo):
        seat = track[turn % len(track)]
        if todo[seat]:
            todo[seat] -= 1
            place(sketch, seat)
        turn += 1


def next_turn(sketch: Sketch) -> int:
    state = sketch.state
    if state.phase != "placement" or sketch.round != state.round:
        return 0
    return state.track.index(state.seat) + (state.point != "placement")


def place(sketch: Sketch, seat: Seat) -> None:
    """The best of a few placements that come to mind. [SSE-4.3]"""
    hand, slots = sketch.hands[seat], open_slots(sketch, seat)
    if not hand or not slots:
        return
    kinds, random = kinds_in(hand), sketch.dice.random
    best, found = -1.0, (0, 0)
    for _ in range(CANDIDATES):
        slot = slots[int(random() * len(slots))]
        kind = kinds[int(random() * len(kinds))]
        use = usefulness(sketch, seat, kind, sketch.board.slot_region[slot])
        if use > best:
            best, found = use, (kind, slot)
    lay(sketch, seat, *found)


def open_slots(sketch: Sketch, seat: Seat) -> list[int]:
    """Free ones, and in round 2 what can be covered. [SSE-4.3.2, SSE-7.2]"""
    first, second = sketch.first, sketch.second
    if sketch.round == 1:
        return [slot for slot, token in enumerate(first) if not token]
    shut = shut_seats(sketch, seat)
    return [
        slot
        for slot, token in enumerate(first)
        if not second[slot] and (not token or OWNER[token] not in shut)
    ]


def shut_seats(sketch: Sketch, seat: Seat) -> list[Seat]:
    """Whose tokens the seat may not cover, or will not pay for. [SSE-7.3.2]"""
    seats, covers = sketch.seats, sketch.covers
    made = covers >> seats * seat & (1 << seats) - 1
    if made or not sketch.bushido[seat]:  # a second cover is dear
        return [of for of in range(seats) if of != seat]
    if sketch.state.setup.edition.each_opponent_once:
        return []
    for who in range(seats):
        made |= covers >> seats * who & (1 << seats) - 1
    return [of for of in range(seats) if of != seat and made >> of & 1]


def usefulness(sketch: Sketch, seat: Seat, kind: int, region: int) -> float:
    """By feel: what a token of that kind may do there, and a little luck."""
    armies, seats, board = sketch.armies, sketch.seats, sketch.board
    luck = sketch.dice.random()
    own = [p for p in board.provinces_of[region] if armies[p * seats + seat]]
    if kind in POINTS:
        return luck + 0.5 * min(3, sum(armies[p * seats + seat] for p in own))
    if kind == RECRUIT:
        return luck + (1.4 if sketch.reserve[seat] else 0.0)
    if kind == ATTACK:
        return luck + (1.6 if any(is_met(sketch, seat, p) for p in own) else 0.2)
    if kind == HARVEST:
        return luck + 0.5 * sum(p in board.resources for p in own)
    if sketch.castle(seat, region) >= 0:
        return luck + 0.7
    return luck + (2.5 if castle_sites(sketch, seat, region) else 0.0)


def is_met(sketch: Sketch, seat: Seat, province: int) -> bool:
    """Whether others have armies there."""
    base = province * sketch.seats
    row = sketch.armies[base : base + sketch.seats]
    return sum(row) > row[seat]


def lay(sketch: Sketch, seat: Seat, kind: int, slot: int) -> None:
    """A cover is paid for; then the neutral action. [SSE-7.3.3]"""
    under = sketch.first[slot]
    if under and OWNER[under] != seat:
        sketch.bushido[seat] -= sketch.board.cover_costs[0]
        sketch.covers |= 1 << sketch.seats * seat + OWNER[under]
    sketch.hands[seat] -= 1 << BITS * kind
    layer = sketch.first if sketch.round == 1 else sketch.second
    layer[slot] = token_of(seat, kind)
    neutral, region = sketch.state.layout.neutral, sketch.board.slot_region
    act_neutral(sketch, seat, neutral[slot], region[slot])


# ----------------------------------------------------------------------- resolving


def resolve_all(sketch: Sketch, done: int) -> None:
    """South to north, in round 2 back; the top token acts. [SSE-4.4.1, SSE-7.4]"""
    slots = len(sketch.first)
    if sketch.round == 1:
        order = range(done + 1, slots)
    else:
        order = range((done if done >= 0 else slots) - 1, -1, -1)
    left, region = sketch.state.left, sketch.board.slot_region
    for slot in order:
        token = sketch.second[slot] or sketch.first[slot]
        if token and OWNER[token] not in left:
            act(sketch, OWNER[token], KIND[token], region[slot])
