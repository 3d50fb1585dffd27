"""What a plan answers at a decision. [SHO-18.3, SHO-18.6, SHO-18.12]"""

from __future__ import annotations

from functools import partial

from engine.contract import Answer, Order, Plan, Seat, Skipped
from engine.errors import OrderError, OrderIllegal
from engine.kept import answer_step, first_possible
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import Kept, kept_now, season_of
from engine.shogun.plans.ranking import first_fault, move_step, ranked_step
from engine.shogun.plans.sheet import Sheet
from engine.shogun.plans.spans import covered_spans
from engine.shogun.plans.tree import Card, Choice, Move, Moves, Ready
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules import default, options
from engine.shogun.rules.filling import fill_bid
from engine.shogun.rules.planning import check_bid, check_lay
from engine.shogun.rules.steps import KNOWN, REACTIONS
from engine.shogun.state import BID, COURT, UNLAID, State

LASTING = ("draft", "group", "office", "revolts", *REACTIONS)  # serve more than once


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """What the plan wants here; a question if it does not say."""
    if not state.point:
        return Answer(None, plan)
    kept = kept_now(state, seat, plan)
    legal = options(state, seat)
    if not legal:
        return Answer(None, kept.text)
    if kept.step:
        return answer_now(state, seat, kept, legal)
    if state.point == "plan":
        return answer_plan(state, seat, kept, legal, mode)
    if kept.asks(state.point):
        return Answer(None, kept.text, reason="ask")
    if state.point in MOVERS:
        return answer_moves(state, seat, kept, legal)
    return answer_choice(state, seat, kept, legal)


def answer_now(state: State, seat: Seat, kept: Kept, legal: list[Order]) -> Answer:
    """A step as the log writes it: that step and no more. [SHO-18.11]"""
    assert kept.step
    step = kept.step[1]

    def lost() -> Skipped:
        return Skipped(step.text, OrderIllegal("SHO-18.11", "now_impossible"))

    return answer_step(step, legal, kept._replace(step=None).text, lost, state.point)


# ------------------------------------------------------------------------- planning


def answer_plan(
    state: State, seat: Seat, kept: Kept, legal: list[Order], mode: str
) -> Answer:
    """The bid, the other cards, what is covered, ready. [SHO-18.12]

    When time is up what is there stands; the clock does the rest. [SHO-18.6]
    """
    board = state.boards[seat]
    if board[BID] == UNLAID:
        return answer_bid(state, seat, kept, mode)
    skipped: list[Skipped] = []
    for card in sorted(kept.cards, key=laying_order):
        if board[BOARD.slot_index[card.slot]] != UNLAID:
            kept = laid(state, kept, card)
            continue
        step = lay_step(card)
        kept = laid(state, kept, card)
        if step in legal:
            return Answer(step, kept.text, tuple(skipped))
        skipped.append(Skipped(card.text, why_not(state, seat, step)))
    if kept.is_ready and len(legal) == 1 and UNLAID in board:
        return Answer(legal[0], kept.text, tuple(skipped))  # no choice [SHO-18.2]
    if UNLAID in board:
        reason = "slots" if board.count(UNLAID) < len(board) - 1 else "plan"
        return Answer(None, kept.text, tuple(skipped), reason)
    found = answer_filled(state, seat, kept, legal, mode)
    return found._replace(skipped=tuple(skipped))


def answer_bid(state: State, seat: Seat, kept: Kept, mode: str) -> Answer:
    """It comes first, so that nobody lays himself into a corner. [SHO-18.12]

    Late, a bid is chosen that leaves the cards alone that other lines name.
    """
    bid = next((card for card in kept.cards if card.slot == "bid"), None)
    if bid is not None:
        kept = kept.without_order(bid)
        step = Order("bid", (bid.card,))
        if step in options(state, seat):
            return Answer(step, kept.text)
        lost = Skipped(bid.text, why_not(state, seat, step))
        found = answer_bid(state, seat, kept, mode)
        return found._replace(skipped=(lost, *found.skipped))
    if mode != "late" or not kept.cards:
        return Answer(None, kept.text, reason="slots" if kept.cards else "plan")
    sheet = Sheet(state, seat, kept.cards)
    at_court, at_actions = len(sheet.dashes(True)), len(sheet.dashes(False))
    return Answer(fill_bid(state, seat, sheet.named, at_actions, at_court), kept.text)


def laying_order(card: Card) -> int:
    """Intrigue cards that are named, or lie at court, come before dashes. [18.16]

    Empty slots come last: without a card left they fill themselves, so that the number
    of steps tells nothing of where they are. [SHO-18.12, SHO-1.5]
    """
    is_court = BOARD.slot_index[card.slot] in COURT
    if card.card.isdigit() or (is_court and card.card == "bluff"):
        return 0
    return 2 if card.card == "empty" else 1


def lay_step(card: Card) -> Order:
    """Which intrigue card lies as a bluff makes no difference. [SHO-17.64]"""
    return Order("lay", (card.slot, "bluff" if card.card.isdigit() else card.card))


