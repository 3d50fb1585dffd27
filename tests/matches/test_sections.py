"""A text in pieces: what is ordered, asked, said, and only polite."""

from __future__ import annotations

import pytest

from sse.matches.text.sections import numbers_of, sections_of

VERBS = {"place": "exact", "pass": "exact", "attack": "exact", "plase": "near"}


def begins(word: str) -> str:
    return VERBS.get(word.lower(), "")


def orders(text: str) -> list[str]:
    return [line for line in sections_of(text, begins).orders.split("\n") if line]


# -------------------------------------------------------------------- pleasantries


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        ("Hello,\n\nplace 5\n\nBest regards,\nBotan", 3),
        ("Hi there, here are my orders:\nplace 5\nthanks\nBotan Berg", 3),
        ("I hope you are all well.\nplace 5\n\nSee you on Sunday!", 2),
        ("Hallo zusammen,\nplace 5\nViele Grüße\nBotan", 3),
        ("Buongiorno,\n\nplace 5\n\nCordiali saluti", 2),
        ("Здравствуйте!\nplace 5\nС уважением,\nБотан", 3),
        ("Доброго дня!\nplace 5\n\nГарного дня", 2),
        ("Привіт\nplace 5\nTake care", 2),
        ("place 5", 0),
    ],
)
def test_greetings_and_farewells_are_no_orders(text: str, ignored: int) -> None:
    found = sections_of(text, begins)
    assert orders(text) == ["place 5"]
    assert len(found.ignored) == ignored
    assert text.split("\n")[found.orders.count("\n")] == "place 5"  # lines keep numbers


@pytest.mark.parametrize(
    "text",
    [
        "Please attack them\nplace 5",  # an order, if a polite one
        "place 5\nHello?\nplace 6",  # in between
        "place 5\nup to three",  # may be the rest of the line above
        "plase 4\nplace 5",  # a slip of the pen
        "Hi, place 4\nplace 5",
    ],
)
def test_what_may_be_an_order_is_never_passed_over(text: str) -> None:
    assert orders(text) == text.split("\n")
    assert sections_of(text, begins).ignored == ()


def test_comments_are_left_out_and_what_is_below_the_end_is_not_read() -> None:
    found = sections_of("# later\nplace 5\nEnde\nplace 6", begins)
    assert found.orders.strip() == "place 5"
    assert found.ignored == ("place 6",)


@pytest.mark.parametrize(
    "line",
    [
        "Send my regards to Aki.",
        "Rules are rules...",
        "Accept my apologies for the delay.",
        "Back from holiday, sorry",
        "Leave me a message when it is over, please",
        "Away from my computer",
        "Extend my greetings to everybody",
        "Fine.",
    ],
)
def test_a_sentence_that_begins_like_a_command_is_none(line: str) -> None:
    found = sections_of(f"{line}\nplace 5", begins)
    assert (found.commands, found.orders.strip()) == ((), "place 5")
    assert found.ignored == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "Back in January, happy holidays!",
        "Leave me a message when it starts, please",
        "Accept my apologies for the delay.",
        "Decline and fall",
    ],
)
def test_a_sentence_never_ends_a_holiday_or_leaves_a_seat(line: str) -> None:
    assert sections_of(line, begins).commands == ()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("withdraw please", "withdraw"),
        ("Zurückziehen, bitte.", "withdraw"),
        ("back", "back"),
        ("leave 12", "leave"),
        ("accept as Max", "accept"),
        ("send booklet", "send"),
        ("away 24.12.-2.1.", "away"),
        ("rules 5.4", "rules"),
    ],
)
def test_a_command_is_one_above_orders_too(line: str, name: str) -> None:
    (only,) = sections_of(f"{line}\n\nplace 5", begins).commands
    assert only.name == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("preveiw", "preview"),
        ("Perview:", "preview"),
        ("Just a preview, please:", "preview"),
        ("stauts", "status"),
        ("say hi", "say"),
        ("vorschua", "preview"),
    ],
)
def test_what_seems_to_mean_a_command_is_asked_about(line: str, name: str) -> None:
    """Dice are not rolled back: who wanted to look must not have played."""
    for text in (line, f"{line}\nplace 5", f"Hello,\n{line}\nplace 5"):
        found = sections_of(text, begins)
        at = text.split("\n").index(line) + 1
        assert (found.mistyped, found.orders.strip()[: len(line)]) == (
            ((at, name),),
            line,
        )


