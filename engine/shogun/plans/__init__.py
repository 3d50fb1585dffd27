"""Plans: the order language of the sheet, kept and answered. [SHO-18]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.contract import Plan, Seat
from engine.errors import OrderIllegal, Refused
from engine.reading.lines import advised
from engine.shogun.plans.coverage import coverage
from engine.shogun.plans.deciding import answer
from engine.shogun.plans.hints import hints, possible
from engine.shogun.plans.kept import kept_now
from engine.shogun.plans.reading import read_mail
from engine.shogun.plans.remarks import afterwards, remarks
from engine.shogun.plans.taking import Taking
from engine.shogun.state import State

__all__ = ["afterwards", "answer", "coverage", "hints", "parse", "remarks"]


def parse(
    state: State,
    seat: Seat,
    text: str,
    kept: Plan = "",
    names: Sequence[str] = (),
) -> Plan:
    """What to keep of a mail; one fault and nothing is kept. [SHO-18.5]"""
    if not state.point:
        raise Refused([OrderIllegal("SHO-11.1", "E_GAME_OVER")])
    if not 0 <= seat < state.setup.seats:
        raise Refused([OrderIllegal("SHO-1.1", "E_NO_SEAT")])
    if seat in state.left:
        raise Refused([OrderIllegal("SHO-11.4", "E_GONE")])
    try:
        statements = read_mail(text, names)
        before = kept_now(state, seat, kept)
        return Taking(state, seat, before).take(statements).text
    except Refused as refused:
        faults = advised(refused.errors, partial(possible, state, seat))
        for fault in faults:
            fault.legal_kind = fault.legal_kind or "order"
        raise Refused(faults) from None
