"""What chance did, watched in a replay."""

from __future__ import annotations

from pathlib import Path

from engine.audit import (
    ROLL,
    SHUFFLE,
    TALLY,
    Made,
    draws_made,
    face_of,
    kinds_of,
)
from engine.chance import CERTAIN
from engine.log import Log, log_read

REPLAYS = Path(__file__).parent.parent / "replays"


def log_at(name: str) -> Log:
    return log_read((REPLAYS / name).read_text(encoding="utf-8"))


def test_every_draw_is_seen_with_what_it_was_drawn_from() -> None:
    log = log_at("small_samurai_empires/all-variants-crowd-games.log")
    made = draws_made(log)
    recorded = [draw for entry in log.entries for draw in entry.draws]
    assert [(draw.name, draw.values) for draw in made] == recorded
    for draw in made:
        rest = list(draw.of)
        for value in draw.values:
            assert value in rest
            if draw.how == SHUFFLE:
                rest.remove(value)


def test_draws_that_differ_in_numbers_are_of_one_kind() -> None:
    kinds = kinds_of(draws_made(log_at("age_of_war/conquest-by-points.log")))
    assert [(kind.name, kind.how) for kind in kinds] == [
        ("first player", SHUFFLE),
        ("turn … roll …", ROLL),
    ]
    dice = kinds[1]
    assert dice.of == ("1", "2", "3", "A", "C", "G")
    assert sum(face.seen for face in dice.faces) == dice.thrown
    assert sum(face.expected for face in dice.faces) == dice.thrown


def test_draws_of_one_kind_stay_together_whatever_they_are_drawn_from() -> None:
    file = "small_samurai_empires/all-variants-crowd-games.log"
    names = [kind.name for kind in kinds_of(draws_made(log_at(file)))]
    assert len(names) == len(set(names))


def test_the_usual_holds_nineteen_matches_of_twenty() -> None:
    fair = face_of("6", 10, 60, 1 / 6)
    assert (fair.low, fair.high) == (4, 16)
    assert fair.is_usual
    assert not face_of("6", 17, 60, 1 / 6).is_usual
    assert not face_of("6", 3, 60, 1 / 6).is_usual
    assert face_of("a", 1, 1, 0.5).high == 1


def tallied(number: int, *values: str) -> Made:
    of = tuple(value.partition("/")[2] for value in values)
    return Made(number, f"throw {number}", TALLY, of, values)


def test_a_tally_is_counted_by_its_chances() -> None:
    half, third = CERTAIN // 2, CERTAIN // 3
    made = [
        tallied(1, f"20/30<{third}", f"1/2<{half}"),
        tallied(2, f"0/0<{third}", f"3/8<{half}"),
    ]
    (kind,) = kinds_of(made)
    assert (kind.name, kind.how, kind.thrown) == ("throw …", TALLY, 40)
    one, other = kind.faces
    assert (one.value, one.seen, one.thrown) == ("333", 20, 30)
    assert (other.value, other.seen, other.thrown) == ("500", 4, 10)
    assert (round(one.expected, 6), other.expected) == (10, 5)
    assert (one.low, one.high, other.low, other.high) == (5, 15, 2, 8)
    assert kind.odd == 1


def test_rolls_and_shuffles_have_no_groups() -> None:
    made = draws_made(log_at("age_of_war/conquest-by-points.log"))
    assert not any(draw.groups for draw in made)
    assert all(draw.thrown == len(draw.values) for draw in made)
