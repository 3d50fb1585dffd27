"""What people type about matches. The services check; forms only read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language

from engine.bots import bots
from engine.registry import About, Choice
from sse.accounts.forms import MailField
from sse.matches.clock import PRESETS
from sse.matches.models import Match

CLOCKS = {
    "relaxed": "Relaxed: three days for each decision, rests and holidays count",
    "daily": "Daily: a day for each decision and three days in the bank",
    "fast": "Fast: two hours for each decision and six in the bank, no rests",
    "none": "None: nobody has to hurry",
}
TEMPOS = {
    "each": "Each decision is asked for when it comes",
    "phase": "One letter for each phase; plans and defaults decide the rest",
}
PRIVACIES = {
    "listed": "Everybody may watch and join",
    "listed when finished": "Only its people, until it is finished",
    "private": "Only its people, for ever",
}
CHOICE = "choice_"  # begins the fields of what a game lets one choose


def title_of(about: About) -> str:
    return about.titles.get(get_language() or "en", about.title)


class OpenForm(forms.Form):
    """A new match, as its game.toml allows."""

    title = forms.CharField(
        label="What to call it", required=False, max_length=80, help_text="If you like."
    )
    seats = forms.TypedChoiceField(coerce=int)
    plays = forms.BooleanField(label="I play myself", required=False, initial=True)
    bots = forms.TypedChoiceField(label="Seats for programs", coerce=int)
    bot = forms.ChoiceField(label="Which program")
    tempo = forms.ChoiceField(choices=list(TEMPOS.items()))
    clock = forms.ChoiceField(
        choices=[(name, CLOCKS.get(name, name)) for name in PRESETS], initial="daily"
    )
    privacy = forms.ChoiceField(
        label="Who may see it",
        choices=[(name, PRIVACIES.get(name, name)) for name in Match.Privacy.values],
        initial=Match.Privacy.LISTED,
    )

    def __init__(self, about: About, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about
        fewest, most = about.seats
        self.put("seats", [(n, n) for n in range(fewest, most + 1)])
        self.put("bots", [(n, n or "none") for n in range(most + 1)])
        names = [name for name in bots(about.name) if name != "random"]
        self.put("bot", [(name, name) for name in [*names, "random"]])
        for choice in about.choices.values():
            self.fields[CHOICE + choice.name] = choice_field(choice)

    def put(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def choices(self) -> dict[str, str]:
        return {
            name.removeprefix(CHOICE): str(value)
            for name, value in self.cleaned_data.items()
            if name.startswith(CHOICE)
        }


def choice_field(choice: Choice) -> forms.Field:
    label = choice.name.replace("_", " ").capitalize()
    if choice.values:
        values = [(value, value) for value in choice.values]
        return forms.ChoiceField(label=label, choices=values, initial=choice.default)
    return forms.IntegerField(
        label=label,
        min_value=choice.lowest,
        max_value=choice.highest,
        initial=int(choice.default),
    )


class OrdersForm(forms.Form):
    """Orders, with a key made for this very page: sent thrice it acts once."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(
        label="Your orders",
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 5, "autocapitalize": "off", "spellcheck": "false"}
        ),
    )


class KeyForm(forms.Form):
    key = forms.UUIDField(widget=forms.HiddenInput)


class InviteForm(forms.Form):
    email = MailField(label="Mail address")
    seat = forms.IntegerField(required=False, widget=forms.HiddenInput)
