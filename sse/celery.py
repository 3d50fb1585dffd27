"""The workers. Tasks carry ids, claim rows and may run twice; sweeps retry."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sse.settings")
app = Celery("sse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
