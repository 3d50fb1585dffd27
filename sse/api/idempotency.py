"""Requests with an `Idempotency-Key` act once, however often they are sent.

The act and its answer are written in one transaction: there is never one without the
other. A second request that comes meanwhile waits for it.
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

from sse.api.exceptions import KEY_HEADER, MEDIA, KeyReused, answer_to
from sse.api.models import KeptAnswer

LONGEST = 100  # characters of a key
KEPT = timedelta(days=2)
PASSED_ON = ("Location", "Retry-After")
MAY_CHANGE = (401, 403, 404, 429)  # refusals that may not hold tomorrow
Act = Callable[..., Response]


def once(act: Act) -> Act:
    """Make a handler of POST heed the key of its request, if it has one."""

    @wraps(act)
    def act_once(view: Any, request: Any, *args: Any, **kwargs: Any) -> Response:
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
                return repeated_answer(kept, request)
            response = answer_or_refusal(act, view, request, *args, **kwargs)
            keep_answer(kept, response)
        return response

    return act_once


def check_key(key: str) -> None:
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
        said = _("A key has 1 to {most} plain letters, digits and signs.")
        raise ValidationError({KEY_HEADER: said.format(most=LONGEST)})


def answer_or_refusal(act: Act, *args: Any, **kwargs: Any) -> Response:
    """Act. A refusal is an answer, too, and is given again to the same request."""
    try:
        with transaction.atomic():
            return act(*args, **kwargs)
    except Exception as error:  # every refusal; what is none rises again
        refusal = answer_to(error, {})
        if refusal is None or refusal.status_code in MAY_CHANGE:
            raise
        return refusal


def fingerprint(request: Any) -> str:
    said = [request.method, request.get_full_path(), request.data]
    text = json.dumps(said, sort_keys=True, default=json_text)
    return sha256(text.encode()).hexdigest()


def json_text(value: Any) -> str:
    """Stand in for what JSON does not know: the bytes of a file."""
    return sha256(value).hexdigest() if isinstance(value, bytes) else str(value)


def keep_answer(kept: KeptAnswer, response: Response) -> None:
    kept.status = response.status_code
    kept.headers = {
        name: response.headers[name] for name in PASSED_ON if name in response.headers
    }
    kept.body = json.dumps(response.data, cls=JSONEncoder)
    kept.save(update_fields=["status", "headers", "body"])


def repeated_answer(kept: KeptAnswer, request: Any) -> Response:
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
