"""What tests do inside a service: `python -m tests.support.service_tasks NAME …`.

Every function here runs in a process of that house, and what it returns is printed as
JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from threading import Barrier, Thread
from typing import Any, NamedTuple

import django

django.setup()

from django.db import connection  # noqa: E402

from engine.bots import bots  # noqa: E402
from engine.replay import verify  # noqa: E402
from sse.accounts.models import Address, Player  # noqa: E402
from sse.accounts.selectors import player_at  # noqa: E402
from sse.inbox.ingest import mails_process  # noqa: E402
from sse.inbox.models import Answer, RawMail  # noqa: E402
from sse.inbox.services import mail_keep  # noqa: E402
from sse.matches import play  # noqa: E402
from sse.matches.models import Match, Seat, Submission  # noqa: E402
from sse.matches.selectors import log_file, seat_state  # noqa: E402
from sse.matches.table import table_of  # noqa: E402
from sse.outbox.models import Letter  # noqa: E402
from sse.outbox.services import letters_send  # noqa: E402
from sse.platform import wake  # noqa: E402
from sse.platform.mail_addresses import office  # noqa: E402
from tests.support import mails  # noqa: E402
from tests.support.people import new_player  # noqa: E402

AOW, SSE = "age_of_war", "small_samurai_empires"
DAY = 24 * 3600


class Setting(NamedTuple):
    """A match to be played. `human` is the bot that thinks for Aki on seat 0."""

    game: str
    bots: tuple[str, ...]
    human: str = ""
    tempo: str = "each"
    turn_cap: str = ""


SETTINGS = (  # over and over; the seeds differ
    Setting(AOW, ("auto", "auto")),
    Setting(AOW, ("auto",), "auto"),
    Setting(AOW, ("random", "auto"), turn_cap="8"),
    Setting(AOW, ("auto", "auto", "auto"), turn_cap="20"),
    Setting(AOW, ("auto", "auto"), turn_cap="16"),
    Setting(AOW, ("random",), "random", turn_cap="6"),
    Setting(AOW, ("auto", "auto"), turn_cap="20"),
    Setting(AOW, ("auto", "auto", "auto", "auto"), turn_cap="20"),
    Setting(AOW, ("auto", "random"), "auto", turn_cap="6"),
    Setting(AOW, ("auto", "auto"), turn_cap="12"),
    Setting(AOW, ("auto", "auto", "auto"), turn_cap="12"),
)
LONG = (  # every third match is one of these
    Setting(SSE, ("greedy",), "random"),
    Setting(SSE, ("random", "random")),
    Setting(SSE, ("greedy", "random")),
    Setting(SSE, ("greedy",), "greedy"),
    Setting(SSE, ("random", "random"), tempo="phase"),
)


def settings_of(count: int) -> Iterator[Setting]:
    for number in range(count):
        is_long = number % 3 == 2
        program = LONG if is_long else SETTINGS
        place = number // 3 if is_long else number - number // 3
        yield program[place % len(program)]


# ------------------------------------------------------------------------ matches


def open_all(count: int) -> None:
    """The same matches in every house, with the same seeds."""
    aki, _ = Player.objects.get_or_create(name="Aki")
    for number, setting in enumerate(settings_of(count)):
        match = play.match_open(
            organiser=aki if setting.human else None,
            game=setting.game,
            seats=len(setting.bots) + bool(setting.human),
            choices={"turn_cap": setting.turn_cap} if setting.turn_cap else {},
            tempo=setting.tempo,
            bot_seats=setting.bots,
            seed=sha256(f"chaos {number}".encode()).hexdigest(),
        )
        play.match_start(match_id=match.pk)


def all_matches() -> list[Match]:
    return list(Match.objects.order_by("pk"))


def answer_for_aki(match: Match, human: str) -> None:
    """Aki writes when no program is asked, and the same however often she is asked."""
    table = table_of(match.table)
    if match.bots_due or match.has_ended or not table.asks(0):
        return
    moment = f"Aki {match.seed} {match.head} {table.plans.get(0, '')}"
    key = sha256(moment.encode()).hexdigest()
    if Submission.objects.filter(key=key).exists():
        return
    think = bots(match.game_name)[human]
    text = think(match.game, seat_state(match, 0), 0, Random(moment))
    play.plan_submit(
        match_id=match.pk,
        player=Player.objects.get(name="Aki"),
        text=text,
        source="web",
        key=key,
    )


def play_with_workers(count: int, seconds: int) -> int:
    """Aki plays while workers work. How many matches have not ended in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for match, setting in zip(all_matches(), settings_of(count), strict=True):
            if setting.human:
                answer_for_aki(match, setting.human)
        if not left():
            return 0
        time.sleep(0.05)
    return left()


