"""What every game must be, whatever its rules: played at random, all of them.

Each game is played once; the tests look at moments of that play, a few of each kind of
decision, so that a game of a thousand entries and hundreds of options takes seconds.
`python -m engine fuzz` looks everywhere.

A game with secrets brings a file `secrets.py` (in its test folder, or in its own if it
is not in the engine) with `alike(state, seat)`: states that differ only in what the
seat may not know.
"""

from __future__ import annotations

import copy
import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import cycle, permutations
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from engine.asking import VERB
from engine.bots import bots
from engine.chance import Seeded
from engine.contract import Event, Game, Order, Seat, is_seat, visible
from engine.drawing import columns_of
from engine.errors import ChoiceRefused, OrderError, Refused
from engine.log import log_read, log_text
from engine.match import Match
from engine.registry import About, Happening, games
from engine.registry import game as game_of
from engine.replay import replay, state_hash, verify
from engine.run import advance
from engine.words import sentence, words

pytestmark = pytest.mark.heavy(3)

NAMES = ["Aki", "Botan", "Chie", "Daisuke", "Emi", "Fumi"]
MATCHES = 12  # played of each game
LONGEST = 300  # orders of each, but the first two are played for longer
LONGEST_FIRST = 1500
MOST_OPTIONS = 12  # tried at a moment, of each verb about as many
ENTRIES = 800  # after which no other whole match is played
DRAWN = 30  # moments that are drawn: pictures take long
PLAIN = re.compile(r"[^\s|#()]+( [^\s|#()]+)*")
every_game = pytest.mark.parametrize("name", sorted(games()))


T = TypeVar("T")


class Moment(NamedTuple):
    """One order about to be carried out in a random match."""

    state: Any
    seat: Seat
    order: Order
    chance: Seeded
    point: str  # of the decision


def tables(about: About, rounds: int) -> Iterator[tuple[int, dict[str, str], str]]:
    """Seats, choices and a seed, at random but always the same."""
    dice = Random(about.name)
    for _ in range(rounds):
        seats = dice.randint(*about.seats)
        wanted = {
            key: dice.choice(choice.values)
            for key, choice in about.choices.items()
            if choice.values
        }
        try:
            choices = about.complete(seats, wanted, people=False)
            game_of(about.name).setup(seats, choices, Seeded("00" * 32))
        except ChoiceRefused:
            continue
        yield seats, choices, dice.randbytes(32).hex()


def random_match(
    name: str, limit: int = LONGEST, rounds: int = MATCHES
) -> Iterator[Moment]:
    """Moments of random legal play: at most so many of each of so many matches."""
    for moments in played(name)[:rounds]:
        yield from spread(moments, limit, lambda moment: moment.point)


def moments(name: str, most: int) -> list[Moment]:
    """So many of all that was played, of every kind of decision."""
    return spread(random_match(name), most, lambda moment: moment.point)


@cache
def played(name: str) -> list[list[Moment]]:
    game, dice = game_of(name), Random(name)
    return [
        list(play_random(game, dice, *table, LONGEST if number > 1 else LONGEST_FIRST))
        for number, table in enumerate(tables(games()[name], MATCHES))
    ]


def play_random(
    game: Game[Any],
    dice: Random,
    seats: int,
    choices: dict[str, str],
    seed: str,
    longest: int,
) -> Iterator[Moment]:
    chance = Seeded(seed)
    state, _ = game.setup(seats, choices, chance.again())
    for _ in range(longest):
        if not (open := game.decisions(state)):
            break
        decision = dice.choice(open)
        seat, order = decision.seat, dice.choice(game.options(state, decision.seat))
        yield Moment(state, seat, order, chance, decision.point)
        state, _ = game.apply(state, seat, order, chance.again())


