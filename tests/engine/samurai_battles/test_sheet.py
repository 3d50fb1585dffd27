"""The sheet and what is made of it. [SB-0, SB-18]"""

from __future__ import annotations

import re
from pathlib import Path

from engine.rulebook import sheet as rule_sheet
from engine.samurai_battles.box import DATA, names_of
from engine.words import words

RULES = Path("engine/samurai_battles/rules")


def test_the_data_say_where_they_come_from() -> None:  # SB-0.1, SB-0.2
    for card in DATA["command"]:
        assert card["prov"][0] in "RPD"
    for card in DATA["dragon"]:
        assert card["prov_effect"][0] in "RPD"


def test_every_refusal_has_a_rule_and_a_sentence() -> None:  # SB-0.4
    sheet, said = (
        rule_sheet("samurai_battles"),
        words("samurai_battles", "en")["refusals"],
    )
    for file in RULES.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        pairs = re.findall(r'"(SB-[\d.]+)",\s*"(E_\w+)"', text)
        for rule, code in pairs:
            assert f"`{rule}`" in sheet
            assert code in said or code in (
                "E_GAME_OVER",
                "E_NOT_YOUR_TURN",
                "E_NO_SEAT",
            )


def test_terms_are_those_of_the_sheet() -> None:  # SB-18.3
    assert names_of("section")["left"]["en"] == "Left flank"
    assert names_of("face")["X"]["en"] == "Swords"
