"""Files of a match: for whom, how long they may be kept, and what stands in them."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image

from engine.attached import log_in
from engine.audit import draws_made
from engine.log import log_read
from engine.replay import verify
from sse.accounts.models import Player
from sse.archive.exports import scores_csv
from sse.archive.film import MOST_BYTES, film_gif
from sse.archive.imports import match_import
from sse.archive.verification import archive_check
from sse.matches.models import Entry, Match, Tenure
from sse.matches.selectors import log_file, log_of
from tests.support.booklets import DICE, FOUR, REPLAYS, TWO, match_from
from tests.support.tables import running, write
from tests.toy.matches import windy_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
FILES = ("log", "export.json", "scores.csv", "steps/3.svg", "steps/3.png")


def page(match: Match, path: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(f"/matches/{match.pk}/{path}", headers=headers)


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


# ------------------------------------------------------------------------------ files


def test_the_log_and_its_json_are_the_match() -> None:
    match = match_from(DICE)
    text = log_file(match)
    response = page(match, "log")
    assert response.content.decode() == text
    name = f"age-of-war-aki-botan-chie-doi-{match.ended_at:%Y-%m-%d}.log"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert log_in(page(match, "export.json").content) == text


def test_scores_are_a_table() -> None:
    match = match_from(DICE)
    Tenure.objects.filter(seat__match=match, seat__number=1).update(name="=1+1")
    rows = list(csv.DictReader(StringIO(page(match, "scores.csv").content.decode())))
    assert len(rows) == match.head * 4
    last = {row["name"]: int(row["points"]) for row in rows[-4:]}
    assert last == {"Aki": 13, "'=1+1": 4, "Chie": 11, "Doi": 4}
    assert {"city", "province"} <= rows[0].keys()
    assert rows[0]["step"] == "0"


def test_scores_name_who_sat_there_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are kept along the way: looked up anew they cost a long log minutes."""
    match = match_from(DICE)
    log = log_read((REPLAYS / DICE).read_text(encoding="utf-8"))
    wanted = [name for step in range(match.head) for name in log.names(step)]
    monkeypatch.delattr("engine.log.Log.names")
    rows = csv.DictReader(StringIO(scores_csv(match)))
    assert [row["name"] for row in rows] == wanted


def test_a_step_is_a_picture_of_any_width() -> None:
    match = match_from(DICE)
    assert page(match, "steps/3.svg").content.startswith(b"<svg ")
    assert "sandbox" in page(match, "steps/3.svg")["Content-Security-Policy"]
    for asked, wide in (("", 600), ("300", 300), ("9999999", 600), ("5", 240)):
        response = page(match, f"steps/3.png?width={asked}")
        assert response["Content-Type"] == "image/png"
        assert Image.open(BytesIO(response.content)).width == wide
    assert page(match, f"steps/{match.head}.png").status_code == 404


def test_pictures_speak_the_language_that_is_asked_for() -> None:
    match = match_from(TWO)
    german = page(match, "steps/9.svg?language=de").content.decode()
    assert "Zugreihenfolge" in german
    assert "Turn order" in page(match, "steps/9.svg?language=xx").content.decode()


# ---------------------------------------------------------------------- for how long


