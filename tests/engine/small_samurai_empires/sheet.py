"""The rule sheet once more, as one long program that asks and goes on.

Written from RULES.md and board.toml, apart from the rules in `engine`: it
knows no saved state, only its own variables, and is as slow as it likes. Tests let it
play beside the engine; wherever they disagree, one of them has misread the sheet.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import engine.small_samurai_empires as package

DATA = Path(package.__file__).parent / "data" / "board.toml"
LEFT = "has left"  # the answer of a seat that was given up


class Ask(NamedTuple):
    seats: tuple[int, ...]
    options: frozenset[str]  # of the one seat; of destiny choices nothing is said


Play = Generator[Ask, str, None]
Answer = Generator[Ask, str, str]


class Sheet:
    def __init__(self, start: dict[str, Any], text: str = "") -> None:
        """From what was laid out and dealt; everything else is as SSE-3 has it."""
        self.data = tomllib.loads(text or DATA.read_text(encoding="utf-8"))
        self.box = self.data["constants"]
        self.edition, self.variants = start["edition"], start["variants"]
        self.seats = range(start["seats"])
        self.read_map()
        self.seed: dict[str, str] = start["seeding"]
        self.neutral: dict[str, str] = start["neutrals"]
        self.colour: dict[str, str] = start.get("shrines", {})
        self.tile: dict[str, str] = start.get("agenda", {})
        self.mountain: dict[str, str | None] = dict(start.get("mountains", {}))
        self.track: list[int] = list(start["turn_track"])
        self.cards: list[list[str]] = [list(c) for c in start["destiny"]["hands"]]
        self.deck: list[str] = list(start["destiny"]["deck"])
        self.armies = Counter(
            {(p, s): 2 for p in self.capital_of.values() for s in self.seats}
        )
        self.castles: set[tuple[str, int]] = set()
        self.food, self.bushido = [2 for _ in self.seats], [2 for _ in self.seats]
        self.hand = [Counter(self.data["order_tokens"]) for _ in self.seats]
        self.shown: Counter[str] = Counter()
        self.influence: Counter[tuple[int, str]] = Counter()
        self.score = [0 for _ in self.seats]
        self.tokens: dict[str, list[tuple[int, str, int]]] = {s: [] for s in self.slots}
        self.done: set[tuple[str, int]] = set()
        self.left: set[int] = set()
        self.round = 1
        self.movers: Counter[str] = Counter()  # of the action that is going on
        self.expeditions = 0  # of the action that is going on
        self.answers: dict[int, str] = {}
        self.over = False
        self.drawn = ""  # the kind the clock drew for `place any`

    def read_map(self) -> None:
        provinces = {row["id"]: row for row in self.data["province"]}
        self.region = {key: row["region"] for key, row in provinces.items()}
        self.regions = [row["id"] for row in self.data["region"]]
        self.bonus = {row["id"]: row["bonus"] for row in self.data["region"]}
        self.coast = {key for key, row in provinces.items() if row["coastal"]}
        self.shrines = [
            k for k, row in provinces.items() if "shrine" in row["features"]
        ]
        self.capital_of = {
            row["region"]: key
            for key, row in provinces.items()
            if "capital" in row["features"]
        }
        pairs = self.data["adjacency"]["land"] + self.data["adjacency"]["sea"]
        self.borders = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}
        self.roads = {row["id"]: tuple(row["road"]) for row in self.data["mountain"]}
        slots = sorted(self.data["slot"], key=lambda row: row["index"])
        self.slots = [row["id"] for row in slots]
        self.slot_region = {row["id"]: row["region"] for row in slots}
        self.players = [row["id"] for row in self.data["player"]]

    # ------------------------------------------------------------------ asking

    def ask(self, seat: int, options: Iterable[str], no: str) -> Answer:
        """Who can only decline, or has left, is not asked. [SSE-13.6, SSE-13.7]"""
        found = frozenset(options)
        if seat in self.left or not found:
            return LEFT if seat in self.left else no
        answer = yield Ask((seat,), found | {no})
        assert answer == LEFT or answer in found | {no}
        return answer

    # ------------------------------------------------------- the sequence of play

    def play(self) -> Play:
        for era in (1, 2, 3):  # SSE-4.1
            yield from self.destiny()
            for self.round in (1, 2):
                yield from self.planning()
                yield from self.resolution()
            self.era_end(era)
        self.game_end()
        self.over = True

    def destiny(self) -> Play:
        self.answers = {}
        while len(self.answers) < len(self.seats):
            waiting = tuple(s for s in self.seats if s not in self.answers)
            yield Ask(waiting, frozenset())
        for seat in self.seats:
            self.cards[seat].remove(self.answers[seat])
        self.shown.update(self.answers.values())
        if len(self.seats) == 2:  # SSE-4.2.2
            self.shown[self.deck.pop(0)] += 1

    def planning(self) -> Play:
        fewer = 1 if len(self.seats) == 4 else 0
        self.todo = dict.fromkeys(self.seats, 5 - self.round - fewer)
        self.covered: list[tuple[int, int]] = []
        while any(self.todo[s] for s in self.seats if s not in self.left):
            for seat in self.track:
                if self.todo[seat] and seat not in self.left:
                    yield from self.placement(seat)

    def placement(self, seat: int) -> Play:
        self.my_turn(seat)
        self.todo[seat] -= 1
        kinds = [kind for kind, count in self.hand[seat].items() if count]
        free = [slot for slot in self.slots if self.is_free(seat, slot)]
        price = 1 + sum(who == seat for who, _ in self.covered)
        paid = [slot for slot in self.slots if self.may_cover(seat, slot)]
        paid = paid if self.bushido[seat] >= price else []
        options = {f"place {kind} {slot}" for kind in kinds for slot in free}
        options |= {f"cover {kind} {slot}" for kind in kinds for slot in paid}
        no = "place any" if free and kinds else "pass"
        answer = yield from self.ask(seat, options, no)
        if answer in (LEFT, "pass"):
            return
        if answer == "place any":  # SSE-13.7
            answer = f"place {self.drawn} {free[0]}"
        verb, kind, slot = answer.split()
        if verb == "cover":
            self.bushido[seat] -= price
            self.covered.append((seat, self.tokens[slot][0][0]))
        self.hand[seat][kind] -= 1
        self.tokens[slot].append((seat, kind, self.round))
        yield from self.neutral_action(seat, slot)

    def is_free(self, seat: int, slot: str) -> bool:
        match self.tokens[slot]:  # SSE-7.2
            case []:
                return True
            case [(owner, _, 1)]:
                return self.round == 2 and owner == seat
        return False

    def may_cover(self, seat: int, slot: str) -> bool:
        match self.tokens[slot]:  # SSE-7.3.1, SSE-7.3.2
            case [(owner, _, 1)] if self.round == 2 and owner != seat:
                if self.edition == "archona-2019":
                    return (seat, owner) not in self.covered
                return owner not in [victim for _, victim in self.covered]
        return False

    def resolution(self) -> Play:
        for slot in self.slots if self.round == 1 else reversed(self.slots):
            if self.tokens[slot]:
                seat, kind, _ = self.tokens[slot][-1]
                self.my_turn(seat)
                yield from self.token(seat, kind, self.slot_region[slot])

    # ------------------------------------------------------------- order actions

    def token(self, seat: int, kind: str, region: str) -> Play:
        match kind:
            case "recruit":
                yield from self.twice(seat, region, "recruit")
            case "attack":
                yield from self.twice(seat, region, "attack")
            case "harvest":
                yield from self.harvest(seat, region)
            case "castle":
                yield from self.castle(seat, region)
            case _:
                yield from self.movement(seat, kind, region)

    def twice(self, seat: int, region: str, what: str) -> Play:
        """A basic part, then the same once more for a price. [SSE-5.2, SSE-5.6]"""
        listed = self.recruits if what == "recruit" else self.attacks
        answer = yield from self.ask(seat, listed(seat, region), "pass")
        if answer in (LEFT, "pass"):
            return
        self.carry_out(seat, answer)
        owned = self.food if what == "recruit" else self.bushido
        decree = "3" if what == "recruit" else "1"
        free = self.tile.get(region, "-")[0] == decree  # SSE-10.1.6
        again = listed(seat, region)
        if what == "attack":
            again = {order for order in again if order.split()[1] == answer.split()[1]}
        if not free and not owned[seat]:
            return
        answer = yield from self.ask(seat, again, "done")
        if answer not in (LEFT, "done"):
            owned[seat] -= not free
            self.carry_out(seat, answer)

    def recruits(self, seat: int, region: str) -> set[str]:
        if self.supply(seat) == 0:
            return set()
        castle = self.castle_in(seat, region)
        return {f"recruit {p}" for p in (self.capital_of[region], castle) if p}

    def attacks(self, seat: int, region: str, alone: bool = False) -> set[str]:
        """`alone`: no own army is needed there. [SSE-10.2.5]"""
        return {
            f"attack {province} {self.players[of]}"
            for province, of in +self.armies
            if self.region[province] == region and of != seat
            if alone or self.armies[province, seat]
        }

    def harvest(self, seat: int, region: str) -> Play:
        lands = self.lands(seat, region)
        before = self.food[seat] + self.bushido[seat]
        gains = any(self.stock(self.seed[p]) for p in lands)
        answer = yield from self.ask(seat, {"harvest"} if gains else set(), "pass")
        if answer == "harvest":
            for province in lands:
                self.gain(seat, self.seed[province])
            assert self.food[seat] + self.bushido[seat] > before
            self.step(seat)

    def lands(self, seat: int, region: str) -> list[str]:
        here = [p for p in self.seed if self.region[p] == region]
        return [p for p in here if self.armies[p, seat]]

    def castle(self, seat: int, region: str) -> Play:
        if self.castle_in(seat, region):
            options = {"reinforce"} if self.supply(seat) else set()
        else:
            options = {f"castle {p}" for p in self.sites(seat, region)}
        answer = yield from self.ask(seat, options, "pass")
        if answer not in (LEFT, "pass"):
            self.carry_out(seat, answer, region)

    def sites(self, seat: int, region: str) -> list[str]:
        if (
            sum(owner == seat for _, owner in self.castles)
            == self.box["castles_per_player"]
        ):
            return []
        found = [p for p, of in self.region.items() if of == region]
        found = [p for p in found if self.armies[p, seat] >= 2]
        if self.edition == "crowd-games":  # SSE-5.8.4
            built = {province for province, _ in self.castles}
            found = [p for p in found if p not in built | {self.capital_of[region]}]
        return found

    def carry_out(self, seat: int, order: str, region: str = "") -> None:
        match order.split():
            case ["recruit", province]:
                self.armies[province, seat] += 1
            case ["attack", province, colour]:
                self.armies[province, self.players.index(colour)] -= 1
            case ["castle", province]:
                self.armies[province, seat] -= 2
                self.castles.add((province, seat))
            case ["reinforce"]:
                self.armies[self.castle_in(seat, region), seat] += 1
            case ["harvest", province]:
                self.gain(seat, self.seed[province])
        self.step(seat)

    # ------------------------------------------------------------------ movement

    def movement(self, seat: int, kind: str, region: str) -> Play:
        """Points one by one; the third of `move-2-or-3` may cost. [SSE-5.3 to 5.5]"""
        self.muster(seat, region)
        sure = 3 if kind == "move-3" else 2
        free = self.tile.get(region, "-")[0] == "2"
        for used in range(3 if kind == "move-2-or-3" else sure):
            pays = used == sure and not free
            if pays and not self.food[seat]:
                return
            options = self.moves()
            if kind == "move-2-or-ship" and not used:
                options |= self.voyages(seat, region)
            no = "done" if used else "pass"
            answer = yield from self.ask(seat, options, no)
            if answer in (LEFT, no):
                return
            self.food[seat] -= pays
            if answer.startswith("ship"):
                self.sail(seat, answer, region)
                return
            yield from self.one_point(seat, answer)
            if seat in self.left:
                return

    def muster(self, seat: int, region: str) -> None:
        """Only armies that stand in the region now may move. [SSE-5.3.2]"""
        self.movers, self.expeditions = Counter(), 0
        for (province, owner), count in (+self.armies).items():
            if owner == seat and self.region[province] == region:
                self.movers[province] = count

    def moves(self) -> set[str]:
        found = {f"move {a} {b}" for a, b in self.borders if self.movers[a]}
        for name, ends in self.roads.items():
            if self.mountain.get(name) and not self.expeditions:
                for a, b in (ends, ends[::-1]):
                    if self.movers[a]:
                        found.add(f"expedition {a} {name} {b}")
        return found

    def voyages(self, seat: int, region: str) -> set[str]:
        free = self.tile.get(region, "-")[0] == "4"
        if not free and not self.food[seat]:
            return set()
        return {
            f"ship {count} {a} {b}"
            for a in self.coast
            if self.region[a] == region
            for b in self.coast - {a}
            for count in (1, 2)
            if self.armies[a, seat] >= count
        }

    def sail(self, seat: int, order: str, region: str) -> None:
        _, count, origin, province = order.split()
        self.food[seat] -= self.tile.get(region, "-")[0] != "4"
        self.armies[origin, seat] -= int(count)
        self.armies[province, seat] += int(count)
        self.step(seat)

    def one_point(self, seat: int, order: str) -> Play:
        verb, origin, *way = order.split()
        self.movers[origin] -= 1
        self.armies[origin, seat] -= 1
        target = way[-1]
        if verb == "expedition":
            ambushed = yield from self.explore(seat, origin, way[0], target)
            target = origin if ambushed else target
        self.movers[target] += 1
        self.armies[target, seat] += 1
        self.step(seat)

    def explore(
        self, seat: int, origin: str, name: str, target: str
    ) -> Generator[Ask, str, bool]:
        """The token's effect, while the army is nowhere. [SSE-10.2.5, SSE-10.2.6]"""
        self.expeditions += 1
        token, self.mountain[name] = self.mountain[name], None
        self.climber = seat
        region = self.region[target]  # SSE-10.2.4
        match token:
            case "mercenaries" if self.supply(seat):
                self.armies[origin, seat] += 1
                self.step(seat)
            case "bushido-master":
                self.gain(seat, "bushido")
            case "highland-farms":
                self.gain(seat, "food")
            case "independent-tribe":
                yield from self.tribe(seat, region)
            case "journey" if self.bushido[seat]:
                options = self.attacks(seat, region, alone=True)
                answer = yield from self.ask(seat, options, "decline")
                if answer not in (LEFT, "decline"):
                    self.bushido[seat] -= 1
                    self.carry_out(seat, answer)
        self.climber = -1
        return token == "ambush"

    climber = -1  # whose army is on a mountain, and so not in supply

    def tribe(self, seat: int, region: str) -> Play:
        slots = [slot for slot in self.slots if self.slot_region[slot] == region]
        options: set[str] = set()
        for kind in {self.neutral[slot] for slot in slots}:
            if kind == "move":  # SSE-10.2.6: no further expedition
                options |= {
                    f"move {a} {b}"
                    for a, b in self.borders
                    if self.region[a] == region and self.armies[a, seat]
                }
            else:
                options |= self.neutral_options(seat, region, kind)
        answer = yield from self.ask(seat, options, "decline")
        if answer in (LEFT, "decline"):
            return
        if not answer.startswith("move"):
            self.carry_out(seat, answer)
            return
        _, origin, province = answer.split()
        if self.movers[origin] == self.armies[origin, seat]:  # else one that may not
            self.movers[origin] -= 1
            self.movers[province] += 1
        self.armies[origin, seat] -= 1
        self.armies[province, seat] += 1
        self.step(seat)

    # ----------------------------------------------------------- neutral actions

    def neutral_action(self, seat: int, slot: str) -> Play:
        region, kind = self.slot_region[slot], self.neutral[slot]
        if kind == "move":
            self.muster(seat, region)
        options = self.moves() if kind == "move" else set()
        options |= self.neutral_options(seat, region, kind)
        answer = yield from self.ask(seat, options, "decline")
        if answer in (LEFT, "decline"):
            return
        if kind == "move":
            yield from self.one_point(seat, answer)
        else:
            self.carry_out(seat, answer)

    def neutral_options(self, seat: int, region: str, kind: str) -> set[str]:
        match kind:
            case "recruit":
                return self.recruits(seat, region)
            case "attack":
                return self.attacks(seat, region)
            case "harvest":
                lands = self.lands(seat, region)
                return {f"harvest {p}" for p in lands if self.stock(self.seed[p])}
        return set()

    # ------------------------------------------------------------------ counting

    def supply(self, seat: int) -> int:
        there = sum(n for (_, owner), n in self.armies.items() if owner == seat)
        return int(self.box["armies_per_player"]) - there - (self.climber == seat)

    def stock(self, kind: str) -> int:
        owned = self.food if kind == "food" else self.bushido
        return int(self.box[f"{kind}_tokens"]) - sum(owned)

    def gain(self, seat: int, kind: str) -> None:
        if self.stock(kind):  # SSE-12.6
            (self.food if kind == "food" else self.bushido)[seat] += 1

    def castle_in(self, seat: int, region: str) -> str:
        for province, owner in self.castles:
            if owner == seat and self.region[province] == region:
                return province
        return ""

    def power(self, province: str, seat: int) -> int:
        return self.armies[province, seat] + 2 * ((province, seat) in self.castles)

    def controls(self, seat: int, province: str) -> bool:
        mine = self.power(province, seat)
        return mine > max(self.power(province, s) for s in self.seats if s != seat)

    # -------------------------------------------------------------------- agenda

    def step(self, seat: int) -> None:
        self.check(self.seats if self.edition == "archona-2019" else [seat])

    def my_turn(self, seat: int) -> None:
        if self.edition == "crowd-games":
            self.check([seat])

    def check(self, seats: Iterable[int]) -> None:
        for region, tile in self.tile.items():
            for seat in seats:
                if (region, seat) not in self.done and self.meets(seat, region, tile):
                    self.done.add((region, seat))
                    self.score[seat] += {"1a": 3, "1b": 5, "2b": 3}.get(tile, 4)

    def meets(self, seat: int, region: str, tile: str) -> bool:
        here = [p for p, of in self.region.items() if of == region]
        mine = [p for p in here if self.controls(seat, p)]
        men = [self.armies[p, seat] for p in here]
        match tile:  # SSE-10.1.5
            case "1a":
                return sum(self.armies[p, seat] >= 2 for p in mine) >= 2
            case "1b":
                return len(mine) >= 4
            case "2a":
                return sum(men) >= 7
            case "2b":
                return sum(n >= 1 for n in men) >= 4
            case "3a":
                return sum(n >= 3 for n in men) >= 3
            case "3b":
                castle = self.castle_in(seat, region)
                good = castle in (mine if self.edition == "crowd-games" else here)
                return good and sum(n >= 2 for n in men) >= 2
        rich = sum(p in self.seed for p in mine) >= 2
        if tile == "4a":
            return rich and any(p in self.shrines for p in mine)
        return rich and self.capital_of[region] in mine

    # ------------------------------------------------------------- era, game end

    def era_end(self, era: int) -> None:
        for seat in self.track:  # SSE-8.2
            for province, kind in self.seed.items():
                if self.controls(seat, province):
                    self.gain(seat, kind)
        for seat in self.seats:  # SSE-8.3, SSE-8.5
            for province, region in self.region.items():
                self.influence[seat, region] += self.controls(seat, province)
            for province, owner in self.castles:
                self.influence[seat, self.region[province]] += owner == seat
            self.score[seat] += self.shrine_points(seat)
        for region in self.regions:
            self.score_bonus(region)
        if era == 3:
            return
        for seat in self.track:  # SSE-8.6, SSE-8.7
            self.hand[seat] = Counter(self.data["order_tokens"])
            self.cards[seat].append(self.deck.pop(0))
        self.tokens = {slot: [] for slot in self.slots}
        order = {seat: place for place, seat in enumerate(self.track)}
        self.track.sort(key=lambda s: (self.score[s], -order[s]))  # SSE-8.8

    def shrine_points(self, seat: int) -> int:
        mine = [p for p in self.shrines if self.controls(seat, p)]
        if "shrines" not in self.variants:
            return len(mine)
        sets = Counter(self.colour[p] for p in mine)
        return sum({1: 1, 2: 3, 3: 5}[count] for count in sets.values())

    def score_bonus(self, region: str) -> None:
        """SSE-8.4."""
        first, second = self.bonus[region]
        here = [p for p, of in self.region.items() if of == region]
        held = {s: sum(self.controls(s, p) for p in here) for s in self.seats}
        ranking = sorted({n for n in held.values() if n}, reverse=True)
        leaders = [s for s in self.seats if held[s] and held[s] == ranking[0]]
        if len(leaders) == 1:
            self.score[leaders[0]] += first
            leaders = [s for s in self.seats if held[s] in ranking[1:2]]
        for seat in leaders:
            self.score[seat] += second

    def game_end(self) -> None:
        values = self.data["influence"]["values"]
        for seat in self.seats:  # SSE-9.2, SSE-9.3
            for region in self.regions:
                value = values[min(self.influence[seat, region], 10)]
                self.score[seat] += value * self.shown[region]
            self.score[seat] += (self.food[seat] + self.bushido[seat]) // 3

    def places(self) -> list[int]:
        """SSE-9.4."""
        ranks = [
            (
                -self.score[s],
                sum(n for (_, owner), n in self.armies.items() if owner == s),
                -self.food[s] - self.bushido[s],
            )
            for s in self.seats
        ]
        return [sorted(ranks).index(rank) + 1 for rank in ranks]
