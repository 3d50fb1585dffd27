"""The command line, as a person uses it: a real process each time it matters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.contract import Hint
from engine.languages import LANGUAGES
from engine.measure import UNITS
from engine.rehearsal import ENDLESS, STOPS
from engine.words import common, seat_name

ROOT = Path(__file__).parent.parent.parent
SEED = "12" * 32


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "match.log"
    arguments = ["match", "age_of_war", "--bots", "auto", "auto", "--seed", SEED]
    assert main([*arguments, "--out", str(file)]) == 0
    return file


def test_a_match_of_bots_prints_a_log_that_verifies() -> None:
    played = run("match", "age_of_war", "--bots", "auto", "auto")
    assert played.returncode == 0
    checked = run("verify", "-", text=played.stdout)
    assert checked.returncode == 0
    assert "the match is finished" in checked.stdout


def test_verify_says_what_a_cover_must_say_too(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = log.read_text(encoding="utf-8")
    assert main(["verify", str(log)]) == 0
    said = capsys.readouterr().out.splitlines()[-3:]
    assert said[0].startswith("  players: seat 1 ")
    for line, name in zip(said[1:], ("result", "log"), strict=True):
        told = text.partition(f"\n{name}: ")[2].partition(" #")[0]
        assert line == f"  {name}: {told}"


def test_verify_names_the_line_of_a_changed_byte(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = log.read_text(encoding="utf-8")
    at = text.index("\n5. ") + 6
    log.write_text(text[:at] + "x" + text[at + 1 :], encoding="utf-8")
    assert main(["verify", str(log)]) == 1
    line = text[:at].count("\n") + 1
    assert f"line {line}: " in capsys.readouterr().err


def test_verify_forgives_what_mail_programs_do_to_line_ends(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = log.read_bytes().replace(b"\n", b"\r\n").rstrip()
    log.write_bytes(b"\xef\xbb\xbf" + data)
    assert main(["verify", str(log)]) == 0
    assert "every order is legal" in capsys.readouterr().out
    log.write_bytes(data.replace(b"\r\n1. ", b"\r\n1.  ", 1))
    assert main(["verify", str(log)]) == 1
    assert "does not fit its mark" in capsys.readouterr().err


def test_replay_tells_headlines(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(log)]) == 0
    every = capsys.readouterr().out
    assert main(["replay", str(log), "--headlines"]) == 0
    few = capsys.readouterr().out
    assert 0 < len(few.splitlines()) < len(every.splitlines())
    assert "rolls" in every
    assert "rolls" not in few


def test_replay_tells_the_story_and_shows_a_step(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(log)]) == 0
    assert "conquers" in capsys.readouterr().out
    assert main(["replay", str(log), "--step", "3", "--as", "1"]) == 0
    assert "Age of War" in capsys.readouterr().out
    assert main(["replay", str(log), "--step", "3", "--svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    assert main(["replay", str(log), "--language", "uk"]) == 0
    assert "завойовує картку" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "chess", "--bots", "auto"], "no game “chess”"),
        (["match", "age_of_war", "--bots", "auto"], "2 to 6 players"),
        (["match", "age_of_war", "--bots", "deep", "blue"], "no bot “deep”"),
        (["match", "toy", "--bots", "random", "random", "--choice", "x"], "NAME=VALUE"),
        (["match", "toy", "--bots", "random", "--seed", "1"], "64 hexadecimal"),
        (["match", "toy", "--bots", "random", "random", "--choice", "a=b"], "“a”"),
        (["verify", "nowhere.log"], "cannot be read"),
        (["replay", "pyproject.toml"], "this is no log"),
        (["play", "chess"], "no game"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_a_step_or_seat_that_is_not_there_is_said(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(log), "--step", "9999"]) == 2
    assert "steps 0 to" in capsys.readouterr().err
    for seat in ("7", "0", "-1"):
        assert main(["replay", str(log), f"--as={seat}"]) == 2
        assert f"no seat {seat}; there are 1 to 2" in capsys.readouterr().err


def test_people_count_seats_from_one(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a match with secrets each pair of eyes sees its own."""
    words = ["match", "toy", "--bots", "random", "random", "--seed", SEED]
    assert main([*words, "--out", str(log)]) == 0
    capsys.readouterr()
    seen = []
    for seat in ("1", "2"):
        assert main(["replay", str(log), "--as", seat]) == 0
        seen.append(capsys.readouterr().out)
    assert seen[0] != seen[1]
    assert seat_name(0, [], "en") == "Seat 1"


