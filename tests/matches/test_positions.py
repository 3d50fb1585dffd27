"""What is written for one position never acts on another. [design 4]"""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match, Submission
from sse.matches.play import back_consent, back_propose, plan_submit
from sse.matches.play import submissions_apply as apply
from sse.matches.reader_view import Reading
from tests.support.clients import browser, page
from tests.support.tables import beside, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
TEMPOS = ("each", "phase")
GAMES = ("toy", "age_of_war", "small_samurai_empires")
SEATS = {"small_samurai_empires": 3}


def position(match: Match, player: Player) -> str:
    """As a page of this moment names it."""
    return Reading(Match.objects.get(pk=match.pk), player).position


def send(match: Match, player: Player, text: str, seen: str) -> Submission:
    """Send orders from a page that shows the position `seen`."""
    fields = {"text": text, "key": str(uuid4()), "position": seen}
    browser(player).post(f"/matches/{match.pk}/orders/", fields)
    apply(match_id=match.pk)
    match.refresh_from_db()
    found = Submission.objects.filter(match=match, player=player).latest("pk")
    assert found.text == text
    return found


def box_in(shown: str) -> str:
    """Return what stands in the box for orders."""
    box = re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", shown, re.DOTALL)
    assert box
    return box[1]


def first_option(match: Match, seat: int) -> str:
    player = match.seats.get(number=seat).player
    assert player
    state = Reading(match, player).state
    return str(match.game.options(state, seat)[0].text)


def asked_player(match: Match, people: list[Player]) -> Player:
    return people[beside(match).asked[0].seat]


@pytest.fixture
def people(aki: Player, botan: Player, chie: Player) -> list[Player]:
    return [aki, botan, chie]


@pytest.mark.parametrize("tempo", TEMPOS)
@pytest.mark.parametrize("game", GAMES)
def test_a_stale_page_never_plays(game: str, tempo: str, people: list[Player]) -> None:
    """Of two pages of the same position, only the first that is sent plays."""
    people = people[: SEATS.get(game, 2)]
    match = running(*people, game=game, tempo=tempo)
    player = asked_player(match, people)
    text = first_option(match, people.index(player))
    seen = position(match, player)
    assert send(match, player, text, seen).status == "applied"
    before = log(match)
    late = send(match, player, text, seen)
    assert (late.status, late.answer["code"]) == ("stale", "position_changed")
    assert log(match) == before
    shown = page(browser(player), f"/matches/{match.pk}/")
    assert "The position has changed" in shown
    assert box_in(shown) == text
    fresh = position(match, player)
    assert fresh in shown
    assert send(match, player, text, fresh).status != "stale"


def test_a_refused_text_is_in_the_box_only_while_its_moment_lasts(
    people: list[Player],
) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    path = f"/matches/{match.pk}/"
    assert send(match, aki, "nonsense", position(match, aki)).status == "refused"
    assert box_in(page(browser(aki), path)) == "nonsense"
    assert "nonsense" not in page(browser(botan), path)
    write(match, aki, "pick 3")
    refused = send(match, aki, "nonsense", position(match, aki))
    assert box_in(page(browser(aki), path)) == "nonsense"
    write(match, botan, "pick 2")
    assert Submission.objects.filter(player=aki).latest("pk") == refused
    assert box_in(page(browser(aki), path)) == ""


def test_a_stale_text_does_not_come_back_in_a_later_turn(people: list[Player]) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    seen, path = position(match, aki), f"/matches/{match.pk}/"
    write(match, aki, "pick 3")
    assert send(match, aki, "pick 4", seen).status == "stale"
    assert box_in(page(browser(aki), path)) == "pick 4"
    write(match, botan, "pick 2")
    shown = page(browser(aki), path)
    assert box_in(shown) == ""
    assert "still in the box" not in shown
    assert "pick 4" in shown, "the text is not lost"


