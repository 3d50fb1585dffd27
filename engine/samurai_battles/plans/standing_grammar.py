"""Standing lines: REACT and PREFER. [SB-17.16, SB-17.17]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.samurai_battles.plans.step_grammar import StepParts
from engine.samurai_battles.plans.tree import (
    Nothing,
    Prefer,
    React,
    Standing,
    Trigger,
)
from engine.samurai_battles.plans.vocabulary import COMMAND_NAMES

FATES = ("seppuku", "unite", "far", "exit")


class StandingParts(StepParts):
    """Each kind of standing line, and what it is made of."""

    def standing(self, verb: str) -> Standing:
        if self.skip_part("none"):
            return Nothing(verb)
        return self.react() if verb == "react" else self.prefer()

    # ------------------------------------------------------------------ REACT

    def react(self) -> React:
        trigger = self.trigger()
        self.want(":")
        for play in ("strike", "challenge"):
            if self.skip_part(play):
                return React(trigger, play, keep=self.kept())
        if not self.skip_part("dragon"):
            self.fail()
        return React(trigger, "dragon", self.dragon(), self.kept())

    def kept(self) -> int:
        return self.count(0) if self.skip_part("keep") else 0

    def trigger(self) -> Trigger:
        for kind, read in self.triggers.items():
            if self.skip_part(kind):
                return read(self)
        return self.fail()

    def card_trigger(self) -> Trigger:
        if self.skip_part("any"):
            return Trigger("card")
        return Trigger("card", self.listed(self.command_name, ","))

    def command_name(self) -> str:
        return self.name(COMMAND_NAMES)

    def moved_trigger(self) -> Trigger:
        kinds = self.any_kinds()
        if not self.skip_part("near"):
            self.fail()
        return Trigger("moved", self.any_hexes(), kinds)

    def any_kinds(self) -> tuple[str, ...]:
        return () if self.skip_part("any") else self.listed(self.kind, ",")

    def attacked_trigger(self) -> Trigger:
        hexes = self.any_hexes()
        kinds = self.any_kinds() if self.skip_part("by") else ()
        return Trigger("attacked", hexes, kinds)

    def advanced_trigger(self) -> Trigger:
        return Trigger("advanced", self.any_hexes())

    def threatened_trigger(self) -> Trigger:
        return Trigger("threatened", self.any_hexes(), (), self.counts("dice"))

    def struck_trigger(self) -> Trigger:
        return Trigger("struck", self.any_hexes(), (), self.counts("hits", "flags"))

    def shot_trigger(self) -> Trigger:
        return Trigger("shot", self.any_hexes(), (), self.counts("hits", "flags"))

    def rolled_trigger(self) -> Trigger:
        return Trigger("rolled", self.any_hexes(), (), self.counts("hits", "flags"))

    def countering_trigger(self) -> Trigger:
        return Trigger("countering", self.any_hexes())

    triggers: Mapping[str, Callable[[StandingParts], Trigger]] = {
        "card": card_trigger,
        "moved": moved_trigger,
        "advanced": advanced_trigger,
        "attacked": attacked_trigger,
        "threatened": threatened_trigger,
        "struck": struck_trigger,
        "shot": shot_trigger,
        "rolled": rolled_trigger,
        "countering": countering_trigger,
    }

    # ----------------------------------------------------------------- PREFER

    def prefer(self) -> Prefer:
        prefer = self.preference()
        if self.skip_part("at"):
            prefer = prefer._replace(at=self.any_hexes())
        return prefer._replace(keep=self.kept())

    def preference(self) -> Prefer:
        for kind, read in self.preferences.items():
            if self.skip_part(kind):
                return Prefer(kind, read(self))
        return self.fail()

    def ignored(self) -> tuple[str, ...]:
        return ("max",) if self.skip_part("max") else (str(self.count(0)),)

    def way(self) -> tuple[str, ...]:
        for side in ("left", "right"):
            if self.skip_part(side):
                return (side,)
        return self.hexes()

    def fates(self) -> tuple[str, ...]:
        return self.listed(self.fate, "->", ",")

    def fate(self) -> str:
        found = next((fate for fate in FATES if self.skip_part(fate)), "")
        return found or self.hex()

    def nothing(self) -> tuple[str, ...]:
        return ()

    def lost(self) -> tuple[str, ...]:
        return (self.face(),)

    def hand(self) -> tuple[str, ...]:
        return self.listed(self.command_name, "->", ",")

    preferences: Mapping[str, Callable[[StandingParts], tuple[str, ...]]] = {
        "ignore": ignored,
        "retreat": way,
        "lone": fates,
        "battleback": nothing,
        "refrain": nothing,
        "inspire": nothing,
        "loss": lost,
        "hand": hand,
    }
