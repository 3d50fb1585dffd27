"""JSON as programs send it: what nothing here could keep is refused at the door."""

from __future__ import annotations

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
        except RecursionError:
            raise too_deep() from None
        check_plain(found)
        return found


def check_plain(value: Any, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise too_deep()
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, list):
        for inner in value:
            check_plain(inner, depth + 1)
    elif isinstance(value, dict):
        for name, inner in value.items():
            check_text(name)
            check_plain(inner, depth + 1)


def check_text(text: str) -> None:
    """UTF-8 has no half of a surrogate pair, so no answer could say it again."""
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ParseError(_("There is half a character in this JSON."))


def too_deep() -> ParseError:
    return ParseError(_("This JSON is nested too deeply."))