def test_a_text_that_came_by_mail_is_not_put_into_the_box(people: list[Player]) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    plan_submit(
        match_id=match.pk, player=aki, text="nonsense", source="mail", key="a mail"
    )
    apply(match_id=match.pk)
    assert Submission.objects.get(key="a mail").status == "refused"
    assert box_in(page(browser(aki), f"/matches/{match.pk}/")) == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_was_shown_while_the_own_text_waited_may_add_to_it(
    game: str, people: list[Player]
) -> None:
    """The first order may become a plan; what was typed on meanwhile is taken."""
    people = people[: SEATS.get(game, 2)]
    match = running(*people, game=game, tempo="phase")
    player = next(one for one in people if one != asked_player(match, people))
    if game != "age_of_war":  # where all are asked at once
        player = asked_player(match, people)
    text = {"age_of_war": "auto any"}.get(game) or first_option(
        match, people.index(player)
    )
    path = f"/matches/{match.pk}/"
    first = {"text": text, "key": str(uuid4()), "position": position(match, player)}
    browser(player).post(f"{path}orders/", first)
    shown = position(match, player)
    assert shown in page(browser(player), path)
    apply(match_id=match.pk)
    look = {"text": text, "position": shown}
    answer = browser(player).post(f"{path}check/", look)
    assert "The position has changed" not in answer.content.decode()
    assert send(match, player, text, shown).status == "applied"
    assert send(match, player, text, shown).status == "stale", "it holds once"


def test_a_page_shown_while_a_text_waited_is_stale_when_that_was_played(
    people: list[Player],
) -> None:
    aki, botan, _chie = people
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    step = "step reroll drop 1"
    fields = {"text": step, "key": str(uuid4()), "position": position(match, aki)}
    browser(aki).post(f"/matches/{match.pk}/orders/", fields)
    shown = position(match, aki)
    apply(match_id=match.pk)
    assert send(match, aki, step, shown).status == "stale", "dice were thrown since"


def test_a_hidden_decision_of_another_makes_no_page_stale(
    people: list[Player],
) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    seen = position(match, aki)
    write(match, botan, "pick 2")
    assert position(match, aki) == seen
    assert send(match, aki, "pick 3", seen).status == "applied"


@pytest.mark.parametrize("tempo", TEMPOS)
def test_a_plan_of_another_makes_no_page_stale(
    tempo: str, people: list[Player]
) -> None:
    match = running(*people, game="small_samurai_empires", tempo=tempo)
    first, *others = [people[asked.seat] for asked in beside(match).asked]
    assert others, "the planning is of all at once"
    seen = position(match, first)
    text = first_option(match, people.index(others[0]))
    assert write(match, others[0], text).status == "applied"
    assert position(match, first) == seen


def test_who_writes_ahead_does_not_mind_what_others_do(people: list[Player]) -> None:
    """But when the turn has come, what was written ahead is looked at again."""
    aki, botan, _chie = people
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    seen = position(match, botan)
    write(match, aki, "step reroll drop 1")
    while beside(match).asks(1) is None:
        assert position(match, botan) == seen
        write(match, aki, "pass")
    assert position(match, botan) != seen
    assert send(match, botan, "pass", seen).status == "stale"


def test_a_page_from_before_a_taking_back_is_stale(people: list[Player]) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    seen = position(match, aki)
    write(match, aki, "pick 3")
    write(match, botan, "pick 2")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    assert send(match, aki, "pick 3", seen).status == "stale"


def test_what_is_withdrawn_is_what_the_page_showed(people: list[Player]) -> None:
    aki, botan, _chie = people
    match = running(aki, botan)
    write(match, aki, "pick 3")
    seen = position(match, aki)
    write(match, aki, "pick 4")
    fields = {"key": str(uuid4()), "position": seen}
    browser(aki).post(f"/matches/{match.pk}/withdraw/", fields)
    apply(match_id=match.pk)
    assert beside(match).plans[0] == "pick 4"
    assert "nothing was withdrawn" in page(browser(aki), f"/matches/{match.pk}/")


def test_the_look_before_sending_knows_a_stale_page(people: list[Player]) -> None:
    aki, botan, _chie = people
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    seen = position(match, aki)
    write(match, aki, "step reroll drop 1")
    fields = {"text": "pass", "position": seen}
    answer = browser(aki).post(f"/matches/{match.pk}/check/", fields)
    assert answer.headers["X-Reads"] != "yes"
    assert "The position has changed" in answer.content.decode()
