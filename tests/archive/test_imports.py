"""Matches from elsewhere: checked, taken in once, refused with a place and a reason."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django.utils.functional import Promise

from engine.faults import FAULTS
from engine.log import Entry, Log, log_read, log_text
from engine.log_json import log_json
from engine.replay import replay, state_hash
from sse.accounts.models import Player
from sse.archive import imports
from sse.archive.imports import ImportRefused, match_import
from sse.archive.models import Import
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.matches import states
from sse.matches.log_faults import REASONS
from sse.matches.models import Match
from sse.matches.selectors import log_file
from tests.support.booklets import DICE, FOUR, REPLAYS, imported_from
from tests.support.people import new_player
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
FILES = sorted(REPLAYS.glob("*/*.log"))
SHARED = "age_of_war/adjudicated-shared.log"
FIRST = b"hikyaku log 1 #93dfb57b7cd0\n"


def log_of(name: str) -> bytes:
    return (REPLAYS / name).read_bytes()


def file_brought(match: Match) -> str:
    """The log of an imported match without the note that says so."""
    log = log_read(log_file(match))
    del log.notes["imported"]
    return log_text(log)


def packed_zeros(size: int) -> bytes:
    """A log that unpacks to nothing for a long time; its pieces are all the same."""
    packer, piece = zlib.compressobj(9), b"0" * 2**20
    first = packer.compress(FIRST) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (size // len(piece)) + packer.flush()


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def refusal(data: bytes) -> str:
    with pytest.raises(ImportRefused) as caught:
        match_import(data=data)
    assert not Match.objects.exists()
    return str(caught.value)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_a_match_comes_in_whole(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    match, is_new = match_import(data=text.encode())
    assert is_new
    assert file_brought(match) == text
    log = log_read(text)
    *_, last = replay(log)
    assert state_hash(match.game, states.state_now(match)) == log.state
    assert states.state_at(match, match.head - 1) == last.state
    assert match.result
    names = [seat.holder for seat in match.seats.order_by("number")]
    assert names == [f"{name}*" for name in log.names()]


def test_json_is_the_same_match() -> None:
    text = log_of(DICE).decode()
    match, is_new = match_import(data=log_json(log_read(text)).encode())
    assert is_new
    assert match_import(data=text.encode()) == (match, False)


def test_a_match_goes_by_booklet_to_another_house() -> None:
    """match → PDF → another instance → replay → the same hash"""
    match = imported_from(FOUR)
    chain, file = match.chain, log_file(match)
    pdf = booklet_pdf(Wanted(match))
    Match.objects.filter(pk=match.pk).update(chain="", game_name="gone")  # elsewhere
    Import.objects.all().delete()
    other, is_new = match_import(data=pdf)
    assert is_new
    assert other.pk != match.pk
    assert other.chain == chain
    assert log_file(other) == file
    assert state_hash(other.game, states.state_now(other)) == log_read(file).state


def test_twice_is_once(aki: Player, botan: Player) -> None:
    first, is_new = match_import(data=log_of(DICE), by=aki)
    again, is_new_again = match_import(data=log_of(DICE), by=botan)
    assert (is_new, is_new_again) == (True, False)
    assert first == again
    assert first.privacy == Match.Privacy.PRIVATE
    assert set(first.imported.players.all()) == {aki, botan}


def test_what_is_private_is_for_who_brought_it(aki: Player, botan: Player) -> None:
    match, _ = match_import(data=log_of(DICE), by=aki)
    page = f"/matches/{match.pk}/"
    assert client_of(aki).get(page).status_code == 200
    assert client_of(botan).get(page).status_code == 404
    match_import(data=log_of(DICE), by=botan, is_listed=True)
    assert Client().get(page).status_code == 200


def test_every_page_copes_with_seats_without_players(aki: Player) -> None:
    match = imported_from(DICE, by=aki)
    for page in ("", "steps/0", "steps/24", "booklet/", "dice/", "board.svg"):
        response = client_of(aki).get(f"/matches/{match.pk}/{page}")
        assert response.status_code == 200, page
    archive = Client().get("/archive/").content.decode()
    assert "Everything that can happen" in archive
    said = Client().get(f"/matches/{match.pk}/").content.decode()
    assert "Aki" in said
    assert "Doi" in said


def test_a_match_played_here_is_not_taken_in_again(aki: Player, botan: Player) -> None:
    from sse.matches.play import match_abandon

    match = running(aki, botan)
    match_abandon(match_id=match.pk, by=aki)
    match.refresh_from_db()
    assert match_import(data=log_file(match).encode(), by=aki) == (match, False)


def test_an_abandoned_match_comes_in_too(aki: Player, botan: Player) -> None:
    from sse.matches.play import match_abandon

    match = running(aki, botan)
    match_abandon(match_id=match.pk, by=aki)
    match.refresh_from_db()
    text = log_file(match)
    Match.objects.filter(pk=match.pk).update(chain="")
    other, is_new = match_import(data=text.encode())
    assert is_new
    assert other.status == Match.Status.ABANDONED
    assert file_brought(other) == text


# ---------------------------------------------------------------------------- refused


def test_a_changed_order_is_refused_with_its_line() -> None:
    text = log_of(DICE).decode()
    changed = text.replace("fill B2 4", "fill B2 3", 1)
    line = text[: text.index("fill B2 4")].count("\n") + 1
    assert f"line {line}: the line does not fit its mark" in refusal(changed.encode())


def test_forged_marks_do_not_help() -> None:
    log = log_read(log_of(DICE).decode())
    entry = log.entries[5]
    values = entry.draws[0].values[::-1]
    log.entries[5] = entry._replace(draws=(entry.draws[0]._replace(values=values),))
    assert "entry 5: the seed gives" in refusal(log_text(log).encode())


def test_a_match_that_runs_is_refused() -> None:
    log = log_read(log_of(DICE).decode())
    log.seed = ""
    assert "its seed is not told" in refusal(log_text(log).encode())
    log = log_read(log_of(DICE).decode())
    log.entries, log.result = log.entries[:5], ""
    assert "the match has not ended" in refusal(log_text(log).encode())


def test_rules_that_are_not_here_are_refused() -> None:
    log = log_read(log_of(DICE).decode())
    log.version = 9
    assert "rules 9" in refusal(log_text(log).encode())
    log.game, log.version = "go", 1
    assert "no game “go”" in refusal(log_text(log).encode())


def test_names_that_are_too_long_are_refused() -> None:
    log = log_read(log_of(DICE).decode())
    log.players[1] = (1, "B" * 33)
    assert "seat 1 is longer than 32" in refusal(log_text(log).encode())


@pytest.mark.parametrize(
    "notes",
    [
        {f"note {number}": "x" for number in range(21)},
        {"title": "Aki’s", "story": "and so on " * 20},
    ],
    ids=["many", "long"],
)
def test_notes_that_would_fill_a_booklet_are_refused(notes: dict[str, str]) -> None:
    log = log_read(log_of(SHARED).decode())
    log.notes = notes
    data, last = log_text(log).encode(), list(notes)[-1]
    said = at_line(data, f"note {last}: ") + "the log is longer than any match"
    assert said in refusal(data)


@pytest.mark.parametrize(
    "decider", ["bot " + "x" * 1000, "nobody", "bot \x00", "\u202eclock", "bot A"]
)
def test_who_decided_is_somebody(decider: str) -> None:
    log = log_read(log_of(SHARED).decode())
    log.entries[3] = log.entries[3]._replace(by=decider)
    data = log_text(log).encode()
    assert at_line(data, "3. ") + "this is no entry" in refusal(data)


@pytest.mark.parametrize(
    ("started", "ended"),
    [("0001-01-01", "9999-12-31"), ("1969-12-31", "2199-12-31"), ("?", "2026-02-30")],
)
def test_a_day_that_cannot_be_is_not_known(
    aki: Player, started: str, ended: str
) -> None:
    log = log_read(log_of(SHARED).decode())
    log.notes = {"started": started, "ended": ended}
    match, _ = match_import(data=log_text(log).encode(), by=aki, is_listed=True)
    assert match.started_at is None
    assert match.ended_at is not None
    assert abs(match.ended_at - timezone.now()) < timedelta(minutes=5)
    assert file_brought(match) == log_text(log)
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        Player.objects.filter(pk=aki.pk).update(time_zone=zone)
        for page in (f"/matches/{match.pk}/", "/archive/"):
            assert client_of(aki).get(page).status_code == 200


def at_line(data: bytes, start: str) -> str:
    lines = data.decode().split("\n")
    return f"line {next(n for n, s in enumerate(lines, 1) if s.startswith(start))}: "


def stuffed(name: str, *entries: Entry) -> Log:
    """The log with entries after its first, by somebody who can write marks."""
    log = log_read(log_of(name).decode())
    log.entries[1:1] = entries
    return log


def test_a_seat_changes_hands_as_often_as_it_has_names() -> None:
    log = stuffed(SHARED, *[Entry("changes hands", seat=0)] * 16_000)
    data = log_text(log).encode()
    said = refusal(data)
    assert at_line(data, "1. ") + "seat 0 changes hands more often than" in said
    log = stuffed(SHARED, Entry("changes hands", seat=0))
    log.players += [(0, "Chie"), (0, "Doi")]
    data = log_text(log).encode()
    assert "seat 0 has more names than it has changed hands" in refusal(data)
    assert at_line(data, "player 0: Doi") in refusal(data)
    log.players.pop()
    match, _ = match_import(data=log_text(log).encode())
    assert file_brought(match) == log_text(log)


def test_nobody_hands_a_seat_on_for_ever() -> None:
    log = stuffed(SHARED, *[Entry("changes hands", seat=0)] * 51)
    log.players += [(0, "Chie")] * 51
    data = log_text(log).encode()
    assert at_line(data, "51. ") + "seat 0 changes hands more than 50" in refusal(data)


@pytest.mark.parametrize(
    ("entry", "number"),
    [
        (Entry("has a stand-in", seat=0), 16_000),
        (Entry("gets more time", seat=1), 4_000),
        (Entry("back", back_to=0), 4_000),
        (Entry("paused"), 600),
    ],
    ids=["stand-in", "time", "back", "pause"],
)
def test_what_goes_on_without_an_order_is_refused(entry: Entry, number: int) -> None:
    data = log_text(stuffed(SHARED, *[entry] * number)).encode()
    said = refusal(data)
    assert at_line(data, "500. ") + "more than 500 entries in a row are no" in said


def test_patience_is_not_refused() -> None:
    patient = [Entry("gets more time", seat=0), Entry("paused"), Entry("goes on")] * 60
    match, is_new = match_import(data=log_text(stuffed(SHARED, *patient)).encode())
    assert is_new
    assert match.head > 180


ENDS = {
    "crlf": lambda data: data.replace(b"\n", b"\r\n"),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "no last newline": lambda data: data.rstrip(b"\n"),
    "more newlines": lambda data: data + b"\n\n",
    "all": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n").rstrip(),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_mail_programs_do_to_line_ends_is_forgiven(name: str) -> None:
    text = log_of(DICE)
    match, is_new = match_import(data=ENDS[name](text))
    assert is_new
    assert file_brought(match).encode() == text
    assert match_import(data=text) == (match, False)
    spoilt = ENDS[name](text.replace(b"fill B2 4", b"fill B2 3", 1))
    where = at_line(text, "9. ")
    with pytest.raises(ImportRefused, match=f"{where}the line does not fit its mark"):
        match_import(data=spoilt)


def test_json_may_have_a_byte_order_mark() -> None:
    text = log_json(log_read(log_of(DICE).decode())).replace("\n", "\r\n")
    assert match_import(data=b"\xef\xbb\xbf" + text.encode())[1]


def test_every_reason_is_told_in_every_language() -> None:
    """By code: what the engine says in English is what is translated."""
    assert REASONS.keys() == FAULTS.keys()
    own = {"choices_wrong", "position_impossible"}  # what a game's rules say
    for code in FAULTS.keys() - own:
        assert str(REASONS[code]) == FAULTS[code]
    assert all(isinstance(reason, Promise) for reason in REASONS.values())


def test_a_reason_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REASONS, "mark_wrong", "die Marke passt nicht")
    monkeypatch.setitem(REASONS, "seed_gives", "{right} statt {wrong}")
    data = log_of(DICE).replace(b"fill B2 4", b"fill B2 3", 1)
    where = at_line(data, "9. ")
    said = refusal(data)
    assert said == f"This file can’t be imported: {where}die Marke passt nicht."
    log = log_read(log_of(DICE).decode())
    setup = log.entries[0]
    draw = setup.draws[0]._replace(values=setup.draws[0].values[::-1])
    log.entries[0] = setup._replace(draws=(draw,))
    assert f"entry 0: {setup.draws[0].text} statt {draw.text}." in refusal(
        log_text(log).encode()
    )


def test_what_a_game_says_of_choices_stays_with_the_engine() -> None:
    log = log_read(log_of(DICE).decode())
    log.choices["set"] = "none"
    assert "line 3: the choices do not fit the game." in refusal(log_text(log).encode())


def test_a_reason_is_short_however_long_the_line_is() -> None:
    data = log_of(DICE).replace(b"game: age_of_war 1", b"game: " + b"a" * 90_000)
    assert len(refusal(data)) < 500
    log = log_read(log_of(DICE).decode())
    log.game = "a" * 90_000
    assert len(refusal(log_text(log).encode())) < 500


HOSTILE = {
    "empty": b"",
    "noise": bytes(range(256)) * 40,
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 999,
    "zip": b"PK\x03\x04" + b"\0" * 999,
    "nested json": b'{"format": "hikyaku json 1", "a": ' + b"[" * 200_000,
    "a deep list": b"[" * 1_000_000,
    "json of nothing": b"{}",
    "json of numbers": json.dumps({"format": "hikyaku json 1", "game": 7}).encode(),
    "pdf of nothing": b"%PDF-1.7\n%%EOF",
    "pdf of streams": b"%PDF-1.7\n" + b"stream\n" * 400_000,
    "endless": b"hikyaku log 1 #93dfb57b7cd0\n" * 60_000,
    "too big": b" " * (imports.MOST_BYTES + 1),
    "a million lines": FIRST + b"\n" * 1_000_000,
    "a line of a megabyte": FIRST + b"choices: " + b"ab=c, " * 330_000,
    "deep json": b'{"format": "hikyaku json 1", "a": '
    + b"[" * 100_000
    + b"]" * 100_000,
    "deep json of objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "json of many rows": b'{"format": "hikyaku json 1", "game": "toy", "version": 1,'
    b'"choices": {}, "seats": 2, "commitment": "", "words": [], "notes": {},'
    b'"state": "", "players": [' + b'{"":0},' * 260_000 + b"{}]}",
    "1 GB": b"%PDF-1.7\nstream\n" + packed_zeros(2**30) + b"\nendstream",
    "1000 attachments": b"%PDF-1.7\n"
    + (b"stream\n" + zlib.compress(FIRST + b"\0" * 9_000) + b"\nendstream\n") * 1000,
    "1000 logs that are none": b"%PDF-1.7\n"
    + (b"stream\n" + zlib.compress(b"hikyaku log" * 900) + b"\nendstream\n") * 1000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_cheaply(name: str) -> None:
    said = refusal(HOSTILE[name])  # who unpacks all of it is ended by its memory
    assert said.startswith(("This file can’t be imported", "The file is"))
    assert len(said) < 500
    tracemalloc.start()
    try:
        refusal(HOSTILE[name])
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


def test_a_booklet_cut_off_is_called_damaged() -> None:
    packed = zlib.compress(log_of(DICE))
    for part in (packed[: len(packed) // 2], packed[:-1]):
        said = refusal(b"%PDF-1.7\nstream\n" + part)
        assert "the attached log is damaged" in said
    assert "is damaged" in refusal(b"%PDF-1.7\nstream\n" + log_of(DICE)[:900])
    assert "no log is attached" in refusal(b"%PDF-1.7\nstr")


# ------------------------------------------------------------------- command and page


def test_the_command_takes_files_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text("no log")
    good = str(REPLAYS / DICE)
    with pytest.raises(SystemExit):
        call_command("archive_import", good, good, str(bad), str(tmp_path / "none"))
    said = capsys.readouterr()
    assert said.out.count("imported as match") == 1
    assert said.out.count("was here already") == 1
    assert "bad.log: This file can’t be imported: line 1" in said.err
    assert "No such file" in said.err
    assert Match.objects.get().privacy == Match.Privacy.LISTED
    with pytest.raises(CommandError, match="for whom"):
        call_command("archive_import", good, private=True)
    with pytest.raises(CommandError, match="no player called Emi"):
        call_command("archive_import", good, player="Emi")


def brought(client: Client, data: bytes, **fields: str) -> str:
    file = SimpleUploadedFile("match.log", data)
    response = client.post("/archive/import/", {"file": file, **fields}, follow=True)
    return response.content.decode()


def test_a_page_takes_a_file_in(aki: Player) -> None:
    client = client_of(aki)
    assert "has been imported" in brought(client, log_of(DICE))
    assert "is already in the archive" in brought(client, log_of(DICE))
    assert Match.objects.get().privacy == Match.Privacy.PRIVATE
    assert "line 1: this is no log" in brought(client, b"x")


def test_strangers_bring_nothing_in(db: None) -> None:
    file = SimpleUploadedFile("match.log", log_of(DICE))
    response = Client().post("/archive/import/", {"file": file})
    assert response.status_code == 302
    assert not Match.objects.exists()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(new_player("Emi"))
    assert strict.post("/archive/import/", {"file": file}).status_code == 403


def test_a_huge_file_is_refused_before_it_is_read(aki: Player) -> None:
    response = client_of(aki).post(
        "/archive/import/",
        data=b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(10**10),
    )
    assert response.status_code == 413
    assert "bigger than 8 MB" in response.content.decode()
