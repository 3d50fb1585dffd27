"""A program may name the position it saw; its orders then act on no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sse.accounts.models import Player
from sse.matches.models import Submission
from tests.support.api_clients import Program, refused, told
from tests.support.tables import log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
Work = Callable[[], int]


def test_orders_for_a_position_that_is_gone_are_refused(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    program, here = Program(aki), f"/matches/{match.pk}"
    wanted = told(program.get(f"{here}/decisions"))
    write(match, aki, wanted["options"][0]["text"])
    before = log(match)
    said = {"text": "pass", "position": wanted["position"]}
    refused(program.post(f"{here}/submissions", said), 409, "position_changed")
    refused(program.post(f"{here}/preview", said), 409, "position_changed")
    withdrawal = {"kind": "withdraw", "position": wanted["position"]}
    refused(program.post(f"{here}/submissions", withdrawal), 409, "position_changed")
    assert log(match) == before
    assert not Submission.objects.filter(source="api").exists()


def test_a_position_that_changes_while_a_text_waits_makes_it_stale(
    aki: Player, botan: Player, work: Work
) -> None:
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    program, here = Program(aki), f"/matches/{match.pk}"
    wanted = told(program.get(f"{here}/decisions"))
    said = {"text": wanted["options"][0]["text"], "position": wanted["position"]}
    first = told(program.post(f"{here}/submissions", said), 202)
    second = told(program.post(f"{here}/submissions", said), 202)
    work()
    fates = [
        told(program.get(f"{here}/submissions/{sent['id']}"))
        for sent in (first, second)
    ]
    assert [fate["status"] for fate in fates] == ["applied", "stale"]
    assert fates[1]["code"] == "position_changed"


def test_a_spectator_has_no_position(aki: Player, botan: Player, doi: Player) -> None:
    match = running(aki, botan)
    path = f"/matches/{match.pk}/decisions"
    assert told(Program(doi).get(path))["position"] is None
    assert told(Program(aki).get(path))["position"]


def test_the_schema_tells_of_the_precondition() -> None:
    schema = told(Program().get("/schema"))
    text = schema["components"]["schemas"]["SubmitBody"]["properties"]["position"]
    assert "position_changed" in text["description"]
