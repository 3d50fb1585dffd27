"""Standing lines: reactions, preferences, and what others may not see. [SB-17.4]"""

from __future__ import annotations

import pytest

from engine.contract import Order
from engine.errors import OrderIllegal, Refused
from engine.match import Match
from engine.registry import game as game_of
from engine.run import Advance, advance
from engine.samurai_battles.plans.kept import read_kept
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.orders import (
    GAME,
    RED,
    YELLOW,
    Dice,
    battle,
    mailed,
    parse,
    record,
    table,
    told,
)


def attacked(*hand: str, tokens: int = 5, red: str = "SN", **more: str) -> State:
    """Red is about to attack the unit on F6, and yellow holds these cards."""
    yellow = {"F6": "AB", "K1": "AY", **more}
    return battle(
        {"E6": red, "A1": "AY"},
        yellow,
        ["E6"],
        tokens=(5, tokens),
        dragons={YELLOW: [card for card in hand if card != "first-strike"]},
        commands={YELLOW: ["first-strike" if "first-strike" in hand else "shogun"] * 5},
    )


def reacted(state: State, text: str, *dice: str, red: str = "") -> list[str]:
    texts = {RED: red or "ATTACK E6 X F6", YELLOW: text}
    return [one for one in record(mailed(state, texts, *dice)) if one[0] == "*"]


# ----------------------------------------------------------------------------- REACT


def test_ambush() -> None:  # SB-17.16
    state = attacked("ambush")
    found = reacted(state, "REACT ATTACKED F6: DRAGON ambush", "H H H", "H H H H")
    assert found[:2] == ["*dragon ambush", "*ready"]


def test_the_first_that_fits_and_is_legal_counts() -> None:  # SB-17.4
    text = "REACT ATTACKED any: STRIKE\nREACT ATTACKED any: DRAGON ambush"
    assert reacted(attacked("ambush"), text)[0] == "*dragon ambush"
    both = attacked("ambush", "first-strike")
    assert reacted(both, text)[0] == "*strike"


@pytest.mark.parametrize(
    ("trigger", "comes"),
    [
        ("ATTACKED F6", True),
        ("ATTACKED any", True),
        ("ATTACKED K1", False),
        ("ATTACKED any BY infantry", True),
        ("ATTACKED any BY SN", True),
        ("ATTACKED any BY AY, cavalry", False),
        ("ATTACKED any BY leader", False),
        ("ATTACKED any BY ranged", False),
    ],
)
def test_whom_and_by_whom(trigger: str, comes: bool) -> None:  # SB-17.16
    found = reacted(attacked("ambush"), f"REACT {trigger}: DRAGON ambush")
    assert ("*dragon ambush" in found) == comes


@pytest.mark.parametrize(("keep", "tokens", "comes"), [(3, 5, True), (4, 5, False)])
def test_keep(keep: int, tokens: int, comes: bool) -> None:  # SB-17.16
    state = attacked("ambush", tokens=tokens)
    found = reacted(state, f"REACT ATTACKED any: DRAGON ambush KEEP {keep}")
    assert ("*dragon ambush" in found) == comes


def test_challenge() -> None:  # SB-17.16, W14
    state = attacked("issue-challenge", red="SN+FL", F6="AB+ML")
    found = reacted(state, "REACT ATTACKED any: CHALLENGE")
    assert found[0] == "*dragon issue-challenge"


def test_struck_with_flags_and_hits() -> None:  # SB-17.16, W10
    resolve = "REACT STRUCK any FLAGS >= 2: DRAGON iron-resolve KEEP 2"
    state = attacked("iron-resolve")
    assert "*dragon iron-resolve" in reacted(state, resolve, "F F H H")
    assert "*dragon iron-resolve" not in reacted(state, resolve, "F H H H")
    retainer = "REACT STRUCK any HITS >= 2: DRAGON loyal-retainer"
    state = attacked("loyal-retainer")
    assert "*dragon loyal-retainer" in reacted(state, retainer, "C X H H")
    assert "*dragon loyal-retainer" not in reacted(state, retainer, "C T H H")


