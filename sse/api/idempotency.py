"""Requests with an `Idempotency-Key` act once, however often they are sent.

What was done and what was answered are written in one transaction: there is never one
without the other. A twin that comes meanwhile waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from sse.api.exceptions import KEY_HEADER, MEDIA, KeyReused, problem_of
from sse.api.models import KeptAnswer

LONGEST = 100
KEPT = timedelta(days=2)  # that answers are remembered
PASSED_ON = ("Location", "Retry-After")
Act = Callable[..., Response]


def once(act: Act) -> Act:
    """A handler of POST that heeds the key of its request, if it has one."""

    @wraps(act)
    def acting(view: Any, request: Any, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(KEY_HEADER)
        if key is None:
            return act(view, request, *args, **kwargs)
        check_key(key)
        with transaction.atomic():
            kept, is_new = KeptAnswer.objects.get_or_create(
                player=request.user,
                key=key,
                defaults={"request": fingerprint(request)},
            )
            if not is_new:
                return again(kept, request)
            response = tried(act, view, request, *args, **kwargs)
            keep(kept, response)
        return response

    return acting


def check_key(key: str) -> None:
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
        said = _("A key has 1 to {most} plain letters, digits and signs.")
        raise ValidationError({KEY_HEADER: said.format(most=LONGEST)})


def tried(act: Act, view: Any, request: Any, *args: Any, **kwargs: Any) -> Response:
    """What is done, or why it is not: that, too, is answered the same once more."""
    try:
        with transaction.atomic():
            return act(view, request, *args, **kwargs)
    except Exception as error:
        found = problem_of(error)
        if found is None or found[0]["status"] in (401, 403, 404, 429):
            raise  # tomorrow it may be otherwise
        problem, headers = found
        return Response(
            problem, status=problem["status"], headers=headers, content_type=MEDIA
        )


def fingerprint(request: Any) -> str:
    """A hash of all that was asked."""
    said = [request.method, request.get_full_path(), request.data]
    text = json.dumps(said, sort_keys=True, default=written)
    return sha256(text.encode()).hexdigest()


def written(value: Any) -> str:
    """What JSON does not know: a file's bytes."""
    return sha256(value).hexdigest() if isinstance(value, bytes) else str(value)


def keep(kept: KeptAnswer, response: Response) -> None:
    kept.status = response.status_code
    kept.headers = {
        name: response.headers[name] for name in PASSED_ON if name in response.headers
    }
    kept.body = json.dumps(response.data, cls=JSONEncoder)
    kept.save(update_fields=["status", "headers", "body"])


def again(kept: KeptAnswer, request: Any) -> Response:
    if kept.request != fingerprint(request):
        raise KeyReused(_("This key was used for something else."))
    media = MEDIA if kept.status >= 400 else None
    return Response(
        json.loads(kept.body),
        status=kept.status,
        headers={**kept.headers, "Idempotency-Replayed": "true"},
        content_type=media,
    )


def answers_forget(*, now: datetime | None = None) -> int:
    old = KeptAnswer.objects.filter(at__lte=(now or timezone.now()) - KEPT)
    return old.delete()[0]
