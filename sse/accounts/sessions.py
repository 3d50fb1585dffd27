"""The store of sessions: Django's own, with whose each is and when it was used.

Django finds it by the setting SESSION_ENGINE.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from sse.accounts.models import Session

NOTED = timedelta(minutes=10)  # within which one use is noted
BEGUN_AT, DEVICE = "begun_at", "device"  # in what the session keeps
# The first that is found names it: Edge also says that it is Chrome, and Chrome that
# it is Safari.
BROWSERS = {
    "Firefox": r"Firefox|FxiOS",
    "Edge": r"Edg(?:e|A|iOS)?/",
    "Opera": r"OPR/|Opera",
    "Samsung Internet": r"SamsungBrowser",
    "Chrome": r"Chrome|Chromium|CriOS",
    "Safari": r"Safari",
}
SYSTEMS = {
    "Android": r"Android",
    "iPhone": r"iPhone",
    "iPad": r"iPad",
    "Windows": r"Windows",
    "Mac": r"Macintosh|Mac OS",
    "Linux": r"Linux|X11",
}
LONGEST = 400  # letters of what a browser says of itself that are looked at


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        row: Session | None = self._get_session_from_db()  # type: ignore[attr-defined]
        if row is None:
            return {}
        now = timezone.now()
        if row.begun_at <= now - settings.SESSION_MOST:  # of before there was a limit
            self.delete()
            self._session_key = None
            return {}
        if row.used_at < now - NOTED:
            Session.objects.filter(pk=row.pk).update(used_at=now)
        return dict(self.decode(row.session_data))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        now = timezone.now()
        begun_at = data.setdefault(BEGUN_AT, now.isoformat())
        row = cast(Session, super().create_model_instance(data))
        row.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = data.get(DEVICE, "")
        row.begun_at, row.used_at = datetime.fromisoformat(begun_at), now
        row.expire_date = min(row.expire_date, row.begun_at + settings.SESSION_MOST)
        return row


def device_of(agent: str) -> str:
    """Return the family of browser and system, such as `Firefox, Linux`."""
    said = agent[:LONGEST]
    return ", ".join(filter(None, (first_of(BROWSERS, said), first_of(SYSTEMS, said))))


def first_of(families: dict[str, str], said: str) -> str:
    found = (name for name, sign in families.items() if re.search(sign, said))
    return next(found, "")
