"""Every order of the game, made once: options are picked from here. [SHO-18.11]

`KNOWN` leads from an order back to its verb and its numbers.
"""

from __future__ import annotations

from engine.contract import Order
from engine.shogun.board import BOARD, BONUSES
from engine.shogun.state import (
    BID,
    BLUFF,
    EMPTY,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    card_name,
)

Known = dict[Order, tuple[str, tuple[int, ...]]]
KNOWN: Known = {}
PROVINCES = range(len(BOARD.codes))
SPANS = ("choices", "actions", "end", "winter")  # that a plan can cover [SHO-18.9]
REACTIONS = ("attack", "defend", "calm")  # nobody waits [SHO-18.8] unless [18.22]
NO, YES = 0, 1
KEEP = -2  # favour 1 without effect, favour 4 for later
PLAIN, STATUE, NO_STATUE = 0, 1, 2


def step(verb: str, text: str, *numbers: int) -> Order:
    order = Order.read(text)
    KNOWN[order] = (verb, numbers)
    return order


# The draft. [SHO-3.4]
REFRESH = step("refresh", "draft refresh")
BLIND = step("blind", "draft blind")
DRAFT = [step("draft", f"draft {BOARD.codes[p]}", p) for p in PROVINCES]
GROUP = {
    size: step("group", f"group {size}", size)
    for size in sorted({size for sizes in BOARD.groups.values() for size in sizes})
}
POST_HERE = step("post here", "post here", YES)
POST_LATER = step("post here", "post later", NO)

# The planning. [SHO-18.12]
CARDS = (*PROVINCES, BLUFF, OFFICIAL, EMPTY)
BIDS = {
    card: step("bid", f"bid {card_name(card)}", card)
    for card in (*(INTRIGUE + v for v in BOARD.intrigue), *PROVINCES, OFFICIAL, EMPTY)
}
LAY = [
    {
        card: step("lay", f"lay {name} {card_name(card)}", slot, card)
        for card in CARDS
        if slot != BID
    }
    for slot, name in enumerate(BOARD.slots)
]
ASK = [step("ask", f"ask {name}", n) for n, name in enumerate(REACTIONS)]
COVER = [step("cover", f"cover {name}", n) for n, name in enumerate(SPANS)]
READY = step("ready", "ready")

# The choices. [SHO-6.4, SHO-14.2, SHO-13.3, SHO-12.8]
SPECIAL = [step("special", f"special {s}", n) for n, s in enumerate(BOARD.specials)]
POST = [step("post", f"post {BOARD.codes[p]}", p) for p in PROVINCES]
POST_NONE = step("post", "post none", NOTHING)
SAMURAI = [step("samurai", f"samurai {bonus}", n) for n, bonus in enumerate(BONUSES)]
SAMURAI_NONE = step("samurai", "samurai none", NOTHING)
FAVOUR_NONE = step("favour none", "favour none")
FAVOUR = {n: step("favour", f"favour {n}", n, NOTHING) for n in BOARD.favours}
FAVOUR_KEEP = {
    n: step("favour", f"favour {n}@keep", n, KEEP)
    for n, card in BOARD.favours.items()
    if card.kind in ("cancel-event", "calm")
}
FAVOUR_AT = {
    n: [step("favour", f"favour {n}@{BOARD.codes[p]}", n, p) for p in PROVINCES]
    for n, card in BOARD.favours.items()
    if card.kind in ("calm", "castle", "temple", "theatre", "free-armies")
}

# The actions and the reactions. [SHO-5.14, SHO-5.15, SHO-8.1, SHO-12.11]
MOVES = [
    [
        step("move", f"move {BOARD.codes[p]} {count}", p, count)
        for count in range(1, BOARD.armies)
    ]
    for p in PROVINCES
]
HOLD = step("hold", "hold")
ATTACK = [step("attack", f"attack {word}", n) for n, word in enumerate(("no", "yes"))]
DEFEND = [step("defend", f"defend {word}", n) for n, word in enumerate(("no", "yes"))]
CALM = [step("calm", f"calm {word}", n) for n, word in enumerate(("later", "now"))]

# The end of a season, and winter. [SHO-15.4, SHO-14.5, SHO-10.6]
OFFICE = [
    step("office", f"office {office}", n) for n, office in enumerate(BOARD.offices)
]
OFFICE_NONE = step("office", "office none", NOTHING)
GENERAL = [
    [
        step("general", f"general {BOARD.codes[p]}{word}", p, how)
        for how, word in ((PLAIN, ""), (STATUE, " statue"), (NO_STATUE, " nostatue"))
    ]
    for p in PROVINCES
]
REVOLTS = [step("revolts", f"revolts {BOARD.codes[p]}", p) for p in PROVINCES]
