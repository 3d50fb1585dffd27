"""From an idea to the first question: open, invite, join, start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, TypedDict, Unpack

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.bots import bots
from engine.chance import commitment, new_seed
from engine.log import Entry as Line
from engine.log import first_link, one_line
from engine.registry import About, games
from engine.replay import lay_out
from sse.accounts.calendar import ClockRefused
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.names import email_checked
from sse.accounts.selectors import is_theirs
from sse.matches import states
from sse.matches.clock.arithmetic import Clock
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Seat, Tenure
from sse.matches.play.choices import (
    Beginning,
    check_seats_of,
    complete,
    start_dealt,
    start_of,
)
from sse.matches.play.locked_match import LockedMatch, locked_match
from sse.matches.play.notices import tell_organiser
from sse.matches.play.seat_holders import (
    check_listed,
    check_organiser,
    hand_on,
    invitation_of,
    no_seat,
    twice,
)
from sse.platform.notices import Notice, notify

ANSWERED = {
    "accepted": gettext_lazy("This invitation was accepted."),
    "declined": gettext_lazy("This invitation was declined."),
    "revoked": gettext_lazy("This invitation was withdrawn."),
}

ME = "me"  # the organiser, where seats are listed
WORDS = {  # the code of the refusal, and what can be chosen
    "talk_shown": ("talk", Match.TalkShown.values),
    "tempo": ("tempo", Match.Tempo.values),
    "privacy": ("privacy", Match.Privacy.values),
}


class Agreed(TypedDict, total=False):
    """The agreement besides the rules; `Match` has a default for each."""

    tempo: str
    clock: Mapping[str, Any] | None
    privacy: str
    title: str
    talk_shown: str


@transaction.atomic
def match_open(
    *,
    organiser: Player | None,
    game: str,
    seats: int,
    choices: Mapping[str, str] | None = None,
    plays: bool = True,
    bot_seats: Sequence[str] = (),
    seating: Sequence[str] | None = None,
    word: str = "",
    seed: str = "",
    beginning: Beginning | None = None,
    invited: Sequence[str] = (),
    starts_when_full: bool = False,
    **agreed: Unpack[Agreed],
) -> Match:
    """Open a match: its organiser sits down first, then the bots. [MatchRefused]

    `seating` names each seat instead: ME, a bot, or nothing for a free seat. A match
    with a `beginning` starts from that position, with the choices that belong to it.
    """
    about, seed = about_of(game), seed or new_seed()
    if organiser:
        check_open_matches(organiser)
    match = Match.objects.create(
        game_name=game,
        version=about.version,
        seats_wanted=seats,
        organiser=organiser,
        seed=seed,
        commitment=commitment(seed),
        **agreed_fields(about, agreed),
        **start_fields(about, seats, choices or {}, bool(organiser), beginning, seed),
    )
    if seating is None:
        seating = [ME] * (organiser is not None and plays) + list(bot_seats)
        seating += [""] * (seats - len(seating))
    fill_seats(match, seating, word)
    if len(invited) > seating.count(""):
        raise MatchRefused("invited", _("There are not enough free seats."))
    for email in invited:
        assert organiser is not None
        seat_invite(match_id=match.pk, by=organiser, email=email)
    if starts_when_full and "" not in seating:
        match_start(match_id=match.pk, by=organiser)
    return match


def fill_seats(match: Match, seating: Sequence[str], word: str) -> None:
    """Make the seats of a new match. [MatchRefused]"""
    if len(seating) > match.seats_wanted:
        sentence = _("There are only {seats} seats.")
        raise MatchRefused("too_many", sentence, seats=match.seats_wanted)
    if seating.count(ME) > 1:
        raise twice()
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            player=match.organiser if name == ME else None,
            bot=check_bot(match.about, name) if name not in ("", ME) else "",
            word=short_line(word) if name == ME else "",
        )
        for number, name in enumerate(seating)
    )


def short_line(text: str) -> str:
    """Return a title or a word for the dice, as the log writes it."""
    return one_line(text)[:80] if text.strip() else ""


def agreed_fields(about: About, agreed: Agreed) -> dict[str, Any]:
    """Return what is agreed on besides the rules. [MatchRefused]"""
    for name, (code, allowed) in WORDS.items():
        value = str(agreed.get(name, allowed[0]))
        if value not in allowed:
            sentence = _("“{value}” cannot be chosen there; you can choose {known}.")
            known = ", ".join(allowed)
            raise MatchRefused(code, sentence, known=known, value=value)
    clock = clock_of(about, agreed.get("clock") or {}).data
    return {**agreed, "clock": clock, "title": short_line(agreed.get("title", ""))}


def start_fields(
    about: About,
    seats: int,
    choices: Mapping[str, str],
    people: bool,
    beginning: Beginning | None,
    seed: str,
) -> dict[str, Any]:
    """Return the choices of a match and its position, if any. [MatchRefused]"""
    if beginning is None:
        return {"choices": complete(about, seats, choices, people)}
    check_seats_of(beginning.start, seats)
    start = start_dealt(about, beginning, seed)
    return {
        "choices": start.choices,
        "position": start.position,
        "forked_from": beginning.origin,
        "forked_step": beginning.step,
    }


def about_of(game: str) -> About:
    if game not in games():
        known = ", ".join(sorted(games()))
        sentence = _("There is no game “{game}”; there are {known}.")
        raise MatchRefused("no_game", sentence, game=game, known=known)
    return games()[game]


def check_open_matches(organiser: Player) -> None:
    mine = Match.objects.filter(organiser=organiser, status=Match.Status.OPEN)
    if mine.count() >= settings.MOST_OPEN_MATCHES:
        sentence = _("You already have many open matches; start some first.")
        raise MatchRefused("too_many_open", sentence)


def clock_of(about: About, data: Mapping[str, Any]) -> Clock:
    try:
        clock = Clock.from_data(data)
    except ClockRefused as error:
        raise MatchRefused("clock", str(error)) from error
    if clock.stand_in:
        check_bot(about, clock.stand_in)
    return clock


def check_bot(about: About, name: str) -> str:
    if name not in bots(about.name):
        known = ", ".join(bots(about.name))
        sentence = _("{game} has no bot “{name}”; it has {known}.")
        facts = {"game": about.title, "name": name, "known": known}
        raise MatchRefused("no_bot", sentence, **facts)
    return name


# ---------------------------------------------------------------------- seats


def locked_open(match_id: int) -> Match:
    """The match, locked, if its seats are still being filled."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if match.status != Match.Status.OPEN:
        raise MatchRefused("begun", _("The match has already begun."))
    return match


