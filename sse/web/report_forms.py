"""What people choose for a booklet, and what they bring in."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

PAPERS = [("a4", "A4"), ("letter", "Letter")]


class BookletForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    qr = forms.BooleanField(label=_("A QR code on the cover"), required=False)


class ImportForm(forms.Form):
    file = forms.FileField(label=_("A log, a JSON export or a booklet (PDF)"))
    is_listed = forms.BooleanField(
        label=_("Anyone can find it in the archive"), required=False
    )
