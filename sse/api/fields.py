"""What programs send. As strict as the schema says: a number is no text."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

LARGEST = 2**31 - 1  # that any column of ours holds


class Body(serializers.Serializer[Any]):
    """An object with these fields and no others: a slip is told, not passed over."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                said = _("There is no such field.")
                raise serializers.ValidationError(
                    {name: ErrorDetail(str(said), "unknown") for name in unknown}
                )
        return super().to_internal_value(data)


class Text(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Number(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST} | kwargs)

    def to_internal_value(self, data: Any) -> int:
        is_whole = isinstance(data, float) and data.is_integer()
        if isinstance(data, bool) or not (isinstance(data, int) or is_whole):
            self.fail("invalid")
        return int(data)


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Word(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Query(serializers.Serializer[Any]):
    """What stands behind the question mark of an address: texts, all of it."""


class Asked(serializers.IntegerField):
    """A number in an address."""

    def __init__(self, **kwargs: Any) -> None:
        usual = {"min_value": 0, "max_value": LARGEST, "required": False}
        super().__init__(**usual | kwargs)

    def to_internal_value(self, data: Any) -> int:
        text = str(data)
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            self.fail("invalid")
        return int(text)