@transaction.atomic
def seat_join(*, match_id: int, player: Player, word: str = "") -> Seat:
    """The player takes the first free seat that is not kept for somebody else."""
    match = locked_open(match_id)
    if invitation := invitation_of(match, player):
        return invitation_accept(invitation_id=invitation.pk, player=player, word=word)
    check_listed(match, player)
    kept = Invitation.objects.filter(match=match, answer="").count()
    free = [seat for seat in match.seats.order_by("number") if not seat.is_taken]
    if len(free) <= kept:
        sentence = _("All seats in this match are taken or promised to somebody.")
        raise MatchRefused("full", sentence)
    seat = sit_down(free[0], player, word)
    tell_organiser(match=match, kind="joined", who=player)
    return seat


def sit_down(seat: Seat, player: Player, word: str = "") -> Seat:
    seat.player, seat.word = player, short_line(word)
    try:
        with transaction.atomic():
            seat.save(update_fields=["player", "word"])
    except IntegrityError:
        raise twice() from None
    return seat


@transaction.atomic
def seat_word(*, match_id: int, player: Player, word: str) -> None:
    """A word of the player's own, mixed into the dice before the first draw."""
    match = locked_open(match_id)
    if not match.seats.filter(player=player).update(word=short_line(word)):
        raise no_seat()


@transaction.atomic
def seat_leave(*, match_id: int, player: Player) -> None:
    match = locked_open(match_id)
    if not match.seats.filter(player=player).update(player=None, word=""):
        raise no_seat()
    tell_organiser(match=match, kind="left", who=player)


@transaction.atomic
def seat_fill(*, match_id: int, by: Player, bot: str) -> Seat:
    """The organiser lets a bot play on the first free seat."""
    match = locked_open(match_id)
    check_organiser(match, by)
    seat = match.seats.filter(player=None, bot="").order_by("number").first()
    if seat is None:
        raise MatchRefused("full", _("All seats are taken."))
    seat.bot = check_bot(match.about, bot)
    seat.save(update_fields=["bot"])
    return seat


# ---------------------------------------------------------------- invitations


@transaction.atomic
def seat_invite(
    *, match_id: int, by: Player, email: str, seat: int | None = None
) -> Invitation:
    """Keep a seat for an address: a free one, or one to be handed on.

    The same address is invited once.
    """
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    check_organiser(match, by)
    try:
        email = email_checked(email)
    except AccountRefused as error:
        raise MatchRefused("address", str(error)) from None
    if match.has_ended or (match.has_begun and seat is None):
        raise MatchRefused("begun", _("The match has begun: say which seat is meant."))
    place = match.seats.filter(number=seat).first() if seat is not None else None
    if seat is not None and place is None:
        raise MatchRefused("no_seat", _("There is no such seat."))
    invitation, is_new = Invitation.objects.get_or_create(
        match=match,
        email=email,
        answer="",
        defaults={"invited_by": by, "seat": place},
    )
    if is_new:
        key = f"invitation:{invitation.pk}"
        data = {"invitation": invitation.pk, "match": match.pk}
        notify([Notice("invitation", key, email=invitation.email, data=data)])
    return invitation


