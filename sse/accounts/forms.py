"""What people type about themselves. The services check; forms only read."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.names import LONGEST, email_checked

LETTERS = [
    (Player.Letters.AT_ONCE, _("right away")),
    (Player.Letters.QUARTER, _("every 15 minutes, bundled")),
    (Player.Letters.DAILY, _("once a day, bundled")),
]


class MailField(forms.CharField):
    """An address, as we keep it."""

    widget = forms.EmailInput(attrs={"autocomplete": "email"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=254, **kwargs)

    def clean(self, value: Any) -> str:
        try:
            return email_checked(str(super().clean(value)))
        except AccountRefused as error:
            raise forms.ValidationError(str(error)) from None


class LogInForm(forms.Form):
    email = MailField(label=_("Your email address"))
    name = forms.CharField(
        label=_("Your player name"),
        required=False,
        max_length=LONGEST,
        help_text=_(
            "Only if you are new. Others will see it; if you leave it empty, we "
            "make one up. You can change it later."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    after = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)


class JoinForm(forms.Form):
    """Ask a newcomer who has opened the link for a name."""

    name = forms.CharField(
        label=_("Your player name"),
        required=False,
        max_length=LONGEST,
        help_text=_("Others will see it, but never your email address."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("The code from the email"),
        max_length=12,
        widget=forms.TextInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "one-time-code",
                "placeholder": "123 456",
            }
        ),
    )


class PasswordForm(forms.Form):
    who = forms.CharField(
        label=_("Your name or email address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    after = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST)


def clock_input() -> forms.TimeInput:
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class SettingsForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_(
            "Deadlines and quiet hours are in this zone, for example Asia/Tokyo."
        ),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
    quiet_from = forms.TimeField(
        label=_("Quiet hours from"), required=False, widget=clock_input()
    )
    quiet_to = forms.TimeField(label=_("to"), required=False, widget=clock_input())
    rests_at_weekends = forms.BooleanField(
        label=_("Stop my clocks at weekends"), required=False
    )
    letters = forms.ChoiceField(label=_("Emails"), choices=LETTERS)
    deadlines_by_calendar = forms.BooleanField(
        label=_("Send deadlines as calendar files too"), required=False
    )
    boards_as_prose = forms.BooleanField(
        label=_("Describe the board in sentences, for screen readers"),
        required=False,
    )
    subjects_tell = forms.BooleanField(
        label=_("Subject lines say what an email is about"),
        required=False,
        help_text=_(
            "Otherwise all emails about a match share one subject and form one thread."
        ),
    )

    @property
    def zones(self) -> list[str]:
        return sorted(zoneinfo.available_timezones())


class AddressForm(forms.Form):
    email = MailField(label=_("Another address"))


def day_input() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class AbsenceForm(forms.Form):
    first_day = forms.DateField(label=_("Away from"), widget=day_input())
    last_day = forms.DateField(label=_("to"), widget=day_input())


class NewPasswordForm(forms.Form):
    password = forms.CharField(
        label=_("New password"),
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class EraseForm(forms.Form):
    name = forms.CharField(
        label=_("Type your name to delete the account"), max_length=LONGEST
    )
