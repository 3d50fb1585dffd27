"""Everything that changes a player, in the order of a life here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, time, timedelta
from secrets import token_urlsafe
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.languages import LANGUAGES
from sse.accounts import notices, tickets
from sse.accounts.access import access_end
from sse.accounts.calendar import Calendar, ClockRefused, check_holiday
from sse.accounts.errors import AccountRefused
from sse.accounts.happened import (
    address_restored,
    calendar_changes,
    player_leaving,
    traces_erasing,
)
from sse.accounts.models import Absence, Address, Player, Ticket
from sse.accounts.names import (
    PSEUDONYM,
    email_checked,
    free_name,
    is_taken,
    name_checked,
    name_made_up,
)
from sse.accounts.second_factor import factor_remove
from sse.accounts.selectors import absences_of, player_at, today_of
from sse.platform.notices import Notice, notify

MOST_ADDRESSES = 10
MOST_ABSENCES = 50
MOST_RACES = 3
NEW = timedelta(minutes=10)
KINDS: dict[str, str] = {  # of letters
    Ticket.Purpose.LOG_IN: "log_in",
    Ticket.Purpose.CONFIRM: "confirm",
    Ticket.Purpose.PROVE: "prove",
}


class Ways(TypedDict):
    """A player's preferences; those that may be left out then stay as they are."""

    language: str
    time_zone: str
    quiet_from: time | None
    quiet_to: time | None
    rests_at_weekends: bool
    letters: str
    deadlines_by_calendar: NotRequired[bool | None]
    boards_as_prose: NotRequired[bool | None]
    subjects_tell: NotRequired[bool | None]


WAYS = tuple(Ways.__annotations__)


# ---------------------------------------------------------------------- log in


@transaction.atomic
def ticket_send(
    *, email: str, language: str = "en", name: str = "", after: str = ""
) -> None:
    """A letter with a link and a code, whether the address is known or not."""
    email = email_checked(email)
    name = name_free(name) if name.strip() else ""
    language = language if language in LANGUAGES else settings.LANGUAGE_CODE
    ticket = Ticket(email=email, name=name, language=language)
    ticket.purpose = Ticket.Purpose.LOG_IN
    ticket.after = after if len(after) <= 200 else ""
    letter_of_ticket(ticket)


def letter_of_ticket(ticket: Ticket) -> None:
    minutes = timedelta(minutes=settings.LOGIN_LINK_MINUTES)
    ticket.expires_at = ticket.created_at + minutes
    ticket.save()
    kind, data = KINDS[ticket.purpose], {"ticket": ticket.pk}
    key, email, expires_at = f"{kind}:{ticket.pk}", ticket.email, ticket.expires_at
    notify([Notice(kind, key, email=email, expires_at=expires_at, data=data)])


def ticket_use(
    *, token: str = "", email: str = "", code: str = "", name: str = ""
) -> Player:
    """The player who reads mail there; a new one where nobody did. Good once."""
    ticket = ticket_given(token, email, code, Ticket.Purpose.LOG_IN)
    if name.strip() and player_at(ticket.email) is None:
        ticket.name = name_free(name)
    with transaction.atomic():
        claim(ticket)
        return player_of(ticket)


def ticket_given(token: str, email: str, code: str, purpose: str) -> Ticket:
    """The ticket of a link, or else of a code, if it is still good."""
    if not token:
        return ticket_of_code(email_checked(email), code, purpose)
    ticket = tickets.ticket_of(token, purpose)
    tickets.check_good(ticket)
    return ticket


def ticket_of_code(email: str, code: str, purpose: str) -> Ticket:
    """The newest ticket of the address, if this is its code. Tries are counted."""
    ticket = tickets.newest_ticket(email, purpose)
    tickets.check_good(ticket)
    left = Ticket.objects.filter(pk=ticket.pk, tries__lt=tickets.MOST_TRIES)
    if not left.update(tries=F("tries") + 1):
        raise tickets.refused("tries")
    if not tickets.is_code(ticket, code):
        raise tickets.refused("wrong")
    return ticket


def claim(ticket: Ticket) -> None:
    unused = Ticket.objects.filter(pk=ticket.pk, used_at=None)
    if not unused.update(used_at=timezone.now()):
        raise tickets.refused("used")


def player_of(ticket: Ticket) -> Player:
    address_restored(ticket.email)  # somebody has read a letter there
    Address.objects.filter(email=ticket.email).update(suspended_at=None)
    for _attempt in range(MOST_RACES):
        if player := player_at(ticket.email):
            return player
        try:
            return player_make(
                email=ticket.email, name=ticket.name, language=ticket.language
            )
        except IntegrityError:  # another was faster: with the address, or the name
            continue
    raise AccountRefused("closed", _("This account is closed."))


