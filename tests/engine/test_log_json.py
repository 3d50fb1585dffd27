"""The log as JSON, the log in any file, and a verifier that knows none of our code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.attached import MOST, log_in
from engine.chance import Draw
from engine.errors import LogBroken
from engine.log import HAPPENINGS, Log, first_link, link, log_read, log_text
from engine.log_json import log_json, text_from_json
from engine.match import Match
from engine.replay import verify
from tests.toy.matches import windy_match

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "tests" / "replays").glob("*/*.log"))
EVERYTHING = ROOT / "tests/replays/age_of_war/everything.log"
VARIANTS = ROOT / "tests/replays/small_samurai_empires/all-variants-crowd-games.log"
RULED = {  # draws from what only the rules know at that moment: a realm, a hand
    "shogun": r"Y\d winter revolts seat \d",
    "samurai_battles": r"turn \d+ (dragon card given|command card lost) \d+",
}
each_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}"
)


def log_at(file: Path) -> Log:
    return log_read(file.read_text(encoding="utf-8"))


def data_of(file: Path = EVERYTHING) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(log_json(log_at(file)))
    return data


def refusal(data: object) -> str:
    with pytest.raises(LogBroken) as caught:
        verify(log_in(json.dumps(data).encode()))
    return str(caught.value)


@each_file
def test_json_gives_the_log_back_to_the_letter(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text_from_json(log_json(log_read(text))) == text
    assert log_in(log_json(log_read(text)).encode()) == text


def test_json_says_what_each_draw_was_drawn_from() -> None:
    (setup, *_) = data_of(VARIANTS)["entries"]
    sides = next(draw for draw in setup["draws"] if draw["name"] == "agenda sides")
    assert (sides["how"], sides["of"]) == ("roll", ["a", "b"])


# ------------------------------------------------------------------- as it is told

SCHEMA = json.loads((ROOT / "docs/json-format.schema.json").read_text(encoding="utf-8"))
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "null": type(None),
}


def faults(value: Any, schema: dict[str, Any], place: str = "") -> Iterator[str]:
    """What does not fit a schema; as much of JSON Schema as ours needs."""
    kinds = schema.get("type", [])
    wanted = [TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if wanted and type(value) not in wanted:
        yield f"{place} is {value!r}"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{place} is {value!r}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{place} is {value!r}"
    if isinstance(value, int) and value < schema.get("minimum", value):
        yield f"{place} is {value!r}"
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), f"{place} {number}")
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        yield from (f"{place} {k}?" for k in {*schema.get("required", ())} - {*value})
        for name, item in value.items():
            if name not in known and others is False:
                yield f"{place} {name} is not told"
            yield from faults(item, known.get(name, others or {}), f"{place} {name}")


@each_file
def test_json_is_what_the_schema_says(file: Path) -> None:
    assert list(faults(data_of(file), SCHEMA)) == []


def test_the_schema_knows_every_kind_of_entry() -> None:
    entry = SCHEMA["properties"]["entries"]["items"]["properties"]
    assert {*entry["kind"]["enum"]} == {"setup", "order", "back", *HAPPENINGS}


def test_the_schema_finds_what_is_wrong() -> None:
    data = data_of()
    data["seats"], data["entries"][1]["colour"] = "4", "red"
    del data["state"]
    assert sorted(faults(data, SCHEMA)) == [
        " entries 1 colour is not told",
        " seats is '4'",
        " state?",
    ]


def test_every_field_is_told() -> None:
    page = (ROOT / "docs/json-format.md").read_text(encoding="utf-8")
    entry = SCHEMA["properties"]["entries"]["items"]["properties"]
    for name in (*SCHEMA["properties"], *entry, "how", "of"):
        assert re.search(rf"`{name}`|\"{name}\"", page), name


def change(data: dict[str, Any], path: str, value: object) -> None:
    *way, last = path.split("/")
    place: Any = data
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "hikyaku json 9", "“format”"),
        ("seats", "4", "“seats” is no whole number"),
        ("seats", True, "“seats” is no whole number"),
        ("choices", ["a"], "“choices”"),
        ("players", {"seat": 1}, "“players”"),
        ("players/0/name", None, "“players 0 name”"),
        ("words", "cherry", "“words”"),
        ("commitment", "0" * 64, "“entries 0 mark”"),
        ("entries/6/text", "0 fill B2 1", "“entries 6 "),
        ("entries/6/order", "fill B2 9", "“entries 6 order”"),
        ("entries/6/draws/0/values/0", "A", "“entries 6 draws”"),
        ("entries/6/number", 7, "“entries 6 number” is not 6"),
        ("entries/6/mark", "000000000000", "“entries 6 mark”"),
        ("entries/6", 6, "“entries” is no list of objects"),
        ("log", "0" * 64, "“log”"),
        ("game", "half a letter: \ud83d", "“game” is no line of text"),
        ("choices/set", "\ud83d", "“choices” does not give a text"),
        ("words/0", "\ud83d", "“words” is no list of texts"),
        ("state", "\ud83d", "“state” is no line of text"),
        ("from", {"branch": 0, "position": {"\ud83d": 1}}, "“from” is no branch"),
        ("state", "0" * 64, "this is not the final state"),
        ("seed", "1" * 64, "the seed does not fit the commitment"),
        ("result/0/points", 14, "the result is"),
    ],
)
def test_a_changed_value_is_found_where_it_is(
    path: str, value: object, place: str
) -> None:
    data = data_of()
    change(data, path, value)
    assert place in refusal(data)


def test_no_text_becomes_a_line_of_the_log() -> None:
    data = data_of()
    data["notes"] = {"title": "a\nseed: 0"}
    text = log_in(json.dumps(data).encode())
    assert log_read(text).notes == {"title": "a seed: 0"}
    data["players"][0]["name"] = "Aki\nBotan"
    assert "“players 0 name” is no line of text" in refusal(data)


@pytest.mark.parametrize(
    "hostile", [b"[" * 100_000, b'{"a":' * 100_000, b"{}", b"{", b"\xff{", b"[1]", b""]
)
def test_what_is_no_log_is_refused(hostile: bytes) -> None:
    with pytest.raises(LogBroken):
        verify(log_in(hostile))


# ------------------------------------------------------------------ attached to PDFs


def pdf_with(*streams: bytes) -> bytes:
    body = b"".join(
        b"%d 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\n"
        % (number, len(data), data)
        for number, data in enumerate(streams, start=1)
    )
    return b"%PDF-1.7\n" + body + b"%%EOF\n"


@pytest.mark.parametrize("pack", [zlib.compress, bytes], ids=["packed", "plain"])
def test_a_pdf_gives_back_the_log_that_is_attached(pack: Any) -> None:
    log = EVERYTHING.read_bytes()
    noise = zlib.compress(b"0 0 m 1 1 l S")
    assert log_in(pdf_with(noise, pack(log), b"\0" * 40)).encode() == log


def test_a_pdf_without_a_log_is_refused() -> None:
    with pytest.raises(LogBroken, match="no log is attached"):
        log_in(pdf_with(zlib.compress(b"nothing")))


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zlib.compress(b"hikyaku log 1 #93dfb57b7cd0\n" + b"\0" * 300 * 2**20, 9)
    with pytest.raises(LogBroken, match="too big"):
        log_in(pdf_with(bomb))


def test_many_streams_are_not_all_looked_at() -> None:
    log = EVERYTHING.read_bytes()
    with pytest.raises(LogBroken, match="no log is attached"):
        log_in(b"%PDF-1.7\n" + b"stream\n" * 100_000 + pdf_with(log))


def test_a_file_that_is_too_big_is_not_read() -> None:
    with pytest.raises(LogBroken, match="bigger than"):
        log_in(b"hikyaku log 1" + b" " * MOST)


def test_a_damaged_attachment_is_refused() -> None:
    packed = zlib.compress(EVERYTHING.read_bytes())
    with pytest.raises(LogBroken):
        verify(log_in(pdf_with(packed[:200])))
    with pytest.raises(LogBroken):
        verify(log_in(pdf_with(packed[:300] + b"\0" * 50 + packed[350:])))


# ---------------------------------------------------------------- docs/verify.py

ALONE = ROOT / "docs" / "verify.py"


def alone(text: str | bytes, folder: Path) -> tuple[int, str]:
    """What the stand-alone verifier says, in a Python that sees nothing of ours."""
    file = folder / "match"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return alone_on([str(file)], folder)


def alone_on(arguments: list[str], folder: Path) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(ALONE), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


def test_the_verifier_is_short_and_needs_only_python() -> None:
    text = ALONE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250  # a third of them are boxes
    named = set(re.findall(r"(?m)^ *(?:import|from) (\w+)", text))
    assert named <= set(sys.stdlib_module_names)


@each_file
@pytest.mark.parametrize("written", [log_json, log_text])
def test_the_verifier_derives_every_draw(
    file: Path, tmp_path: Path, written: Callable[[Log], str]
) -> None:
    log = log_at(file)
    names = [draw.name for entry in log.entries for draw in entry.draws]
    ruled = [name for name in names if re.fullmatch(RULED.get(log.game, "-"), name)]
    unknown = len(ruled) if written is log_text else 0
    code, said = alone(written(log), tmp_path)
    assert code == (2 if unknown else 0), said
    assert f"{len(names) - unknown} of {len(names)} draws follow from the seed" in said
    claims = re.findall(r"\((\d+)×\): \? of what only JSON tells", said)
    assert sum(map(int, claims)) == unknown
    assert said.count("?") == len(claims)


def test_the_verifier_knows_what_was_drawn_before(tmp_path: Path) -> None:
    """Events and offices of Shogun, also after a match was taken back."""
    choices = {"dajokan": "yes", "court": "yes", "mode": "draft"}
    match = Match("shogun", ["Aki", "Botan", "Chie"], choices, seed="0a" * 32)
    while match.state.season < 2:
        match.ring([0, 1, 2])
    match.take_back(len(match.log.entries) - 20)
    while not match.over:
        match.ring([0, 1, 2])
    code, said = alone(match.text(), tmp_path)
    assert "Y… … event" in said
    assert "Y… … offices" in said
    assert code == (2 if "revolts" in said else 0), said


def test_the_verifier_finds_an_event_that_did_not_lie_open(tmp_path: Path) -> None:
    file = ROOT / "tests/replays/shogun/one-player-left.log"
    log = log_at(file)
    for number, entry in enumerate(log.entries):
        for place, draw in enumerate(entry.draws):
            if draw.name == "Y1 spring event":
                draws = list(entry.draws)
                other = "E01" if draw.values != ("E01",) else "E02"
                draws[place] = Draw(draw.name, (other,))
                log.entries[number] = entry._replace(draws=tuple(draws))
    code, said = alone(log_text(log), tmp_path)
    assert code == 1
    assert "the seed gives “Y1 spring event: " in said


# --------------------------------------------------------------------- tallies


def test_json_says_of_a_tally_what_was_tried() -> None:
    data = json.loads(log_json(log_read(windy_match().text())))
    tallies = [d for e in data["entries"] for d in e["draws"] if d["how"] == "tally"]
    assert len(tallies) == 2
    for draw in tallies:
        assert draw["of"] == [value.partition("/")[2] for value in draw["values"]]
    assert list(faults(data, SCHEMA)) == []


@pytest.mark.parametrize("written", [log_json, log_text])
def test_the_verifier_derives_a_tally_from_log_and_seed_alone(
    tmp_path: Path, written: Callable[[Log], str]
) -> None:
    """Also of a game it knows nothing of; its shuffle only JSON can tell."""
    log = log_read(windy_match().text())
    is_json = written is log_json
    code, said = alone(written(log), tmp_path)
    assert code == (0 if is_json else 2), said
    assert f"{3 if is_json else 2} of 3 draws follow from the seed" in said
    assert "round … wind (2×): tally of what its own line says\n" in said


def test_the_verifier_finds_a_tally_that_the_seed_does_not_give(tmp_path: Path) -> None:
    log = log_read(windy_match().text())
    for number, entry in enumerate(log.entries):
        if entry.draws and entry.draws[0].name == "round 1 wind":
            name, (first, *others) = entry.draws[0]
            hits, _, group = first.partition("/")
            wrong = Draw(name, (f"{int(hits) + 1}/{group}", *others))
            log.entries[number] = entry._replace(draws=(wrong,))
    code, said = alone(log_text(log), tmp_path)
    assert code == 1
    assert "the seed gives “round 1 wind: " in said
    with pytest.raises(LogBroken, match="the seed gives “round 1 wind: "):
        verify(log_text(log))


def test_the_verifier_knows_that_our_dice_are_no_tallies(tmp_path: Path) -> None:
    log = log_at(EVERYTHING)
    name, values = log.entries[0].draws[0]
    wrong = Draw(name, tuple("0/0<1" for _ in values))
    log.entries[0] = log.entries[0]._replace(draws=(wrong,))
    code, said = alone(log_text(log), tmp_path)
    assert code == 1
    assert "the seed gives “turn 1 roll 1: 3 2 2 1 C 2 A”" in said


def test_the_verifier_says_what_it_draws_from_and_what_it_does_not_prove(
    tmp_path: Path,
) -> None:
    said = alone(EVERYTHING.read_text(encoding="utf-8"), tmp_path)[1]
    assert "turn … roll … (164×): roll of 1 2 3 A C G\n" in said
    assert "Not proved: that the commitment was known before" in said


def test_the_verifier_knows_hands_after_a_match_was_taken_back(tmp_path: Path) -> None:
    match = Match("small_samurai_empires", ["Aki", "Botan"], seed="0a" * 32)
    while len(match.log.entries) < 12:
        match.ring([0, 1])
    match.take_back(7)
    while not match.over:
        match.ring([0, 1])
    code, said = alone(match.text(), tmp_path)
    assert code == 0, said
    assert said.count("placement") > 20


def test_the_verifier_takes_a_log_as_mail_programs_leave_it(tmp_path: Path) -> None:
    data = EVERYTHING.read_bytes().replace(b"\n", b"\r\n").rstrip()
    assert alone(b"\xef\xbb\xbf" + data, tmp_path)[0] == 0


def resealed(data: dict[str, Any], **changes: Any) -> str:
    """As somebody writes it who can write marks."""
    data |= changes
    log = Log(
        data["game"],
        data["version"],
        data["choices"],
        data["seats"],
        data["commitment"],
        data["words"],
    )
    chain = first_link(log)
    for entry in data["entries"]:
        chain = link(chain, f"{entry['number']}. {entry['text']}")
        entry["mark"] = chain[:12]
    return json.dumps(data | {"log": chain})


def with_other_faces(data: dict[str, Any], entry: int) -> dict[str, Any]:
    """One roll shows G for 1, and says that its die was printed like that."""
    swapped = {"1": "G", "G": "1"}
    row = data["entries"][entry]
    (draw,) = row["draws"]
    for key in ("values", "of"):
        draw[key] = [swapped.get(face, face) for face in draw[key]]
    row["text"] = f"{row['text'].split(' | ')[0]} | {draw['name']}: " + " ".join(
        draw["values"]
    )
    return data


def test_the_verifier_does_not_believe_what_a_die_is_said_to_be(tmp_path: Path) -> None:
    code, said = alone(resealed(with_other_faces(data_of(), 3)), tmp_path)
    assert code == 1
    assert "entry 3: “turn 2 roll 1” is a roll of 1 2 3 A C G, not a roll of G" in said


def test_the_verifier_calls_a_claim_a_claim(tmp_path: Path) -> None:
    """Of a game it does not know, one kind of die is at least one die."""
    code, said = alone(resealed(data_of(), game="go"), tmp_path)
    assert code == 0
    assert "roll of 1 2 3 A C G, so the file claims\n" in said
    code, said = alone(resealed(with_other_faces(data_of(), 3), game="go"), tmp_path)
    assert code == 1
    assert "entry 3: “turn 2 roll 1” is a roll of 1 2 3 A C G, not a roll of G" in said
    data = data_of()
    data["entries"][3]["draws"][0]["how"] = "shuffle"
    assert alone(resealed(data, game="go"), tmp_path)[0] == 1


def test_the_verifier_says_what_a_log_does_not_tell(tmp_path: Path) -> None:
    log = log_at(EVERYTHING)
    log.game = "go"
    code, said = alone(log_text(log), tmp_path)
    assert code == 2
    assert "turn … roll … (164×): ? of what only JSON tells" in said
    assert "0 of 164 draws" in said


def test_the_verifier_says_how_it_is_used(tmp_path: Path) -> None:
    code, said = alone_on([], tmp_path)
    assert (code, "python verify.py FILE" in said) == (2, True)
    code, said = alone_on(["none.log"], tmp_path)
    assert (code, "none.log cannot be read: No such file" in said) == (2, True)
    code, said = alone(b"%PDF-1.7\n\xff\xfe", tmp_path)
    assert (code, "save the attached log" in said) == (2, True)


@pytest.mark.parametrize("text", ["", "x", "{}", "[1]", '{"entries": 1}', "[" * 10**6])
def test_the_verifier_refuses_what_is_no_log(text: str, tmp_path: Path) -> None:
    code, said = alone(text, tmp_path)
    assert code == 1
    assert "Traceback" not in said


def test_the_verifier_misses_the_end(tmp_path: Path) -> None:
    text = EVERYTHING.read_text(encoding="utf-8")
    code, said = alone(text[: text.index("\n40. ") + 1], tmp_path)
    assert (code, "the end is missing" in said) == (1, True)


def forged(file: Path, entry: int) -> Log:
    """A draw changed by somebody who can write marks but has not made the seed."""
    log = log_at(file)
    line = log.entries[entry]
    values = line.draws[0].values
    other = values[1:] + values[:1]
    assert other != values
    draws = (line.draws[0]._replace(values=other), *line.draws[1:])
    log.entries[entry] = line._replace(draws=draws)
    return log


def test_the_verifier_finds_a_forged_die(tmp_path: Path) -> None:
    log = forged(EVERYTHING, 5)
    code, said = alone(log_text(log), tmp_path)
    assert code == 1
    assert "the seed gives “turn 3 roll 2: 2 C 2 1 A A”" in said


def test_the_verifier_finds_a_stacked_deck(tmp_path: Path) -> None:
    data = data_of(VARIANTS)
    deck = next(d for d in data["entries"][0]["draws"] if d["name"] == "destiny deck")
    deck["of"] = deck["of"][::-1]
    code, said = alone(json.dumps(data), tmp_path)
    assert code == 1
    assert "entry 0: “destiny deck” is a shuffle of grey grey" in said


@pytest.mark.parametrize("kind", ["log", "json"])
def test_the_verifier_finds_a_changed_byte(kind: str, tmp_path: Path) -> None:
    log = log_at(EVERYTHING)
    text = log_text(log) if kind == "log" else log_json(log)
    code, said = alone(text.replace("fill B2 2", "fill B2 1", 1), tmp_path)
    assert code == 1
    assert "does not fit its mark" in said


def test_the_verifier_wants_the_seed_that_was_promised(tmp_path: Path) -> None:
    log = log_at(EVERYTHING)
    log.seed = "12" * 32
    code, said = alone(log_text(log), tmp_path)
    assert code == 1
    assert "does not fit the commitment" in said
    log.seed = ""
    assert "not told" in alone(log_text(log), tmp_path)[1]
