"""The command `create`: open a match as its organiser describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.bots import bots
from engine.registry import About, games
from sse.accounts.models import Player
from sse.accounts.names import email_checked
from sse.archive.starting_positions import read_beginning
from sse.inbox.commands.requests import (
    Asker,
    Reply,
    game_title,
    hanging_line,
    page_line,
)
from sse.inbox.commands.views import agreed_lines, seat_lines
from sse.matches import play
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match
from sse.matches.play.choices import Beginning
from sse.matches.text.command_words import Command, shown, words
from sse.matches.text.new_match import (
    CreateUnclear,
    Wanted,
    read_create,
    value_word,
)
from sse.platform.rates import rate_of

MATCH_AND_STEP = '12/30, {"…": …}'  # a step of a match that has ended, or JSON


def create(asker: Asker, command: Command) -> Reply:
    """Open a match, invite people, and say what to do next."""
    try:
        wanted = read_create(command.said)
    except CreateUnclear as unclear:
        raise MatchRefused("create", unclear_text(asker, unclear)) from None
    beginning = read_beginning(
        wanted.about, wanted.position, wanted.choices, asker.player
    )
    if beginning:
        wanted.take_seats(beginning.start.seats)
    invited = [email_checked(address) for address in dict.fromkeys(wanted.invited)]
    check_invitation_rate(asker.player, len(invited))
    match = open_match(asker, wanted, beginning, invited)
    text = "\n".join(created_lines(asker, match, wanted, invited))
    seat = match.seats.filter(player=asker.player).select_related("match").first()
    return Reply(text, seat=seat, match=match)


def open_match(
    asker: Asker, wanted: Wanted, beginning: Beginning | None, invited: list[str]
) -> Match:
    try:
        return play.match_open(
            organiser=asker.player,
            game=wanted.about.name,
            seats=wanted.seats_wanted,
            choices=wanted.choices,
            tempo=wanted.tempo,
            clock=PRESETS[wanted.clock].data,
            privacy=wanted.privacy,
            title=wanted.title,
            plays=wanted.plays,
            bot_seats=wanted.bots,
            beginning=beginning,
            invited=invited,
        )
    except MatchRefused as refused:
        if refused.code != "choice":
            raise
        sentence = _("{game} cannot be set up like this.")
        said = sentence.format(game=game_title(wanted.about))
        text = "\n".join([said, "", *possible_lines(asker, wanted.about)])
        raise MatchRefused("choice", text) from None


def created_lines(
    asker: Asker, match: Match, wanted: Wanted, invited: list[str]
) -> list[str]:
    """Describe the new match and what is still to do."""
    sentence = _("{match} is open, number {number}.")
    lines = [sentence.format(match=match, number=match.pk), ""]
    lines += [f"{game_title(wanted.about)}:", "", *agreed_lines(match), ""]
    lines += [*seat_lines(match), ""]
    if invited:
        sentence = _("Invitations are on their way to {people}.")
        lines += [sentence.format(people=", ".join(invited)), ""]
    return [*lines, start_hint(asker, match), "", page_line(match)]


def start_hint(asker: Asker, match: Match) -> str:
    free = match.seats.filter(player=None, bot="").count()
    kept = match.invitations.filter(answer="").count()
    if not free:
        return asker.fill(_("All seats are taken: answer “{start}” to begin."))
    if free <= kept:
        sentence = _(
            "We will email you when the invited players have answered. If you do not"
            " want to wait, “{bot}” lets a bot play instead."
        )
        return asker.fill(sentence)
    free -= kept
    sentence = ngettext(
        "{free} seat is free. Write “{invite}” and an address, or “{bot}” to let a bot"
        " play there, and “{start}” when all seats are taken.",
        "{free} seats are free. Write “{invite}” and addresses, or “{bot}” to let a"
        " bot play, and “{start}” when all seats are taken.",
        free,
    )
    return asker.fill(sentence, free=free)


def unclear_text(asker: Asker, unclear: CreateUnclear) -> str:
    """Say what was not understood, and list everything that would be."""
    if unclear.about is None:
        sentence = _("Which game? There are {games}.")
        titles = ", ".join(game_title(about) for about in games().values())
        said = sentence.format(games=titles)
        example = game_title(next(iter(games().values())))
        return f"{said}\n\n" + asker.fill("  {create} {game}", game=example)
    sentence = _("We do not understand “{word}”. No match was opened.")
    lines = [sentence.format(word=unclear.word[:40]), ""]
    return "\n".join([*lines, *possible_lines(asker, unclear.about)])


def possible_lines(asker: Asker, about: About) -> list[str]:
    """List everything that can be chosen for a new match of a game."""
    sentence = _("{game} can be opened with these words, separated by commas:")
    fewest, most = about.seats
    word = create_word(asker)
    programs = ", ".join(bots(about.name))
    return [
        sentence.format(game=game_title(about)),
        "",
        f"  {fewest}-{most} {word('seats')}",
        *(hanging_line(line) for line in choice_lines(about, asker.language)),
        f"  {word('bots')} {programs}",
        hanging_line(f"{word('tempo')} {table_words('tempo', asker)}"),
        hanging_line(f"{word('clock')} {table_words('clock', asker)}"),
        hanging_line(table_words("privacy", asker)),
        f"  {word('invite')} a@example.org b@example.org",
        f"  {word('without_me')}",
        hanging_line(f"{word('position')} {MATCH_AND_STEP}"),
        f"  {word('title')} …",
    ]


def choice_lines(about: About, language: str) -> list[str]:
    """List the game's options in words that `create` understands."""
    return [
        f"{choice.title(language)}: "
        + (
            ", ".join(value_word(choice, value, language) for value in choice.values)
            or f"{choice.lowest}-{choice.highest}"
        )
        for choice in about.choices.values()
        if len(choice.values) != 1
    ]


def create_word(asker: Asker) -> Callable[[str], str]:
    return lambda name: shown("create", name, asker.language)


def table_words(table: str, asker: Asker) -> str:
    return ", ".join(shown(table, name, asker.language) for name in words()[table])


def invite_one(asker: Asker, match: Match, email: str, seat: int | None = None) -> None:
    check_invitation_rate(asker.player)
    play.seat_invite(match_id=match.pk, by=asker.player, email=email, seat=seat)


def check_invitation_rate(player: Player, more: int = 1) -> None:
    """Check that the player may invite so many more people, as on the pages."""
    rates: Any = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    rate = rate_of(rates["invitations"])
    since = timezone.now() - rate.within
    sent = Invitation.objects.filter(invited_by=player, created_at__gt=since)
    if more and sent.count() + more > rate.most:
        raise MatchRefused(
            "often", _("You have invited many people already. Please wait a while.")
        )