@transaction.atomic
def player_make(*, email: str, name: str = "", language: str = "") -> Player:
    """A new player who has just shown that they read mail there. [IntegrityError]"""
    player = Player(
        name=free_name(name) if name else name_made_up(),
        language=language if language in LANGUAGES else settings.LANGUAGE_CODE,
    )
    player.set_unusable_password()
    player.save()
    Address.objects.create(
        player=player, email=email, confirmed_at=timezone.now(), is_first=True
    )
    return player


@transaction.atomic
def password_set(*, player: Player, password: str, keep: str | None = None) -> None:
    """Set a password besides the letters; only the session `keep` stays logged in."""
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise AccountRefused("password", " ".join(error.messages)) from None
    player.set_password(password)
    player.save(update_fields=["password"])
    access_end(player=player, keep=keep)
    notices.change_told(player=player, change=notices.PASSWORD)


# ------------------------------------------------------------------- addresses


@transaction.atomic
def address_add(*, player: Player, email: str) -> Address:
    """One more address; it counts once the letter to it was read."""
    email = email_checked(email)
    known = Player.objects.select_for_update(no_key=True).get(pk=player.pk).addresses
    address = known.filter(email=email).first()
    if address and address.confirmed_at:
        raise AccountRefused("yours", _("This address is already yours."))
    if address is None:
        if known.count() >= MOST_ADDRESSES:
            sentence = _("You can have at most {number} addresses.")
            raise AccountRefused("too_many", sentence, number=MOST_ADDRESSES)
        address = Address.objects.create(player=player, email=email)
    purpose = Ticket.Purpose.CONFIRM
    letter_of_ticket(Ticket(email=email, purpose=purpose, player=player))
    notices.change_told(player=player, change=notices.ADDRESS_ASKED, address=email)
    return address


@transaction.atomic
def address_try(*, player: Player, address_id: int) -> Address:
    """A letter to an address that takes none; who reads it, gets the others again."""
    address = address_of(player, address_id)
    if not address.suspended_at:
        raise AccountRefused("works", _("Emails already go to this address."))
    purpose = Ticket.Purpose.CONFIRM
    letter_of_ticket(Ticket(email=address.email, purpose=purpose, player=player))
    return address


def address_confirm(
    *, token: str = "", player: Player | None = None, email: str = "", code: str = ""
) -> Address:
    """By the link, from wherever it is read, or by the code, for who is logged in."""
    ticket = ticket_given(token, email, code, Ticket.Purpose.CONFIRM)
    if not token and (player is None or ticket.player_id != player.pk):
        raise tickets.refused("wrong")
    try:
        with transaction.atomic():
            claim(ticket)
            return confirm(ticket)
    except IntegrityError:
        sentence = _("Another player has confirmed this address in the meantime.")
        raise AccountRefused("taken", sentence) from None


def confirm(ticket: Ticket) -> Address:
    addresses = Address.objects.filter(player=ticket.player_id)
    address = addresses.filter(email=ticket.email).first()
    if address is None:
        raise AccountRefused("removed", _("This address was removed from the list."))
    address_restored(address.email)
    address.suspended_at = None
    others = addresses.exclude(pk=address.pk)
    address.is_first = not others.filter(is_first=True).exists()
    is_new = address.confirmed_at is None
    address.confirmed_at = timezone.now()
    address.save()
    if is_new:  # and not one that takes letters again
        change = notices.ADDRESS_CONFIRMED
        notices.change_told(player=address.player, change=change, address=address.email)
    return address


@transaction.atomic
def address_remove(*, player: Player, address_id: int) -> None:
    """Never the last confirmed one: nobody locks themselves out."""
    address = address_of(player, address_id)
    others = player.addresses.exclude(pk=address.pk)
    others = others.filter(confirmed_at__isnull=False).order_by("pk")
    if address.confirmed_at and not others.exists():
        raise AccountRefused("last", _("This is your last address; add another first."))
    was_first, heir = address.is_first, others.first()
    address.delete()
    if was_first and heir:
        player.addresses.filter(pk=heir.pk).update(is_first=True)
    if address.confirmed_at:
        change, gone = notices.ADDRESS_REMOVED, address.email
        notices.change_told(player=player, change=change, also=gone, address=gone)


@transaction.atomic
def address_first(*, player: Player, address_id: int) -> None:
    """Letters go there from now on."""
    address = address_of(player, address_id)
    if not address.confirmed_at:
        raise AccountRefused("unconfirmed", _("Confirm this address first."))
    player.addresses.filter(is_first=True).update(is_first=False)
    player.addresses.filter(pk=address.pk).update(is_first=True)
    change = notices.ADDRESS_FIRST
    notices.change_told(player=player, change=change, address=address.email)