def shot(*hand: str) -> State:
    red, yellow = {"D6": "AA", "A1": "AY"}, {"G7": "AB", "K1": "AY"}
    return battle(red, yellow, ["D6"], dragons={YELLOW: list(hand)})


@pytest.mark.parametrize(
    ("play", "step"),
    [
        ("take-cover", "*dragon take-cover F X"),
        ("take-cover DICE F", "*dragon take-cover F"),
        ("take-cover DICE T", ""),
    ],
)
def test_take_cover(play: str, step: str) -> None:  # SB-17.14, SB-17.16, W11
    text = f"REACT SHOT any HITS >= 1: DRAGON {play}"
    found = reacted(shot("take-cover"), text, "X F", red="FIRE D6 > G7")
    assert [one for one in found if "dragon" in one] == ([step] if step else [])


def test_own_dice_are_thrown_again() -> None:  # SB-17.16, W9
    text = "REACT ROLLED any HITS = 0: DRAGON fortunes-smile"
    found = reacted(attacked("fortunes-smile"), text, "H H H H", "H T", "C C")
    assert "*dragon fortunes-smile T H" in found


def test_a_card_before_a_battle_back() -> None:  # SB-17.16, W13
    text = "REACT COUNTERING any: DRAGON desperate-courage"
    found = reacted(attacked("desperate-courage"), text, "H H H H", "H H H H")
    assert found == ["*ready desperate-courage", "*roll", "*stand"]


def cards_played(*hand: str) -> State:
    red = {"D5": "SN+FL", "D6": "AB", "C6": "AY", "A1": "AY+ML"}
    return table(
        red,
        {"G7": "AB", "K1": "AY"},
        commands={RED: ["order-3-center", "crane-wing", "order-1-left"]},
        dragons={YELLOW: list(hand)},
    )


def test_an_answer_to_a_card() -> None:  # SB-17.16, W2
    text = "REACT CARD shogun, order-3-center: DRAGON false-orders"
    red = "CARD order-3-center; ORDER D5, D6, C6; MOVE C6-C5; DRAW TOKENS"
    texts = {RED: red, YELLOW: text}
    done = mailed(cards_played("false-orders"), texts)
    assert record(done)[2] == "*dragon false-orders"
    assert told(done, RED) == [("order C6", "SB-5.1"), ("move C6-C5", "SB-4.5")]
    assert told(done, YELLOW) == []
    other = {RED: "CARD crane-wing; DRAW TOKENS", YELLOW: text}
    assert "*dragon false-orders" not in record(mailed(cards_played(), other))


def test_an_insult_without_on() -> None:  # SB-17.16
    texts = {RED: "CARD order-3-center; DRAW TOKENS"}
    texts[YELLOW] = "REACT CARD any: DRAGON insult"
    done = mailed(cards_played("insult"), texts)
    assert "*dragon insult D5" in record(done)
    texts[YELLOW] = "REACT CARD any: DRAGON insult ON A1"
    assert "*dragon insult A1" in record(mailed(cards_played("insult"), texts))


def test_a_reaction_to_a_move() -> None:  # SB-17.16, W4
    red = "CARD order-3-center; ORDER D5, D6; MOVE D6-E6; DRAW TOKENS"
    text = "REACT MOVED ranged NEAR F6: DRAGON hidden-traps"
    state = cards_played("hidden-traps")
    assert "*dragon hidden-traps E6" in record(mailed(state, {RED: red, YELLOW: text}))
    far = "REACT MOVED any NEAR K1: DRAGON hidden-traps"
    found = record(mailed(state, {RED: red, YELLOW: far}))
    assert not [one for one in found if "dragon" in one and one[0] == "*"]
    stays = "REACT MOVED SN NEAR any: DRAGON hidden-traps"
    found = record(mailed(state, {RED: red, YELLOW: stays}))
    assert "*dragon hidden-traps D5" in found