@pytest.mark.parametrize("path", FILES)
def test_what_has_ended_is_sent_once(path: str) -> None:
    match = match_from(DICE)
    first = page(match, path)
    again = page(match, path, **{"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert "no-cache" in first["Cache-Control"]
    tag = first["ETag"].strip('"')
    for_ever = page(match, f"{path}?v={tag}")
    assert "immutable" in for_ever["Cache-Control"]
    assert "public" in for_ever["Cache-Control"]
    Tenure.objects.filter(seat__match=match).update(name="erased")
    assert page(match, path)["ETag"] != first["ETag"]


def test_no_cache_between_keeps_what_is_private(aki: Player) -> None:
    match = match_from(DICE, by=aki, is_listed=False)
    client = client_of(aki)
    tag = page(match, "log", client)["ETag"].strip('"')
    kept = page(match, f"log?v={tag}", client)["Cache-Control"]
    assert "private" in kept
    assert "public" not in kept
    assert page(match, "log").status_code == 404


def test_a_file_is_not_made_for_who_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_from(DICE)
    tag = page(match, "steps/3.png")["ETag"]
    monkeypatch.setattr("sse.web.views.replay.png_of", lambda *_: 1 / 0)
    response = page(match, "steps/3.png", **{"if-none-match": tag})
    assert response.status_code == 304


# ------------------------------------------------------------------------- for whom


def test_strangers_have_no_files_of_a_private_match(aki: Player, doi: Player) -> None:
    match = match_from(DICE, by=aki, is_listed=False)
    for path in (*FILES, "booklet/", "dice/", "steps/0-3.gif"):
        assert page(match, path).status_code == 404, path
        assert page(match, path, client_of(doi)).status_code == 404, path
        assert page(match, path, client_of(aki)).status_code in (200, 202), path


def test_until_the_end_there_is_what_everybody_sees(aki: Player, botan: Player) -> None:
    match = running(aki, botan, game="age_of_war")
    write(match, match.seats.get(number=0).player or aki, "auto any")
    for client in (Client(), client_of(aki)):
        assert page(match, "log", client).status_code == 404
        assert page(match, "export.json", client).status_code == 404
        assert page(match, "scores.csv", client).status_code == 200
        response = page(match, "steps/0.png", client)
        assert response.status_code == 200
        assert "private, no-cache" in response["Cache-Control"]
        assert match.seed not in page(match, "dice/", client).content.decode()
    assert page(match, "booklet/").status_code == 404
    assert page(match, "booklet/", client_of(aki)).status_code == 200


def test_points_that_a_game_may_hide_stay_hidden(aki: Player, botan: Player) -> None:
    match = running(aki, botan)  # the toy tells no chronicle
    assert scores_csv(match) == "step\r\n"


def test_who_asks_too_often_waits(settings: Any) -> None:
    from rest_framework.settings import api_settings

    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "pictures": "3/minute"}
    settings.REST_FRAMEWORK = {"DEFAULT_THROTTLE_RATES": rates}
    match = match_from(DICE)
    codes = [page(match, "steps/3.png").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


# ------------------------------------------------------------------------------ films


def test_a_film_has_a_frame_for_each_step_and_words() -> None:
    match = match_from(TWO)
    film: Any = Image.open(BytesIO(film_gif(match, 4, 15, "uk")))
    assert film.format == "GIF"
    assert film.n_frames == 12
    assert film.info["loop"] == 0
    film.seek(3)
    caption = film.convert("L").crop((0, 0, film.width, 48))
    assert caption.getextrema()[0] < 90
    with_other_words = Image.open(BytesIO(film_gif(match, 4, 15, "en")))
    with_other_words.seek(3)
    other = with_other_words.convert("L").crop((0, 0, film.width, 48))
    assert other.tobytes() != caption.tobytes()


def test_a_film_that_is_too_big_becomes_smaller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = match_from(DICE)
    data = film_gif(match, 0, 3, "en")
    monkeypatch.setattr("sse.archive.film.MOST_BYTES", len(data) - 1)
    smaller = film_gif(match, 0, 3, "en")
    assert len(smaller) < len(data) < MOST_BYTES
    assert 240 < Image.open(BytesIO(smaller)).width < 480


# ------------------------------------------------------------------------ everything


def test_commands_write_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], aki: Player, botan: Player
) -> None:
    match = match_from(DICE)
    for ending in ("log", "json", "csv", "svg", "png", "gif", "pdf"):
        file = tmp_path / f"match.{ending}"
        call_command("archive_export", str(match.pk), str(file), steps=[0, 2], step=2)
        assert file.stat().st_size > 1000
    assert "the match is finished" in verify(
        log_in((tmp_path / "match.pdf").read_bytes())
    )
    json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    call_command("archive_dump", str(tmp_path / "a.zip"))
    assert "0 rows in" in capsys.readouterr().out
    for words, arguments in (
        ("ends in one of", (str(match.pk), "x.doc")),
        ("no such match", ("99999", "x.log")),
        ("the steps 0 to", (str(match.pk), "x.svg", "--step", "9999")),
        ("has secrets", (str(running(aki, botan).pk), "x.log")),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("archive_export", *arguments)
    with pytest.raises(CommandError, match="nothing is overwritten"):
        call_command("archive_dump", str(tmp_path / "a.zip"))


# ------------------------------------------------------------------------------ proof


def test_the_dice_page_shows_seed_and_frequencies() -> None:
    match = match_from(DICE)
    said = page(match, "dice/").content.decode()
    assert match.seed in said
    assert match.commitment in said
    assert "All 164 draws follow from the seed" in said
    assert "770 dice in 164 throws" in said
    assert "<td>archery (A)</td>" in said  # by its name, not only as the log has it


def test_the_dice_page_counts_tallies_by_their_chances() -> None:
    match, _ = match_import(data=windy_match().text().encode(), is_listed=True)
    said = page(match, "dice/").content.decode()
    groups = [
        group
        for draw in draws_made(log_of(match))
        for group in draw.groups
        if group.chance < 0.2
    ]
    tries, hits = sum(g.draws for g in groups), sum(g.hits for g in groups)
    assert f'<td>{tries} × 10.0 %</td><td class="number">{hits}</td>' in said
    assert " tries in 2 draws." in said
    assert "Came true" in said
    assert "Face" not in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Jeder Befehl ist erlaubt. Alle 164 Ziehungen folgen aus dem Startwert"),
        ("it", "Ogni ordine è permesso. Tutte le estrazioni (164) derivano dal seme"),
        ("ru", "Каждый приказ разрешён. Все жребии (164) следуют из зерна"),
        ("uk", "Кожен наказ дозволено. Усі жереби (164) випливають із зерна"),
    ],
)
def test_the_verdict_on_the_dice_is_told_to_its_reader(
    language: str, said: str
) -> None:
    client = Client(headers={"accept-language": language})
    shown = page(match_from(DICE), "dice/", client).content.decode()
    assert said in shown
    assert "legal" not in shown