def address_of(player: Player, address_id: int) -> Address:
    """The address, and its player locked."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    address = player.addresses.filter(pk=address_id).first()
    if address is None:
        raise AccountRefused("unknown", _("This address is not on your list."))
    return address


# -------------------------------------------------------------------- settings


def name_free(name: str, player: Player | None = None) -> str:
    name = name_checked(name)
    if is_taken(name, player):
        raise name_refused()
    return name


def name_refused() -> AccountRefused:
    sentence = _("Another player already has this name or one very like it.")
    return AccountRefused("name", sentence)


@transaction.atomic
def player_rename(*, player: Player, name: str) -> None:
    """For everything to come; the logs of old matches keep what was seen then."""
    player.name = name_free(name, player)
    try:
        with transaction.atomic():
            player.save(update_fields=["name"])
    except IntegrityError:  # in this very moment
        raise name_refused() from None


def player_settings(*, player: Player, **ways: Unpack[Ways]) -> None:
    """Set a player's preferences; deadlines of open questions move with them."""
    check_word(ways["language"], LANGUAGES)
    check_word(ways["letters"], Player.Letters.values)
    quiet = ways["quiet_from"], ways["quiet_to"]
    if quiet.count(None) == 1:
        raise AccountRefused("quiet", _("Quiet hours need a start and an end."))
    try:
        Calendar(ways["time_zone"], *quiet)
    except ClockRefused as error:
        raise AccountRefused("calendar", str(error)) from None
    can_be_none = ("quiet_from", "quiet_to")
    changed = [way for way, to in ways.items() if to is not None or way in can_be_none]
    for way in changed:
        setattr(player, way, ways[way])  # type: ignore[literal-required]
    with calendar_changes(player):
        player.save(update_fields=changed)


def calendar_key(*, player: Player, is_wanted: bool) -> None:
    """A new address for the calendar of deadlines, or none; the old one is void."""
    player.calendar_key = token_urlsafe(32) if is_wanted else None
    player.save(update_fields=["calendar_key"])


def zone_guess(*, player: Player, time_zone: str) -> None:
    """Where a new player's machine says it is, unless they have said it themselves."""
    is_new = timezone.now() - player.joined_at < NEW
    if is_new and player.time_zone == "UTC" and 0 < len(time_zone) <= 64:
        with suppress(ClockRefused):
            Calendar(time_zone)
            player.time_zone = time_zone
            player.save(update_fields=["time_zone"])


def check_word(value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        sentence = _("“{value}” cannot be chosen there; you can choose {known}.")
        known = ", ".join(allowed)
        raise AccountRefused("word", sentence, known=known, value=value)


def absence_add(*, player: Player, first_day: date, last_day: date) -> Absence:
    """Days on which the clocks of this player stand, as far as a match allows it."""
    try:
        check_holiday(first_day, last_day)
    except ClockRefused as error:
        raise AccountRefused("holiday", str(error)) from None
    if last_day < (today := today_of(player)):
        raise AccountRefused("over", _("These days are in the past."))
    first_day = max(first_day, today)
    with calendar_changes(player):
        if absences_of(player).count() >= MOST_ABSENCES:
            sentence = _("You can have at most {number} holidays.")
            raise AccountRefused("too_many", sentence, number=MOST_ABSENCES)
        absence, _is_new = player.absences.get_or_create(
            first_day=first_day, last_day=last_day
        )
    return absence


def absence_remove(*, player: Player, absence_id: int) -> None:
    """Days up to today stay taken: clocks stood on them, in matches that count them."""
    with calendar_changes(player):
        absence = absences_of(player).filter(pk=absence_id).first()
        if absence is None:
            raise AccountRefused("unknown", _("This holiday is not on your list."))
        if absence.first_day > (today := today_of(player)):
            absence.delete()
        elif absence.last_day > today:
            absence.last_day = today
            absence.save(update_fields=["last_day"])
        else:
            raise AccountRefused("taken", _("This holiday ends today anyway."))


# ----------------------------------------------------------------------- erase


@transaction.atomic
def player_erase(*, player: Player) -> None:
    """The person is forgotten; what was played stays true, under a pseudonym."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    player_leaving(player)
    traces_erase(player)
    blank = Player(is_active=False, erased_at=timezone.now())
    powers = ("is_active", "is_staff", "is_superuser")
    for name in (*WAYS, *powers, "calendar_key", "last_login", "erased_at"):
        setattr(player, name, getattr(blank, name))
    player.set_unusable_password()
    player.save()


def traces_erase(player: Player) -> None:
    """Erase names, addresses, emails and texts. The log's entries know no names."""
    factor_remove(player=player)
    player.name = f"{PSEUDONYM} {player.pk}"
    emails = list(player.addresses.values_list("email", flat=True))
    Ticket.objects.filter(email__in=emails).delete()
    traces_erasing(player, emails)
    own = (player.addresses, player.absences, player.tickets)
    for things in (*own, player.tokens, player.sessions):
        things.all().delete()
