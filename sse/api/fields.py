"""Fields of bodies and queries, as strict as the schema: a number is no text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

LARGEST = 2**31 - 1  # that any column of ours holds


class Body(serializers.Serializer[Any]):
    """An object with these fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                wrong = unknown_fields(unknown, sorted(self.fields))
                raise serializers.ValidationError({**self.wrong_in(data), **wrong})
        return super().to_internal_value(data)

    def wrong_in(self, data: Any) -> dict[str, Any]:
        """Return what else is wrong, so that one answer names all of it."""
        try:
            super().to_internal_value(data)
        except serializers.ValidationError as error:
            return dict(error.detail) if isinstance(error.detail, dict) else {}
        return {}


def unknown_fields(names: Iterable[str], known: Iterable[str]) -> dict[str, Any]:
    """Return an error for each unknown name; it lists the known ones."""
    said = _("There is no such field; there are: {known}.")
    text = str(said).format(known=", ".join(known) or "–")
    return {name: ErrorDetail(text, "unknown") for name in names}


def none_of(word: object, known: Iterable[object]) -> ErrorDetail:
    said = _("“{word}” is not one of: {known}.")
    text = str(said).format(word=word, known=", ".join(map(str, known)))
    return ErrorDetail(text, "invalid_choice")


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
            raise serializers.ValidationError(none_of(data, self.choices))
        try:
            return self.choice_strings_to_values[data]
        except KeyError:
            raise serializers.ValidationError(none_of(data, self.choices)) from None


@extend_schema_field({"oneOf": [{"type": "object"}, {"type": "string"}]})
class PositionSaid(serializers.Field):  # type: ignore[type-arg]
    """A position as an object, or as a text: see `beginning_said`."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict | str):
            said = _("A position is an object, or a text such as “12/30”.")
            raise serializers.ValidationError(said, "invalid")
        return data


class Query(serializers.Serializer[Any]):
    """The parameters of an address. Unknown and repeated ones are refused."""

    everywhere = ("language",)
    repeated: tuple[str, ...] = ()  # parameters that may come several times

    def to_internal_value(self, data: Any) -> Any:
        wrong: dict[str, Any] = {}
        single = data.dict() if isinstance(data, QueryDict) else data
        try:
            found = super().to_internal_value(single)
        except serializers.ValidationError as error:
            wrong.update(error.detail if isinstance(error.detail, dict) else {})
        known = [*self.fields, *self.everywhere]
        strange = [name for name in data if name not in known and not self.takes(name)]
        wrong |= unknown_fields(strange, sorted(known))
        for name in data:
            if name not in self.repeated and len(values_of(data, name)) > 1:
                said = str(_("This parameter may be given only once."))
                wrong.setdefault(name, ErrorDetail(said, "repeated"))
        if wrong:
            raise serializers.ValidationError(wrong)
        return found

    def takes(self, name: str) -> bool:
        """Return whether the query has this parameter, though it is no field."""
        return False


def values_of(data: Any, name: str) -> list[str]:
    return list(data.getlist(name)) if isinstance(data, QueryDict) else [data[name]]


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
