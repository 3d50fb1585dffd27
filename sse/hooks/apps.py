"""Signed calls to other people's programs."""

from __future__ import annotations

from django.apps import AppConfig


class HooksConfig(AppConfig):
    name = "sse.hooks"
