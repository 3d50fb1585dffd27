"""The table of deeds and the doors: each has what the table says, for the same people.

Every deed is tried at every door by a stranger, a player, the organiser and somebody
who is invited: all doors give the same answer, and it is the one of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from inspect import signature
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from rest_framework.test import APIClient

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.api import urls as api_urls
from sse.api.views import actions
from sse.inbox.commands import ACTING, Asker, execute
from sse.inbox.commands.dispatch import SUBMITTED
from sse.matches import play
from sse.matches.access import match_at
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.deeds import BY_NAME, DEEDS, Who
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Seat
from sse.matches.text.command_words import read_line, words
from sse.web import urls as web_urls
from sse.web.views import match_actions
from tests.support.people import new_player
from tests.support.tables import write
from tests.web.test_new_match import form as web_form

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
]
KEYS = count(1)
DOOR_ARGUMENTS = {"key", "source", "kind", "received_at", "knowing"}  # no person's
PEOPLE = ("organiser", "by", "player")  # what services call the person who acts
# What is no deed: it belongs to workers and clocks, or tells and changes nothing.
NO_DEEDS = {
    *("about_of", "bots_play", "calendar_changes", "clocks_ring"),
    *("submissions_apply", "submissions_sweep"),
}
# Addresses at which a match is looked at, or which belong to other layers: the archive
# (steps, tags, remarks, reports) and the letters.
OTHER_PAGES = {
    *("match", "board", "check", "pulse", "log", "export-json", "scores", "dice"),
    *("booklet", "report", "report-pdf", "match-tags", "games", "clock-look"),
    *("letters-on", "embed", "film", "remark", "remark-remove", "fork"),
    *("steps", "step", "step-board", "step-png", "step-part", "step-changes"),
}
OTHER_PATHS = ("preview", "steps", "remarks", "tags", "booklets", "films", "letters")
OTHER_COMMANDS = {"away", "back", "settings", "renew"}  # of a person, not of a match


# ------------------------------------------------------------------------- the table


@pytest.mark.parametrize("name", sorted(DEEDS))
def test_the_table_knows_the_arguments_of_the_service(name: str) -> None:
    deed = DEEDS[name]
    found = set(signature(deed.service).parameters) - {"match_id", *PEOPLE}
    assert found - DOOR_ARGUMENTS == set(deed.arguments)


def test_every_service_is_a_deed() -> None:
    services = {deed.service.__name__ for deed in DEEDS.values()}
    assert services == set(play.__all__) - NO_DEEDS


def test_every_deed_has_a_sentence_and_a_reason_for_each_missing_door() -> None:
    for deed in DEEDS.values():
        assert deed.sentence
        has_all = bool(deed.web and deed.api and deed.mail)
        assert has_all != bool(deed.missing), deed.name


def named_paths(patterns: Iterable[Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every address that has a name, with what stands before it."""
    for url in patterns:
        path = above + str(url.pattern)
        if hasattr(url, "url_patterns"):
            yield from named_paths(url.url_patterns, path)
        elif url.name:
            yield path, url.name


def test_pages_have_what_the_table_says() -> None:
    named = {name for deed in DEEDS.values() for name in deed.web}
    pages = {
        name
        for path, name in named_paths(web_urls.urlpatterns)
        if "match_id" in path or path.startswith(WEB_ROOTS)
    }
    assert named == pages - OTHER_PAGES
    by_name = {deed.name for deed in DEEDS.values() if BY_NAME in deed.web}
    assert by_name == set(match_actions.DONE)


WEB_ROOTS = ("open/", "play/", "invitations/")


def test_the_api_has_what_the_table_says() -> None:
    paths = set()
    for url in api_urls.urlpatterns:
        path, methods = str(url.pattern), vars(url.callback.view_class)  # type: ignore[attr-defined]
        is_of_matches = path.startswith(("matches", "invitations"))
        is_other = any(f"/{part}" in path for part in OTHER_PATHS)
        if is_of_matches and not is_other and {"post", "delete", "put"} & set(methods):
            paths.add(path)
    assert paths == {deed.api for deed in DEEDS.values()}
    for name in actions.BODIES:
        assert DEEDS[name].api.endswith(f"/{name}")


def test_mail_has_what_the_table_says() -> None:
    named = {name for deed in DEEDS.values() for name in deed.mail} - {"orders"}
    assert named == (set(ACTING) | set(SUBMITTED)) - OTHER_COMMANDS
    assert named <= set(words()["commands"])


# -------------------------------------------------------------- who may, at each door


class Case(NamedTuple):
    """A match, an invitation to it, and the people who try."""

    match: Match
    invitation: Invitation
    people: dict[str, Player]