def left() -> int:
    return Match.objects.exclude(status=Match.Status.FINISHED).count()


def play_alone(count: int) -> None:
    """The same in this process, undisturbed."""
    with wake.muffled():
        open_all(count)
        for match, setting in zip(all_matches(), settings_of(count), strict=True):
            while not match.has_ended:
                play.bots_play(match_id=match.pk)
                play.submissions_apply(match_id=match.pk)
                match.refresh_from_db()
                if setting.human:
                    answer_for_aki(match, setting.human)


def records() -> list[dict[str, Any]]:
    """What happened, in words that do not depend on the house."""
    return [
        {
            "log": list(match.entries.values_list("number", "text", "chain")),
            "letters": sorted(
                [letter.key.replace(f":{match.pk}:", ":"), letter.seat, letter.entry]
                for letter in Letter.objects.filter(match=match)
            ),
            "fates": sorted({row.status for row in match.submissions.all()}),
            "verdict": verify(log_file(match)),
        }
        for match in all_matches()
    ]


def bot_match() -> int:
    """A match that is played by whoever works here."""
    match = play.match_open(
        organiser=None,
        game=AOW,
        seats=2,
        bot_seats=["auto", "auto"],
        choices={"turn_cap": "12"},
    )
    play.match_start(match_id=match.pk)
    return match.pk


def match_by_mail() -> int:
    """Somebody plays with a bot, and has only letters."""
    from tests.support.people import new_player

    aki = new_player("Aki")
    choices = {"first_player": "0"}
    match = play.match_open(
        organiser=aki, game=AOW, seats=2, bot_seats=["auto"], choices=choices
    )
    play.match_start(match_id=match.pk)
    return match.pk


def verdict(match_id: int, seconds: int) -> str:
    """What the log proves, once the match has ended."""
    end = time.monotonic() + seconds
    while not Match.objects.get(pk=match_id).has_ended and time.monotonic() < end:
        time.sleep(0.05)
    return verify(log_file(Match.objects.get(pk=match_id)))


# ------------------------------------------------------------------- at one instant