@transaction.atomic
def invitation_accept(*, invitation_id: int, player: Player, word: str = "") -> Seat:
    """Take the seat of an invitation to one's own address. [MatchRefused]"""
    invitation = checked_invitation(invitation_id, player)
    match = invitation.match
    if match.has_begun:
        if invitation.seat is None:
            raise MatchRefused("begun", _("The match has begun without you."))
        seat = hand_on(match.pk, invitation.seat.number, player)
    else:
        match = locked_open(match.pk)
        free = match.seats.filter(player=None, bot="").order_by("number")
        found = invitation.seat or free.first()
        if found is None or found.is_taken:
            raise MatchRefused("full", _("All seats in this match are taken."))
        seat = sit_down(found, player, word)
        tell_organiser(match=match, kind="joined", who=player)
    invitation.answer = "accepted"
    invitation.save(update_fields=["answer"])
    return seat


@transaction.atomic
def invitation_decline(*, invitation_id: int, player: Player | None) -> None:
    """Decline an invitation; without a player, by an answer to the email itself."""
    invitation = checked_invitation(invitation_id, player)
    invitation.answer = "declined"
    invitation.save(update_fields=["answer"])
    match, number = invitation.match, invitation.pk
    tell_organiser(match=match, kind="declined", who=player, invitation=number)


@transaction.atomic
def invitation_revoke(*, match_id: int, by: Player, invitation_id: int) -> None:
    """The organiser waits no longer: the seat is free for others."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    check_organiser(match, by)
    waiting = match.invitations.filter(pk=invitation_id, answer="")
    if not waiting.update(answer="revoked"):
        raise MatchRefused("answered", _("This invitation is no longer open."))


def checked_invitation(invitation_id: int, player: Player | None) -> Invitation:
    invitation = (
        Invitation.objects.select_for_update()
        .select_related("match")
        .filter(pk=invitation_id)
        .first()
    )
    if invitation is None or (player and not is_theirs(player, invitation.email)):
        raise MatchRefused("not_invited", _("This invitation is for another address."))
    if invitation.answer:
        raise MatchRefused("answered", str(ANSWERED[invitation.answer]))
    return invitation


# ---------------------------------------------------------------------- start


def match_start(*, match_id: int, by: Player | None = None) -> Match:
    """All seats are taken: the table is laid, and the first questions go out."""
    with locked_match(match_id) as table:
        match = table.match
        if match.status != Match.Status.OPEN:
            raise MatchRefused("begun", _("The match has already begun."))
        if by is not None:
            check_organiser(match, by)
        empty = sum(not seat.is_taken for seat in table.seats)
        if empty:
            sentence = ngettext(
                "{empty} of the seats is still free.",
                "{empty} of the seats are still free.",
                empty,
            )
            raise MatchRefused("not_full", sentence, empty=empty)
        lay_table(table)
    return match


def lay_table(table: LockedMatch) -> None:
    match = table.match
    agree(match)
    match.words = [seat.word for seat in table.seats if seat.word]
    match.invitations.filter(answer="").update(answer="revoked")  # all seats are taken
    for seat in table.seats:
        seat.bank = timedelta(seconds=table.clock.bank)
    begin(table)
    table.notices.to_all("started", "0")
    table.play_on()


def agree(match: Match) -> None:
    """Agree once more: the match may have been opened before an upgrade.

    [MatchRefused]
    """
    about, choices = match.about, match.choices
    match.version = about.version
    if match.is_from_position:
        start = start_of(about, match.position, choices)
        match.position, match.choices = start.position, start.choices
    else:
        match.choices = complete(about, match.seats_wanted, choices, people=True)


def begin(table: LockedMatch) -> None:
    """Lay the table by the rules, or as it was found, and note who sits there."""
    match, chance = table.match, table.chance
    match.status, match.started_at = Match.Status.RUNNING, table.now
    head = states.log_head(match)
    match.chain = first_link(head)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, player=seat.player, bot=seat.bot, name=name, entry=0)
        for seat, name in zip(table.seats, table.names, strict=True)
    )
    state, events = lay_out(match.game, head, chance)
    table.append(Line("setup", draws=tuple(chance.drawn)), state, events)