@pytest.fixture
def people(aki: Player, botan: Player, chie: Player, doi: Player) -> dict[str, Player]:
    return {
        "organiser": chie,
        "player": aki,
        "other": botan,
        "stranger": doi,
        "invited": new_player("Emi"),
    }


def opened(people: dict[str, Player]) -> Case:
    """The organiser has no seat; one seat is kept for an invitation, one is free."""
    host = people["organiser"]
    match = play.match_open(
        organiser=host,
        game="toy",
        seats=4,
        plays=False,
        clock=PRESETS["daily"].data,
        invited=["emi@example.org"],
    )
    for name in ("player", "other"):
        play.seat_join(match_id=match.pk, player=people[name])
    return Case(match, Invitation.objects.get(match=match), people)


def full(people: dict[str, Player]) -> Case:
    found = opened(people)
    for _seat in range(2):
        play.seat_fill(match_id=found.match.pk, by=people["organiser"], bot="random")
    return found


def running(people: dict[str, Player]) -> Case:
    host = people["organiser"]
    match = play.match_open(
        organiser=host, game="toy", seats=2, plays=False, clock=PRESETS["daily"].data
    )
    for name in ("player", "other"):
        play.seat_join(match_id=match.pk, player=people[name])
    play.match_start(match_id=match.pk, by=host)
    seat = {"seat": 1, "email": "emi@example.org"}
    invitation = play.seat_invite(match_id=match.pk, by=host, **seat)  # type: ignore[arg-type]
    return Case(match, invitation, people)


def paused(people: dict[str, Player]) -> Case:
    found = running(people)
    play.match_pause(match_id=found.match.pk, by=people["organiser"])
    return found


def with_open_seat(people: dict[str, Player]) -> Case:
    found = running(people)
    play.seat_open(match_id=found.match.pk, by=people["organiser"], seat=1)
    return found


def moved(people: dict[str, Player]) -> Case:
    found = running(people)
    write(found.match, people["player"], "pick 5")
    write(found.match, people["other"], "pick 1")
    return found


def with_proposal(people: dict[str, Player]) -> Case:
    found = moved(people)
    play.back_propose(match_id=found.match.pk, by=people["other"], entry=0)
    return found


def with_wish(people: dict[str, Player]) -> Case:
    found, more = running(people), timedelta(hours=5)
    player = people["player"]
    play.time_ask(match_id=found.match.pk, player=player, more=more, key="wish")
    return found


class Try(NamedTuple):
    """A situation in which a deed is possible, and how to ask for it at each door."""

    made: Callable[[dict[str, Player]], Case]
    form: Mapping[str, Any] = MappingProxyType({})
    body: dict[str, Any] | None = None  # not said: the same as the form
    mail: str = ""


