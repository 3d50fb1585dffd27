"""What a player can write, once it is understood. [SSE-13.3, SSE-13.4, SSE-13.8]

Every node has a canonical English `text` that reads back to the same node. The field
`verb` keeps nodes of different kinds apart: named tuples compare as plain tuples.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class Step(NamedTuple):
    """One border crossed, with an expedition to a mountain or without."""

    province: str
    mountain: str = ""

    @property
    def text(self) -> str:
        over = f" -> {self.mountain}" if self.mountain else ""
        return f"{over} -> {self.province}"


class Path(NamedTuple):
    """So many armies on one way."""

    start: str
    steps: tuple[Step, ...]
    armies: int = 1

    @property
    def text(self) -> str:
        many = f"{self.armies}x " if self.armies > 1 else ""
        return many + self.start + "".join(step.text for step in self.steps)


class Recruit(NamedTuple):
    """Armies in one province or two."""

    provinces: tuple[str, ...]
    verb: Literal["recruit"] = "recruit"

    @property
    def text(self) -> str:
        return f"recruit {', '.join(self.provinces)}"


class Reaction(NamedTuple):
    """What to do when a mountain shows its token; None is `stop`. [DP-8]"""

    event: str  # ambush, tribe, journey
    action: Neutral | None

    @property
    def text(self) -> str:
        return f"on {self.event} {self.action.text if self.action else 'stop'}"


class Move(NamedTuple):
    """Armies on their ways, in the order written."""

    paths: tuple[Path, ...]
    reactions: tuple[Reaction, ...] = ()
    verb: Literal["move"] = "move"

    @property
    def text(self) -> str:
        paths = ", ".join(path.text for path in self.paths)
        return " ".join([f"move {paths}", *(r.text for r in self.reactions)])


class Ship(NamedTuple):
    """A sea voyage; no number is two armies if two stand there, else one."""

    start: str
    goal: str
    armies: int | None = None
    verb: Literal["ship"] = "ship"

    @property
    def text(self) -> str:
        many = "" if self.armies is None else f"{self.armies} "
        return f"ship {many}{self.start} -> {self.goal}"


class Attack(NamedTuple):
    """One target in a province or two."""

    province: str
    players: tuple[str, ...]  # colours
    verb: Literal["attack"] = "attack"

    @property
    def text(self) -> str:
        return f"attack {self.province} {', '.join(self.players)}"


class Harvest(NamedTuple):
    """A province is named only for a neutral action."""

    province: str = ""
    verb: Literal["harvest"] = "harvest"

    @property
    def text(self) -> str:
        return f"harvest {self.province}".rstrip()


class Castle(NamedTuple):
    """A province may be left out when only one is possible."""

    province: str = ""
    verb: Literal["castle"] = "castle"

    @property
    def text(self) -> str:
        return f"castle {self.province}".rstrip()


class Pass(NamedTuple):
    verb: Literal["pass"] = "pass"

    @property
    def text(self) -> str:
        return "pass"


class Nothing(NamedTuple):
    """`none`: the neutral action is declined."""

    verb: Literal["none"] = "none"

    @property
    def text(self) -> str:
        return "none"


Neutral: TypeAlias = Move | Attack | Recruit | Harvest
Action: TypeAlias = Neutral | Ship | Castle | Pass


class Condition(NamedTuple):
    """The reservation of a plan, tested when it is used. [SSE-13.5]"""

    player: str  # a colour, or I
    relation: Literal["in", "controls"]
    province: str
    negated: bool = False

    @property
    def text(self) -> str:
        relation = "control" if self.player == "I" else self.relation
        return f"{'not ' * self.negated}{self.player} {relation} {self.province}"


class Entry(NamedTuple):
    """One alternative of a placement. [SSE-13.3]"""

    kind: str
    where: str  # a slot, a region or any
    cover: bool = False
    player: str = ""  # whose token is to be covered; none is anybody's
    limit: int | None = None  # bushido
    neutral: Neutral | Nothing | None = None  # None: not said, so ask
    must: bool = False  # without its neutral action the entry is not legal [SSE-13.6]

    @property
    def text(self) -> str:
        parts = [self.kind]
        if self.cover:
            parts.append(f"cover {self.player}".rstrip())
        parts.append(f"at {self.where}")
        if self.limit is not None:
            parts.append(f"up to {self.limit}")
        must = " must" if self.must else ""
        said = f", neutral {self.neutral.text}{must}" if self.neutral else ""
        return " ".join(parts) + said


class Destiny(NamedTuple):
    """Regions, the best liked first. [DP-1]"""

    regions: tuple[str, ...]
    verb: Literal["destiny"] = "destiny"

    @property
    def text(self) -> str:
        return f"destiny {' or '.join(self.regions)}"


class Place(NamedTuple):
    """One order of the placement queue. [SSE-13.3]"""

    entries: tuple[Entry, ...]
    verb: Literal["place"] = "place"

    @property
    def text(self) -> str:
        return f"place {' or '.join(entry.text for entry in self.entries)}"


class Resolve(NamedTuple):
    """The plan of a slot: the first alternative that can be done. [SSE-13.4]"""

    slot: str
    alternatives: tuple[Action, ...]
    guard: Condition | None = None
    otherwise: Literal["", "auto", "ask"] = ""  # not said: it depends on the token
    verb: Literal["resolve"] = "resolve"

    @property
    def text(self) -> str:
        chain = " else ".join(action.text for action in self.alternatives)
        guard = f" only if {self.guard.text}" if self.guard else ""
        otherwise = f" {self.otherwise}" if self.otherwise else ""
        return f"resolve {self.slot}: {chain}{guard}{otherwise}"


class Withdraw(NamedTuple):
    """The plan of a slot is taken back; without a slot everything not yet used."""

    slot: str = ""
    verb: Literal["withdraw"] = "withdraw"

    @property
    def text(self) -> str:
        return f"withdraw {self.slot or 'all'}"


class Bare(NamedTuple):
    """A bare action, `none` or `pass`: for the decision open now. [SSE-13.8]"""

    action: Action | Nothing
    verb: Literal["bare"] = "bare"
    step: bool = False  # that step of an action, and no more
    others: tuple[Action | Nothing, ...] = ()  # tried if it cannot be done [SSE-13.4]

    @property
    def text(self) -> str:
        chain = " else ".join(action.text for action in (self.action, *self.others))
        return f"step {chain}" if self.step else chain


Order: TypeAlias = Destiny | Place | Resolve | Withdraw | Bare


class Statement(NamedTuple):
    """An order, and the line of the player's text it stands on."""

    line: int
    order: Order
    last_line: int = 0  # of the neutral action, if it has a line of its own

    @property
    def text(self) -> str:
        return self.order.text