def at_once(*acts: Callable[[], object]) -> list[str]:
    """All of them together, each with its own connection. What went wrong."""
    start, wrong = Barrier(len(acts)), list[str]()

    def run(act: Callable[[], object]) -> None:
        try:
            start.wait()
            act()
        except Exception as error:
            wrong.append(repr(error))
        finally:
            connection.close()

    threads = [Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def several(name: str, times: int) -> list[Any]:
    return [globals()[name]() for _ in range(times)]


def table_for_two(game: str, clock: dict[str, Any] | None = None) -> Match:
    aki, botan = (Player.objects.get_or_create(name=n)[0] for n in ("Aki", "Botan"))
    match = play.match_open(organiser=aki, game=game, seats=2, clock=clock)
    play.seat_join(match_id=match.pk, player=botan)
    return play.match_start(match_id=match.pk)


def submit(match: Match, seat: int, text: str, key: str) -> Submission:
    player = match.seats.get(number=seat).player
    assert player
    return play.plan_submit(
        match_id=match.pk,
        player=player,
        text=text,
        source="web",
        key=f"{match.pk} {key}",
    )


def first_order(match: Match, seat: int) -> str:
    return match.game.options(seat_state(match, seat), seat)[0].text


def asked(match: Match) -> list[int]:
    return [question.seat for question in table_of(match.table).asked]


def outcome(match: Match, wrong: list[str]) -> dict[str, Any]:
    match.refresh_from_db()
    kinds = [letter.kind for letter in Letter.objects.filter(match=match)]
    return {
        "wrong": wrong,
        "fates": sorted(row.status for row in match.submissions.all()),
        "entries": list(match.entries.values_list("text", flat=True)),
        "late letters": kinds.count("out_of_time"),
        "verdict": verify(log_file(match)),
    }


def same_key_thrice() -> dict[str, Any]:
    match = table_for_two(AOW)
    seat = asked(match)[0]
    order = first_order(match, seat)

    def act() -> None:
        submit(match, seat, order, "once")
        play.submissions_apply(match_id=match.pk)

    return outcome(match, at_once(act, act, act))


def two_people_at_once() -> dict[str, Any]:
    """Both are asked; neither waits for the other."""
    match = table_for_two(SSE)
    assert asked(match) == [0, 1]
    texts = [first_order(match, seat) for seat in (0, 1)]

    def act(seat: int) -> None:
        submit(match, seat, texts[seat], f"seat {seat}")
        play.submissions_apply(match_id=match.pk)

    return outcome(match, at_once(lambda: act(0), lambda: act(1)))


def two_texts_at_once() -> dict[str, Any]:
    """One player's two answers to one question: the second meets what the first did."""
    match = table_for_two(AOW)
    seat = asked(match)[0]
    order = first_order(match, seat)

    def act(key: str) -> None:
        submit(match, seat, order, key)
        play.submissions_apply(match_id=match.pk)

    return outcome(match, at_once(lambda: act("first"), lambda: act("second")))


def written_as_the_clock_rings() -> dict[str, Any]:
    match = table_for_two(AOW, {"each": DAY, "reminders": []})
    seat = asked(match)[0]
    order = first_order(match, seat)
    Seat.objects.filter(match=match, number=seat).update(
        due_at=match.started_at, rings_at=match.started_at
    )

    def write() -> None:
        submit(match, seat, order, "late")
        play.submissions_apply(match_id=match.pk)

    ring = play.clocks_ring
    return outcome(match, at_once(write, ring, ring))


# --------------------------------------------------------------------------- by mail


def copies_at_once() -> dict[str, Any]:
    """One message to a seat and to our mailbox; two workers, each with a copy."""
    match = table_for_two(AOW)
    botan, here = match.seats.select_related("player").get(number=1).player, office()
    assert botan
    mine = {"player": botan, "is_first": True, "confirmed_at": match.created_at}
    Address.objects.get_or_create(email="botan@example.org", defaults=mine)
    to = [mails.address(match, botan), f"{here.mailbox}@{here.domain}"]
    octets = mails.raw(
        "say: hi", "botan@example.org", ", ".join(to), message_id=f"<{match.pk}@x>"
    )
    mail_keep(raw=octets, envelope_from="botan@example.org", recipients=to, door="smtp")
    wrong = at_once(mails_process, mails_process)
    copies = RawMail.objects.filter(message_id=f"<{match.pk}@x>")
    return {
        "wrong": wrong,
        "fates": sorted(copies.values_list("status", flat=True)),
        "said": match.talk.count(),
        "answers": Answer.objects.filter(mail__in=copies).count(),
    }


def newcomer(name: str, language: str) -> int:
    """Somebody who has made an account, and will do all the rest by mail."""
    return new_player(name, language=language).pk


def last_match(organiser: str) -> dict[str, Any]:
    """What became of the match that somebody opened last."""
    match = Match.objects.filter(organiser__name=organiser).latest("pk")
    texts = match.submissions
    return {
        "game": match.game_name,
        "tempo": match.tempo,
        "status": match.status,
        "verdict": verify(log_file(match)),
        "sources": sorted(set(texts.values_list("source", flat=True))),
        "refused": texts.filter(status="refused").count(),
        "applied": texts.filter(status="applied", source="mail").count(),
        "verbs": Counter(entry.text.split()[1] for entry in match.entries.all()[1:]),
    }


def matches_with(*addresses: str) -> list[str]:
    return [match_with(address) for address in addresses]


def match_with(address: str) -> str:
    """Botan against somebody who reads mail at that address: both are asked."""
    count = Player.objects.count()
    botan = new_player(f"Botan{count}")
    friend = player_at(address) or new_player(f"Friend{count}")
    friend.addresses.update(email=address)
    match = play.match_open(organiser=botan, game=SSE, seats=2)
    play.seat_join(match_id=match.pk, player=friend)
    play.match_start(match_id=match.pk)
    return str(match)


def work_until_quiet(seconds: float, longest: float) -> dict[str, int]:
    """Does whatever is to be done, until nothing came for so long."""
    end = time.monotonic() + longest
    last = time.monotonic()
    with wake.muffled():
        while time.monotonic() - last < seconds and time.monotonic() < end:
            done = mails_process()
            for match in Match.objects.all():
                play.submissions_apply(match_id=match.pk)
            if done + letters_send():
                last = time.monotonic()
            else:
                time.sleep(0.25)
    return {
        "mails": RawMail.objects.count(),
        "answers": Answer.objects.count(),
        "waiting": RawMail.objects.filter(status="new").count(),
    }


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    print(json.dumps(globals()[name](*map(json.loads, arguments))))
