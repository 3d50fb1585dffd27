"""A mail as a whole: lines, neutral actions, doubles, all or nothing. [SSE-13]"""

from __future__ import annotations

import re

import pytest

from engine.small_samurai_empires.plans.reading import read_mail
from engine.small_samurai_empires.plans.tree import (
    Destiny,
    Entry,
    Place,
    Statement,
)
from engine.words import words
from tests.engine.small_samurai_empires.mails import FOLDER, fault, faults, text, texts


def test_comments_quotations_signature_case_blanks_and_stops() -> None:  # SSE-13.8
    mail = """
    > place castle at 6
      DESTINY   Orange .   # or grey
    place Attack AT o2.; Place harvest at any!

    --\x20
    Doi, place recruit at 1
    """.replace("    --", "--")
    assert read_mail(mail) == [
        Statement(3, Destiny(("orange",))),
        Statement(4, Place((Entry("attack", "orange-2"),))),
        Statement(4, Place((Entry("harvest", "any"),))),
    ]


@pytest.mark.parametrize(
    "mail", ["", "\n\n", "# later", "> pass", "-- \npass", ";;", "¸"]
)
def test_a_mail_without_an_order_is_refused(mail: str) -> None:  # SSE-13.8
    found = fault(mail)
    assert (found.code, found.line) == ("empty", 0)


@pytest.mark.parametrize(
    ("mail", "neutral"),
    [
        ("place attack at o2; move yam -> kii", "move yamashiro -> kii"),
        ("place attack at o2\nmove yam -> kii", "move yamashiro -> kii"),
        ("place attack at o2\n\n# or so\nharvest", "harvest"),
        ("place attack at o2; none", "none"),
        ("place attack at o2\npass", "none"),
        ("place attack at o2, pass", "none"),
        ("place attack at o2\nneutral recruit kii must", "recruit kii must"),
        ("place attack at o2; attack kii blue must", "attack kii blue must"),
        ("place attack at o2, none\npass", "none"),
        ("place attack at o2; move yam -> kii; kii -> owari", None),
    ],
)
def test_an_action_after_a_placement_is_its_neutral_action(
    mail: str, neutral: str | None
) -> None:  # SSE-13.8
    said = neutral or "move yamashiro -> kii, kii -> owari"
    assert text(mail) == f"place attack at orange-2, neutral {said}"


def test_a_neutral_action_belongs_to_the_last_alternative() -> None:  # SSE-13.8
    wanted = "place attack at orange-2 or castle at orange-3, neutral none"
    assert text("place attack at 5 or castle at 6; none") == wanted
    assert text("place attack at 5 or castle at 6\nnone") == wanted


def test_a_verb_may_be_said_again_after_or() -> None:  # SSE-13.8
    for said, meant in (
        (
            "place attack at o2, neutral none or place harvest at any",
            "place attack at o2, neutral none or harvest at any",
        ),
        ("destiny grey or destiny teal", "destiny grey or teal"),
        (
            "викласти напад на o2 або викласти збір на будь-який",
            "place attack at o2 or harvest at any",
        ),
    ):
        assert read_mail(said) == read_mail(meant)


def test_any_other_bare_action_stands_for_itself() -> None:  # SSE-13.8
    assert texts("harvest\nplace attack at 5") == [
        "harvest",
        "place attack at orange-2",
    ]
    for action in ("castle aki", "ship hitachi -> suruga"):  # no neutral actions
        mail = f"place attack at 5\n{action}"
        assert texts(mail) == ["place attack at orange-2", action]
    assert texts("destiny teal; ¸; pass") == ["destiny teal", "pass"]


def test_two_neutral_actions_for_one_placement_are_ambiguous() -> None:  # SSE-13.8
    found = fault("place attack at 5, neutral none\nharvest")
    assert (found.kind, found.code, found.line) == ("ambiguous", "two_neutrals", 2)
    assert found.legal == ("none", "harvest")


def test_a_semicolon_in_a_move_stands_for_the_comma() -> None:  # SSE-13.8
    assert texts("move aki -> harima; 2x izumo -> aki; pass") == [
        "move aki -> harima, 2x izumo -> aki",
        "pass",
    ]
    found = texts("resolve 5: move aki -> izumo; har -> yam; harvest")
    assert found == [
        "resolve orange-2: move aki -> izumo, harima -> yamashiro",
        "harvest",
    ]


def test_two_plans_for_one_slot_or_two_destinies_are_ambiguous() -> None:  # SSE-13.5
    first, second = faults(
        "resolve 5: harvest\ndestiny teal\nresolve o2: pass\ndestiny orange"
    )
    assert (first.kind, first.rule, first.line) == ("ambiguous", "SSE-13.5", 3)
    assert first.data == {"slot": "orange-2"}
    assert first.legal == ("resolve orange-2: harvest", "resolve orange-2: pass")
    assert (second.code, second.line) == ("two_destinies", 4)
    assert second.legal == ("destiny teal", "destiny orange")


def test_one_answer_to_each_event() -> None:  # SSE-13.8
    found = fault(
        "place attack 5\nmove aki -> izumo on ambush stop on tribe stop"
        " on ambush move kii -> owari"
    )
    assert (found.code, found.line) == ("two_reactions", 2)
    assert found.legal == ("on ambush stop", "on ambush move kii -> owari")


def test_only_a_neutral_harvest_names_a_province() -> None:  # SSE-13.8
    assert text("place attack 10; harvest hidaka").endswith("neutral harvest hidaka")
    found = fault("resolve 10: harvest hidaka")
    assert (found.code, found.data) == ("harvest_province", {"province": "hidaka"})


def test_a_mail_is_all_or_nothing_and_every_problem_is_told() -> None:  # SSE-13.8
    mail = """destiny orange
place atack at 5; none
resolve 5: move aki -> hrima; yam -> kii; move ech -> aki
harvest
pass the salt; place castle cover gre 2
resolve 6: harvest; resolve 6: pass"""
    assert [(found.line, found.code) for found in faults(mail)] == [
        (2, "not_understood"),
        (3, "not_understood"),
        (3, "ambiguous_word"),
        (5, "not_understood"),
        (5, "ambiguous_line"),
        (6, "two_plans"),
    ]


def test_a_line_too_long_does_not_hide_the_others() -> None:  # SSE-13.8
    found = faults(f"plase attack at 5\n{'x' * 601}\nharvest aki kii")
    assert [fault.line for fault in found] == [1, 2, 3]
    assert found[1].code == "too_long"


def test_every_refusal_has_its_sentence_in_every_language() -> None:  # SSE-13.9
    source = "".join(
        (FOLDER / "plans" / name).read_text("utf-8")
        for name in ("reading.py", "checks.py")
    )
    codes = set(re.findall(r'"([a-z]+(?:_[a-z]+)+|empty|nowhere)"', source))
    for language in ("en", "de", "it", "ru", "uk"):
        refusals = words("small_samurai_empires", language)["refusals"]
        assert codes <= set(refusals)
        for code in codes:
            fields = re.findall(r"\{(\w+)\}", refusals[code])
            assert set(fields) <= {"word", "slot", "province", "statement"}
