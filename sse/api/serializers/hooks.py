"""Hooks and what became of what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

from sse.api.pagination import Links
from sse.api.serializers import shape_from
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
    return shape_from(HookShape, hook)


def delivery_shape(delivery: Delivery) -> DeliveryShape:
    is_waiting = delivery.status == Delivery.Status.QUEUED
    next_at = delivery.not_before if is_waiting else None
    return shape_from(DeliveryShape, delivery, next_at=next_at)