def test_nothing_typed_is_helped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert said.startswith("usage: python -m engine")
    assert "python -m engine play age_of_war" in said
    for command in ("games", "play", "match", "replay", "verify", "json", "rules"):
        assert f"    {command}" in said


def test_rules_are_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "small_samurai_empires", "8.1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("SSE-8.1 Order of the steps [R]\nStep  archona-2019")
    assert main(["rules", "age_of_war", "special", "line"]) == 0
    assert "AOW-6.2" in capsys.readouterr().out
    assert main(["rules", "age_of_war", "zzz"]) == 2
    assert main(["rules", "age_of_war"]) == 2


def test_bench_says_game_and_units(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "toy", "--seconds", "0.01"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert "(toy), 2 seats" in first
    assert len(rest) == len(UNITS)
    assert all(line.endswith(" a second") for line in rest)
    assert any("texts read a second" in line for line in rest)


def test_binary_rubbish_is_no_log(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(bytes(range(256)))
    assert main(["verify", str(file)]) == 1


def test_games_lists_games_choices_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert "age_of_war: Age of War, 2 to 6 players" in listed
    assert "sengoku-2014" in listed
    assert "bots: random, auto" in listed


def test_a_person_can_play_a_whole_match_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "mine.log"
    words = "help\nhints\nrules 5.8\nhistory\ntake dalien\npreview take dalian\nboard\n"
    played = run(
        "play",
        "age_of_war",
        "Aki",
        "bot:auto",
        "--seed",
        SEED,
        "--save",
        str(file),
        text=words + "step reroll\nback\nauto any\n" + "auto any\n" * 60,
    )
    assert played.returncode == 0, played.stderr
    assert "Did you mean “Dalian”?" in played.stdout
    assert "understood: turn" in played.stdout
    assert "AOW-5.8 Commitment" in played.stdout
    assert "Back to step" in played.stdout
    assert "The match is over" in played.stdout
    checked = run("verify", str(file))
    assert "the match is finished" in checked.stdout, checked.stderr


@pytest.mark.parametrize(
    ("language", "guest", "order"),
    [
        ("de", "Gast", "auto alles"),
        ("it", "Ospite", "auto qualsiasi"),
        ("ru", "Гость", "авто любой"),
        ("uk", "Гість", "авто будь-яке"),
    ],
)
def test_a_guest_plays_in_their_language(language: str, guest: str, order: str) -> None:
    words = ["play", "age_of_war", "--language", language]
    alone = run(*words, text=f"{order}\n")
    assert f"{guest}> " in alone.stdout
    named = run(*words, "Aki", "bot:auto", text=f"{order}\n")
    assert "● Aki" in named.stdout
    assert named.returncode == 0


def test_nothing_else_may_stand_after_the_options() -> None:
    assert run("play", "age_of_war", "Aki", "--langage", "de").returncode == 2
    assert run("games", "--language", "de", "Aki").returncode == 2
    assert run("verify", "a.log", "b.log").returncode == 2


def test_quitting_keeps_the_log(tmp_path: Path) -> None:
    file = tmp_path / "half.log"
    words = ["play", "age_of_war", "Aki", "Botan", "--save", str(file)]
    played = run(*words, text="auto any\nquit\n")
    assert "The log is in" in played.stdout
    assert "still running" in run("verify", str(file)).stdout


def test_hidden_hands_get_an_empty_screen(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.match import Match
    from engine.play import HotSeat

    seat = HotSeat(Match("toy", ["Aki", "Botan"]), ["", ""], "en", None)
    with pytest.raises((EOFError, OSError)):
        seat.ask(0)
    assert "Pass the keyboard to Aki" in capsys.readouterr().out


def test_the_fuzzer_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("age_of_war", "toy"):
        assert main(["fuzz", name, "--actions", "4000", "--seed", "7"]) == 0
        assert "nothing broke" in capsys.readouterr().out


def test_a_person_at_tempo_phase_writes_once_a_phase(tmp_path: Path) -> None:
    file = tmp_path / "phase.log"
    played = run(
        "play",
        "small_samurai_empires",
        "Aki",
        "bot:random",
        "--tempo",
        "phase",
        "--language",
        "de",
        "--seed",
        SEED,
        "--save",
        str(file),
        text="hilfe\npläne\nlege angriff auf 5\nprüfe lege ernte auf 6\n"
        + "zurückziehen\n" * 15,
    )
    assert played.returncode == 0, played.stderr
    assert "Gespeichert: lege Angriff auf orange-2 (Epoche 1, Runde 1)" in played.stdout
    assert "verstanden: lege Ernten auf orange-3" in played.stdout
    assert "Die Partie ist beendet" in played.stdout
    assert "the match is finished" in run("verify", str(file)).stdout


def test_who_gets_the_keyboard_hears_what_happened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.match import Match
    from engine.play import HotSeat

    match = Match("small_samurai_empires", ["Aki", "Botan"], seed=SEED)
    lines = iter(["", "destiny grey or orange or teal or violet"] * 2)
    monkeypatch.setattr("builtins.input", lambda *_: next(lines))
    seat = HotSeat(match, ["", ""], "en", None)
    with pytest.raises(StopIteration):
        seat.play()
    told = capsys.readouterr().out
    assert told.count("Era 1 begins.") == 2  # each of them is told once
    assert told.count("You are dealt") == 2  # of the other's cards nobody


def test_a_turn_of_two_parts_is_rehearsed_and_asked_for_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.match import Match
    from engine.play import HotSeat

    choices = {"parts": "yes", "gusts": "yes", "rounds": "1"}
    match = Match("toy", ["Aki", "Botan"], choices, seed=SEED)
    match.write(0, "pick 4")
    match.write(1, "pick 1; ask gusts")
    lines = iter(["", "hold", "", "preview take rice; share 1", "take rice; share 1"])
    monkeypatch.setattr("builtins.input", lambda *_: next(lines))
    HotSeat(match, ["", ""], "en", None).run()
    told = capsys.readouterr().out
    assert "Botan wants to be asked: gusts." in told
    assert "understood: share 1\n    Aki takes rice for 1 point.\n" in told
    assert "    Aki hands a point to Botan.\n" in told
    assert "    Then the match is over.\n" in told
    assert match.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_a_preview_can_stop_has_words(language: str) -> None:
    for stop in set(STOPS) - {ENDLESS}:
        assert common(language)[f"stop_{stop}"]


def test_hints_are_short_lines_without_blanks_at_their_end() -> None:
    from engine.play import hint_lines

    assert hint_lines(Hint("pick 2", ""), 20) == ["  pick 2"]
    assert hint_lines(Hint("pick 2", "a light"), 8) == ["  pick 2    a light"]
    lines = hint_lines(Hint("pick 2", "a light that shines " * 9), 8)
    assert lines[0].startswith("  pick 2    a light")
    assert lines[1].startswith(" " * 12 + "a light")
    lines += hint_lines(Hint("pick 2 or 3", "a light that shines " * 9), 8)
    assert "  pick 2 or 3" in lines
    assert all(len(line) <= 72 and line == line.rstrip() for line in lines)
