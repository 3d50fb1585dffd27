"""The command `settings`: list and change a player's settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from engine.reading.text import squeeze
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.services import WAYS, address_add, player_rename, player_settings
from sse.inbox.commands.requests import Asker, Reply
from sse.matches.text.command_words import Command, leading, meaning, shown, words

HOUR = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*(?:([ap])\.?m\b\.?)?", re.I | re.A)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d")
EXAMPLES = {
    "name": "Botan",
    "language": "de",
    "zone": "Europe/Berlin",
    "letters": "daily",
    "quiet": "22:00-07:00",
    "weekends": "rest",
    "sentences": "yes",
    "calendar": "yes",
    "subjects": "yes",
    "address": "botan@example.org",
}
NOTES = {  # what no one word says; the same sentences as on the page
    "sentences": gettext_lazy("Describe the board in sentences, for screen readers"),
    "calendar": gettext_lazy("Send deadlines as calendar files too"),
    "subjects": gettext_lazy("Subject lines say what an email is about"),
}


def change_settings(asker: Asker, command: Command) -> Reply:
    """Change a setting if one is named; list all in the language then set."""
    said = ""
    if command.rest:
        set_one(asker, command.rest)
    asker.player.refresh_from_db()
    with override(asker.language):
        lines = [
            _("These are your settings:"),
            "",
            *setting_lines(asker),
            "",
            how_to_change(asker),
        ]
        if meaning("settings", command.rest.partition(" ")[0]) == "address":
            said = _("An email is on its way to the new address.")
    return Reply(said, last="\n".join(lines))


def set_one(asker: Asker, said: str) -> None:
    found = leading("settings", said)
    if not found.meaning:
        sentence = _("There is no setting “{word}”.").format(word=said.split()[0][:40])
        raise AccountRefused("setting", f"{sentence}\n\n{how_to_change(asker)}")
    value = found.rest.strip(": =").strip()
    if found.meaning == "name":
        player_rename(player=asker.player, name=value)
    elif found.meaning == "address":
        address_add(player=asker.player, email=value)
    else:
        new = current_values(asker.player) | READERS[found.meaning](value)
        player_settings(player=asker.player, **new)


def current_values(player: Player) -> dict[str, Any]:
    """Return the current values of everything that can be set."""
    return {way: getattr(player, way) for way in WAYS}


# -------------------------------------------------------------------------- reading


def read_language(value: str) -> dict[str, Any]:
    found = meaning("languages", value)
    if not found:
        known = ", ".join(words()["languages"])
        sentence = _("The languages are {known}.")
        raise AccountRefused("language", sentence.format(known=known))
    return {"language": found}


def read_letters(value: str) -> dict[str, Any]:
    found = meaning("letters", value)
    if not found:
        language = get_language() or "en"
        known = [shown("letters", name, language) for name in words()["letters"]]
        sentence = _("Please choose how often emails come: {known}.")
        raise AccountRefused("letters", sentence.format(known=", ".join(known)))
    return {"letters": found}


def read_quiet_hours(value: str) -> dict[str, Any]:
    if meaning("yes", value) == "no":
        return {"quiet_from": None, "quiet_to": None}
    try:
        begin, end = parse_hours(value)  # a third one is too many
    except ValueError:
        sentence = _("Please write quiet hours like 22:00-07:00, or “no”.")
        raise AccountRefused("quiet", sentence) from None
    return {"quiet_from": begin, "quiet_to": end}


def parse_hours(value: str) -> list[time]:
    """Parse `22-7`, `from 10 pm to 7 am`, `dalle 22 alle 7`. [ValueError]"""
    beside = WORD.findall(HOUR.sub(" ", value))
    if not all(meaning("hours", word) for word in beside):
        raise ValueError(value)
    return [parse_hour(*found.groups()) for found in HOUR.finditer(value)]


def parse_hour(hour: str, minute: str | None, half: str | None) -> time:
    """Parse an hour: `10 pm` is 22:00, and there is no `13 pm`. [ValueError]"""
    if half is None:
        return time(int(hour), int(minute or 0))
    if not 1 <= int(hour) <= 12:
        raise ValueError(hour)
    return time(int(hour) % 12 + 12 * (half in "pP"), int(minute or 0))


def read_weekends(value: str) -> dict[str, Any]:
    """Read `rest` or `play`; a yes could mean either."""
    found = meaning("weekends", value)
    if not found:
        sentence = _("Write “{rest}” or “{play}”.")
        language = get_language() or "en"
        command = shown("commands", "settings", language)
        label = shown("settings", "weekends", language)
        said = {
            name: f"{command} {label} {shown('weekends', name, language)}"
            for name in words()["weekends"]
        }
        raise AccountRefused("weekends", sentence.format(**said))
    return {"rests_at_weekends": found == "rest"}


def read_switch(name: str) -> Callable[[str], dict[str, Any]]:
    """Return the reader of a setting that is on or off."""

    def read(value: str) -> dict[str, Any]:
        said = meaning("yes", value)
        if not said:
            raise AccountRefused("yes_or_no", _("Please write yes or no after it."))
        return {name: said == "yes"}

    return read


def read_zone(value: str) -> dict[str, Any]:
    """Read a time zone like `Europe/Berlin`, in any case, or its city alone."""
    wanted = squeeze(value)
    found = [
        name
        for name in sorted(available_timezones())
        if wanted in (squeeze(name), squeeze(name.rpartition("/")[2]))
    ]
    if not found:
        sentence = _(
            "There is no time zone “{value}”. Please write it like “Europe/Berlin”."
        )
        raise AccountRefused("zone", sentence.format(value=value[:40]))
    return {"time_zone": value if value in found else found[0]}


READERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "language": read_language,
    "zone": read_zone,
    "letters": read_letters,
    "quiet": read_quiet_hours,
    "weekends": read_weekends,
    "sentences": read_switch("boards_as_prose"),
    "calendar": read_switch("deadlines_by_calendar"),
    "subjects": read_switch("subjects_tell"),
}


# -------------------------------------------------------------------------- telling


def setting_lines(asker: Asker) -> list[str]:
    player = asker.player
    quiet = _("none")
    if player.quiet_from and player.quiet_to:
        quiet = f"{player.quiet_from:%H:%M}-{player.quiet_to:%H:%M}"
    weekends = "rest" if player.rests_at_weekends else "play"
    known = player.addresses.filter(confirmed_at__isnull=False).order_by("-is_first")
    values = {
        "name": player.name,
        "language": player.language,
        "zone": player.time_zone,
        "letters": shown("letters", player.letters, asker.language),
        "quiet": quiet,
        "weekends": shown("weekends", weekends, asker.language),
        "sentences": yes_or_no_word(player.boards_as_prose),
        "calendar": yes_or_no_word(player.deadlines_by_calendar),
        "subjects": yes_or_no_word(player.subjects_tell),
        "address": ", ".join(known.values_list("email", flat=True)),
    }
    return [
        f"  {setting_label(asker, name):<11} {said}" for name, said in values.items()
    ]


def yes_or_no_word(value: bool) -> str:
    return _("yes") if value else _("no")


def setting_label(asker: Asker, name: str) -> str:
    return shown("settings", name, asker.language)


def how_to_change(asker: Asker) -> str:
    lines = []
    for name in EXAMPLES:
        value = setting_example(asker, name)
        said = f"{asker.word('settings')} {setting_label(asker, name)} {value}"
        lines += [f"  {said}", *([f"      {NOTES[name]}"] if name in NOTES else [])]
    return "\n".join([_("To change a setting, write for example"), "", *lines])


def setting_example(asker: Asker, name: str) -> str:
    if name in ("letters", "weekends"):
        return shown(name, EXAMPLES[name], asker.language)
    if EXAMPLES[name] == "yes":
        return shown("yes", "yes", asker.language)
    return EXAMPLES[name]
