"""Every resource answers, and does what the pages do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match
from tests.support.api_clients import Program, refused, told
from tests.support.short_matches import besieged, lanterns
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


def test_games_with_their_choices_rules_and_data() -> None:
    names = {row["name"] for row in told(Program().get("/games"))["items"]}
    assert {"age_of_war", "small_samurai_empires"} <= names
    game = told(Program().get("/games/age_of_war"))
    assert game["programs"] == ["auto", "random"]
    assert game["choices"][0]["values"]
    rules = told(Program().get("/games/age_of_war/rules"))
    assert rules["text"].startswith("#")
    rule = told(Program().get("/games/age_of_war/rules/AOW-5.8"))
    assert rule in rules["rules"]
    cards = Program().client.get(game["data"][0])
    assert b"[[sets." in cards.content
    for path in ("go", "age_of_war/rules/AOW-99", "age_of_war/data/..%2Fgame.toml"):
        refused(Program().get(f"/games/{path}"), 404, "not_found")


def test_a_match_from_opening_to_the_first_order(
    aki: Player, botan: Player, work: Callable[[], int]
) -> None:
    host, guest = Program(aki), Program(botan)
    opened = told(host.post("/matches", {"game": "toy", "seats": ["me", "free"]}), 201)
    here = opened["url"].removeprefix("/api/v1")
    assert (opened["status"], opened["seat"]) == ("open", 0)
    joined = told(guest.post(f"{here}/join", {"word": "maple"}))
    assert joined["seat"] == 1
    begun = told(host.post(f"{here}/start"))
    assert begun["status"] == "running"
    wanted = told(host.get(f"{here}/decisions"))
    assert wanted["is_asked"]
    sent = host.post(f"{here}/submissions", {"text": wanted["options"][0]["text"]})
    assert told(sent, 202)["status"] == "waiting"
    work()
    fate = told(host.client.get(sent["Location"], headers=host.headers))
    assert (fate["status"], fate["faults"]) == ("applied", [])
    events = told(guest.get(f"{here}/events?since=0&limit=5"))
    assert events["items"][0]["step"] == 0
    assert events["items"][0]["events"][0]["rank"] == "headline"
    assert events["next"] == events["steps"]
    assert told(guest.get(f"{here}/events?since={events['next']}"))["items"] == []


@pytest.mark.usefixtures("market")
def test_a_range_of_numbers_and_the_shape_of_a_board_are_data(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game="market")
    wanted = told(Program(aki).get(f"/matches/{match.pk}/decisions"))
    board = told(Program(aki).get(f"/matches/{match.pk}/board"))
    assert (board["width"], board["height"]) == (600, 300)
    assert wanted["ranges"] == [{"text": "buy {number}", "least": 1, "most": 20}]
    texts = [option["text"] for option in wanted["options"]]
    assert {f"buy {number}" for number in range(1, 21)} < set(texts)
    assert told(Program(botan).get(f"/matches/{match.pk}/decisions"))["ranges"] == []


def test_what_the_rules_refuse_names_its_rule(
    aki: Player, botan: Player, work: Callable[[], int]
) -> None:
    match = running(aki, botan, game="age_of_war")
    program, here = Program(aki), f"/matches/{match.pk}"
    found = refused(program.post(f"{here}/preview", {"text": "zzz"}), 422, "orders")
    assert found["faults"][0]["line"] == 1
    sent = told(program.post(f"{here}/submissions", {"text": "fill D1 99"}), 202)
    work()
    fate = told(program.get(f"{here}/submissions/{sent['id']}"))
    assert fate["status"] == "refused"
    assert fate["faults"][0]["rule"].startswith("AOW-")
    good = told(program.get(f"{here}/decisions"))["options"][0]["text"]
    assert told(program.post(f"{here}/preview", {"text": good}))["now"]


def test_what_plays_on_is_told_to_programs(aki: Player, botan: Player) -> None:
    first = {"first_player": "0"}
    match = running(aki, botan, game="age_of_war", choices=first)
    program, here = Program(aki), f"/matches/{match.pk}"
    hints = told(program.get(f"{here}/decisions"))["hints"]
    assert {hint["plays_on"] for hint in hints} == {True, False}
    for hint in hints:
        found = told(program.post(f"{here}/preview", {"text": hint["text"]}))
        assert bool(found["then"]) == hint["plays_on"], hint


def test_every_address_of_a_running_match(aki: Player, botan: Player) -> None:
    match = running(aki, botan, bots=1)
    here, program = f"/matches/{match.pk}", Program(aki)
    for path in (
        *("", "/view", "/decisions", "/events", "/board", "/submissions", "/talk"),
        *(
            "/diary",
            "/steps",
            "/steps/0",
            "/steps/0?as=seat-1",
            "/steps/0/remarks",
            "/tags",
        ),
        *("/invitations", "/letters"),
    ):
        told(program.get(here + path))
    for path, kind in (
        ("/board.svg", "image/svg+xml"),
        ("/board.png?width=240", "image/png"),
        ("/steps/0.svg", "image/svg+xml"),
        ("/steps/0.png", "image/png"),
        ("/scores.csv", "text/csv"),
    ):
        answer = program.get(here + path)
        assert answer.status_code == 200, path
        assert answer["Content-Type"].startswith(kind)
    for path in ("/log", "/export.json"):
        refused(program.get(here + path), 404, "not_found")
    refused(program.get(f"{here}/steps/0?as=seat-2"), 403, "eyes")


def test_every_address_of_an_ended_match(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    here, program = f"/matches/{match.pk}", Program()
    result = told(program.get(here))
    assert result["seed"]
    assert {row["place"] for row in result["result"]} >= {1}
    assert program.get(f"{here}/log").content.startswith(b"hikyaku log 1")
    assert told(program.get(f"{here}/export.json"))["game"] == "toy"
    step = told(program.get(f"{here}/steps/1?as=open"))
    assert (step["step"], step["eyes"], step["before"]) == (1, "open", 0)
    rows = told(program.get("/matches?game=toy"))["items"]
    assert [row["id"] for row in rows] == [match.pk]
    assert told(program.get(f"/players/{aki.pk}"))["name"] == "Aki"
    played = told(program.get(f"/players/{aki.pk}/matches"))["items"]
    assert [row["id"] for row in played] == [match.pk]
    told(program.get("/games/toy/ratings"))
    told(program.get("/games/toy/statistics"))
    told(program.get("/players?name=A"))


def test_remarks_tags_and_variations(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    here, program = f"/matches/{match.pk}", Program(aki)
    said = told(program.post(f"{here}/steps/1/remarks", {"text": "Bold!"}), 201)
    assert told(program.get(f"{here}/steps/1/remarks"))["items"] == [said]
    gone = program.ask("DELETE", f"{here}/remarks/{said['id']}")
    assert gone.status_code == 204
    assert told(program.get(f"{here}/steps/1/remarks"))["items"] == []
    told(program.post(f"{here}/tags", {"tag": "Fine Play"}), 201)
    assert told(program.get(f"{here}/tags"))["items"] == ["fine-play"]
    assert program.ask("DELETE", f"{here}/tags/fine-play").status_code == 204
    fork = told(program.post(f"{here}/steps/1/fork", {"seat": 0}), 201)
    assert (fork["forked_from"], fork["forked_step"]) == (match.pk, 1)


def test_talk_and_diary(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    here, program = f"/matches/{match.pk}", Program(aki)
    told(program.post(f"{here}/talk", {"text": "Hello", "to": [1]}), 201)
    told(program.post(f"{here}/diary", {"text": "Nervous"}), 201)
    (heard,) = told(Program(botan).get(f"{here}/talk"))["items"]
    assert (heard["speaker"], heard["to"], heard["text"]) == ("Aki", "Botan", "Hello")
    assert told(Program(botan).get(f"{here}/diary"))["items"] == []


def test_the_organisers_actions(aki: Player, botan: Player) -> None:
    clock = {"each": 86400}
    match = running(aki, botan, clock=clock)
    here, host, guest = f"/matches/{match.pk}", Program(aki), Program(botan)
    assert told(host.post(f"{here}/pause"))["status"] == "paused"
    assert told(host.post(f"{here}/resume"))["status"] == "running"
    asked = told(host.get(here))["seats"]
    seat = next(row["number"] for row in asked if row["is_asked"])
    told(host.post(f"{here}/give-time", {"seat": seat, "hours": 5}))
    refused(guest.post(f"{here}/pause"), 403, "not_yours")
    told(host.post(f"{here}/open-seat", {"seat": 1}))
    invited = told(
        host.post(f"{here}/invitations", {"email": "chie@example.org", "seat": 1}), 201
    )
    listed = told(host.get(f"{here}/invitations"))["items"]
    assert listed == [invited]
    refused(guest.get(f"{here}/invitations"), 403, "not_yours")
    path = f"{here}/invitations/{invited['id']}"
    assert host.ask("DELETE", path).status_code == 204
    refused(host.post(f"{here}/abandon", {"really": False}), 409, "really")
    assert told(host.post(f"{here}/abandon", {"really": True}))["status"] == "abandoned"


def test_taking_back_by_consent(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    first = told(Program(aki).get(f"/matches/{match.pk}/decisions"))["options"][0]
    write(match, aki, first["text"])
    write(match, botan, first["text"])
    here = f"/matches/{match.pk}"
    told(Program(aki).post(f"{here}/propose-back", {"entry": 0}))
    assert told(Program(botan).get(here))["back_to"] == 0
    assert told(Program(botan).post(f"{here}/agree-back"))["back_to"] is None


def test_an_invitation_is_accepted(aki: Player, botan: Player) -> None:
    host, guest = Program(aki), Program(botan)
    body = {"game": "toy", "seats": ["me", "free"], "privacy": "private"}
    body |= {"invited": ["botan@example.org"]}
    match = told(host.post("/matches", body), 201)
    (found,) = told(guest.get("/me/invitations"))["items"]
    seated = told(guest.post(f"/invitations/{found['id']}/accept"))
    assert (seated["id"], seated["seat"]) == (match["id"], 1)
    left = guest.post(f"/matches/{match['id']}/leave")
    assert left.status_code == 204
    refused(guest.get(f"/matches/{match['id']}"), 404, "not_found")


def test_one_s_own_things(aki: Player) -> None:
    program = Program(aki)
    changed = program.ask("PATCH", "/me", {"language": "de", "quiet_from": None})
    assert told(changed)["language"] == "de"
    assert changed["Content-Language"] == "en"  # as it was asked
    away = {"first_day": "2999-01-02", "last_day": "2999-01-09"}
    absence = told(program.post("/me/absences", away), 201)
    assert told(program.get("/me/absences"))["items"] == [absence]
    path = f"/me/absences/{absence['id']}"
    assert program.ask("DELETE", path).status_code == 204
    assert told(program.post("/me/letters/test"), 202)["kind"] == "test"
    assert told(program.get("/me/letters?kind=test"))["items"][0]["status"] == "queued"
    assert told(program.get("/me/letters?kind=turn"))["items"] == []
    (mine,) = told(program.get("/me"))["addresses"]
    assert mine["email"] == "aki@example.org"


def test_letters_of_a_match_can_be_silenced(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    path, program = f"/matches/{match.pk}/letters", Program(aki)
    assert told(program.get(path))["wanted"] is True
    for wanted in (False, False, True, True):
        assert told(program.ask("PUT", path, {"wanted": wanted}))["wanted"] is wanted


def test_my_matches_tell_what_waits(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    (mine,) = told(Program(aki).get("/me/matches"))["items"]
    assert (mine["match"]["id"], mine["is_asked"]) == (match.pk, True)
    assert told(Program(aki).get("/matches/to-join"))["items"] == []


def test_a_match_goes_out_and_comes_in(aki: Player, doi: Player) -> None:
    match = besieged(aki)
    log = Program().get(f"/matches/{match.pk}/log").content
    Match.objects.filter(pk=match.pk).update(chain="another")  # as if played elsewhere
    came = told(Program(doi).post("/imports?listed=no", log), 201)
    assert came["privacy"] == "private"
    assert told(Program(doi).post("/imports", log), 200)["id"] == came["id"]
    refused(Program(doi).post("/imports", b"nonsense"), 422, "import")


def test_booklets_and_films_are_asked_for_and_fetched(
    aki: Player, botan: Player, work: Any
) -> None:
    match = lanterns(aki, botan)
    here, program = f"/matches/{match.pk}", Program(aki, "read")
    answer = program.post(f"{here}/films", {"first": 0, "last": 1})
    assert told(answer, 202)["status"] == "waiting"
    work()
    report = told(program.client.get(answer["Location"], headers=program.headers))
    assert (report["status"], report["progress"]) == ("ready", 100)
    file: Any = program.client.get(report["file"], headers=program.headers)
    assert b"".join(file.streaming_content)[:4] == b"GIF8"
    assert told(program.post(f"{here}/booklets"), 202)["kind"] == "booklet"
