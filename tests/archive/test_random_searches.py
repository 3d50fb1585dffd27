"""Searches at random find what a reader who went through all records would find."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import QueryDict

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.index import records
from sse.archive.index.terms import terms_put
from sse.archive.models import Part, Record
from sse.archive.remarks import remark_add
from sse.archive.search import nearest, pages
from sse.archive.search.pages import Person, Place
from sse.archive.search.query import read_query
from tests.support.clients import browser, page, steps_in
from tests.support.people import new_player, verified
from tests.support.short_matches import copied, lanterns

pytestmark = pytest.mark.usefixtures("own_files_and_cache")
ARCHIVES, SEARCHES = 2, 150
Fits = Callable[[Record], bool]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(ARCHIVES))
def test_a_search_finds_what_fits_and_may_be_seen(
    seed: int, aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, chie, staff = Random(seed), new_player("Chie"), new_player("Staff")
    Player.objects.filter(pk=staff.pk).update(is_staff=True)
    staff.refresh_from_db()
    verified(staff)
    people = [aki, botan, chie]
    readers: list[Person] = [AnonymousUser(), aki, chie, staff]
    fill(dice, people)
    records = list(Record.objects.order_by("-pk"))
    for _ in range(SEARCHES):
        for name, sizes in LIMITS.items():
            monkeypatch.setattr(nearest, name, dice.choice(sizes))
        person = dice.choice(readers)
        state = dice.choice(["finished", "finished", "abandoned"])
        wishes = list(some_wishes(dice, people, records))
        query = "&".join([f"state={state}", *(text for text, _ in wishes)])
        fitting = [
            record.pk
            for record in records
            if record.is_finished == (state == "finished")
            and may_see(record, person)
            and all(fits(record) for _, fits in wishes)
        ]
        look(query, person, some_place(dice, records), fitting)


LIMITS = {  # as if the archive were a thousand times as large
    "KEYS": (2, 3, 7, 220),
    "NEWEST": (1, 5, 20, 10_000),
    "FAR": (1, 2, 5),
}


def fill(dice: Random, people: list[Player]) -> None:
    """Matches of all kinds, for all and for their people, finished and abandoned."""
    short = {"rounds": "1", "deal": "short"}
    models = [
        lanterns(*people[:2]),
        lanterns(*people),
        lanterns(*people[1:], tempo="phase", choices=short),
    ]
    for _ in range(50):
        model = dice.choice(models)
        assert model.ended_at
        copied(
            model,
            title=dice.choice(["red fox", "blue hare", "red hare"]),
            ended_at=model.ended_at + timedelta(hours=dice.randrange(200)),
            privacy=dice.choice(["listed", "private", "private"]),
            status=dice.choice(["finished"] * 4 + ["abandoned"]),
        )


def some_wishes(
    dice: Random, people: list[Player], records: list[Record]
) -> Iterator[tuple[str, Fits]]:
    """Texts of a query, each with what it means."""
    seats, tempo = dice.choice("23"), dice.choice(["each", "phase"])
    word, player = dice.choice(["red", "hare", "fo"]), dice.choice(people)
    day, deal = dice.choice(records).ended_at.date(), dice.choice(["short", "open"])
    played = set(Part.objects.filter(player=player).values_list("record", flat=True))
    wishes: list[tuple[str, Fits]] = [
        (f"seats={seats}", lambda record: record.seats == int(seats)),
        (f"tempo={tempo}", lambda record: record.tempo == tempo),
        (f"words={word}", lambda record: word in record.title),
        (f"player={player.name}", lambda record: record.pk in played),
        (f"from={day}", lambda record: record.ended_at.date() >= day),
        (f"to={day}", lambda record: record.ended_at.date() <= day),
    ]
    if dice.random() < 0.6:
        yield "game=toy", lambda record: True
        wishes.append(
            (f"choice_deal={deal}", lambda record: record.choices["deal"] == deal)
        )
    yield from (wish for wish in wishes if dice.random() < 0.3)


def may_see(record: Record, person: Person) -> bool:
    if record.is_public or not isinstance(person, Player):
        return record.is_public
    return person.is_staff or record.parts.filter(player=person).exists()


def some_place(dice: Random, records: list[Record]) -> Place:
    size, key = dice.choice([1, 3, 20, 100]), dice.choice(records).pk
    ends: list[dict[str, Any]] = [{}, {"before": key}, {"after": key}]
    return Place(size=size, **dice.choice(ends))


def look(query: str, person: Person, place: Place, fitting: list[int]) -> None:
    wanted = read_query(QueryDict(query))
    found = pages.find_records(wanted, person, place)
    expected = fitting[: place.size]
    if place.before:
        expected = [key for key in fitting if key < place.before][: place.size]
    elif place.after:
        expected = [key for key in fitting if key > place.after][-place.size :]
    assert [row.pk for row in found.rows] == expected, (query, person, place)
    if place.is_first:
        number = pages.count_records(wanted, person, found)
        told = number.n < len(fitting) if number.is_more else number.n == len(fitting)
        assert told, (query, person, number, len(fitting))


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has one writer at a time"
)
@pytest.mark.django_db(transaction=True)
def test_who_is_erased_while_somebody_remarks_stays_erased(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone, doi = new_player("Akihito"), new_player("Doi")
    match = lanterns(gone, new_player("Botan"))
    has_read, may_write = threading.Event(), threading.Event()

    def slow(record_id: int, facts: Any, texts: Any) -> None:
        facts, texts = list(facts), list(texts)
        if threading.current_thread() is remarking:
            has_read.set()
            may_write.wait(8)
        terms_put(record_id, facts, texts)

    def remark() -> None:
        remark_add(match=match, step=1, player=doi, text="Well done")
        connection.close()

    def erase() -> None:
        player_erase(player=gone)
        connection.close()

    monkeypatch.setattr(records, "terms_put", slow)
    remarking, erasing = (threading.Thread(target=act) for act in (remark, erase))
    remarking.start()
    assert has_read.wait(8)
    erasing.start()
    erasing.join(2)  # as far as it comes
    may_write.set()
    remarking.join()
    erasing.join()
    found = steps_in(page(browser(), "/archive/?words=akihito"))
    assert (found, steps_in(page(browser(), "/archive/?words=done"))) == (
        [],
        [match.pk],
    )
