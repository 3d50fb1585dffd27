"""What is said with the receipt of a plan. [SHO-18.5, SHO-18.9]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Plan, Seat
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.plans.deciding import LASTING, answer
from engine.shogun.plans.kept import Kept, kept_now, read_kept
from engine.shogun.plans.sheet import Sheet
from engine.shogun.plans.spans import covered_spans
from engine.shogun.plans.tree import Card, Choice, Favour
from engine.shogun.plans.vocabulary import GAME
from engine.shogun.plans.writing import in_language
from engine.shogun.rules import ahead
from engine.shogun.rules.actions import obstacle
from engine.shogun.rules.court import uses
from engine.shogun.rules.hand import general_at
from engine.shogun.rules.steps import FAVOUR
from engine.shogun.state import State
from engine.words import fill, words

RECRUITS = ("recruit5", "recruit3", "recruit1")
BATTLES = ("battle-a", "battle-b")
IN_VAIN = (*BUILDINGS, "free-armies", "tray-armies")  # favours that may do nothing
ONE_SEASON = ("special", "samurai", "favour", "general", "office")
SPAN_ORDER = ("choices", "actions", "end", "winter")


def remarks(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """What is still open, what is covered, and what cannot work. [SHO-18.5]"""
    if not state.point:
        return []
    kept, said = kept_now(state, seat, plan), words(GAME, language)["remarks"]
    found = planning(state, seat, kept) if state.point == "plan" else late(state, kept)
    return [
        fill(
            said[key],
            {name: worded(v, language) for name, v in about.items()},
            language,
        )
        for key, about in (*found, *favours(state, seat, kept))
    ]


Remark = tuple[str, dict[str, str]]


def worded(value: str, language: str) -> str:
    """Texts of orders in the reader's words, several with commas between them."""
    return ", ".join(in_language(part, language) for part in value.split(","))


# ------------------------------------------------------------------------- planning


def planning(state: State, seat: Seat, kept: Kept) -> Iterator[Remark]:
    sheet = Sheet(state, seat, kept.cards)
    if sheet.open and kept.cards:
        yield "slots_open", {"slots": ",".join(sheet.open)}
    elif not sheet.open and not kept.is_ready:
        yield "not_ready", {"order": "ready"}
    yield from high_bid(state, seat, sheet)
    yield from without_effect(state, seat, kept)
    if kept.is_ready and (spans := covered_spans(state, seat, kept)):
        yield "covers", {"spans": ",".join(spans)}


def high_bid(state: State, seat: Seat, sheet: Sheet) -> Iterator[Remark]:
    """SHO-18.5"""
    bid, chests = sheet.card_at("bid"), state.chests[seat]
    if bid.isdigit() and 2 * int(bid) > chests:
        yield "bid_high", {"bid": bid, "chests": str(chests)}


def without_effect(state: State, seat: Seat, kept: Kept) -> Iterator[Remark]:
    """Actions that could not be carried out as the table lies now. [SHO-5.2]"""
    for card in kept.cards:
        if card.card not in BOARD.index:
            continue
        province = BOARD.index[card.card]
        why = hindrance(state, seat, card, province)
        if why:
            bare = card._replace(moves=())
            yield f"vain_{why}", {"statement": bare.text}
        yield from foreign_targets(state, seat, card)


def hindrance(state: State, seat: Seat, card: Card, province: int) -> str:
    slot = card.slot
    if slot in BUILDINGS:
        cost = BOARD.costs[slot]
        if general_at(state, seat, province):
            cost = max(0, cost - BOARD.general_discount)
        return obstacle(state, seat, province, slot, cost)
    if slot in RECRUITS:
        if state.chests[seat] < BOARD.costs[slot]:
            return "chests"
        return "supply" if state.supply[seat] < BOARD.recruits[slot] else ""
    is_attack = slot in BATTLES and any(not move.is_word for move in card.moves)
    return "armies" if is_attack and state.armies[province] < 2 else ""


def foreign_targets(state: State, seat: Seat, card: Card) -> Iterator[Remark]:
    """SHO-5.14, SHO-5.17: it may be the seat's own by then"""
    if card.slot != "recruit1":
        return
    for move in card.moves:
        if not move.is_word and state.owner[BOARD.index[move.target]] != seat:
            yield "foreign", {"province": move.target}


# ------------------------------------------------------------------------ the others


def late(state: State, kept: Kept) -> Iterator[Remark]:
    """Lines of this season that have nothing left to decide."""
    for order in kept.orders:
        if isinstance(order, Choice) and is_too_late(state, order.point):
            yield "too_late", {"statement": order.text}


def is_too_late(state: State, point: str) -> bool:
    if point not in ONE_SEASON or state.phase == "draft":
        return False
    mine = "end" if point in ("general", "office") else "choices"
    return SPAN_ORDER.index(state.phase) > SPAN_ORDER.index(mine)


def favours(state: State, seat: Seat, kept: Kept) -> Iterator[Remark]:
    """A favour may be taken in vain; the writer is warned. [SHO-12.17]"""
    choice = kept.choice("favour")
    for entry in choice.entries if choice else ():
        if not isinstance(entry, Favour) or entry.place or not entry.number:
            continue
        if BOARD.favours[entry.number].kind not in IN_VAIN:
            continue
        has_use = BOARD.favours[entry.number].kind == "tray-armies"
        is_vain = FAVOUR[entry.number] in uses(state, seat, entry.number)
        if state.supply[seat] == 0 if has_use else is_vain:
            yield "favour_vain", {"statement": f"favour {entry.text}"}


def afterwards(state: State, seat: Seat, plan: Plan, language: str = "en") -> list[str]:
    """A ranking decides every decision of its kind that is to come. [SHO-18.19]"""
    found = answer(state, seat, plan)
    if found.order is None or state.point not in LASTING:
        return []
    choice = read_kept(found.plan).choice(state.point)
    if choice is None or not ahead(state, seat):
        return []
    return [str(words(GAME, language)["hints"]["plays_on"])]
