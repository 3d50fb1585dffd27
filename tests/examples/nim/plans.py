"""What players write: one order after another, as the log has them."""

from __future__ import annotations

from engine.plain_orders import PlainOrders

from .rules import options

ORDERS = PlainOrders("nim", options, {"take": r"\d \d"}, "NIM-2")
parse, answer = ORDERS.parse, ORDERS.answer
coverage, hints = ORDERS.coverage, ORDERS.hints