@pytest.mark.parametrize(
    "word",
    [
        *("test", "probe", "prova", "verifica", "просмотр", "предпросмотр"),
        *("перегляд", "попередній перегляд", "dry run"),
    ],
)
def test_many_words_mean_a_preview(word: str) -> None:
    (only,) = sections_of(f"{word}\nplace 5", begins).commands
    assert only.name == "preview"


@pytest.mark.parametrize(
    ("text", "polite"),
    [
        ("Thanks a lot for the quick answer, have a nice evening!\nBotan", True),
        ("Hello everybody!", True),
        ("Danke!", True),
        ("Hi, when does the next era begin?", False),
        ("Guten Tag, ich komme mit den Regeln nicht zurecht", False),
        ("Thanks, but how do I move?", False),
    ],
)
def test_a_question_is_no_thanks(text: str, polite: bool) -> None:
    assert sections_of(text, begins).is_polite == polite


def test_names_below_are_no_commands() -> None:
    found = sections_of("place 5\n\nЗ повагою,\nМарта", begins)
    assert (found.mistyped, found.orders.strip()) == ((), "place 5")


def test_words_are_not_looked_up_without_end() -> None:
    asked: list[str] = []

    def count(word: str) -> str:
        asked.append(word)
        return ""

    sections_of("blah " * 5000 + "\nplace 5", count)
    assert len(asked) <= 400


# -------------------------------------------------------------------------- speech


def said(text: str) -> list[str]:
    return [found.said for found in sections_of(text, begins).speech]


def test_what_is_said_goes_on_to_the_next_empty_line() -> None:
    text = "say to blue: I was thinking of a truce between us in the\nnorth.\n\nplace 5"
    assert said(text) == [
        "to blue: I was thinking of a truce between us in the\nnorth."
    ]
    assert orders(text) == ["place 5"]


def test_an_order_right_below_a_short_speech_is_an_order() -> None:
    text = "say to blue: good luck\nplace 5"
    assert said(text) == ["to blue: good luck"]
    assert orders(text) == ["place 5"]


LONG = "say to all: it would be so very nice of you all if somebody could please"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{LONG}\npass the salt", 2),  # broken by a mail program, or an order?
        ("say to all: hi\nplase 5", 2),
        ("say to all:\nhello\n\nplace 5", 4),
        ("say to all:\nhello\n\nplace 5\nend", 4),
    ],
)
def test_what_may_be_secret_is_not_said(text: str, line: int) -> None:
    found = sections_of(text, begins)
    assert found.doubtful == (line,)
    assert not found.orders.strip()


def test_several_paragraphs_have_an_end() -> None:
    text = "say to all:\nHello!\n\nShall we\nattack together?\nend\nplace 5"
    assert said(text) == ["to all:\nHello!\n\nShall we\nattack together?"]
    assert sections_of(text, begins).doubtful == ()
    assert orders(text) == ["place 5"]


def test_speeches_and_notes_follow_each_other() -> None:
    text = "say to blue: hi\nnote: I trust blue\nsage an alle: hallo\n\nplace 5"
    names = [found.name for found in sections_of(text, begins).speech]
    assert names == ["say", "note", "say"]
    assert orders(text) == ["place 5"]


def test_who_is_told_without_a_colon_is_not_told() -> None:
    assert said("say hello everybody") == []
    assert said("di solito attacco") == []
    assert said("say: hello") == [": hello"]


# ------------------------------------------------------------------------- others


def test_commands_take_what_belongs_to_them() -> None:
    text = "create age of war\n3 seats, bots auto\n\ninvite a@b.c,\nd@e.f\nstatus"
    found = sections_of(text)
    assert [c.name for c in found.commands] == ["create", "invite", "status"]
    assert found.commands[0].below == "3 seats, bots auto"
    assert found.commands[1].said == "a@b.c,\nd@e.f"
    (preview,) = sections_of("preview\nplace 5\n\nplace 6", begins).commands
    assert preview.below == "place 5\n\nplace 6"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2", [2]),
        (" 2. ", [2]),
        ("2)", [2]),
        ("2 1", [2, 1]),
        ("2, 1", [2, 1]),
        ("1\n2", [1, 2]),
        ("2 armies", None),
        ("", None),
        ("222", None),
    ],
)
def test_numbers_alone_are_choices(text: str, numbers: list[int] | None) -> None:
    assert numbers_of(text) == numbers
