"""JSON as programs send it: what could not be stored is refused at once."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 16  # objects and lists inside one another


class JSONBody(JSONParser):
    """JSON without lone surrogates, and not nested for its own sake."""

    def parse(self, stream: Any, media_type: Any = None, context: Any = None) -> Any:
        try:
            found = super().parse(stream, media_type, context)
            is_deep = depth_of(found) > DEEPEST
        except RecursionError:
            is_deep = True
        if is_deep:
            raise ParseError(_("This JSON is nested too deeply."))
        try:
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # no answer could say it again
            raise ParseError(_("There is half a character in this JSON.")) from None
        return found


def depth_of(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth_of, inner), default=0)
