"""Loaded before everything else: Django's settings read the environment once."""

from __future__ import annotations

import os
import tempfile

os.environ["DJANGO_SETTINGS_MODULE"] = "sse.settings"
os.environ["HIKYAKU_DATA"] = tempfile.mkdtemp(prefix="hikyaku-test-")
os.environ["SECRET_KEY"] = "only for tests"
os.environ["ALLOWED_HOSTS"] = "*"
