"""The languages we speak, English first: the only list of them."""

from __future__ import annotations

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "it": "Italiano",
    "ru": "Русский",
    "uk": "Українська",
}
LANGUAGES = tuple(LANGUAGE_NAMES)
