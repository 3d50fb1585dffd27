"""A match taken up from a position, as files: printed, brought back, checked."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image

from engine.attached import log_in
from engine.log import log_read, log_text
from engine.replay import verify
from sse.accounts.models import Player
from sse.archive.exports import json_file, scores_csv
from sse.archive.film import film_gif
from sse.archive.imports import ImportRefused, match_import
from sse.archive.index.models import Record
from sse.archive.models import Import
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.archive.ratings import countable
from sse.archive.verification import archive_check
from sse.matches import states
from sse.matches.models import Match
from sse.matches.selectors import log_file
from tests.archive.test_forks import fork, play_out
from tests.engine.test_log_json import alone
from tests.support import booklets
from tests.support.golden_matches import EMPIRES, SIEGE, archived, golden

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.heavy(4),
]
Work = Callable[[], int]


@pytest.fixture(params=[SIEGE, EMPIRES])
def variation(request: pytest.FixtureRequest, chie: Player, work: Work) -> Match:
    """Played to its end with the dice of the original, in its second branch if any."""
    origin = archived(golden(request.param))
    match = fork(origin, origin.head - 30, chie, seat=1, dice="same")
    play_out(match, chie, work)
    return match


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def brought_elsewhere(match: Match, data: bytes, **fields: object) -> Match:
    """Taken in by a house that has never seen the match."""
    Match.objects.filter(pk=match.pk).update(chain="")
    other, is_new = match_import(data=data, **fields)  # type: ignore[arg-type]
    assert is_new
    return other


def checked_booklet(match: Match, language: str, told: str) -> bytes:
    pdf = booklet_pdf(Wanted(match, None, language))
    assert log_in(pdf) == log_file(match)
    assert "taken up from a position" in verify(log_in(pdf))
    assert f"{told} {match.forked_step}" in booklets.text(pdf)
    return pdf


def test_it_has_a_booklet(variation: Match) -> None:
    checked_booklet(variation, "uk", "від кроку")


def test_it_comes_back_whole(variation: Match, chie: Player, botan: Player) -> None:
    text, pdf = log_file(variation), checked_booklet(variation, "en", "from step")
    other = brought_elsewhere(variation, pdf, by=botan)
    log = log_read(log_file(other))
    assert "not played at" in log.notes.pop("imported")
    assert log_text(log) == text
    assert (other.branch, other.first_branch) == (
        variation.branch,
        variation.first_branch,
    )
    assert other.is_practice
    assert match_import(data=text.encode(), by=chie) == (other, False)
    assert match_import(data=json_file(other).encode(), by=chie) == (other, False)
    assert set(other.imported.players.all()) == {botan, chie}
    assert states.state_at(other, 0) == states.state_at(variation, 0)


def test_every_page_copes_with_one_from_elsewhere(
    variation: Match, botan: Player
) -> None:
    other = brought_elsewhere(variation, log_file(variation).encode(), by=botan)
    pages = ("", "steps/0", "steps/5", "booklet/", "dice/", "board.svg", "scores.csv")
    for page in pages:
        response = client_of(botan).get(f"/matches/{other.pk}/{page}")
        assert response.status_code == 200, page
    assert booklet_pdf(Wanted(other)).startswith(b"%PDF")


def test_one_from_elsewhere_is_practice_too(variation: Match, botan: Player) -> None:
    """In no list, and so in no statistics and no rating."""
    text = log_file(variation).encode()
    Match.objects.filter(pk=variation.pk).update(chain="")
    with pytest.raises(ImportRefused, match="never listed"):
        match_import(data=text, by=botan, is_listed=True)
    other = brought_elsewhere(variation, text, by=botan)
    with pytest.raises(ImportRefused, match="never listed"):
        match_import(data=text, by=botan, is_listed=True)
    assert not Record.objects.filter(match=other, is_public=True).exists()


def test_the_command_brings_it_for_somebody(
    variation: Match, botan: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.log"
    file.write_text(log_file(variation), encoding="utf-8")
    Match.objects.filter(pk=variation.pk).update(chain="")
    with pytest.raises(SystemExit):
        call_command("archive_import", str(file))
    assert "Import it as private" in capsys.readouterr().err
    call_command("archive_import", str(file), "--private", "--for", botan.name)
    assert Import.objects.get().match.is_practice
    with pytest.raises(CommandError, match="for whom"):
        call_command("archive_import", str(file), "--private")


def test_its_files_tell_it(variation: Match, tmp_path: Path) -> None:
    data = json.loads(json_file(variation))
    assert data["from"]["branch"] == variation.first_branch
    assert data["from"]["position"] == variation.position
    rows = list(csv.DictReader(StringIO(scores_csv(variation))))
    assert len(rows) == variation.head * variation.seats_wanted
    film = Image.open(BytesIO(film_gif(variation, 0, 3, "de")))
    assert getattr(film, "n_frames", 1) == 4
    code, said = alone(json_file(variation), tmp_path)
    assert code == 0, said


def test_it_is_in_no_open_data(variation: Match) -> None:
    assert Record.objects.filter(match=variation).exists()
    assert not countable().filter(match=variation).exists()


def test_it_is_checked_with_all_others(variation: Match, botan: Player) -> None:
    found = {one.match_id: one for one in archive_check([variation])}
    assert found[variation.pk].fault == ""
    other = brought_elsewhere(variation, log_file(variation).encode(), by=botan)
    (checked,) = archive_check([other])
    assert (checked.fault, checked.steps) == ("", other.head)
    Match.objects.filter(pk=other.pk).update(first_branch=7)
    (checked,) = archive_check(Match.objects.filter(pk=other.pk))
    assert checked.fault
