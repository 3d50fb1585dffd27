"""How a mail is read: grammar, forgiving forms, ambiguity, refusals. [SSE-13]"""

from __future__ import annotations

import pytest

from engine.small_samurai_empires.plans.reading import read_mail
from engine.small_samurai_empires.plans.tree import (
    Attack,
    Bare,
    Castle,
    Condition,
    Destiny,
    Entry,
    Harvest,
    Move,
    Nothing,
    Order,
    Pass,
    Place,
    Reaction,
    Recruit,
    Resolve,
    Ship,
    Statement,
    Step,
    Withdraw,
)
from engine.small_samurai_empires.plans.tree import Path as Way
from tests.engine.small_samurai_empires.mails import EXAMPLES, fault, tree


@pytest.mark.parametrize("line", [e for e in EXAMPLES.splitlines() if e.strip()])
def test_every_example_of_the_sheet_is_read(line: str) -> None:  # SSE-13.8
    assert tree(line)


def test_the_examples_of_the_sheet_are_one_mail() -> None:  # SSE-13.8
    found = read_mail(EXAMPLES)
    assert [s.text.split()[0] for s in found] == [
        "destiny",
        *["place"] * 5,
        *["resolve"] * 7,
    ]
    assert found[0] == Statement(2, Destiny(("orange",)))
    assert found[3].text == "place attack at orange-2, neutral move yamashiro -> kii"
    assert found[5].text == "place attack cover blue at teal-2, neutral none"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("destiny orange or grey", Destiny(("orange", "grey"))),
        ("place attack at 5", Place((Entry("attack", "orange-2"),))),
        ("place attack 5", Place((Entry("attack", "orange-2"),))),
        ("place attack at orange", Place((Entry("attack", "orange"),))),
        ("place castle any", Place((Entry("castle", "any"),))),
        ("place castle cover 5", Place((Entry("castle", "orange-2", True),))),
        (
            "place castle cover red in 5 up to 2",
            Place((Entry("castle", "orange-2", True, "red", 2),)),
        ),
        (
            "place castle @ 5 up to 0, none",
            Place((Entry("castle", "orange-2", limit=0, neutral=Nothing()),)),
        ),
        (
            "place recruit 1, harvest must or castle 2, neutral recruit at aki",
            Place(
                (
                    Entry("recruit", "grey-1", neutral=Harvest(), must=True),
                    Entry("castle", "grey-2", neutral=Recruit(("aki",))),
                )
            ),
        ),
        (
            "place recruit 1; attack on aki: blue or castle 2; neutral none",
            Place(
                (
                    Entry("recruit", "grey-1", neutral=Attack("aki", ("blue",))),
                    Entry("castle", "grey-2", neutral=Nothing()),
                )
            ),
        ),
        ("resolve 5: pass", Resolve("orange-2", (Pass(),))),
        (
            "resolve 5: recruit aki + kii else recruit aki else pass ask",
            Resolve(
                "orange-2",
                (Recruit(("aki", "kii")), Recruit(("aki",)), Pass()),
                otherwise="ask",
            ),
        ),
        (
            "resolve 5: harvest only if not blue in owari auto",
            Resolve(
                "orange-2",
                (Harvest(),),
                Condition("blue", "in", "owari", True),
                "auto",
            ),
        ),
        (
            "resolve 5: castle at aki only if I control kii",
            Resolve("orange-2", (Castle("aki"),), Condition("I", "controls", "kii")),
        ),
        (
            "resolve 5: castle only if red controls kii",
            Resolve("orange-2", (Castle(),), Condition("red", "controls", "kii")),
        ),
        (
            "move 2x aki -> daisen -> izumo -> harima and tosa to sanuki",
            Bare(
                Move(
                    (
                        Way("aki", (Step("izumo", "daisen"), Step("harima")), 2),
                        Way("tosa", (Step("sanuki"),)),
                    )
                )
            ),
        ),
        (
            "move aki -> izumo on ambush move kii -> owari, kii -> yamashiro"
            " on tribe harvest tosa on journey attack aki red and blue",
            Bare(
                Move(
                    (Way("aki", (Step("izumo"),)),),
                    (
                        Reaction(
                            "ambush",
                            Move(
                                (
                                    Way("kii", (Step("owari"),)),
                                    Way("kii", (Step("yamashiro"),)),
                                )
                            ),
                        ),
                        Reaction("tribe", Harvest("tosa")),
                        Reaction("journey", Attack("aki", ("red", "blue"))),
                    ),
                )
            ),
        ),
        ("ship hitachi to suruga", Bare(Ship("hitachi", "suruga"))),
        ("ship 1 hitachi -> suruga", Bare(Ship("hitachi", "suruga", 1))),
        ("attack in owari: blue", Bare(Attack("owari", ("blue",)))),
        ("harvest in tosa", Bare(Harvest("tosa"))),
        ("castle", Bare(Castle())),
        ("pass", Bare(Pass())),
        ("none", Bare(Nothing())),
        ("withdraw", Withdraw()),
        ("withdraw all", Withdraw()),
        ("withdraw o2", Withdraw("orange-2")),
    ],
)
def test_every_production_of_the_grammar(line: str, order: Order) -> None:
    assert tree(line) == order  # SSE-13.3, SSE-13.4, SSE-13.5, SSE-13.6, SSE-13.8


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "orange",
        "5",
        "destiny",
        "destiny 5",
        "destiny orange or",
        "destiny orange, grey",
        "place",
        "place attack",
        "place attack at",
        "place at 5",
        "place ship at 5",
        "place pass at 5",
        "place attack at o 2",
        "place attack at 5 cover blue",
        "place attack at 5 up to",
        "place attack at 5 up to many",
        "place attack at 5 neutral none",
        "place attack at 5, castle aki",
        "place attack at 5, ship 2 hitachi -> suruga",
        "place attack at 5 must",
        "place attack at 5 or",
        "resolve",
        "resolve 5",
        "resolve 5:",
        "resolve 5 harvest",
        "resolve orange: harvest",
        "resolve 5: none",
        "resolve 5: harvest else",
        "resolve 5: harvest auto ask",
        "resolve 5: harvest auto only if blue in owari",
        "resolve 5: harvest only if",
        "resolve 5: harvest only if I in owari",
        "resolve 5: harvest only if blue owari",
        "recruit",
        "recruit aki kii",
        "recruit aki, kii, owari",
        "move",
        "move aki",
        "step",
        "step none",
        "step place attack at 5",
        "move aki -> harima + kii -> owari",
        "move aki -> daisen",
        "move daisen -> aki",
        "move 0x aki -> harima",
        "move 100x aki -> harima",
        "move aki -> harima on ambush",
        "move aki -> harima on ambush harvest",
        "move aki -> harima on journey move kii -> owari",
        "move aki -> harima on tribe castle",
        "ship",
        "ship 2 hitachi",
        "ship hitachi -> suruga -> kii",
        "attack",
        "attack owari",
        "attack blue owari",
        "attack owari blue, green, red",
        "harvest aki, kii",
        "castle aki kii",
        "pass pass",
        "withdraw orange",
        "withdraw everything",
        "move aki -> harima else pass auto",
        "neutral move aki -> harima",
        "place attack at ፩",
    ],
)
def test_what_the_grammar_does_not_give_is_unreadable(line: str) -> None:  # SSE-13.8
    found = fault(line)
    assert (found.kind, found.line) == ("unreadable", 1)
