"""What is ours but knows no app."""

from __future__ import annotations

from django.apps import AppConfig


class PlatformConfig(AppConfig):
    name = "sse.platform"
