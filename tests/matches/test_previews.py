"""What a look says is what sending does: for every text, door, tempo and game.

A door says yes if and only if the text would be applied, and names the same faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils.html import escape
from rest_framework.test import APIClient

from engine.contract import Order
from sse.accounts.models import Player
from sse.inbox.commands import Asker, execute
from sse.matches import states
from sse.matches.models import Match, Seat, Submission
from sse.matches.play import plan_submit
from sse.matches.play import submissions_apply as apply
from sse.matches.text.reader import order_verbs
from sse.matches.text.sections import sections_of
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.clients import browser, page
from tests.support.tables import beside, running, write
from tests.toy.secrets import alike

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
KEYS = count(1)
LINE = re.compile(r"^(Line|Zeile) \d+: ")
GAMES = {
    "toy": ["pick 5", "pick 5; take gold", "pick 9", "sing", "pick 5\npick 4"],
    "age_of_war": [
        *("auto any", "standing; auto any", "step reroll", "take dalian; auto any"),
        *("fill G", "step fill Z9", "reroll", "take nowhere", "pass", "step pass"),
    ],
    "small_samurai_empires": [
        *("destiny grey or orange or teal or violet", "destiny grey", "withdraw"),
        *("place attack at grey-1", "place attack at grey-1\nplace harvest at grey-2"),
        *("place dragon at grey-1", "resolve grey-1: castle aki", "pass", "harvest"),
        "place attack at grey-1, neutral move aki -> izumo",
    ],
    "shogun": [
        *("bid 1", "castle Harima\nbid 1", "bid 9", "castle Nowhere; bid 1", "hold"),
        *("battleA Tamba > Wakasa 3 | hold", "special attack > six", "plan"),
    ],
    "samurai_battles": [
        *("play order-circle", "card order-circle; order D6, D4, D8", "pass"),
        *("card order-3-right; order A1", "fire D6 > H4", "play order-9-left"),
        "card order-circle; order D6; move D6-A1; draw dragon",
    ],
}
BOTS = {"shogun": 1}  # on the seats that a game needs besides two
WRONG = "sing a song"
FRAMES = [  # round an order, or without one
    "{order}",
    "say to all: good luck!\n\n{order}",
    "say to all: good luck!\nend\n{order}",
    "say to nobody here: hm\n\n{order}",
    "Hello everybody,\n\n{order}",
    "{order}\n\nBest wishes\nBotan",
    "note: my secret plan\n\n{order}",
    "note: my secret plan\nend\n{order}",
    "# a comment\n{order}",
    "{order}\nhelp",
    "withdraw\n{order}",
    "{order}\nwithdraw",
    "{order}\nresign really",
]
ALONE = [
    *("", "   ", "say to all: hi", "note: keep this", "Thank you all!"),
    *("what shall I do with all this here?", "say to all:", "status", "\0", "2"),
]


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens in it leaves no trace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Table:
    """One seat of a match, and the doors at which a text for it can be looked at."""

    def __init__(self, match: Match, player: Player) -> None:
        self.match, self.player = match, player
        self.seat = Seat.objects.get(match=match, player=player)
        self.web, self.api = Client(), APIClient()
        self.web.force_login(player)
        self.api.force_authenticate(player)

    def sent(self, text: str) -> tuple[bool, list[dict[str, Any]]]:
        """Whether it is applied, and what was wrong."""
        with undone():
            submission = plan_submit(
                match_id=self.match.pk,
                player=self.player,
                text=text,
                source="web",
                key=f"look {next(KEYS)}",
            )
            apply(match_id=self.match.pk)
            submission.refresh_from_db()
        applied = submission.status == Submission.Status.APPLIED
        assert applied or submission.status == Submission.Status.REFUSED
        return applied, submission.answer.get("faults", [])

    def web_look(self, text: str, faults: list[dict[str, Any]]) -> bool:
        with undone():
            here = f"/matches/{self.match.pk}/check/"
            answer = self.web.post(here, {"text": text})
        page = answer.content.decode()
        for fault in faults if text.strip() else ():
            words = LINE.sub("", fault["text"]).split(" [")[0]
            assert escape(words) in page, (text, words, page)
        return bool(answer.headers["X-Reads"] == "yes")

    def api_look(self, text: str, faults: list[dict[str, Any]]) -> bool:
        with undone():
            here = f"/api/v1/matches/{self.match.pk}/preview"
            answer = self.api.post(here, {"text": text}, format="json")
        assert answer.status_code in (200, 422), (text, answer.content)
        if answer.status_code == 422:
            found = [named(fault) for fault in answer.json()["faults"]]
            assert found == [named(fault) for fault in faults], text
        return bool(answer.status_code == 200)

    def mail_look(self, text: str, faults: list[dict[str, Any]]) -> bool:
        with undone():
            verbs = order_verbs(
                self.match, states.state_now(self.match), self.seat.number
            )
            command = sections_of(f"preview\n{text}", verbs).commands[0]
            asker = Asker(self.player, "look", match=self.match, seat=self.seat)
            said = execute(asker, command).text
        for fault in faults:
            assert LINE.sub("", fault["text"]) in said, (text, fault["text"], said)
        return "nothing was saved" in said


def named(fault: dict[str, Any]) -> tuple[Any, ...]:
    detail = fault.get("detail") or fault.get("text")
    return fault["line"], fault["kind"], fault["rule"], fault["code"], detail


def texts(game: str) -> list[str]:
    framed = [f.format(order=o) for f in FRAMES for o in (GAMES[game][0], WRONG)]
    return [*framed, *GAMES[game], *ALONE]


def compare(table: Table, text: str) -> None:
    cache.clear()  # nobody is limited here
    table.match = Match.objects.get(pk=table.match.pk)
    applied, faults = table.sent(text)
    if "\0" not in text:  # JSON bodies and forms refuse it before us
        assert table.api_look(text, faults) == applied, ("api", text, faults)
        if text.strip():  # nothing typed is not looked at
            assert table.web_look(text, faults) == applied, ("web", text, faults)
    if is_looked_at_by_mail(text):
        assert table.mail_look(text, faults) == applied, ("mail", text, faults)


def is_looked_at_by_mail(text: str) -> bool:
    """Below `preview` there must be something to look at."""
    return bool(text.strip("\0 \n"))


@pytest.mark.parametrize("tempo", ["each", "phase"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_look_agrees_with_what_sending_does(
    game: str, tempo: str, aki: Player, botan: Player
) -> None:
    match = running(botan, aki, game=game, tempo=tempo, **fields_of(game))
    table = Table(match, botan)
    for text in texts(game):
        compare(table, text)


def fields_of(game: str) -> dict[str, Any]:
    """Seats and choices with which the first player is asked first."""
    choices = {"first_player": "0"} if game == "age_of_war" else {}
    return {"choices": choices, "bots": BOTS.get(game, 0)}


@pytest.mark.parametrize("tempo", ["each", "phase"])
def test_a_second_order_in_a_sealed_round_is_looked_at_as_it_is_taken(
    tempo: str, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, tempo=tempo, choices={"wishes": "yes"})
    write(match, botan, "wish odd; pick 5")
    table = Table(match, botan)
    for text in ("pick 4", "wish even", "pick 9", "say to all: hm\n\npick 4"):
        compare(table, text)
    assert beside(match).plans[1] == "wish odd\npick 5"


def test_what_is_said_too_often_is_not_promised(aki: Player, botan: Player) -> None:
    from sse.matches.play.talk import MOST_SAID

    match = running(aki, botan)
    most = min(number for number, _within in MOST_SAID)
    for number in range(most):
        write(match, botan, f"say to all: number {number}")
    compare(Table(match, botan), "say to all: one more\n\npick 5")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_can_be_sent_as_it_is_shown(
    game: str, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game=game, bots=BOTS.get(game, 0))
    (question, *_) = beside(match).asked
    player = (aki, botan)[question.seat]
    state = states.state_now(match)
    orders: list[Order] = match.game.options(state, question.seat)
    table = Table(match, player)
    for order in orders[:10]:
        compare(table, order.text)


@pytest.mark.parametrize("game", ["toy", "small_samurai_empires"])
def test_withdraw_above_orders_replaces_all_that_was_kept(
    game: str, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game=game, tempo="phase")
    before, after = {
        "toy": ("pick 5; take gold", "pick 4"),
        "small_samurai_empires": ("place attack at 5; resolve 1: pass", "destiny grey"),
    }[game]
    write(match, botan, before)
    assert write(match, botan, f"withdraw\n{after}").status == "applied"
    assert len(beside(match).plans[1].splitlines()) == 1


def test_where_no_button_is_what_would_be_right_is_named(
    aki: Player, botan: Player
) -> None:
    """In the mail preview, and on the page for readers without JavaScript."""
    first = {"first_player": "0"}
    match = running(aki, botan, game="age_of_war", choices=first)
    seat, text = match.seats.get(number=0), "take han via *"
    verbs = order_verbs(match, states.state_now(match), 0)
    command = sections_of(f"preview\n{text}", verbs).commands[0]
    said = execute(Asker(aki, "look", match=match, seat=seat), command).text
    sent = write(match, aki, text)
    fault = next(one for one in sent.answer["faults"] if one["choices"])
    choices = [choice["text"] for choice in fault["choices"]]
    named_in_mail = said.partition("These would work here:")[2]
    assert all(text in named_in_mail for text in choices)
    names = ", ".join(choices)
    shown = page(browser(aki), f"/matches/{match.pk}/")
    assert f"These would work here: {escape(names)}" in shown


# ------------------------------------------------------------------- the rehearsal


def lit(aki: Player, botan: Player, **choices: str) -> Match:
    """Aki is to take the prize, in two parts."""
    match = running(aki, botan, choices={"parts": "yes", **choices})
    write(match, aki, "pick 5")
    write(match, botan, "pick 1")
    return match


def api_preview(table: Table, text: str) -> dict[str, Any]:
    here = f"/api/v1/matches/{table.match.pk}/preview"
    answer = table.api.post(here, {"text": text}, format="json")
    found: dict[str, Any] = answer.json()
    return found


def mail_preview(table: Table, text: str) -> str:
    verbs = order_verbs(table.match, states.state_now(table.match), table.seat.number)
    command = sections_of(f"preview\n{text}", verbs).commands[0]
    asker = Asker(table.player, "look", match=table.match, seat=table.seat)
    return " ".join(execute(asker, command).text.split())


def web_look(table: Table, text: str) -> str:
    here = f"/matches/{table.match.pk}/check/"
    answer = table.web.post(here, {"text": text, "board": "yes"})
    return answer.content.decode()


def test_all_steps_of_a_text_are_rehearsed_at_every_door(
    aki: Player, botan: Player
) -> None:
    table = Table(lit(aki, botan), aki)
    text = "take gold; share 1"
    found = api_preview(table, text)
    assert [step["order"] for step in found["steps"]] == ["take gold", "share 1"]
    assert found["steps"][1]["happens"] == ["Aki hands a point to Botan."]
    assert found["stop"] == "hidden"  # the next prize
    shown = found["view"]
    assert shown["sharing"]  # after the last whole step
    assert shown["points"][0] > 0
    said = mail_preview(table, text)
    assert "share 1 - Aki hands a point to Botan." in said
    assert "Then something you do not know yet is revealed." in said
    page = web_look(table, text)
    assert "Aki hands a point to Botan." in page
    assert states.state_now(table.match).points == (0, 0)


def test_the_look_brings_the_board_and_what_can_be_done_next(
    aki: Player, botan: Player
) -> None:
    table = Table(lit(aki, botan), aki)
    page = web_look(table, "take rice")
    assert "Then you decide again." in page
    assert '<template id="rehearsed-board"' in page
    assert "points [1, 0]" in page
    assert '{"words": ["share", "none"], "text": "share none"}' in page
    assert "rehearsed-board" not in web_look(table, "take gold; share 1; dance")


def test_own_sealed_steps_are_rehearsed_too(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"wishes": "yes"})
    table = Table(match, aki)
    page = web_look(table, "wish odd")
    assert '{"words": ["pick", "1"], "text": "pick 1"}' in page
    assert "At once" not in page
    assert api_preview(table, "wish odd")["view"]["wish"] == "odd"


def test_a_rehearsal_tells_the_same_whatever_is_hidden(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lit(aki, botan, gusts="yes")
    table, state = Table(match, aki), states.state_now(match)
    looks = []
    for twin in (state, *alike(state, 0)):
        monkeypatch.setattr(states, "state_now", lambda _match, twin=twin: twin)
        for text in ("take gold", "take gold; share 1", "pick 4", "ask gusts"):
            found = [web_look(table, text), api_preview(table, text)]
            looks.append((text, str([*found, mail_preview(table, text)])))
    assert len({look for _text, look in looks}) == 4


# ---------------------------------------------------------------------- ask and hold


def test_asking_is_written_looked_at_and_told_at_every_door(
    aki: Player, botan: Player
) -> None:
    match = lit(aki, botan, gusts="yes")
    table = Table(match, botan)
    assert api_preview(table, "ask gusts")["now"] == "ask gusts"
    assert "You want to be asked: gusts." in mail_preview(table, "ask gusts")
    write(match, botan, "ask gusts")
    assert [asked.seat for asked in beside(match).asked] == [1]
    shown = page(browser(aki), f"/matches/{match.pk}/")
    assert "Botan wants to be asked: gusts." in shown
    note = "The match waits for Botan at: gusts.</p>"
    below = shown.partition("</figure>")[2].partition("<details")[0]
    assert note in below
    last = match.entries.count() - 1
    assert note in page(browser(aki), f"/matches/{match.pk}/steps/{last}")
    letter = Letter.objects.filter(match=match, player=botan, kind="turn").latest("pk")
    html = message_of(letter, "botan@example.org").html
    assert note in html.partition("<img")[2].partition("<pre")[0]
    write(match, aki, "take gold; share none")
    assert match.entries.filter(text__startswith="0 take").count() == 0
    write(match, botan, "hold")
    assert match.entries.filter(text__startswith="0 take").count() == 1


def points_asked(match: Match) -> list[tuple[int, str]]:
    return [(asked.seat, asked.point) for asked in beside(match).asked]


def test_who_asked_is_waited_for_at_tempo_phase(aki: Player, botan: Player) -> None:
    match = running(aki, botan, tempo="phase")
    table = Table(match, aki)
    found = api_preview(table, "ask objections")
    assert (found["steps"], found["view"]) == ([], None)
    assert found["kept"] == ["ask objections"]
    write(match, aki, "Hello,\n\nask objections")
    write(match, botan, "pick 3; take gold")
    assert points_asked(match) == [(0, "plan")]  # asking hands nothing in
    write(match, aki, "pick 1")
    assert points_asked(match) == [(0, "object")]
    table.match.refresh_from_db()
    assert [step["order"] for step in api_preview(table, "hold")["steps"]] == ["hold"]
    write(match, aki, "hold")
    texts = list(match.entries.order_by("number").values_list("text", flat=True))
    assert texts[-2:] == ["0 hold", "1 take gold"]


def test_asking_anew_takes_back_what_was_handed_in(aki: Player, botan: Player) -> None:
    match = running(aki, botan, tempo="phase")
    write(match, aki, "pick 5")
    write(match, aki, "ask objections")
    assert points_asked(match) == [(1, "plan")]
    write(match, aki, "withdraw\nask objections")
    assert points_asked(match) == [(0, "plan"), (1, "plan")]


def test_a_look_tells_what_the_default_decides(aki: Player, botan: Player) -> None:
    match = lit(aki, botan)
    Match.objects.filter(pk=match.pk).update(tempo="phase")
    table = Table(Match.objects.get(pk=match.pk), aki)
    steps = api_preview(table, "take gold")["steps"]
    assert [step["order"] for step in steps] == ["take gold", "share none"]
    instead = "You gave no order for this: the default answer counts."
    assert steps[1]["happens"] == [instead]
    assert instead in web_look(table, "take gold")
    assert "Then you decide again." not in mail_preview(table, "take gold")