def spread(items: Iterable[T], most: int, kind: Callable[[T], object]) -> list[T]:
    """At most so many, about as many of each kind, from first to last; one at least."""
    groups: dict[object, list[T]] = {}
    for item in items:
        groups.setdefault(kind(item), []).append(item)
    each = max(1, most // max(1, len(groups)))
    return [
        item
        for group in groups.values()
        for item in group[:: -(-len(group) // each)][:each]
    ]


def some_options(game: Game[Any], moment: Moment) -> list[Order]:
    options = game.options(moment.state, moment.seat)
    return spread(options, MOST_OPTIONS, lambda order: order.verb)


def plain(view: Any) -> str:
    return json.dumps(view, sort_keys=True, ensure_ascii=False)


def seats_of(game: Game[Any], state: Any) -> list[Seat]:
    return [standing.seat for standing in game.score(state)]


@every_game
def test_options_exist_exactly_for_the_seats_with_a_decision(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name):
        deciding = {decision.seat for decision in game.decisions(moment.state)}
        for seat in seats_of(game, moment.state):
            assert bool(game.options(moment.state, seat)) == (seat in deciding)
            assert bool(game.ahead(moment.state, seat)) or seat not in deciding


@every_game
def test_a_seat_has_one_decision_at_a_time(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name):
        seats = [decision.seat for decision in game.decisions(moment.state)]
        assert len(set(seats)) == len(seats)


@every_game
def test_options_are_listed_once_and_always_in_the_same_order(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 400):
        options = game.options(moment.state, moment.seat)
        assert len(set(options)) == len(options)
        again = game.from_position(game.position(moment.state))
        assert game.options(again, moment.seat) == options


@every_game
def test_the_default_is_an_option(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=60):
        for decision in game.decisions(moment.state):
            default = game.default(moment.state, decision.seat)
            assert default in game.options(moment.state, decision.seat)


@every_game
def test_every_option_applies_and_survives_its_text(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=60):
        for order in some_options(game, moment):
            assert PLAIN.fullmatch(order.text)
            assert Order.read(order.text) == order
            game.apply(moment.state, moment.seat, order, moment.chance.again())


@every_game
def test_an_option_written_as_text_is_that_step(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 200):
        for order in some_options(game, moment):
            plan = game.parse(moment.state, moment.seat, order.text, "", NAMES)
            assert game.answer(moment.state, moment.seat, plan).order == order


@every_game
def test_an_option_in_the_readers_words_is_that_step(name: str) -> None:
    game, dice = game_of(name), Random(name)
    for moment in moments(name, 200):
        state, seat, view = moment.state, moment.seat, game.view(moment.state, None)
        for order in some_options(game, moment):
            language = dice.choice(games()[name].languages)
            text = game.label(view, "order", order.text, language)
            plan = game.parse(state, seat, text, "", NAMES)
            assert game.answer(state, seat, plan).order == order


@every_game
def test_nothing_unlisted_applies(name: str) -> None:
    game, dice = game_of(name), Random(name)
    seen: set[Order] = set()
    for moment in random_match(name, limit=80):
        options = set(game.options(moment.state, moment.seat))
        seen |= options
        strange = [order for order in sorted(seen) if order not in options]
        strange += [spoilt(order, dice) for order in sorted(options)[:5]]
        for order in strange[:40]:
            if order not in options:
                with pytest.raises(OrderError):
                    game.apply(moment.state, moment.seat, order, moment.chance.again())


def spoilt(order: Order, dice: Random) -> Order:
    args = [*order.args, dice.choice(["", "0", "A", "99", "x", "１"])]
    dice.shuffle(args)
    return Order(order.verb, tuple(args))


@every_game
def test_who_has_no_decision_cannot_act(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=40):
        deciding = {decision.seat for decision in game.decisions(moment.state)}
        for seat in set(seats_of(game, moment.state)) - deciding:
            with pytest.raises(OrderError):
                game.apply(moment.state, seat, moment.order, moment.chance.again())


@every_game
def test_apply_leaves_its_argument_alone(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=80):
        before = copy.deepcopy(moment.state)
        after, _ = game.apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        assert moment.state == before
        assert after is not moment.state


@every_game
def test_a_copy_is_equal_and_apart(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=40):
        twin = moment.state.copy()
        assert twin == moment.state
        assert twin is not moment.state
        assert game.position(twin) == game.position(moment.state)


@every_game
def test_a_view_changes_only_by_an_event_the_seat_may_see(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 500):
        state, events = game.apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        for seat in (None, *seats_of(game, state)):
            if plain(game.view(state, seat)) != plain(game.view(moment.state, seat)):
                assert visible(events, seat), (moment.order, seat)


@every_game
def test_views_are_plain_json_and_pictures_come_from_them_alone(name: str) -> None:
    """Every moment in two languages; the second picture is of a view out of JSON."""
    game, languages = game_of(name), games()[name].languages
    pairs = cycle(zip(languages, (*languages[1:], languages[0]), strict=True))
    for moment in moments(name, DRAWN):
        for seat in (None, moment.seat):
            view, spoken = game.view(moment.state, seat), next(pairs)
            assert json.loads(plain(view)) == view
            assert view["game"] == name
            pictures = [game.render(view, language, NAMES) for language in spoken]
            for picture in pictures:
                assert max(map(columns_of, picture.text.splitlines())) <= 72
                assert picture.prose
            again = game.render(json.loads(plain(view)), spoken[0], NAMES)
            assert again == pictures[0]


@every_game
def test_nothing_secret_is_told(name: str) -> None:
    """Change a secret: views and events stay the same, byte by byte.

    So do pictures, since they come from views alone; a few are drawn all the same.
    """
    game, alike = game_of(name), alike_of(name)
    compared = 0
    for number, moment in enumerate(moments(name, 200)):
        for seat in (None, *seats_of(game, moment.state)):
            for other in alike(moment.state, seat):
                told = drawn if number % 20 == 0 else seen
                assert told(game, moment.state, seat) == told(game, other, seat)
                check_events(game, moment, other, seat)
                compared += 1
    assert compared or not games()[name].hidden


def check_events(
    game: Game[Any], moment: Moment, other: Any, seat: Seat | None
) -> None:
    """Whoever sees the same afterwards was told the same on the way.

    Within one span: what a span reveals may be off the table when it ends.
    """
    if moment.order not in game.options(other, moment.seat):
        return
    outcomes = [
        game.apply(state, moment.seat, moment.order, moment.chance.again())
        for state in (moment.state, other)
    ]
    states = [moment.state, *(state for state, _ in outcomes)]
    if len({d.span for state in states for d in game.decisions(state)}) != 1:
        return
    views = {plain(game.view(state, seat)) for state, _ in outcomes}
    heard = {plain(spoken(game, state, events, seat)) for state, events in outcomes}
    assert len(heard) == len(views)


def spoken(
    game: Game[Any], state: Any, events: list[Event], seat: Seat | None
) -> list[Any]:
    """The events a seat may know, as data and as sentences."""
    view = game.view(state, seat)
    return [
        (event.kind, dict(event.data), sentence(event, view, "en", NAMES))
        for event in visible(events, seat)
    ]


def alike_of(name: str) -> Callable[[Any, Seat | None], Iterator[Any]]:
    if not games()[name].hidden:
        return lambda state, seat: iter(())
    package = game_of(name).__name__  # type: ignore[attr-defined]
    module = importlib.import_module(f"{package_of_tests(package)}.secrets")
    found: Callable[[Any, Seat | None], Iterator[Any]] = module.alike
    return found


def package_of_tests(package: str) -> str:
    """A game of the engine is tested beside it, any other where it is."""
    return f"tests.{package}" if package.startswith("engine.") else package


def seen(game: Game[Any], state: Any, seat: Seat | None) -> str:
    return plain(game.view(state, seat))


def drawn(game: Game[Any], state: Any, seat: Seat | None) -> list[str]:
    view = game.view(state, seat)
    return [plain(view), *map(str, game.render(view, "en", NAMES))]


@every_game
def test_a_game_without_secrets_shows_everybody_the_same(name: str) -> None:
    game = game_of(name)
    if games()[name].hidden:
        return
    for moment in random_match(name, limit=30):
        views = [game.view(moment.state, seat) for seat in (None, 0, 1)]
        assert len({plain({**view, "you": None}) for view in views}) == 1


@every_game
def test_what_is_sealed_tells_the_others_nothing(name: str) -> None:
    """Whichever option a seat takes: the others see the same, until all have."""
    game = game_of(name)
    for moment in random_match(name, limit=60):
        sealed = [d.seat for d in game.decisions(moment.state) if d.sealed]
        if len(sealed) < 2 or moment.seat not in sealed:
            continue
        for seat in (None, *sealed):
            if seat != moment.seat:
                orders = some_options(game, moment)
                ends = {outcome(game, moment, order, seat) for order in orders}
                assert len(ends) == 1


def outcome(game: Game[Any], moment: Moment, order: Order, seat: Seat | None) -> str:
    state, events = game.apply(moment.state, moment.seat, order, moment.chance.again())
    told = [[event.kind, dict(event.data)] for event in visible(events, seat)]
    return plain([seen(game, state, seat), told])


@every_game
def test_the_order_of_arrival_of_sealed_decisions_does_not_matter(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=30):
        sealed = [d.seat for d in game.decisions(moment.state) if d.sealed]
        if len(sealed) < 2:
            continue
        chosen = {s: game.options(moment.state, s)[-1] for s in sealed}
        ends = set()
        for arrival in permutations(sealed):
            state = moment.state
            for seat in arrival:
                state, _ = game.apply(state, seat, chosen[seat], moment.chance.again())
            ends.add(state_hash(game, state))
        assert len(ends) == 1


@every_game
def test_the_invariants_of_the_sheet_hold(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name):
        assert game.faults(moment.state) == []


@every_game
def test_a_position_gives_its_state_back(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 500):
        position = json.loads(plain(game.position(moment.state)))
        assert game.from_position(position) == moment.state


@every_game
def test_bots_play_to_the_end_and_the_log_proves_it(name: str) -> None:
    """`random` and the first of its own; one that thinks long has tests of its own."""
    for bot, rounds in zip(bots(name), (4, 1), strict=False):
        for match in whole_matches(name, bot, rounds):
            assert match.over
            assert "finished" in verify(match.text())


def whole_matches(name: str, bot: str, most: int) -> Iterator[Match]:
    """Of a game with long matches fewer, one at least."""
    entries = 0
    for seats, choices, seed in tables(games()[name], most):
        match = play_bots(name, [bot] * seats, choices, seed)
        yield match
        entries += len(match.log.entries)
        if entries > ENTRIES:
            break


def play_bots(
    name: str, players: list[str], choices: dict[str, str], seed: str
) -> Match:
    match, dice = Match(name, players, choices, seed, people=False), Random(seed)
    for _ in range(20_000):
        if match.over:
            break
        seat = match.asked[0].seat
        bot, state = bots(name)[players[seat]], match.state_for(seat)
        match.write(seat, bot(match.game, state, seat, dice), f"bot {players[seat]}")
    return match


@every_game
def test_clocks_alone_end_a_match(name: str) -> None:
    for seats, choices, seed in tables(games()[name], 2):
        match = Match(name, NAMES[:seats], choices, seed, people=False)
        for _ in range(20_000):
            if match.over:
                break
            match.ring([question.seat for question in match.asked])
        assert match.over
        assert {entry.by for entry in match.log.entries[1:]} <= {"clock", "default"}


@every_game
def test_a_match_everybody_left_ends(name: str) -> None:
    for seats, choices, seed in tables(games()[name], 3):
        match = Match(name, NAMES[:seats], choices, seed, people=False)
        for seat in range(seats):
            if not match.over:
                match.resign(seat)
        assert match.over
        assert verify(match.text())


@every_game
def test_the_log_as_text_replays_to_equal_states(name: str) -> None:
    for match in whole_matches(name, "random", 3):
        text = match.text()
        log = log_read(text)
        assert log_text(log) == text
        states = [frame.state for frame in replay(log)]
        assert states == match.states


@every_game
def test_the_same_seed_and_orders_give_the_same_match(name: str) -> None:
    seats, choices, seed = next(tables(games()[name], 5))
    one, two = (play_bots(name, ["random"] * seats, choices, seed) for _ in range(2))
    assert one.text() == two.text()


@every_game
def test_every_event_and_refusal_has_words_in_every_language(name: str) -> None:
    game, about = game_of(name), games()[name]
    english = keys_of(words(name, "en"))
    for language in about.languages:
        assert keys_of(words(name, language)) == english
    for moment in moments(name, 1000):
        state, events = game.apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        view = game.view(state, moment.seat)
        for event in events:
            for language in about.languages:
                said = sentence(event, view, language, NAMES)
                assert said
                assert "{" not in said
                assert "?" not in said


@every_game
def test_every_kind_of_event_has_one_rank(name: str) -> None:
    """Or each of its reasons has one."""
    ranks, told = games()[name].ranks, words(name, "en")["events"]
    listed = [*ranks.headlines, *ranks.personal, *ranks.details]
    assert len(listed) == len(set(listed))
    assert {one.partition(" ")[0] for one in [*listed, *ranks.begins]} <= set(told)
    for kind, said in told.items():
        reasons = list(said) if isinstance(said, dict) else []
        ranked = [reason for reason in reasons if f"{kind} {reason}" in listed]
        assert ranked in ([], reasons), kind
        assert (kind in listed) != bool(ranked), kind


@every_game
def test_what_the_archive_remembers_is_told_to_everybody(name: str) -> None:
    """Its kinds have words, and those that come up in random play have their fields."""
    game, annals = game_of(name), games()[name].annals
    known = {
        *(h for group in annals.happenings for h in group),
        *annals.openings,
        *([Happening(annals.turn_order)] if annals.turn_order else []),
    }
    told = words(name, "en")["events"]
    assert {happening.kind for happening in known} <= set(told)
    for moment in random_match(name, rounds=6):
        _, events = game.apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        for event in visible(events, None):
            fields = {h.field for h in known if h.kind == event.kind} - {""}
            assert fields <= set(event.data)
            assert not any(is_seat(field) for field in fields)
            assert all(isinstance(event.data[field], str | int) for field in fields), (
                event.kind
            )


def keys_of(table: Any, prefix: str = "") -> set[str]:
    if not isinstance(table, dict):
        return {prefix}
    return {key for k, v in table.items() for key in keys_of(v, f"{prefix}.{k}")}


@every_game
def test_garbage_is_refused_with_words_and_nothing_is_kept(name: str) -> None:
    match = Match(name, NAMES[: games()[name].seats[0]], seed="07" * 32)
    for text in ("", "   ", "zzz", "1 2 3", "\x00\u202e", "; ; ;", "ж" * 5000):
        with pytest.raises(Refused) as refused:
            match.write(match.asked[0].seat, text)
        assert all(error.rule and error.code for error in refused.value.errors)
    assert len(match.log.entries) == 1
    assert not any(match.plans.values())


@every_game
def test_plans_never_break_the_table(name: str) -> None:
    """Whatever order a plan gives, it is one of the options, or it asks for them."""
    game = game_of(name)
    for moment in moments(name, 80):
        for number, hint in enumerate(game.hints(moment.state, moment.seat)):
            plan = game.parse(moment.state, moment.seat, hint.text, "", NAMES)
            answer = game.answer(moment.state, moment.seat, plan)
            is_for_later = number and answer.order is None and answer.plan
            options = game.options(moment.state, moment.seat)
            is_setting = answer.order is not None and answer.order.verb == VERB
            assert is_for_later or is_setting or answer.order in options


@every_game
def test_who_has_to_plan_ahead_gets_hints(name: str) -> None:
    """At tempo `phase` a seat is asked before it is its turn."""
    about = games()[name]
    seats = NAMES[: about.seats[1]]
    match = Match(name, seats, seed="09" * 32, tempo="phase", people=False)
    while not match.over:
        for asked in match.asked:
            hints = match.game.hints(match.state, asked.seat)
            assert hints
            for hint in hints:
                match.game.parse(match.state, asked.seat, hint.text, "", NAMES)
        match.ring([asked.seat for asked in match.asked])


@every_game
def test_playing_on_from_a_saved_position_is_the_same(name: str) -> None:
    game = game_of(name)
    for moment in random_match(name, limit=10, rounds=4):
        seats = seats_of(game, moment.state)
        twin = game.from_position(game.position(moment.state))
        late = [(seat, d.span) for seat in seats for d in game.decisions(twin)]
        one, two = (
            advance(game, state, {}, moment.chance, late)
            for state in (moment.state, twin)
        )
        assert [step.order for step in one.steps] == [step.order for step in two.steps]
        assert one.state == two.state
