"""The turn: a card in phase 1, and the end of it in phase 5. [SB-4]"""

from __future__ import annotations

from engine.contract import Order
from engine.errors import OrderIllegal
from engine.flat import changed
from engine.samurai_battles.cards import COMMAND, COMMANDS
from engine.samurai_battles.rules.ending import (
    add_banners,
    banners_of,
    check_end_of_turn,
    command_size,
    without,
)
from engine.samurai_battles.rules.frames import Battlefield, pop, push
from engine.samurai_battles.rules.hand import (
    draw_command,
    draw_dragon,
    form_command_deck,
    form_dragon_deck,
    next_command,
    take_command,
)
from engine.samurai_battles.rules.ordering import DONE, can_order, card_of, copied
from engine.samurai_battles.rules.tokens import gain
from engine.samurai_battles.rules.wavering import roll_for_group
from engine.samurai_battles.rules.windows import FIRST_STRIKE
from engine.samurai_battles.state import NOBODY, State

PROCEED = Order("proceed")
DRAW_DRAGON, DRAW_TOKENS = Order("draw", ("dragon",)), Order("draw", ("tokens",))
END_TOKENS = 2  # SB-4.7 (e)
SALE_TOKENS = 1  # SB-4.7 (f)
PLAY = {card.id: Order("play", (card.id,)) for card in COMMANDS}


def begin_turn(table: Battlefield) -> None:
    """Players alternate. [SB-4.1]"""
    state = table.state
    state.turn += 1
    state.active = 1 - state.active
    red, yellow = changed(state.own_turns, state.active, 1)
    state.own_turns = (red, yellow)
    state.phase, state.rolls = 1, 0
    state.has_played = (False, False)
    state.asked = frozenset()
    state.fewer, state.faces = False, ()
    state.orders, state.plain = (), frozenset()
    state.messenger = state.marching = state.insulted = NOBODY
    state.moved, state.advanced = {}, {}
    state.settled = state.battled = state.bonused = frozenset()
    state.volley = state.bonus = NOBODY
    table.tell("turn_begun", turn=state.turn, seat=state.active)
    push(state, "play")
    roll_for_group(table)


# ---------------------------------------------------------------------- D-01 and D-02


def play_options(state: State) -> list[Order]:
    hand = state.command_hands[state.active]
    return [PLAY[card] for card in dict.fromkeys(hand)]


def play_default(state: State) -> Order:
    """The first by id, first-strike last. [D-01]"""
    hand = state.command_hands[state.active]
    return PLAY[min(hand, key=lambda card: (card == FIRST_STRIKE, card))]


def play(table: Battlefield, card: str) -> None:
    """Exactly one Command card, face up. [SB-4.2]"""
    state, seat = table.state, table.state.active
    if card not in state.command_hands[seat]:
        raise OrderIllegal("SB-4.2", "E_CARD_NOT_HELD", card=card)
    pop(state)
    state.command_hands = without(state.command_hands, seat, card)
    state.card = card
    state.moves, state.battles, state.last_faces = (), (), ((), ())
    state.traces, state.last_roll = (), None
    table.tell("card_played", seat=seat, card=card)
    if COMMAND[card].copies:
        state.effect, state.mirrored = copied(state)
        if state.effect:
            how = "mirrored" if state.mirrored else "plain"
            table.tell("card_copied", seat=seat, card=state.effect, reason=how)
        else:
            table.tell("nothing_copied", seat=seat)
    else:
        state.effect, state.mirrored = card, False
    push(state, "end")
    push(state, "phase3")
    push(state, "phase2")
    if is_shogun(state):
        push(state, "shogun")
    push(state, "answer")
    push(state, "omen")


def is_shogun(state: State) -> bool:
    card = card_of(state)
    return card is not None and card.dice_per_card > 0


def proceed(table: Battlefield) -> None:
    """No W1 card. [SB-4.2]"""
    pop(table.state)
    table.tell("card_accepted", seat=table.state.active)


