"""What people type about matches. The services check; forms only read."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine.bots import bots
from engine.files import files_of
from engine.registry import About, Choice, games
from engine.start import LONGEST
from sse.accounts.calendar import ClockRefused
from sse.accounts.errors import AccountRefused
from sse.accounts.names import email_checked
from sse.matches.agreement import ENDS, PRIVACIES, TALK, TEMPOS
from sse.matches.clock.arithmetic import AT_END, HOUR, PRESETS, Clock
from sse.matches.models import Match
from sse.matches.play.setup import ME
from sse.matches.positions import LETTERS

CLOCKS = {
    "relaxed": _(
        "Relaxed: three days per decision; rest times and holidays stop the clock"
    ),
    "daily": _("Daily: one day per decision, and a time bank of three days"),
    "fast": _(
        "Fast: two hours per decision, and a time bank of six hours; no rest times"
    ),
    "none": _("No time limit"),
}
OWN = "own"
FILES = _("You can also paste the text of a file that the game can read.")
FREE, NO_SEAT = "free", "none"
RANDOM = "random"  # plays every game
CHOICE = "choice_"  # prefix of the fields for the game's own choices
SEAT = "seat_"
MOST_INVITED = 12


def bot_title(game: str, name: str) -> Any:
    """Return how a bot plays, in the words of its game."""
    if name == RANDOM:
        return _("Bot: random (easiest)")
    how = games()[game].bot_words(name, get_language() or "en")
    return gettext("Bot: %(how)s") % {"how": how}


def best_first(game: str) -> list[str]:
    """Return the bots of a game; the one that plays at random last."""
    return sorted(bots(game), key=lambda name: name == RANDOM)


def easiest_first(game: str) -> list[str]:
    """Return the bots of a game, the easiest first."""
    return sorted(bots(game), key=lambda name: name != RANDOM)


def titled(values: Any, titles: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(value, titles.get(value, value)) for value in values]


def whole_number(label: Any, initial: int, most: int = 24 * 60) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=most, initial=initial
    )


class ClockForm(forms.Form):
    """The clock of a match, by name or by numbers."""

    clock = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        choices=[*titled(PRESETS, CLOCKS), (OWN, _("Custom"))],
        initial="daily",
    )
    each = whole_number(_("Hours per decision"), 24)
    bank = whole_number(_("Hours in the time bank at the start"), 72)
    increment = whole_number(_("Hours added to the time bank per decision"), 0)
    grace = whole_number(_("Grace period in minutes"), 60)
    holidays = whole_number(_("Days of holiday per player"), 14, most=366)
    rest = forms.BooleanField(
        label=_("A player’s quiet hours, weekends and holidays stop the clock"),
        required=False,
        initial=True,
    )
    at_end = forms.ChoiceField(
        label=_("When time is up"), choices=titled(AT_END, ENDS), initial="default"
    )

    UNITS = MappingProxyType(
        {"each": HOUR, "bank": HOUR, "increment": HOUR, "grace": 60, "holidays": 1}
    )
    OWN_FIELDS = (*UNITS, "rest")

    def __init__(self, about: About, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about
        self.made: Clock | None = None

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if said.get("clock") != OWN:  # ignore numbers that were typed before
            for name in self.OWN_FIELDS:
                self.errors.pop(name, None)
        if not self.errors:
            try:
                self.made = self.clock_of(said)
            except ClockRefused as refused:
                self.add_error("clock", str(refused))
        return said

    def clock_of(self, said: dict[str, Any]) -> Clock:
        data = self.own(said) if said["clock"] == OWN else PRESETS[said["clock"]].data
        at_end = said["at_end"]
        program = best_first(self.about.name)[0] if at_end == "stand-in" else ""
        return Clock.from_data({**data, "at_end": at_end, "stand_in": program})

    def own(self, said: dict[str, Any]) -> dict[str, Any]:
        times = {name: (said[name] or 0) * unit for name, unit in self.UNITS.items()}
        return {**times, "rest": said["rest"]}

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OWN_FIELDS]


class OpenForm(ClockForm):
    """A new match, with the choices that its game.toml offers."""

    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=80,
        help_text=_("Optional."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    tempo = forms.ChoiceField(
        label=_("Emails"),
        widget=forms.RadioSelect,
        choices=list(TEMPOS.items()),
        initial=Match.Tempo.EACH,
    )
    privacy = forms.ChoiceField(
        label=_("Who can see it"),
        widget=forms.RadioSelect,
        choices=titled(PRIVACIES, PRIVACIES),
        initial=Match.Privacy.LISTED,
    )
    talk_shown = forms.ChoiceField(
        label=_("Who can read the table talk"),
        widget=forms.RadioSelect,
        choices=titled(Match.TalkShown.values, TALK),
        initial=Match.TalkShown.PLAYERS,
    )
    invited = forms.CharField(
        label=_("Invite by email"),
        required=False,
        max_length=4000,
        help_text=_(
            "One address per line. Each person gets an email, and free seats are"
            " reserved for them."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    position = forms.CharField(
        label=_("Position"),
        required=False,
        max_length=LONGEST,
        help_text=_(
            "For step 30 of match 12, if it has ended, write 12/30; or paste a position"
            " as JSON. Seats and cards come from the position, and the match doesn’t"
            " count in ratings."
        ),
        widget=forms.Textarea(
            attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    word = forms.CharField(
        label=_("Your word for the dice"),
        required=False,
        max_length=80,
        help_text=_(
            "Optional. It is mixed in before the first roll, so that nobody can choose"
            " the dice."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, about: About, *args: Any, **kwargs: Any) -> None:
        super().__init__(about, *args, **kwargs)
        for number in range(about.seats[1]):
            self.fields[f"{SEAT}{number}"] = seat_field(about, number)
        for choice in about.choices.values():
            if len(choice.values) != 1:
                self.fields[CHOICE + choice.name] = choice_field(choice)
        if not about.chance:
            del self.fields["word"]
        if files_of(about.name):
            said = self.fields["position"].help_text
            self.fields["position"].help_text = format_lazy("{} {}", said, FILES)

    def clean_invited(self) -> list[str]:
        return addresses_in(self.cleaned_data["invited"])

    @property
    def seating(self) -> list[str]:
        """Return who has each seat; an empty text is a free seat."""
        number = range(self.about.seats[1])
        said = [self.cleaned_data.get(f"{SEAT}{n}", NO_SEAT) for n in number]
        return ["" if who == FREE else who for who in said if who != NO_SEAT]

    @property
    def choices(self) -> dict[str, str]:
        return {
            name.removeprefix(CHOICE): yes_no_or_text(value)
            for name, value in self.cleaned_data.items()
            if name.startswith(CHOICE)
        }

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(SEAT)]

    @property
    def choice_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(CHOICE)]


def addresses_in(text: str) -> list[str]:
    """Return every address once; commas, blanks or lines separate them."""
    said = [
        word for part in re.split(r"[\n,;]", text) for word in addresses_or_text(part)
    ]
    found = {checked_address(address): None for address in said}
    if len(found) > MOST_INVITED:
        raise forms.ValidationError(
            _("At most %(most)d people at once."), params={"most": MOST_INVITED}
        )
    return list(found)


def addresses_or_text(part: str) -> list[str]:
    """Return the addresses; text without one stays whole, as it was typed."""
    words = part.split()
    return words if all("@" in word for word in words) else [part.strip()]


def checked_address(address: str) -> str:
    try:
        return email_checked(address)
    except AccountRefused as error:
        raise forms.ValidationError(f"{address}: {error}") from None


def yes_no_or_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def seat_field(about: About, number: int) -> forms.ChoiceField:
    fewest = about.seats[0]
    who = [(ME, _("I play")), (FREE, _("Free: for anyone who joins or is invited"))]
    who += [(name, bot_title(about.name, name)) for name in best_first(about.name)]
    who += [(NO_SEAT, _("No seat"))] if number >= fewest else []
    initial = ME if number == 0 else FREE if number < fewest else NO_SEAT
    label = _("Seat %(number)d") % {"number": number + 1}
    return forms.ChoiceField(label=label, choices=who, initial=initial)


def initial_seats(seats: int) -> dict[str, str]:
    """Return initial values for so many seats: the reader has the first."""
    return {f"{SEAT}{n}": ME if n == 0 else FREE for n in range(seats)}


def choice_field(choice: Choice) -> forms.Field:
    language = get_language() or "en"
    words: dict[str, Any] = {
        "label": choice.title(language),
        "help_text": choice.note(language),
    }
    if choice.is_switch:
        is_on = choice.default == "yes"
        return forms.BooleanField(required=False, initial=is_on, **words)
    if choice.values:
        values = [(value, choice.word(value, language)) for value in choice.values]
        return forms.ChoiceField(choices=values, initial=choice.default, **words)
    return forms.IntegerField(
        min_value=choice.lowest,
        max_value=choice.highest,
        initial=int(choice.default),
        **words,
    )


class PlayForm(forms.Form):
    """A match against a bot, right away."""

    opponent = forms.ChoiceField(
        label=_("Opponent"), required=False, widget=forms.RadioSelect
    )
    private = forms.BooleanField(
        label=_("Keep it private, even when it is finished"), required=False
    )
    letters = forms.BooleanField(
        label=_("Also email me whenever it’s my turn"), required=False
    )

    def __init__(self, about: About, is_beginner: bool, *args: Any) -> None:
        super().__init__(*args)
        known, field = easiest_first(about.name), self.fields["opponent"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, bot_title(about.name, name)) for name in known]
        field.initial = known[0] if is_beginner else best_first(about.name)[0]

    def clean_opponent(self) -> str:
        return str(self.cleaned_data["opponent"] or self["opponent"].initial)


# ------------------------------------------------------------------- at the table


class KeyForm(forms.Form):
    """What is sent with a key that was made for its page acts once."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class PositionForm(KeyForm):
    """The page also names the position that it shows: orders act on no other."""

    position = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=LETTERS
    )


class OrdersForm(PositionForm):
    text = forms.CharField(
        label=_("Your orders"),
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 3,
                "autocapitalize": "off",
                "autocomplete": "off",
                "spellcheck": "false",
                "aria-describedby": "check",
            }
        ),
    )


class TextForm(KeyForm):
    """A message at the table, or a note in a diary."""

    text = forms.CharField(label=_("Say something"), max_length=4000)


class InviteForm(forms.Form):
    """One address or several; only one when a certain seat is transferred."""

    email = forms.CharField(label=_("Email address"), max_length=4000)
    seat = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean_email(self) -> list[str]:
        return addresses_in(self.cleaned_data["email"])

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if said.get("seat") is not None and len(said.get("email", [])) > 1:
            raise forms.ValidationError(
                _("A seat can only be transferred to one person.")
            )
        return said


# --------------------------------------------------------------------- the archive


class BookletForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    paper = forms.ChoiceField(
        label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")]
    )
    qr = forms.BooleanField(label=_("A QR code on the cover"), required=False)


class ImportForm(forms.Form):
    file = forms.FileField(label=_("A log, a JSON export or a booklet (PDF)"))
    is_listed = forms.BooleanField(
        label=_("Anyone can find it in the archive"), required=False
    )
