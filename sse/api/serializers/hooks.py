"""Hooks and what became of what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from sse.hooks.models import Delivery


class HookShape(TypedDict):
    id: int
    url: str
    events: list[str]
    created_at: datetime


class NewHook(HookShape):
    """With the secret that signs what is sent: it is shown this once."""

    secret: str


class DeliveryShape(TypedDict):
    id: int
    event: str
    data: dict[str, Any]
    status: str
    attempts: int
    answer: int | None
    trouble: str
    created_at: datetime
    next_at: Annotated[datetime | None, next_attempt]
    done_at: datetime | None


def next_attempt(delivery: Delivery) -> datetime | None:
    is_waiting = delivery.status == Delivery.Status.QUEUED
    return delivery.not_before if is_waiting else None