def laid(state: State, kept: Kept, card: Card) -> Kept:
    """The plan when a card lies: its moves stay."""
    left = kept.without_order(card)
    if not card.moves:
        return left
    return left.with_orders(season_of(state), [Moves(card.slot, card.moves)])


def answer_filled(
    state: State, seat: Seat, kept: Kept, legal: list[Order], mode: str
) -> Answer:
    """Reactions to be asked at, spans that are covered, and ready. [SHO-18.12]

    A plan sealed because time was up covers only what it says itself. [SHO-18.9]
    """
    asks = [Order("ask", (kind,)) for kind in REACTIONS if kept.asks(kind)]
    spans = covered_spans(state, seat, kept) if kept.is_ready else kept.covers
    covers = [Order("cover", (span,)) for span in spans]
    for step in (*asks, *covers):
        if step in legal:
            return Answer(step, kept.text)
    if kept.is_ready:
        return Answer(Order("ready"), kept.without_order(Ready()).text)
    return Answer(None, kept.text, reason="ready")


def why_not(state: State, seat: Seat, step: Order) -> OrderError:
    """The rule that forbids a card now."""
    _, numbers = KNOWN[step]
    try:
        (check_bid if step.verb == "bid" else check_lay)(state, seat, *numbers)
    except OrderError as fault:
        return fault
    return OrderIllegal("SHO-4.3", "now_impossible")


# ---------------------------------------------------------------- moves and choices


def answer_moves(state: State, seat: Seat, kept: Kept, legal: list[Order]) -> Answer:
    """The first entry that is legal and whose condition holds. [SHO-18.3, SHO-18.18]

    A list that fails as a whole has still answered: the default is done.
    """
    moves = kept.moves(state.point)
    if moves is None:
        return Answer(None, kept.text, reason=state.point)
    entries = until_ask(state, seat, moves.moves)
    attempt = partial(tried_move, state, seat, legal)
    chosen = first_possible(entries, attempt)
    if chosen.value is None and len(entries) < len(moves.moves):
        return Answer(None, kept.text, reason="ask")
    left = kept.without_order(moves)
    lost = [Skipped(f"move {moves.slot} {m.text}", f) for m, f in failed(chosen.faults)]
    if chosen.value is not None:
        return Answer(chosen.value, left.text, tuple(lost))
    lost = lost or [Skipped(moves.text, OrderIllegal("SHO-18.18", "guard_failed"))]
    return Answer(default(state, seat), left.text, tuple(lost))


class MoveFailed(OrderIllegal):
    """An entry of moves that was possible once and is not now."""

    move: Move


def tried_move(
    state: State, seat: Seat, legal: list[Order], move: Move
) -> Order | None:
    try:
        return move_step(state, seat, move, legal)
    except OrderError as fault:
        failed = MoveFailed(fault.rule, fault.code, said=fault.said, **fault.data)
        failed.move = move
        raise failed from None


def failed(faults: tuple[OrderError, ...]) -> list[tuple[Move, OrderError]]:
    return [(fault.move, fault) for fault in faults if isinstance(fault, MoveFailed)]


def until_ask(state: State, seat: Seat, moves: tuple[Move, ...]) -> list[Move]:
    """The entries before an `ask` whose condition holds: there the table stops."""
    found: list[Move] = []
    for move in moves:
        if move.target == "ask":
            hold = move._replace(target="hold")
            if move_step(state, seat, hold, ()) is not None:
                break
            continue
        found.append(move)
    return found


def answer_choice(state: State, seat: Seat, kept: Kept, legal: list[Order]) -> Answer:
    """The first entry of a ranking that is possible, else the default. [SHO-18.3]"""
    point = state.point
    choice = kept.choice(point)
    if choice is None or is_for_later(state, choice):
        return Answer(None, kept.text, reason=point)
    step = ranked_step(state, seat, choice, legal)
    left = kept if is_lasting(state, choice, step) else kept.without_order(choice)
    if step is not None:
        return Answer(step, left.text)
    if is_silent(state, choice):
        return Answer(quiet_step(state, seat, choice), left.text)
    lost = Skipped(choice.text, first_fault(()))
    return Answer(default(state, seat), left.text, (lost,))


def is_for_later(state: State, choice: Choice) -> bool:
    """`calm now` as a line is not for winter. [SHO-18.21]"""
    return (
        choice.point == "calm"
        and choice.entries[0].text == "now"
        and state.phase == "winter"
    )


def is_lasting(state: State, choice: Choice, step: Order | None) -> bool:
    """A `post` line holds until the general is placed. [SHO-18.4]"""
    if choice.point == "post":
        return state.phase == "draft" and step != Order("post", ("here",))
    return choice.point in LASTING


def is_silent(state: State, choice: Choice) -> bool:
    """Where a list that names no fitting province says no: nothing has failed."""
    return choice.point == "calm" or (choice.point, state.phase) == ("post", "draft")


def quiet_step(state: State, seat: Seat, choice: Choice) -> Order:
    """Save the favour for another token; place the general another time."""
    if choice.point == "calm":
        return Order("calm", ("later",))
    return Order("post", ("later",))