def test_a_reaction_to_an_advance() -> None:  # SB-17.16, W5
    text = "REACT ADVANCED F6: DRAGON pit-of-spears"
    red = "ATTACK E6 X F6 THEN ADVANCE"
    found = reacted(attacked("pit-of-spears"), text, "C C C C", red=red)
    assert "*dragon pit-of-spears" in found


# ---------------------------------------------------------------------------- PREFER


def retreats(text: str) -> str:
    """Where the unit goes that is driven from F6."""
    found = reacted(attacked(), text, "F H H H")
    return next(one for one in found if one.startswith("*retreat"))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("PREFER RETREAT left", "*retreat G6"),
        ("PREFER RETREAT right", "*retreat G7"),
        ("PREFER RETREAT G7, H6", "*retreat G7"),
        ("PREFER RETREAT H9, G7", "*retreat G7"),
        ("PREFER RETREAT right AT K1", "*retreat G6"),
        ("PREFER RETREAT right AT F6", "*retreat G7"),
    ],
)
def test_retreat(text: str, step: str) -> None:  # SB-17.17
    assert retreats(text) == step


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("PREFER IGNORE 0", "*ignore 0"),
        ("PREFER IGNORE 1", "*ignore 1"),
        ("PREFER IGNORE 5", "*ignore 2"),
        ("PREFER IGNORE max", "*ignore 2"),
        ("PREFER IGNORE 0 AT K1", "*ignore 2"),
        ("PREFER NONE", "*ignore 2"),
    ],
)
def test_ignore(text: str, step: str) -> None:  # SB-17.17
    state = attacked(F6="SN+FL")
    assert step in reacted(state, text, "F F F H")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("PREFER REFRAIN", ["*refrain"]),
        ("PREFER REFRAIN AT K1", ["*ready", "*roll", "*stand"]),
        ("PREFER BATTLEBACK AT F6; PREFER REFRAIN", ["*ready", "*roll", "*stand"]),
        ("PREFER INSPIRE KEEP 4", ["*ready inspire", "*roll", "*stand"]),
        ("PREFER INSPIRE KEEP 5", ["*ready", "*roll", "*stand"]),
    ],
)
def test_battle_back(text: str, steps: list[str]) -> None:  # SB-17.5, SB-17.17
    assert reacted(attacked(F6="AB+FL"), text, "H H H H") == steps


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("PREFER LONE seppuku", "*seppuku"),
        ("PREFER LONE unite > far", "*flee G6 H6"),
        ("PREFER LONE far", "*flee G7 H6 I6"),
        ("PREFER LONE exit > G7", "*flee G7"),
    ],
)
def test_lone(text: str, step: str) -> None:  # SB-17.17
    state = attacked(F6="FL", H6="AB")
    found = reacted(state, text, "C H H H")
    last = next(one for one in found if one[1:5] in ("flee", "sepp"))
    assert last.split()[-1] == step.split()[-1]


def test_loss() -> None:  # SB-17.17
    more = {"F6": "SN", "H5": "AY", "H7": "AY"}
    text = "PREFER RETREAT G7; PREFER IGNORE 0; PREFER LOSS T AT H7"
    state = attacked(tokens=0, **more)
    found = reacted(state, text, "F H H H", "T H H H")
    assert "*retreat G7" in found
    assert "*lose H7" in found or len(found) < 5


def test_hand() -> None:  # SB-17.17, D-22
    state = table({"D5": "SN", "A1": "AY"}, {"G7": "AB"})
    state.command_deck = ("crane-wing", "shogun", "line-order")
    turn = "CARD order-1-left; DRAW TOKENS"
    done = mailed(state, {RED: turn})
    assert [(asked.seat, asked.point) for asked in done.asked] == [(RED, "D-22")]
    done = mailed(state, {RED: f"PREFER HAND shogun > crane-wing; {turn}"})
    assert "keep shogun" in record(done)
    assert done.asked[0].seat == YELLOW