# -------------------------------------------------------------------- phases 2 and 3


def phase2(table: Battlefield) -> None:
    """No steps if nobody can be ordered when it begins. [SB-4.3]"""
    state = table.state
    state.phase = 2
    if next(iter(can_order(state)), None) is not None:
        push(state, "orders")
    else:
        table.tell("nobody_ordered", seat=state.active)


def phase3(table: Battlefield) -> None:
    """Phases 3 and 4 have no steps if nobody has been ordered. [SB-4.3]"""
    state = table.state
    if state.orders:
        state.phase = 3
        push(state, "moves")


# ------------------------------------------------------------------- phase 5 [SB-4.7]


def end_turn(table: Battlefield) -> None:
    """Steps (a) to (d), then what there is to choose. [SB-4.7]"""
    state, seat = table.state, table.state.active
    state.phase = 5
    card, effect = state.card, card_of(state)
    clear_dragons(state)
    clear_commands(table)
    for striker in (0, 1):
        replace_strikes(table, striker)
    wins = order_one(state, card)
    push(state, "close", int(wins))
    push(state, "sale")
    push(state, "draw")
    draw = effect.draw if effect else 1
    if draw == 1:
        draw_command(table, seat)
    else:
        draw_some(table, draw)


def clear_dragons(state: State) -> None:
    """(a) Played Dragon cards are discarded; their tokens go to the pool. [SB-11.3]"""
    state.dragon_discard += tuple(one.card for one in state.in_play)
    state.pool += sum(one.tokens for one in state.in_play)
    state.in_play = ()


def clear_commands(table: Battlefield) -> None:
    """(b) The card is discarded; after Shogun both decks are shuffled. [SB-16.13]"""
    state, effect = table.state, card_of(table.state)
    strikes = (FIRST_STRIKE,) * sum(state.strikes)
    state.command_discard += (state.card, *strikes)
    red, yellow = state.last_effects
    first, second = state.last_mirrored
    if state.active == 0:
        state.last_effects = (state.effect, yellow)
        state.last_mirrored = (state.mirrored, second)
    else:
        state.last_effects = (red, state.effect)
        state.last_mirrored = (first, state.mirrored)
    state.card = state.effect = ""
    state.mirrored = False
    table.tell("cards_cleared", seat=state.active)
    if effect and "command" in effect.reshuffle:
        form_command_deck(table, state.command_deck + state.command_discard)
    if effect and "dragon" in effect.reshuffle:
        form_dragon_deck(table, state.dragon_deck + state.dragon_discard)


def replace_strikes(table: Battlefield, seat: int) -> None:
    """(c) One card for each First strike played as a reaction. [SB-5.9]"""
    state = table.state
    count = state.strikes[seat]
    red, yellow = state.strikes
    state.strikes = (0, yellow) if seat == 0 else (red, 0)
    for _ in range(count):
        draw_command(table, seat)


def draw_some(table: Battlefield, count: int) -> None:
    """(d) Draw two and keep one. [SB-4.7]"""
    state, seat = table.state, table.state.active
    drawn = tuple(card for _ in range(count) if (card := next_command(table)))
    for card in drawn:
        table.tell("command_taken", seat=seat)
        table.tell("command_drawn", to=[seat], seat=seat, card=card)
    if len(drawn) == 1:
        take_command(table, seat, drawn[0])
    elif drawn:
        state.drawn = drawn
        push(state, "keep")


# ------------------------------------------------------------------------ D-21, D-22


def keep_options(state: State) -> list[Order]:
    return [Order("keep", (card,)) for card in dict.fromkeys(state.drawn)]


def keep_default(state: State) -> Order:
    """The first drawn. [D-22]"""
    return Order("keep", (state.drawn[0],))


