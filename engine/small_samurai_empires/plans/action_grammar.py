"""Actions of the grammar: every reading of each. [SSE-13.8]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.reading.scanner import Found, Scanner, after
from engine.reading.tokens import ARROW
from engine.small_samurai_empires.plans.tree import (
    Action,
    Attack,
    Castle,
    Harvest,
    Move,
    Neutral,
    Pass,
    Path,
    Reaction,
    Recruit,
    Ship,
    Step,
)
from engine.small_samurai_empires.plans.vocabulary import (
    ACTIONS,
    EVENTS,
    MOUNTAINS,
    PARTS,
    PLAYERS,
    PROVINCES,
)


class ActionParser(Scanner):
    """Every reading of an action that begins at a token."""

    parts = PARTS
    loose = False  # arrows may be left out

    # ----------------------------------------------------------- actions

    def action(self, at: int) -> Iterator[Found[Action]]:
        yield from self.neutral(at)
        for verb in self.word(ACTIONS, at):
            if verb.value == "pass":
                yield Found(Pass(), verb.end, verb.marks)
            if verb.value == "castle":
                for place in after(verb, self.maybe(self.at_province, verb.end)):
                    yield Found(Castle(place.value or ""), place.end, place.marks)
            if verb.value == "ship":
                yield from after(verb, self.ship(verb.end))

    def neutral(self, at: int, reacting: bool = False) -> Iterator[Found[Neutral]]:
        for verb in self.word(ACTIONS, at):
            if verb.value == "recruit":
                yield from after(verb, self.recruit(verb.end))
            if verb.value == "move":
                yield from after(verb, self.move(verb.end, reacting))
            if verb.value == "attack":
                yield from after(verb, self.attack(verb.end))
            if verb.value == "harvest":
                for place in after(verb, self.maybe(self.at_province, verb.end)):
                    yield Found(Harvest(place.value or ""), place.end, place.marks)

    def recruit(self, at: int) -> Iterator[Found[Neutral]]:
        for word in self.maybe(partial(self.part, "at"), at):
            provinces = self.many(self.province, self.separator, word.end, most=2)
            for found in after(word, provinces):
                yield Found(Recruit(found.value), found.end, found.marks)

    def attack(self, at: int) -> Iterator[Found[Neutral]]:
        for province in self.at_province(at):
            for colon in self.maybe(partial(self.sign_at, ":"), province.end):
                players = self.many(self.player, self.separator, colon.end, most=2)
                for found in after(province, players):
                    attack = Attack(province.value, found.value)
                    yield Found(attack, found.end, found.marks)

    def ship(self, at: int) -> Iterator[Found[Action]]:
        for count in self.maybe(self.number, at):
            for start in self.province(count.end):
                for arrow in after(start, self.arrow(start.end)):
                    for goal in after(arrow, self.province(arrow.end)):
                        ship = Ship(start.value, goal.value, count.value)
                        yield Found(ship, goal.end, goal.marks)

    def move(self, at: int, reacting: bool = False) -> Iterator[Found[Neutral]]:
        """A move in a reaction has no reactions of its own."""
        for paths in self.paths(at):
            yield Found(Move(paths.value), paths.end, paths.marks)
            if not reacting:
                many = self.many(self.reaction, self.nothing, paths.end)
                for found in after(paths, many):
                    move = Move(paths.value, found.value)
                    yield Found(move, found.end, found.marks)

    def paths(self, at: int) -> list[Found[tuple[Path, ...]]]:
        return self.many(self.path, self.path_separator, at)

    def path(self, at: int) -> Iterator[Found[Path]]:
        for count in self.maybe(self.count, at):
            for start in self.province(count.end):
                steps = self.many(self.step, self.nothing, start.end)
                for found in after(start, steps):
                    path = Path(start.value, found.value, count.value or 1)
                    yield Found(path, found.end, found.marks)

    def count(self, at: int) -> Iterator[Found[int]]:
        for number in self.number(at):
            self.note(number.end, "x")
            if self.text(number.end) in ("x", "х", "*"):
                yield Found(number.value, number.end + 1)

    def step(self, at: int) -> Iterator[Found[Step]]:
        for arrow in self.arrow(at):
            for province in after(arrow, self.province(arrow.end)):
                yield Found(Step(province.value), province.end, province.marks)
            for mountain in after(arrow, self.mountain(arrow.end)):
                for second in after(mountain, self.arrow(mountain.end)):
                    for province in after(second, self.province(second.end)):
                        step = Step(province.value, mountain.value)
                        yield Found(step, province.end, province.marks)

    def reaction(self, at: int) -> Iterator[Found[Reaction]]:
        for word in self.part("event", at):
            for event in after(word, self.word(EVENTS, word.end)):
                for stop in after(event, self.part("stop", event.end)):
                    yield Found(Reaction(event.value, None), stop.end, stop.marks)
                for answer in after(event, self.neutral(event.end, reacting=True)):
                    if fits(event.value, answer.value):
                        reaction = Reaction(event.value, answer.value)
                        yield Found(reaction, answer.end, answer.marks)

    # ------------------------------------------------------------- parts

    def at_province(self, at: int) -> Iterator[Found[str]]:
        for word in self.maybe(partial(self.part, "at"), at):
            yield from after(word, self.province(word.end))

    def province(self, at: int) -> list[Found[str]]:
        return self.word(PROVINCES, at)

    def mountain(self, at: int) -> Iterator[Found[str]]:
        for mount in self.maybe(partial(self.part, "mount"), at):
            name = self.past_hyphen(mount.end) if mount.value else at
            yield from after(mount, self.word(MOUNTAINS, name))

    def player(self, at: int) -> list[Found[str]]:
        return [*self.word(PLAYERS, at), *super().player(at)]

    def part(self, key: str, at: int) -> list[Found[str]]:
        is_sign = key == "at" and self.text(at) == "@"
        return [Found(key, at + 1)] if is_sign else super().part(key, at)

    def arrow(self, at: int) -> list[Found[str]]:
        found = [*self.sign(at, ARROW), *self.part("to", at)]
        return [*found, *self.nothing(at)] if self.loose else found

    def sign_at(self, sign: str, at: int) -> list[Found[str]]:
        return self.sign(at, sign)

    def separator(self, at: int) -> list[Found[str]]:
        return [*self.sign(at, ",", "+"), *self.part("and", at)]

    def path_separator(self, at: int) -> list[Found[str]]:
        return [*self.sign(at, ",", ";"), *self.part("and", at)]


def fits(event: str, answer: Neutral) -> bool:
    """After an ambush one moves on, on a journey one attacks."""
    only = {"ambush": "move", "journey": "attack"}
    return answer.verb == only.get(event, answer.verb)