# ------------------------------------------------------- how long standing lines stand


def test_lines_of_a_kind_replace_each_other() -> None:  # SB-17.4
    state = attacked()
    plan = parse(state, YELLOW, "REACT ATTACKED any: STRIKE; PREFER RETREAT left")
    plan = parse(state, YELLOW, "REACT STRUCK any: DRAGON iron-resolve", plan)
    kept = read_kept(plan)
    assert [line.text for line in kept.react] == [
        "react struck any: dragon iron-resolve"
    ]
    assert [line.text for line in kept.prefer] == ["prefer retreat left"]
    assert read_kept(parse(state, YELLOW, "REACT none", plan)).react == ()
    assert read_kept(parse(state, YELLOW, "PREFER none", plan)).prefer == ()


def test_they_stand_when_the_turn_is_over() -> None:  # SB-17.4
    texts = {RED: "ATTACK E6 X F6; DRAW TOKENS", YELLOW: "PREFER RETREAT left"}
    done = mailed(attacked(), texts)
    assert done.plans[YELLOW] == "prefer: prefer retreat left"


def test_a_card_not_held_may_be_drawn() -> None:  # SB-17.9
    plan = parse(attacked(), YELLOW, "REACT ATTACKED any: DRAGON ambush")
    assert "dragon ambush" in plan


def test_what_is_skipped_is_told_to_its_author_once() -> None:  # SB-17.2 (g), SB-17.4
    state = attacked("ambush", tokens=2)
    texts = {RED: "ATTACK E6 X F6", YELLOW: "REACT ATTACKED any: DRAGON ambush KEEP 1"}
    done = mailed(state, texts, "H H H H", "H H")
    assert told(done, YELLOW) == [
        ("react attacked any: dragon ambush keep 1", "SB-17.4")
    ]
    assert told(done, RED) == []


# --------------------------------------------------------------- answers and secrecy


def test_an_answer_in_the_opponents_turn() -> None:  # SB-17.13, SB-17.2 (b)
    state = cards_played("insult")
    done = mailed(state, {RED: "CARD order-3-center"})
    assert done.asked[0].seat == RED
    plan = parse(done.state, YELLOW, "dragon insult D5")
    more = advance(game_of(GAME), done.state, {YELLOW: plan}, Dice())
    assert [step.order.text for step in more.steps] == ["dragon insult D5"]


def test_an_answer_to_nothing_is_refused_and_never_kept() -> None:  # SB-17.13
    with pytest.raises(Refused) as refused:
        parse(attacked("ambush"), YELLOW, "dragon ambush")
    (fault,) = refused.value.errors
    assert (fault.rule, fault.code) == ("SB-17.13", "nothing_open")


def seen(done: Advance) -> list[tuple[int, str, str]]:
    """What everybody sees of the record."""
    return [(step.seat, step.order.text, step.by) for step in done.steps]


LINES = (
    "REACT ATTACKED any: STRIKE; REACT ATTACKED any: DRAGON ambush;"
    "REACT STRUCK any: DRAGON iron-resolve; REACT CARD any: DRAGON false-orders;"
    "REACT MOVED any NEAR any: DRAGON mired; REACT COUNTERING any: DRAGON war-cry"
)


@pytest.mark.parametrize("hand", [("physician",), ("turncoat",), ("blue-dragon",)])
def test_lines_that_play_nothing_leave_no_trace(hand: tuple[str, ...]) -> None:
    # SB-17.2: neither a hand nor a standing line shows by entries
    texts = {RED: "ATTACK E6 X F6; DRAW TOKENS"}
    plain = mailed(attacked("tea-ceremony"), texts, "H F H H", "H H")
    other = mailed(attacked(*hand), {**texts, YELLOW: LINES}, "H F H H", "H H")
    assert seen(plain) == seen(other)
    assert plain.asked == other.asked