def keep(table: Battlefield, card: str) -> None:
    """The others lie open in the discard. [SB-5.6, SB-17.11]"""
    state, seat = table.state, table.state.active
    if card not in state.drawn:
        raise OrderIllegal("SB-4.7", "E_CARD_NOT_DRAWN", card=card)
    pop(state)
    rest = list(state.drawn)
    rest.remove(card)
    state.drawn = ()
    take_command(table, seat, card)
    table.tell("command_kept", to=[seat], seat=seat, card=card)
    for other in rest:
        state.command_discard = (*state.command_discard, other)
        table.tell("command_discarded", seat=seat, card=other)


def draw_options(state: State) -> list[Order]:
    """Without a card only tokens can be chosen. [SB-4.8]"""
    is_left = state.dragon_deck or state.dragon_discard
    return [DRAW_DRAGON, DRAW_TOKENS] if is_left else [DRAW_TOKENS]


def draw_default(state: State) -> Order:
    """A Dragon card. [D-21]"""
    return draw_options(state)[0]


def draw(table: Battlefield, what: str) -> None:
    """(e) One Dragon card or two tokens. [SB-4.7]"""
    state, seat = table.state, table.state.active
    if Order("draw", (what,)) not in draw_options(state):
        raise OrderIllegal("SB-4.8", "E_NO_DRAGONS")
    pop(state)
    if what == "dragon":
        draw_dragon(table, seat)
    else:
        table.tell("tokens_chosen", seat=seat)
        gain(table, seat, END_TOKENS, "turn")


def may_sell(state: State) -> bool:
    """No Dragon card was played in this own turn. [SB-4.7 (f)]"""
    seat = state.active
    return bool(state.dragon_hands[seat]) and not state.has_played[seat]


def sale_options(state: State) -> list[Order]:
    if not may_sell(state):
        return [DONE]
    hand = dict.fromkeys(state.dragon_hands[state.active])
    return [*(Order("sell", (card,)) for card in hand), DONE]


def sell(table: Battlefield, card: str) -> None:
    """(f) One Dragon card for one token. [SB-4.7]"""
    state, seat = table.state, table.state.active
    if not may_sell(state):
        raise OrderIllegal("SB-4.7", "E_NO_SALE")
    if card not in state.dragon_hands[seat]:
        raise OrderIllegal("SB-4.7", "E_CARD_NOT_HELD", card=card)
    pop(state)
    state.dragon_hands = without(state.dragon_hands, seat, card)
    state.dragon_discard = (*state.dragon_discard, card)
    table.tell("dragon_sold", seat=seat, card=card)
    gain(table, seat, SALE_TOKENS, "sale")


def no_sale(table: Battlefield) -> None:
    pop(table.state)
    table.tell("turn_ended", seat=table.state.active)


def close_turn(table: Battlefield, wins: int) -> None:
    """(g) Rules of the scenario, (h) checks; then the next turn. [SB-4.7]"""
    state = table.state
    push(state, "turn")
    if wins:
        banner_for_order_one(table)
    grow_hand(table)
    check_end_of_turn(table)


# ------------------------------------------------------------------ scenario rules


def order_one(state: State, card: str) -> bool:
    """What was played, not what was copied. [SB-15.4]"""
    rule = state.setup.scenario.special.banner_for_order_one
    return rule is not None and state.active == rule.army and card in rule.cards


def banner_for_order_one(table: Battlefield) -> None:
    """One permanent banner; perhaps never the last one needed. [SB-15.4]"""
    state = table.state
    rule = state.setup.scenario.special.banner_for_order_one
    assert rule is not None
    left = state.setup.scenario.banners - banners_of(state, rule.army)
    if left > 1 or not rule.not_final:
        add_banners(table, rule.army, "scenario", 1)


def grow_hand(table: Battlefield) -> None:
    """Extra cards while the command size is below the limit. [SB-15.3]"""
    state = table.state
    rule = state.setup.scenario.special.hand_growth
    if rule is None or state.active != rule.army:
        return
    if state.own_turns[rule.army] < rule.from_own_turn:
        return
    for _ in range(rule.extra_draw_per_own_turn):
        if command_size(state, rule.army) < rule.until_command_size:
            draw_command(table, rule.army)
