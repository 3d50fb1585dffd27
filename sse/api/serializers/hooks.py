"""Hooks and what became of what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from sse.api.pagination import Links
from sse.hooks.models import Delivery, Hook


class HookShape(TypedDict):
    id: int
    url: str
    events: list[str]
    created_at: datetime


class NewHook(HookShape):
    """With the secret that signs what is sent: it is shown this once."""

    secret: str


class HookList(TypedDict):
    items: list[HookShape]


class DeliveryShape(TypedDict):
    id: int
    event: str
    data: dict[str, Any]
    status: str
    attempts: int
    answer: int | None
    trouble: str
    created_at: datetime
    next_at: datetime | None
    done_at: datetime | None


class DeliveryPage(Links):
    items: list[DeliveryShape]


def hook_shape(hook: Hook) -> HookShape:
    return HookShape(
        id=hook.pk, url=hook.url, events=hook.events, created_at=hook.created_at
    )


def delivery_shape(delivery: Delivery) -> DeliveryShape:
    is_waiting = delivery.status == Delivery.Status.QUEUED
    return DeliveryShape(
        id=delivery.pk,
        event=delivery.event,
        data=delivery.data,
        status=delivery.status,
        attempts=delivery.attempts,
        answer=delivery.answer,
        trouble=delivery.trouble,
        created_at=delivery.created_at,
        next_at=delivery.not_before if is_waiting else None,
        done_at=delivery.done_at,
    )