def test_ask_waits_whatever_is_held() -> None:  # SB-17.3
    for hand in (["ambush"], ["physician"]):
        state = attacked(*hand)
        state.asks = frozenset({(YELLOW, "melee")})
        text = "REACT ATTACKED any: DRAGON ambush"
        done = mailed(state, {RED: "ATTACK E6 X F6", YELLOW: text})
        assert record(done) == ["declare E6 F6"]
        assert [(q.seat, q.reason) for q in done.asked] == [(YELLOW, "asked")]
        late = advance(
            game_of(GAME),
            done.state,
            done.plans,
            Dice(),
            {(YELLOW, done.asked[0].span)},
        )
        first = late.steps[0].order.text
        assert first == ("dragon ambush" if hand == ["ambush"] else "pass")


def asks_of(text: str, *before: str) -> set[str]:
    """What yellow is asked at when his next decision has come."""
    state = attacked("ambush")
    state.asks = frozenset((YELLOW, kind) for kind in before)
    done = mailed(state, {RED: "ATTACK E6 X F6", YELLOW: text})
    return {kind for _, kind in done.state.asks}


def test_ask_replaces_ask() -> None:  # SB-17.3, SB-17.4
    assert asks_of("ASK melee, leaders") == {"melee", "leaders"}
    assert asks_of("ASK melee leaders") == {"melee", "leaders"}
    assert asks_of("ASK melee; ASK leaders", "rolls") == {"melee", "leaders"}
    assert asks_of("frage nahkampf", "cards", "rolls") == {"melee"}
    assert asks_of("ASK none", "cards", "rolls") == set()
    assert asks_of("ASK no rolls", "cards", "rolls") == {"cards"}
    assert len(asks_of("ASK all")) == 6
    with pytest.raises(Refused):
        asks_of("ASK melee; ASK none")


def test_asks_change_once_a_turn() -> None:  # SB-17.3
    rules = game_of(GAME)
    state, _ = rules.apply(attacked("ambush"), RED, Order.read("ask cards"), Dice())
    assert state.asks == {(RED, "cards")}
    for text in ("ask no cards", "ask cards"):
        with pytest.raises(OrderIllegal) as refused:
            rules.apply(state, RED, Order.read(text), Dice())
        assert refused.value.rule == "SB-17.3"
    state, _ = rules.apply(state, RED, Order.read("ask moves"), Dice())
    plan = rules.parse(state, RED, "ASK none; DRAW TOKENS")
    done = advance(rules, state, {RED: plan}, Dice())
    assert done.state.asks == {(RED, "cards"), (RED, "moves")}, "it waits for a turn"
    assert "ask no cards" in done.plans[RED]
    assert done.state.asked == frozenset(), "the turn is over"


def test_a_position_knows_what_was_asked_this_turn() -> None:  # SB-17.3
    match = Match(GAME, ["Aki", "Botan"], seed="19" * 32)
    match.write(RED, "ask cards")
    position = match.game.position(match.state)
    assert position["asks"] == position["asked"] == [[RED, "cards"]]
    again = match.game.from_position(position)
    assert (again.asks, again.asked) == (match.state.asks, match.state.asked)


def test_at_tempo_phase_ask_stops_nothing() -> None:  # SB-17.3
    state = attacked("ambush")
    state.asks = frozenset({(YELLOW, "melee"), (YELLOW, "rolls")})
    plan = parse(state, RED, "ATTACK E6 X F6; DRAW TOKENS")
    done = advance(
        game_of(GAME),
        state,
        {RED: plan, YELLOW: parse(state, YELLOW, "REACT ATTACKED any: DRAGON ambush")},
        Dice("H H H", "H H H H"),
        (),
        "phase",
        {(RED, "turn 7")},
    )
    assert done.steps[1].order.text == "dragon ambush"
    assert {asked.span for asked in done.asked} == {"turn 8"}
