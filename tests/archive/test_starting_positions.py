"""Matches that begin from a position: by web, mail and API, to their booklet."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from engine.chance import Seeded
from engine.errors import LogBroken
from engine.log import log_read
from engine.match import Match as Table
from engine.replay import verify
from sse.accounts.models import Player
from sse.archive.forks import match_fork, variations_of
from sse.archive.imports import match_import
from sse.archive.index.models import Record
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.archive.ratings import countable
from sse.archive.starting_positions import read_beginning
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play import match_open, match_start, seat_join
from sse.matches.selectors import log_file
from sse.outbox.models import Letter
from tests.inbox.test_organiser_commands import US, answer
from tests.inbox.test_organiser_commands import told as mailed
from tests.support import booklets
from tests.support.api_clients import Program, told
from tests.support.golden_matches import SIEGE, archived, golden
from tests.support.tables import letters, running, write
from tests.web.test_new_match import form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
LATE: dict[str, Any] = {
    "hands": ["3", "4"],
    "rounds": 3,
    "round": 3,
    "points": [7, 5],
    "prize": "9",
}
COUNTS = "The match does not count for ratings or statistics."


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"


def late(aki: Player, botan: Player, **fields: Any) -> Match:
    """Two people in the last round of the toy; Botan takes the prize."""
    about = Match(game_name="toy").about
    return running(aki, botan, beginning=read_beginning(about, LATE, {}, aki), **fields)


def play_out(match: Match, aki: Player, botan: Player) -> None:
    write(match, aki, "pick 3")
    write(match, botan, "pick 4; take gold")


def page(player: Player, path: str) -> str:
    client = Client()
    client.force_login(player)
    found = client.get(path)
    assert found.status_code == 200, path
    return found.content.decode()


# ------------------------------------------------------------------------- its life


def test_people_play_from_a_position_to_its_end(aki: Player, botan: Player) -> None:
    match = late(aki, botan)
    assert states.state_at(match, 0).points == (7, 5)
    assert "started" in letters(match, botan)  # it is no practice: people play
    assert not match.is_practice
    play_out(match, aki, botan)
    assert match.status == "finished"
    assert [row["points"] for row in match.result or []] == [7, 14]
    text = log_file(match)
    assert 'from: 0 {"deck":[]' in text
    assert "note beginning: a position" in text
    assert "taken up from a position" in verify(text)


def test_it_counts_nowhere_though_everybody_may_see_it(
    aki: Player, botan: Player
) -> None:
    match, usual = late(aki, botan), running(aki, botan, choices={"rounds": "1"})
    play_out(match, aki, botan)
    write(usual, aki, "pick 5; take gold")
    write(usual, botan, "pick 4; take gold")
    record = Record.objects.get(match=match)
    assert record.is_public
    assert not record.counts
    assert record.is_rated  # there is nothing to rate
    assert [row.match_id for row in countable()] == [usual.pk]


def test_its_pages_and_its_booklet_say_where_it_comes_from(
    aki: Player, botan: Player
) -> None:
    match = late(aki, botan)
    play_out(match, aki, botan)
    said = (
        "Started from a position. The player who chose it knows what is hidden in it."
    )
    for path in ("", "steps/0", "steps/1"):
        assert f"{said} {COUNTS}" in page(botan, f"/matches/{match.pk}/{path}")
    assert said in booklets.text(booklet_pdf(Wanted(match)))
    assert page(aki, f"/matches/{match.pk}/dice/")


def test_its_position_stays_secret_while_it_is_played(
    aki: Player, botan: Player
) -> None:
    """Hands are in it: nobody but the rules reads them, not even before it begins."""
    about = Match(game_name="toy").about
    beginning = read_beginning(about, LATE | {"hands": ["35", "24"]}, {}, aki)
    match = match_open(organiser=aki, game="toy", seats=2, beginning=beginning)
    for _ in range(2):
        shown = told(Program(botan).get(f"/matches/{match.pk}"))
        assert "position" not in shown
        assert shown["is_from_position"]
        assert "hands" not in page(botan, f"/matches/{match.pk}/")
        if match.status == "open":
            seat_join(match_id=match.pk, player=botan)
            match = match_start(match_id=match.pk, by=aki)
    assert "you hold 24" in page(botan, f"/matches/{match.pk}/")
    view = told(Program(botan).get(f"/matches/{match.pk}/view"))["view"]
    assert (view["hand"], "35" in json.dumps(view)) == ("24", False)


def test_it_comes_back_from_its_file_and_may_be_listed(
    aki: Player, botan: Player
) -> None:
    match = late(aki, botan)
    play_out(match, aki, botan)
    text = log_file(match)
    Match.objects.filter(pk=match.pk).update(chain="")
    other, is_new = match_import(data=text.encode(), is_listed=True)
    assert is_new
    assert other.is_from_position
    assert not other.is_practice
    assert not Record.objects.get(match=other).counts
    again = log_read(log_file(other))
    assert again.position == log_read(text).position
    broken = text.replace('"points":[7,5]', '"points":[8,5]')
    with pytest.raises(LogBroken, match="mark"):
        log_read(broken)


def test_a_position_is_completed_by_the_rules_of_the_start(aki: Player) -> None:
    """The match may have been opened before an upgrade that knows one field more."""
    about = Match(game_name="toy").about
    beginning = read_beginning(about, LATE, {}, aki)
    match = match_open(
        organiser=aki, game="toy", seats=2, bot_seats=["random"], beginning=beginning
    )
    Match.objects.filter(pk=match.pk).update(version=0, position=LATE)
    match = match_start(match_id=match.pk, by=aki)
    assert match.version == about.version
    assert match.position == match.game.position(states.state_at(match, 0))
    Match.objects.filter(pk=match.pk).update(status="open", position={"rounds": 9})
    with pytest.raises(MatchRefused, match="No match can begin from this position"):
        match_start(match_id=match.pk, by=aki)


# ------------------------------------------------------------------- from where


def test_a_step_of_an_ended_match_is_a_beginning(aki: Player, botan: Player) -> None:
    origin = archived(golden(SIEGE))
    step = next(n for n in range(30, 0, -1) if playable(origin, n, aki))
    beginning = read_beginning(origin.about, f" {origin.pk}/{step} ", {}, aki)
    assert beginning
    assert (beginning.origin, beginning.step) == (origin, step)
    seats = beginning.start.seats
    bots = ["auto"] * (seats - 1)
    match = running(
        aki,
        game="age_of_war",
        bots=seats - 1,
        bot_seats=bots,
        beginning=beginning,
    )
    assert states.state_at(match, 0) == states.state_at(origin, step)
    said = f"Started from step {step} of match {origin.pk}. {COUNTS}"
    assert said in page(aki, f"/matches/{match.pk}/")
    assert f'href="/matches/{origin.pk}/steps/{step}"' in page(
        aki, f"/matches/{match.pk}/"
    )


def playable(origin: Match, step: int, player: Player) -> bool:
    try:
        read_beginning(origin.about, f"{origin.pk}/{step}", {}, player)
    except MatchRefused:
        return False
    return True


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("nonsense", "This is no feast: "),
        ("{}{", "a position is written as JSON"),
        ([1], "a position is written as JSON"),
        ('{"rounds": 9}', "“rounds” is a number from 1 to 5; 9 is not."),
        ('{"dragons": 9}', "A position has no field “dragons”"),
        ({"round": 4, "prize": ""}, "the match is over in this position"),
        ({"left": [1]}, "seat 1 has been given up in this position"),
        ({"rounds": 2}, "the position has rounds=2, not 3"),
        ({"\0": 9}, "A text in it has control characters"),
        ({"hands": ["3", {"a": ["\x1b"]}]}, "A text in it has control characters"),
        ("999999/1", "There is no such match."),
    ],
)
def test_what_cannot_be_begun_from_is_told(aki: Player, said: object, why: str) -> None:
    about = Match(game_name="toy").about
    with pytest.raises(MatchRefused) as refused:
        read_beginning(about, said, {"rounds": "3"}, aki)
    assert why in str(refused.value)


def test_no_match_that_one_may_not_see_and_none_that_goes_on(
    aki: Player, doi: Player
) -> None:
    match = running(aki, bots=1, privacy="private")
    for player, why in ((doi, "There is no such match."), (aki, "that has ended")):
        with pytest.raises(MatchRefused, match=why):
            read_beginning(match.about, f"{match.pk}/0", {}, player)
    other = Match(game_name="age_of_war").about
    with pytest.raises(MatchRefused, match="another game"):
        read_beginning(other, f"{match.pk}/0", {}, aki)


def ended(aki: Player, botan: Player) -> Match:
    """A match of short hands, which everybody may look up by now."""
    origin = running(aki, botan, choices={"rounds": "1", "deal": "short"})
    write(origin, aki, "pick 1 or 2 or 3 or 4 or 5; take gold")
    write(origin, botan, "pick 1 or 2 or 3 or 4 or 5; take gold")
    origin.refresh_from_db()
    assert origin.has_ended
    return origin


def is_dealt_anew(match: Match, origin: Match) -> bool:
    """Only what a spectator sees is the same; the log has what was dealt."""
    match.refresh_from_db()
    game, state = origin.game, states.state_at(origin, 0)
    dealt: Any = game.from_position(match.position or {})
    assert game.view(dealt, None) == game.view(state, None)
    if match.status != "open":
        assert states.state_at(match, 0) == dealt
    return bool(dealt.hands != state.hands)


def test_what_is_hidden_at_a_step_is_dealt_anew(aki: Player, botan: Player) -> None:
    """Everybody can look up every hand of the match that has ended."""
    origin = ended(aki, botan)
    about, step, dealt = origin.about, f"{origin.pk}/0", []
    for number in range(4):
        beginning = read_beginning(about, step, {}, aki)
        match = running(aki, botan, beginning=beginning, seed=f"0{number}" * 32)
        dealt.append(is_dealt_anew(match, origin))
        beginning = read_beginning(about, step, {}, aki)
        other = running(aki, botan, beginning=beginning, seed=f"0{number}" * 32)
        assert other.position == match.position  # the seed tells it
    assert any(dealt)
    said = "What was hidden there was dealt again."
    assert said in page(botan, f"/matches/{match.pk}/")
    assert said not in page(botan, f"/matches/{late(aki, botan).pk}/")


def test_it_is_dealt_anew_at_every_door(aki: Player, botan: Player) -> None:
    origin = ended(aki, botan)
    step = f"{origin.pk}/0"
    client, program = Client(), Program(aki)
    client.force_login(aki)
    body = {"game": "toy", "seats": ["me", "random"], "position": step}
    for _ in range(3):
        said = mailed(f"create toy, bots, position {step}", aki, US)
        assert "What was hidden there was dealt again." in said
        client.post("/open/toy/", form(position=step))
        told(program.post("/matches", body), 201)
    matches = list(origin.forks.order_by("pk"))
    assert len(matches) == 9
    for door in range(3):
        assert any(is_dealt_anew(match, origin) for match in matches[door::3])


def test_a_position_that_was_written_is_left_as_it_is(
    aki: Player, botan: Player
) -> None:
    match = late(aki, botan)
    assert states.state_at(match, 0).hands == ("3", "4")


def test_matches_with_others_are_no_variations(aki: Player, botan: Player) -> None:
    origin = ended(aki, botan)
    beginning = read_beginning(origin.about, f"{origin.pk}/0", {}, aki)
    running(aki, botan, beginning=beginning)
    mine = match_fork(
        origin=origin, step=0, player=aki, seat=0, dice="fresh", bot="random"
    )
    assert variations_of(origin, aki) == [mine]


def test_a_variation_is_still_practice(aki: Player) -> None:
    origin = archived(golden(SIEGE))
    step = origin.head - 12
    match = match_fork(
        origin=origin, step=step, player=aki, seat=1, dice="fresh", bot="auto"
    )
    assert match.is_practice
    assert not Letter.objects.filter(match=match).exists()


# ----------------------------------------------------------------------- doors


def test_by_the_web(aki: Player) -> None:
    client = Client()
    client.force_login(aki)
    said = form(position=json.dumps(LATE), choice_rounds="5")
    client.post("/open/toy/", said)
    match = Match.objects.get()
    assert match.is_from_position
    assert match.choices["rounds"] == "3"  # the position's, not the form's
    wrong = client.post("/open/toy/", form(position='{"rounds": 9}'))
    shown = wrong.content.decode()
    assert "No match can begin from this position: “rounds” is a number" in shown
    assert '<details class="card" id="position" open>' in shown
    third = client.post("/open/toy/", form(position=json.dumps(LATE), seat_2="random"))
    assert "the position is for 2 players, not 3" in third.content.decode()
    assert Match.objects.count() == 1


def test_a_step_leads_to_the_form(aki: Player, botan: Player) -> None:
    origin = running(aki, botan, choices={"rounds": "2"})
    for lantern in "54":
        write(origin, botan, "pick 1 or 2")
        write(origin, aki, f"pick {lantern}; take gold")
    link = f"/open/toy/?position={origin.pk}/3"
    assert link in page(botan, f"/matches/{origin.pk}/steps/3")
    shown = page(botan, link)
    assert f">\n{origin.pk}/3</textarea>" in shown
    last = origin.head - 1
    assert f"?position={origin.pk}/{last}" not in page(
        botan, f"/matches/{origin.pk}/steps/{last}"
    )
    assert "There is no such match." in page(botan, "/open/toy/?position=99999/3")


def test_by_mail(aki: Player) -> None:
    lines = json.dumps(LATE, indent=1)
    answer(f"create toy, bots, position:\n{lines}\n\nBest wishes\nAki", aki, US)
    match = Match.objects.get()
    assert match.position
    assert match.position["points"] == [7, 5]
    assert [seat.holder for seat in match.seats.order_by("number")] == ["Aki", "random"]


def test_by_mail_from_a_step_in_any_language(aki: Player, botan: Player) -> None:
    origin = running(aki, botan, choices={"rounds": "1"})
    write(origin, aki, "pick 5; take gold")
    write(origin, botan, "pick 4")
    for number, word in enumerate(("position", "Stellung:", "posizione", "позиція"), 1):
        said = mailed(f"create toy, bots, {word} {origin.pk}/0", aki, US)
        assert "Started from step 0 of match" in said
        assert Match.objects.filter(forked_from=origin, forked_step=0).count() == number


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("create toy, position", "We do not understand “position”. No match"),
        ("create toy, position here", "We do not understand “here”. No match was"),
        ('create toy, position {"rounds": 9}', "“rounds” is a number from 1 to 5"),
        ("create toy, position {round 3}", "a position is written as JSON"),
        ("create toy, 3 seats, position {}", "the position is for 2 players, not 3"),
        ("create toy, position 99999/1", "There is no such match."),
    ],
)
def test_by_mail_it_is_told_what_cannot_be(aki: Player, text: str, why: str) -> None:
    assert why in mailed(text, aki, US)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "position",
    [r'{"a\u0000b": 9}', r'{"prize": "\u0000"}', r'{"hands": ["3", "\u001b"]}'],
)
def test_by_mail_no_sign_of_a_position_breaks_the_answer(
    aki: Player, position: str
) -> None:
    """PostgreSQL keeps no NUL, neither in a letter nor in a match."""
    assert "control characters" in mailed(f"create toy, position {position}", aki, US)
    assert not Match.objects.exists()


def test_by_mail_a_whole_position_in_one_line(aki: Player) -> None:
    table = Table("small_samurai_empires", ["A", "B", "C", "D"], seed="07" * 32)
    game, state = table.game, table.state
    for number in range(80):
        seat = game.decisions(state)[0].seat
        dice = Seeded(f"{number:064}")
        state, _ = game.apply(state, seat, game.default(state, seat), dice)
    line = json.dumps(game.position(state))
    assert len(line) > 2_000
    said = f"create small samurai empires, bots, position {line}"
    answer(said, aki, US)
    found = Match.objects.get()
    assert found.position == json.loads(line)


def test_by_mail_braces_elsewhere_are_no_position(aki: Player) -> None:
    answer('create toy, a bot, title "The {dragon} lair"', aki, US)
    match = Match.objects.get()
    assert match.title == "The {dragon} lair"
    assert not match.is_from_position
    lines = json.dumps(LATE, indent=1)
    said = f"create toy, bots\n{lines}\ntitle {{Dragons}}\n\nBest wishes\nAki {{:-}}"
    answer(said, aki, US)
    match = Match.objects.exclude(pk=match.pk).get()
    assert match.title == "{Dragons}"
    assert match.is_from_position


def test_by_api(aki: Player, botan: Player) -> None:
    program = Program(aki)
    body: dict[str, Any] = {"game": "toy", "seats": ["me", "free"], "position": LATE}
    opened = told(program.post("/matches", body), 201)
    assert opened["is_from_position"]
    assert opened["choices"]["rounds"] == "3"
    match = Match.objects.get(pk=opened["id"])
    assert match.position
    for position, why in (
        (LATE | {"rounds": 9}, "“rounds” is a number from 1 to 5"),
        ("nonsense", "This is no feast: "),
        ("99999/1", "There is no such match."),
    ):
        problem = told(program.post("/matches", body | {"position": position}), 409)
        assert why in problem["detail"]
    told(program.post("/matches", body | {"position": 12}), 400)
    more = body | {"choices": {"rounds": "5"}}
    problem = told(program.post("/matches", more), 409)
    assert "the position has rounds=3, not 5" in problem["detail"]


# --------------------------------------------------------------------- from a file

FEAST = 'name = "Obon"  # of the dead\n\nguests = 2\nrounds = 1\n'
DEALT = "Started from a file. What is hidden was dealt when the match began."


def check_feast(match: Match) -> None:
    """Nobody has drawn anything before the match begins."""
    assert match.position
    assert (match.position["round"], match.position["deck"]) == (0, [])


def test_a_file_is_played_to_its_end(aki: Player, botan: Player) -> None:
    about = Match(game_name="toy").about
    match = running(aki, botan, beginning=read_beginning(about, FEAST, {}, aki))
    check_feast(match)
    write(match, aki, "pick 3")
    write(match, botan, "pick 4; take gold")
    match.refresh_from_db()
    assert match.has_ended
    assert verify(log_file(match))
    assert "setup | prizes: " in log_file(match)
    for path in ("", "steps/0", "steps/1"):
        assert f"{DEALT} {COUNTS}" in page(botan, f"/matches/{match.pk}/{path}")
    assert DEALT in booklets.text(booklet_pdf(Wanted(match)))


def test_a_file_by_the_web(aki: Player) -> None:
    client = Client()
    client.force_login(aki)
    assert "the text of a file that the game can read" in page(aki, "/open/toy/")
    assert "of a file that" not in page(aki, "/open/age_of_war/")
    client.post("/open/toy/", form(position=FEAST))
    check_feast(Match.objects.get())
    wrong = client.post("/open/toy/", form(position="guests = 9\nrounds = 1"))
    assert "guests must be a number from 2 to 4" in wrong.content.decode()


def test_a_file_by_mail(aki: Player) -> None:
    answer(f"create toy, bots, title Obon, position\n{FEAST}\nend\n\nAki", aki, US)
    match = Match.objects.get()
    check_feast(match)
    assert match.title == "Obon"
    said = mailed("create toy, bots, position:\n\nguests = 9\nrounds = 1\n", aki, US)
    assert "guests must be a number from 2 to 4" in said


def test_a_file_by_api(aki: Player) -> None:
    body: dict[str, Any] = {"game": "toy", "seats": ["me", "random"], "position": FEAST}
    opened = told(Program(aki).post("/matches", body), 201)
    check_feast(Match.objects.get(pk=opened["id"]))
