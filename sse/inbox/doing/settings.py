"""A player's own ways, told and changed by mail."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from engine.grammar import squeeze
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.services import address_add, player_rename, player_settings
from sse.inbox.commands import Command, leading, meaning, shown, words
from sse.inbox.doing.asking import Asker

HOURS = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\D{1,7}(\d{1,2})(?:[:.](\d\d))?", re.ASCII)
EXAMPLES = {
    "name": "Botan",
    "language": "de",
    "zone": "Europe/Berlin",
    "letters": "daily",
    "quiet": "22:00-07:00",
    "weekends": "yes",
    "sentences": "yes",
    "calendar": "yes",
    "subjects": "yes",
    "address": "botan@example.org",
}


def settings_(asker: Asker, command: Command) -> str:
    """Told, after one was changed; in the language that is set then."""
    if command.rest:
        change(asker, command.rest)
    asker.player.refresh_from_db()
    with override(asker.language):
        lines = [_("These are your settings:"), "", *told(asker), "", how(asker)]
        if meaning("settings", command.rest.partition(" ")[0]) == "address":
            lines[:0] = [_("A letter is on its way to the new address."), ""]
    return "\n".join(lines)


def change(asker: Asker, said: str) -> None:
    found = leading("settings", said)
    if not found.meaning:
        sentence = _("There is no setting “{word}”.").format(word=said.split()[0][:40])
        raise AccountRefused("setting", f"{sentence}\n\n{how(asker)}")
    value = found.rest.strip(": =").strip()
    if found.meaning == "name":
        player_rename(player=asker.player, name=value)
    elif found.meaning == "address":
        address_add(player=asker.player, email=value)
    else:
        new = values_of(asker.player) | READ[found.meaning](value)
        player_settings(player=asker.player, **new)


def values_of(player: Player) -> dict[str, Any]:
    """Everything that can be set, as it is now."""
    names = inspect.signature(player_settings).parameters
    return {name: getattr(player, name) for name in names if name != "player"}


# -------------------------------------------------------------------------- reading


def language(value: str) -> dict[str, Any]:
    found = meaning("languages", value)
    if not found:
        known = ", ".join(words()["languages"])
        sentence = _("The languages are {known}.")
        raise AccountRefused("language", sentence.format(known=known))
    return {"language": found}


def letters(value: str) -> dict[str, Any]:
    found = meaning("letters", value)
    if not found:
        language = get_language() or "en"
        known = [shown("letters", name, language) for name in words()["letters"]]
        sentence = _("Letters come {known}: one of these.")
        raise AccountRefused("letters", sentence.format(known=", ".join(known)))
    return {"letters": found}


def quiet_hours(value: str) -> dict[str, Any]:
    if meaning("yes", value) == "no":
        return {"quiet_from": None, "quiet_to": None}
    found = HOURS.fullmatch(value)
    try:
        parts = [int(part or 0) for part in found.groups()] if found else []
        begin, end = time(parts[0], parts[1]), time(parts[2], parts[3])
    except (ValueError, IndexError):
        sentence = _("Quiet hours read 22:00-07:00, or “no”.")
        raise AccountRefused("quiet", sentence) from None
    return {"quiet_from": begin, "quiet_to": end}


def switch(name: str) -> Callable[[str], dict[str, Any]]:
    """A setting that is on or off."""

    def read(value: str) -> dict[str, Any]:
        said = meaning("yes", value)
        if not said:
            raise AccountRefused("yes_or_no", _("Write yes or no behind it."))
        return {name: said == "yes"}

    return read


def zone(value: str) -> dict[str, Any]:
    """`Europe/Berlin`, in any case, or its city alone."""
    wanted = squeeze(value)
    found = [
        name
        for name in sorted(available_timezones())
        if wanted in (squeeze(name), squeeze(name.rpartition("/")[2]))
    ]
    if not found:
        sentence = _("There is no time zone “{value}”; they read “Europe/Berlin”.")
        raise AccountRefused("zone", sentence.format(value=value[:40]))
    return {"time_zone": value if value in found else found[0]}


READ: dict[str, Callable[[str], dict[str, Any]]] = {
    "language": language,
    "zone": zone,
    "letters": letters,
    "quiet": quiet_hours,
    "weekends": switch("rests_at_weekends"),
    "sentences": switch("boards_as_prose"),
    "calendar": switch("deadlines_by_calendar"),
    "subjects": switch("subjects_tell"),
}


# -------------------------------------------------------------------------- telling


def told(asker: Asker) -> list[str]:
    player = asker.player
    quiet = _("none")
    if player.quiet_from and player.quiet_to:
        quiet = f"{player.quiet_from:%H:%M}-{player.quiet_to:%H:%M}"
    known = player.addresses.filter(confirmed_at__isnull=False).order_by("-is_first")
    values = {
        "name": player.name,
        "language": player.language,
        "zone": player.time_zone,
        "letters": shown("letters", player.letters, asker.language),
        "quiet": quiet,
        "weekends": _("rest") if player.rests_at_weekends else _("play"),
        "sentences": yes_or_no(player.boards_as_prose),
        "calendar": yes_or_no(player.deadlines_by_calendar),
        "subjects": yes_or_no(player.subjects_tell),
        "address": ", ".join(known.values_list("email", flat=True)),
    }
    return [f"  {label(asker, name):<11} {said}" for name, said in values.items()]


def yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")


def label(asker: Asker, name: str) -> str:
    return shown("settings", name, asker.language)


def how(asker: Asker) -> str:
    lines = [
        f"  {asker.word('settings')} {label(asker, name)} {example(asker, name)}"
        for name in EXAMPLES
    ]
    said = _("Change one by “{settings}” and what to set, such as")
    return "\n".join([said.format(settings=asker.word("settings")), "", *lines])


def example(asker: Asker, name: str) -> str:
    if name == "letters":
        return shown("letters", "daily", asker.language)
    if EXAMPLES[name] == "yes":
        return shown("yes", "yes", asker.language)
    return EXAMPLES[name]