KEY = {"key": "5e5e5e5e-0000-4000-8000-000000000000"}
TRIES = {
    "invite": Try(opened, {"email": "x@example.org"}, mail="invite x@example.org"),
    "revoke": Try(opened),
    "accept": Try(opened, {"answer": "accept"}, {}, mail="accept"),
    "decline": Try(opened, {"answer": "decline"}, {}, mail="decline"),
    "join": Try(opened, mail="join {match}"),
    "leave": Try(opened, mail="leave"),
    "word": Try(opened, {"word": "rain"}, mail="word rain"),
    "fill": Try(opened, {"bot": "random"}, {"program": "random"}, mail="bot random"),
    "start": Try(full, mail="start"),
    "orders": Try(running, {"text": "pick 5", **KEY}, {"text": "pick 5"}),
    "withdraw": Try(running, KEY, {"kind": "withdraw"}),
    "resign": Try(running, {"really": "yes", **KEY}, {"kind": "resign"}),
    "say": Try(
        running,
        {"text": "hm", "to": ["all"], **KEY},
        {"text": "hm"},
        mail="say to all: hm",
    ),
    "note": Try(running, {"text": "hm", **KEY}, {"text": "hm"}, mail="note: hm"),
    "take": Try(with_open_seat, {"seat": 1}, mail="join {match}"),
    "ask-time": Try(running, {"hours": 5}, mail="extend 5 hours"),
    "give-time": Try(running, {"hours": 5, "seat": 0}, mail="extend 5 hours: Aki"),
    "decline-time": Try(with_wish, {"seat": 0}),
    "pause": Try(running, mail="pause"),
    "resume": Try(paused, mail="resume"),
    "open-seat": Try(running, {"seat": 0}, mail="replace Aki"),
    "propose-back": Try(moved, {"entry": 0}, mail="undo 0"),
    "agree-back": Try(with_proposal, {"entry": 0}, mail="accept"),
    "refuse-back": Try(with_proposal, {"entry": 0}, mail="decline"),
    "abandon": Try(running, {"really": "yes"}, {"really": True}, mail="abandon really"),
}
MAY = {
    Who.ANYONE: {"stranger", "organiser", "invited"},
    Who.INVITED: {"invited"},
    Who.PLAYER: {"player"},
    Who.ORGANISER: {"organiser"},
    Who.MEMBER: {"player", "organiser"},
}
# By mail one word gives time and asks for it, and `join` tells a player of their seat.
SAME_WORD = {
    *(("ask-time", "organiser"), ("give-time", "player")),
    *(("join", "player"), ("take", "player")),
}


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens in it leaves no trace."""
    cache.clear()  # nobody is limited here
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def by_web(name: str, found: Case, person: Player) -> bool:
    deed, (address,) = DEEDS[name], DEEDS[name].web
    form = {"invitation": found.invitation.pk, **TRIES[name].form}
    client, base = Client(), f"/matches/{found.match.pk}"
    client.force_login(person)
    here = {
        BY_NAME: f"{base}/do/{deed.name}/",
        "invitation": f"/invitations/{found.invitation.pk}/",
    }.get(address, f"{base}/{address}/")
    answer = client.post(here, form)
    if answer.status_code == 404:
        return False
    assert answer.status_code == 302, (name, answer.status_code)
    return not any(m.level_tag == "error" for m in get_messages(answer.wsgi_request))


def by_api(name: str, found: Case, person: Player) -> bool:
    tried, client = TRIES[name], APIClient()
    client.force_authenticate(person)
    path = DEEDS[name].api.replace("<int:match_id>", str(found.match.pk))
    path = path.replace("<int:invitation_id>", str(found.invitation.pk))
    body = dict(tried.form) if tried.body is None else tried.body
    ask = client.delete if name == "revoke" else client.post
    answer = ask(f"/api/v1/{path}", body, format="json")
    assert answer.status_code < 500
    assert answer.status_code != 400, (name, answer.content)
    return bool(answer.status_code < 300)


def by_mail(name: str, found: Case, person: Player) -> bool:
    """As a mail that is proved, to the match's own address."""
    line = TRIES[name].mail.format(match=found.match.pk)
    command = read_line(line)
    assert command is not None, line
    assert command.name in DEEDS[name].mail
    match = match_at(found.match.pk, person)
    seat = Seat.objects.filter(match=found.match, player=person).first()
    try:
        execute(Asker(person, f"mail {next(KEYS)}", match=match, seat=seat), command)
    except (MatchRefused, AccountRefused):
        return False
    return True


@pytest.mark.parametrize("name", sorted(TRIES))
def test_the_same_people_may_do_it_at_every_door(
    name: str, people: dict[str, Player]
) -> None:
    found = TRIES[name].made(people)
    for role in ("stranger", "player", "organiser", "invited"):
        expected = role in MAY[DEEDS[name].who]
        doors = {"web": by_web, "api": by_api}
        if TRIES[name].mail and (name, role) not in SAME_WORD:
            doors["mail"] = by_mail
        for door, attempt in doors.items():
            with undone():
                is_done = attempt(name, found, people[role])
            assert is_done == expected, (name, role, door)


def test_every_deed_but_opening_is_tried() -> None:
    """Everybody may open a match; tests/matches/test_opening.py and others do."""
    assert set(DEEDS) - {"open"} == set(TRIES)
    untried = {name for name, tried in TRIES.items() if not tried.mail}
    without = {name for name, deed in DEEDS.items() if not deed.mail}
    assert untried - without == {"orders", "withdraw", "resign"}  # the seat's own


def test_a_match_is_opened_alike_at_every_door(people: dict[str, Player]) -> None:
    """With the same defaults, whoever opens it and wherever."""
    client, api = Client(), APIClient()
    host = people["organiser"]
    client.force_login(host)
    api.force_authenticate(host)
    usual = {"clock": "daily", "rest": "on", "holidays": "14"}
    form = web_form(seat_1="free") | usual
    assert client.post("/open/toy/", form).status_code == 302
    body = {"game": "toy", "seats": ["me", "free"]}
    assert api.post("/api/v1/matches", body, format="json").status_code == 201
    command = read_line("create Lanterns")
    assert command is not None
    execute(Asker(host, "create"), command)
    first, second, third = Match.objects.order_by("pk")
    for other in (second, third):
        for field in ("game_name", "seats_wanted", "choices", "tempo", "clock"):
            assert getattr(first, field) == getattr(other, field), field
        for field in ("privacy", "talk_shown", "title", "organiser", "status"):
            assert getattr(first, field) == getattr(other, field), field
        assert seats_of(first) == seats_of(other)


def seats_of(match: Match) -> list[Any]:
    return list(match.seats.order_by("number").values_list("number", "player", "bot"))
