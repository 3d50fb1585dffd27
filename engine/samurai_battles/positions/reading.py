"""Reads positions, also partial ones that people write by hand. [SB-17.11]

What is not said is as at the start of the first turn of the scenario; cards that are
not named lie in the decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import Position
from engine.errors import PositionImpossible
from engine.positions import Fields, unfit
from engine.samurai_battles.box import FACES, TOKENS
from engine.samurai_battles.cards import COMMAND, COMMAND_DECK, DRAGON, DRAGON_DECK
from engine.samurai_battles.hexes import COUNT
from engine.samurai_battles.positions.values import MANY, Values
from engine.samurai_battles.positions.writing import GAME
from engine.samurai_battles.rules.ending import is_held
from engine.samurai_battles.rules.invariants import faults
from engine.samurai_battles.rules.sequence import (
    AUTOMATIC,
    POINTS,
    REACTIONS,
    decisions,
    default,
    options,
)
from engine.samurai_battles.rules.setup import agreed, laid_out
from engine.samurai_battles.rules.windows import FIRST_STRIKE
from engine.samurai_battles.scenario import NO_HEX, Scenario, scenario_of
from engine.samurai_battles.scenario_file import scenarios_faults
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import (
    DUELLED,
    GONE,
    KILLED,
    LEADER,
    NOBODY,
    ON_FIELD,
    SEPPUKU,
    WAVERING,
    Battle,
    Fight,
    Frame,
    InPlay,
    Move,
    Roll,
    State,
    Trace,
)

FATES = (ON_FIELD, KILLED, GONE, DUELLED, SEPPUKU)
ENDS = ("", "banners", "surrender", "empty", "cap", "resigned")
BROKEN = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)


def from_position(position: Position) -> State:
    """Raises PositionImpossible with a sentence."""
    fields = Fields(position, GAME)
    setup = agreed(
        read_scenario(fields.any("scenario", "first-skirmish")),
        fields.number("turn_cap", 0, 0, 100_000),
    )
    state = laid_out(setup)
    if position.get("turn") == 0:  # the cards are not dealt yet
        fields.number("turn", 0, 0, 0)
        fields.finish()
        return state
    reader = Reader(fields, state)
    reader.read()
    fields.finish()
    check(state)
    return state


def check(state: State) -> None:
    """Nothing may be lost or doubled, and the pending steps must fit."""
    found = faults(state)
    if not found and not state.over:
        try:
            for decision in decisions(state):
                options(state, decision.seat)
                default(state, decision.seat)
        except BROKEN:
            found = ["The pending steps do not fit the field."]
        found = found or ([] if state.stack else ["Nothing is pending."])
    if found:
        raise PositionImpossible(f"This position cannot be: {' '.join(found)}")


def read_scenario(value: Any) -> Scenario:
    """One of ours by its slug, or a whole one as in a file. [SB-15.7]"""
    if isinstance(value, str) and value in SCENARIO:
        return SCENARIO[value]
    if not isinstance(value, dict):
        raise unfit("scenario", f"one of {', '.join(SCENARIO)}", value)
    if found := scenarios_faults([value]):
        raise PositionImpossible(" ".join(fault.sentence for fault in found))
    return scenario_of(value)


class Reader(Values):
    """Fills a state that is laid out for the scenario with what a position says."""

    def read(self) -> None:
        self.read_time()
        self.read_field()
        self.read_turn()
        self.read_battle()
        self.read_cards()
        self.read_stack()

    # ----------------------------------------------------------------- the parts

    def read_time(self) -> None:
        fields, state = self.fields, self.state
        first = state.setup.scenario.first
        state.turn = fields.number("turn", 1, 0, MANY)
        state.active = fields.number("active", first, 0, 1)
        begun = (int(first == 0), int(first == 1))
        state.own_turns = self.pair("own_turns", begun, self.number("own_turns"))
        state.phase = fields.number("phase", 1, 1, 5)
        state.rolls = fields.number("rolls", 0, 0, MANY)
        state.over = fields.word("over", "", ENDS)
        state.winner = fields.number("winner", NOBODY, NOBODY, 1)
        state.left = frozenset(fields.numbers("left", 0, 1))

    def read_field(self) -> None:
        """Units that are not named are gone, if any is named."""
        state = self.state
        if units := self.fields.table("units"):
            self.clear_units()
            for name, value in units.items():
                self.read_unit(self.piece("units", name), value)
        if (leaders := self.fields.table("leaders")) or units:
            self.clear_leaders()
            for name, value in leaders.items():
                self.read_leader(self.piece("leaders", name) - LEADER, value)
        self.read_camps([army.camp for army in state.setup.scenario.armies])

    def read_camps(self, camps: list[int]) -> None:
        """A camp stands while somebody of its army is on it. [SB-13.4]"""
        given = self.fields.any("camps", None)
        if given is None:
            held = [
                hex if hex != NO_HEX and is_held(self.state, seat, hex) else NO_HEX
                for seat, hex in enumerate(camps)
            ]
        else:
            held = [self.hex("camps", hex) for hex in self.row("camps", given, 2)]
        for hex, camp in zip(held, camps, strict=True):
            if hex not in (NO_HEX, camp):
                raise unfit("camps", "the camps of the scenario", given)
        self.state.camps = (held[0], held[1])

    def clear_units(self) -> None:
        state = self.state
        state.unit_at = [NOBODY] * COUNT
        state.unit_hex = [NO_HEX] * len(state.unit_hex)
        state.figures = [0] * len(state.figures)

    def clear_leaders(self) -> None:
        state = self.state
        state.leader_at = [NOBODY] * COUNT
        state.leader_hex = [NO_HEX] * len(state.leader_hex)
        state.fates = (GONE,) * len(state.fates)

    def read_unit(self, unit: int, value: Any) -> None:
        state = self.state
        if not 0 <= unit < LEADER:
            raise unfit("units", "by id of a unit", value)
        hex, figures, seat = self.row("units", value, 3)
        state.unit_hex[unit] = at = self.hex("units", hex)
        state.figures[unit] = self.number("units", MANY)(figures)
        state.unit_seat[unit] = self.number("units", WAVERING)(seat)
        if at != NO_HEX:
            state.unit_at[at] = unit

    def read_leader(self, leader: int, value: Any) -> None:
        state = self.state
        if leader < 0:
            raise unfit("leaders", "by id of a leader", value)
        hex, seat, fate = self.row("leaders", value, 3)
        state.leader_hex[leader] = at = self.hex("leaders", hex)
        state.leader_seat[leader] = self.number("leaders", WAVERING)(seat)
        fates = list(state.fates)
        fates[leader] = self.one_of("leaders", fate, FATES)
        state.fates = tuple(fates)
        if at != NO_HEX:
            state.leader_at[at] = leader

    def read_turn(self) -> None:
        fields, state = self.fields, self.state
        known = ["", *COMMAND]
        state.card = fields.word("card", "", known)
        state.effect = fields.word("effect", state.card, known)
        state.mirrored = fields.flag("mirrored")
        effects = self.pair(
            "last_effects", ("", ""), lambda v: self.one_of("last_effects", v, known)
        )
        state.last_effects = effects
        flags = (False, False)
        state.last_mirrored = self.pair(
            "last_mirrored", flags, self.boolean("last_mirrored")
        )
        state.has_played = self.pair("has_played", flags, self.boolean("has_played"))
        state.strikes = self.pair("strikes", (0, 0), self.number("strikes", 2))
        state.banners = self.pair("banners", (0, 0), self.number("banners"))
        state.fewer = fields.flag("fewer")
        state.faces = self.cards("faces", fields.any("faces", []), FACES)
        state.last_faces = tuple(
            self.cards("last_faces", faces, ("", *FACES))
            for faces in self.row("last_faces", fields.any("last_faces", [[], []]), 2)
        )
        groups = len(state.setup.scenario.special.victory_hexes)
        pairs = [self.row("kept", one, 2) for one in fields.list("kept")]
        number = self.number("kept", max(groups, 1))
        state.kept = frozenset((number(one), number(two)) for one, two in pairs)

    def read_battle(self) -> None:
        fields, state = self.fields, self.state
        state.orders = tuple(self.pieces_in("orders"))
        for name in ("plain", "settled", "battled", "bonused"):
            setattr(state, name, frozenset(self.pieces_in(name)))
        for name in ("messenger", "marching", "volley", "bonus"):
            setattr(state, name, self.piece_in(name))
        insulted = self.piece_in("insulted")
        state.insulted = insulted if insulted == NOBODY else insulted - LEADER
        number = self.number("moved", 9)
        state.moved = {
            self.piece("moved", name): number(value)
            for name, value in fields.table("moved").items()
        }
        pairs = [self.row("advanced", one, 2) for one in fields.list("advanced")]
        state.advanced = {
            self.piece("advanced", unit): self.hex("advanced", hex)
            for unit, hex in pairs
        }
        state.fight = self.read_fight(fields.any("fight", None))
        state.roll = self.read_roll(fields.any("roll", None))
        state.last_roll = self.read_roll(fields.any("last_roll", None))
        state.traces = tuple(self.read_trace(one) for one in fields.list("traces"))
        state.moves = tuple(self.read_move(one) for one in fields.list("moves"))
        state.battles = tuple(self.read_done(one) for one in fields.list("battles"))

    def read_fight(self, value: Any) -> Fight | None:
        if value is None:
            return None
        row = self.row("fight", value, len(Fight._fields))
        kind, attacker, here, target, there, challengers, first, *rest = row
        kills, hits, pursuit = rest
        seats = [
            self.number("fight", 1)(one) for one in self.listed("fight", challengers)
        ]
        return Fight(
            self.one_of("fight", kind, ("fire", "melee", "bonus")),
            self.piece("fight", attacker),
            self.hex("fight", here),
            self.piece("fight", target),
            self.hex("fight", there),
            tuple(seats),
            self.one_of("fight", first, ("", "strike", "ambush")),
            self.number("fight")(kills),
            self.number("fight")(hits),
            self.boolean("fight")(pursuit),
        )

    def read_roll(self, value: Any) -> Roll | None:
        if value is None:
            return None
        row = dict(
            zip(
                Roll._fields,
                self.row("roll", value, len(Roll._fields)),
                strict=True,
            )
        )
        kinds = ("fire", "attack", "strike", "ambush", "back")
        read: dict[str, Callable[[Any], Any]] = {
            "kind": lambda v: self.one_of("roll", v, kinds),
            "roller": lambda v: self.piece("roll", v),
            "target": lambda v: self.piece("roll", v),
            "roller_hex": lambda v: self.hex("roll", v),
            "target_hex": lambda v: self.hex("roll", v),
            "faces": lambda v: self.cards("roll", v, ("", *FACES)),
        }
        for name in ("inspired", "keen", "resolute", "again"):
            read[name] = self.boolean("roll")
        for name in ("added", "most", "dice", "cancelled"):
            read[name] = self.number("roll")
        return Roll(**{name: read[name](one) for name, one in row.items()})

    def read_move(self, value: Any) -> Move:
        piece, path, exit = self.row("moves", value, 3)
        hexes = tuple(self.hex("moves", hex) for hex in self.listed("moves", path))
        if not hexes:
            raise unfit("moves", "of at least one hex", value)
        return Move(self.piece("moves", piece), hexes, self.boolean("moves")(exit))

    def read_trace(self, value: Any) -> Trace:
        kind, seat, path = self.row("traces", value, 3)
        kinds = ("retreat", "advance", "fallen")
        hexes = tuple(self.hex("traces", hex) for hex in self.listed("traces", path))
        seat = self.number("traces", WAVERING)(seat)
        return Trace(self.one_of("traces", kind, kinds), seat, hexes)

    def read_done(self, value: Any) -> Battle:
        kind, origin, target, won, hits = self.row("battles", value, 5)
        return Battle(
            self.one_of("battles", kind, ("fire", "melee", "bonus")),
            self.hex("battles", origin),
            self.hex("battles", target),
            self.boolean("battles")(won),
            self.number("battles")(hits),
        )

    # --------------------------------------------------------------------- cards

    def read_cards(self) -> None:
        """What is not named is dealt from the box, the same each time."""
        fields, state = self.fields, self.state
        rows = [self.row("in_play", one, 3) for one in fields.list("in_play")]
        state.in_play = tuple(
            InPlay(
                self.number("in_play", 1)(seat),
                self.one_of("in_play", card, list(DRAGON)),
                self.number("in_play", TOKENS)(tokens),
            )
            for seat, card, tokens in rows
        )
        self.read_tokens()
        state.drawn = self.cards("drawn", fields.any("drawn", []), list(COMMAND))
        in_play = (FIRST_STRIKE,) * sum(state.strikes) + state.drawn
        in_play += (state.card,) if state.card else ()
        armies = state.setup.scenario.armies
        counts = [
            army.command_cards - (s == state.active and bool(state.card))
            for s, army in enumerate(armies)
        ]
        self.deal("command", COMMAND_DECK, in_play, counts)
        played = tuple(one.card for one in state.in_play)
        self.deal("dragon", DRAGON_DECK, played, [army.dragon_cards for army in armies])

    def read_tokens(self) -> None:
        state = self.state
        number = self.number("tokens", TOKENS)
        state.tokens = self.pair("tokens", state.tokens, number)
        on_cards = sum(one.tokens for one in state.in_play)
        state.pool = TOKENS - sum(state.tokens) - on_cards

    def deal(
        self, what: str, box: Sequence[str], used: tuple[str, ...], counts: list[int]
    ) -> None:
        fields, state = self.fields, self.state
        kinds = sorted({*box})
        discard = self.cards(
            f"{what}_discard", fields.any(f"{what}_discard", []), kinds
        )
        given = fields.any(f"{what}_hands", None)
        deck = fields.any(f"{what}_deck", None)
        rest = sorted((Counter(box) - Counter((*used, *discard))).elements())
        if given is None:
            hands = []
            for count in counts:
                step = max(1, len(rest) // max(count, 1))
                hand = rest[::step][:count]
                rest = sorted((Counter(rest) - Counter(hand)).elements())
                hands.append(tuple(sorted(hand)))
        else:
            two = self.row(f"{what}_hands", given, 2)
            hands = [
                tuple(sorted(self.cards(f"{what}_hands", hand, kinds))) for hand in two
            ]
            held = Counter(card for hand in hands for card in hand)
            rest = sorted((Counter(rest) - held).elements())
        left = tuple(rest) if deck is None else self.cards(f"{what}_deck", deck, kinds)
        setattr(state, f"{what}_hands", tuple(hands))
        setattr(state, f"{what}_discard", discard)
        setattr(state, f"{what}_deck", left)

    # --------------------------------------------------------------------- stack

    def read_stack(self) -> None:
        """Pending steps by name; the next one is the last of the list."""
        state = self.state
        given = self.fields.any("stack", None)
        if given is None:
            state.stack = () if state.over else (("play", ()),)
            return
        state.stack = tuple(self.read_frame(one) for one in self.listed("stack", given))
        if state.stack and state.stack[-1][0] in AUTOMATIC:
            raise unfit("stack", "with a decision on top", given)
        if bool(state.stack) == bool(state.over):
            raise unfit("stack", "empty when the match is over, and only then", given)

    def read_frame(self, value: Any) -> Frame:
        name, numbers = self.row("stack", value, 2)
        self.one_of("stack", name, [*AUTOMATIC, *POINTS, *REACTIONS])
        found = [
            self.fields.check_number("stack", one, -MANY, MANY)
            for one in self.listed("stack", numbers)
        ]
        return name, tuple(found)