def test_every_match_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (DICE, TWO, FOUR):
        match_from(name)
    call_command("archive_check")
    assert "3 matches" in capsys.readouterr().out
    matches = Match.objects.order_by("pk")
    assert [found.fault for found in archive_check(matches)] == ["", "", ""]


def fault_of(match: Match) -> str:
    (found,) = archive_check([match])
    return found.fault


def test_what_does_not_hold_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    match = match_from(DICE)
    seed, chain, result = match.seed, match.chain, match.result
    match.seed = "12" * 32
    assert "the seed gives" in fault_of(match)
    match.seed, match.chain = seed, "0" * 64
    assert fault_of(match) == "the last hash is another"
    match.chain, match.head = chain, match.head + 1
    assert "entries, not" in fault_of(match)
    match.head, match.result = match.head - 1, (result or [])[1:]
    assert "the result is" in fault_of(match)
    match.result, match.commitment = result, "0" * 64
    assert fault_of(match) == "entry 0: the line does not fit its hash"
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(seed="12" * 32)
    with pytest.raises(SystemExit):
        call_command("archive_check")
    assert f"match {match.pk}: entry" in capsys.readouterr().err


def test_an_entry_that_was_swapped_is_found() -> None:
    match = match_from(DICE)
    rows = list(match.entries.order_by("number"))
    rows[3].text, rows[4].text = rows[4].text, rows[3].text
    from sse.archive.verification import match_check

    found = match_check(match, [(row.text, row.chain) for row in rows])
    assert found.fault == "entry 3: the line does not fit its hash"
    assert isinstance(rows[3], Entry)


def test_matches_by_other_rules_are_left_alone() -> None:
    match = match_from(DICE)
    match.version = 99
    (found,) = archive_check([match])
    assert (found.fault, found.is_skipped) == ("", True)
