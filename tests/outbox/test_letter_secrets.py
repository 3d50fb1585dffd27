"""What a seat may not know changes no byte of its letters, nor how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.table import table_of
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.engine.small_samurai_empires.secrets import twins
from tests.support.people import new_player
from tests.support.sample_letters import KINDS, specimen, under_way
from tests.support.tables import beside, log, running, write
from tests.toy.secrets import alike

pytestmark = [pytest.mark.django_db, pytest.mark.heavy(4)]
MOMENT = datetime(2026, 11, 12, 19, 0, tzinfo=UTC)
NEEDS_A_QUESTION = ("turn", "reminder", "digest")
NOT_ABOUT_TABLES = ("log_in", "confirm", "invitation", "test")


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    with time_machine.travel(MOMENT, tick=False):
        yield


@contextmanager
def undone() -> Iterator[None]:
    """What is done meanwhile did not happen; the next rows get the same numbers."""
    count_from_here()
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


def count_from_here() -> None:
    """PostgreSQL does not take numbers back that nobody has."""
    models = [model for model in apps.get_models() if model._meta.managed]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def bytes_of(letter: Letter) -> bytes:
    """Headers, text, HTML and picture, as they would leave."""
    player = letter.player
    address = player.addresses.get() if player else None
    raw: bytes = message_of(letter, "x@example.org", address).message().as_bytes()
    return without_boundaries(raw)


def without_boundaries(raw: bytes) -> bytes:
    """They are drawn by lot for each message, and say nothing."""
    for line in raw.splitlines():
        if line.lstrip().startswith(b"boundary="):
            raw = raw.replace(line.strip()[10:-1], b"-")
    return raw


def letters_to(match: Match, player: Player) -> dict[str, bytes]:
    """A letter of every kind that can be written to them now, and all real ones."""
    seat = match.seats.get(player=player).number
    is_asked = table_of(match.table).asks(seat) is not None
    left_out = {*NOT_ABOUT_TABLES, *(() if is_asked else NEEDS_A_QUESTION)}
    kinds = [kind for kind in KINDS if kind not in left_out]
    found = {}
    for letter in Letter.objects.filter(player=player).order_by("pk"):
        if letter.kind not in NEEDS_A_QUESTION:
            found[f"{letter.kind} {letter.pk}"] = bytes_of(letter)
    for kind in kinds:
        letter = specimen(kind, match, player)
        letter.refresh_from_db()
        found[kind] = bytes_of(letter)
    return found


def check_same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert list(one) == list(other)
    for kind, raw in one.items():
        assert raw == other[kind], kind


# ------------------------------------------------------- the state, secret by secret


def test_hands_decks_mountains_and_tokens_face_down() -> None:
    people = [new_player(name) for name in ("Aki", "Botan", "Chie")]
    choices = {"mountain": "yes"}
    match = under_way("small_samurai_empires", *people, orders=11, choices=choices)
    state = states.state_now(match)
    for seat in (0, 1):
        with undone():
            before = letters_to(match, people[seat])
        changed = list(twins(state, seat))
        assert len(changed) > 3
        for other in changed[:: max(len(changed) // 2, 1)]:
            assert other != state
            states.keep_near(match, other)
            with undone():
                check_same(before, letters_to(match, people[seat]))
            states.keep_near(match, state)


def test_a_change_that_may_be_seen_is_seen() -> None:
    """Otherwise the tests above could not fail."""
    people = [new_player(name) for name in ("Aki", "Botan", "Chie")]
    match = under_way("small_samurai_empires", *people, orders=11)
    state = states.state_now(match)
    with undone():
        before = letters_to(match, people[1])
    view = match.game.view
    own = next(one for one in twins(state, 0) if view(one, 1) != view(state, 1))
    states.keep_near(match, own)
    with undone():
        after = letters_to(match, people[1])
    assert before["phase"] != after["phase"]


# ------------------------------------------------------------ what others have written


def after(
    play: Callable[[Match], object], begin: Callable[[], Match], player: Player
) -> dict[str, bytes]:
    with undone():
        match = begin()
        play(match)
        return letters_to(match, player)


@pytest.mark.parametrize("reader", ["Aki", "Botan"])
def test_tokens_that_others_lay_and_plans_they_keep(
    reader: str, aki: Player, botan: Player, chie: Player
) -> None:
    def begin() -> Match:
        return under_way("small_samurai_empires", aki, botan, chie, orders=3)

    def laid(first: str, later: str) -> Callable[[Match], None]:
        def play(match: Match) -> None:
            write(match, chie, f"place {first} grey-3")
            write(match, chie, "decline")
            kept = write(match, chie, f"place {later} teal-2")
            assert kept.answer["kept"]

        return play

    player = Player.objects.get(name=reader)
    one = after(laid("recruit", "harvest"), begin, player)
    check_same(one, after(laid("attack", "recruit"), begin, player))


@pytest.mark.parametrize("reader", ["Botan", "Chie"])
def test_cards_that_are_chosen_in_secret(
    reader: str, aki: Player, botan: Player, chie: Player
) -> None:
    def begin() -> Match:
        return under_way("small_samurai_empires", aki, botan, chie, orders=0)

    def chosen(card: str) -> Callable[[Match], object]:
        return lambda match: write(match, aki, f"destiny {card}")

    player = Player.objects.get(name=reader)
    one, other = (after(chosen(card), begin, player) for card in ("grey", "orange"))
    check_same(one, other)
    check_same(one, after(lambda match: None, begin, player))


@pytest.mark.parametrize("reader", [1, 2])
def test_sealed_decisions(
    reader: int, aki: Player, botan: Player, chie: Player
) -> None:
    people = (aki, botan, chie)

    def begin() -> Match:
        return running(*people)

    def picked(lantern: str) -> Callable[[Match], object]:
        return lambda match: write(match, aki, f"pick {lantern}")

    one, other = (after(picked(x), begin, people[reader]) for x in ("1", "4"))
    check_same(one, other)
    silent = after(lambda match: None, begin, people[reader])
    check_same(one, silent)  # nor whether somebody has decided at all


def test_picks_and_prizes_to_come(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 1")
    state: Any = states.state_now(match)
    with undone():
        before = letters_to(match, botan)
    for other in alike(state, 1):
        states.keep_near(match, other)
        with undone():
            check_same(before, letters_to(match, botan))


@pytest.mark.parametrize("asks", ["", "ask gusts; "])
def test_a_reaction_that_a_hand_allows_or_not(
    asks: str, aki: Player, botan: Player
) -> None:
    """Botan could blow the light out, or not: entries, questions and letters agree."""
    match = running(aki, botan, choices={"gusts": "yes", "deal": "short"})
    write(match, aki, "pick 4; take gold")
    state: Any = states.state_now(match)
    twins = [twin for twin in alike(state, 0) if twin.deck == state.deck]
    assert {twin.hands[1] for twin in (state, *twins)} == {"1234", "1235"}
    seen = []
    for twin in (state, *twins):
        states.keep_near(match, twin)
        with undone():
            write(match, botan, f"{asks}pick 1")
            questions = [tuple(asked) for asked in beside(match).asked]
            seen.append((log(match), questions, letters_to(match, aki)))
        match.refresh_from_db()
    (entries, questions, letters), *others = seen
    assert ("0 take gold" in entries) != bool(asks)
    for other in others:
        assert other[:2] == (entries, questions)
        check_same(letters, other[2])
