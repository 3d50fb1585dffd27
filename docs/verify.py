"""Checks the dice of a Hikyaku match without Hikyaku: `python verify.py FILE`.

FILE is a log or its JSON. Knows how draws follow from the seed (docs/log-format.md) and
what our games draw from (BOXES); of other games it can only repeat what JSON claims,
and of a hand of cards or a realm, for which it would have to know all the rules.
A tally says itself, under its mark, how many draws with which chance it counted.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter

ASIDE = re.compile(r"(player \d+|note [^:]+|seed|result|state|log): ")
WORDS = r"\d+|grey|orange|teal|violet|spring|summer|autumn|winter"  # that vary
TALLY = re.compile(r"\d{1,5}/((\d{1,5})<(\d{1,10}))")  # hits, draws, threshold
HAND = "era … round … seat … placement …"  # less what the seat has placed in this era
DIE = "C T S F X H"
PAIRS = (
    "advance-center advance-left advance-right cavalry-charge counter-attack "
    "crane-wing first-strike flank-attack flying-geese infantry-assault leadership "
    "line-order order-1-center order-1-left order-1-right order-circle order-square "
    "order-triangle stand-and-fire "
)
TRIPLES = "order-2-left order-2-right order-3-center order-3-left order-3-right "
SINGLE = "order-2-center " * 4 + "shogun tiger-tail-left tiger-tail-right"
COMMAND = " ".join(sorted((PAIRS * 2 + TRIPLES * 3 + SINGLE).split()))
DRAGON = (
    "ambush ambush blue-dragon brave-messenger brave-messenger desperate-courage "
    "dust-cloud false-orders favor-of-hachiman favor-of-hachiman forced-march "
    "forced-march fortunes-smile hidden-traps insult insult iron-resolve iron-resolve "
    "issue-challenge issue-challenge loyal-retainer mired ninja-assassin ninja-thief "
    "ninja-thief physician physician pit-of-spears red-dragon relentless-pursuit "
    "rice-famine take-cover tea-ceremony trophy-heads turncoat unerring-blade war-cry "
    "war-cry"
)
EVENTS, OFFICES = "Y… … event", "Y… … offices"  # less what was drawn before
RESHUFFLED = ("turn … command deck …", "turn … dragon deck …", "Y… … bid tie …")
DECK = "provinces"  # with three players less eight of them, by the side of the board
ABSENT = {
    "sun": "AWB ECG IWA IZM KAZ MUT SAN TOS",
    "moon": "AKI HIT IWA IYO MUT SMS SMT TOS",
}
BOXES = {
    "shogun 1": {
        DECK: "AKI AWB AWS BIN BIT BIZ ECG ECZ ETC HAR HID HIT HOK ISE IWA IYO IZU IZM "
        "KAG KAI KAZ KII KOZ MIK MIM MIN MUS MUT NOT OMI OWA SGM SAN SET SMA SMS SMT "
        "SNN SUR TAJ TAM TOS TOT WAK YAM",
        "events": "E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12",
        "regions": "centre east north south west",
        "favours": " ".join(map(str, range(1, 22))),
        "Y… … actions": "battle-a battle-b castle recruit1 recruit3 recruit5 rice tax "
        "temple theatre",
        "Y… … specials": "attack chest defend rice six",
        "Y… … bid tie …": "0 1 2 3 4",
        EVENTS: "",
        OFFICES: " ".join(column + row for column in "ABCDEF" for row in "123456"),
    },
    "samurai_battles 1": {
        "setup command deck": COMMAND,
        "setup dragon deck": DRAGON,
        "turn … command deck …": COMMAND,
        "turn … dragon deck …": DRAGON,
        "turn … battle …": DIE,
        "turn … dragon …": DIE,
        "turn … leader check …": DIE,
        "turn … honor test …": DIE,
        "turn … turncoat …": DIE,
        "turn … shogun …": DIE,
        "turn … wavering group …": DIE,
    },
    "age_of_war 1": {"turn … roll …": "1 2 3 A C G"},
    "small_samurai_empires 1": {
        "agenda tiles": "1 2 3 4",
        "agenda sides": "a b",
        "seeding": "food " * 6 + "bushido " * 6,
        "neutral tokens …": "move attack recruit harvest",
        "sacred shrines": "brown " * 3 + "black " * 3 + "white " * 3,
        "destiny deck": "grey " * 5 + "orange " * 5 + "teal " * 5 + "violet " * 5,
        "mountain tokens": "ambush ambush mercenaries mercenaries bushido-master "
        "bushido-master highland-farms highland-farms independent-tribe journey",
        HAND: "recruit recruit move-3 move-2-or-3 move-2-or-3 move-2-or-ship attack "
        "attack harvest harvest castle",
    },
}


def lines_of_json(data):
    """The lines of the log, as far as draws need them, with the marks that are told."""
    choices = ", ".join(f"{k}={v}" for k, v in sorted(data["choices"].items()))
    head = ["hikyaku log 1", f"game: {data['game']} {data['version']}"]
    head += [f"choices: {choices or 'none'}", f"seats: {data['seats']}"]
    head += [f"commitment: {data['commitment']}"]
    head += [f"word: {word}" for word in data["words"]]
    if found := data.get("from"):
        tidy = {"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")}
        head += [f"from: {found['branch']} {json.dumps(found['position'], **tidy)}"]
    yield from (("", line, None) for line in head)
    for number, entry in enumerate(data["entries"]):
        yield f"entry {number}", f"{number}. {entry['text']}", entry["mark"]
    yield from (("", f"{key}: {data[key]}", None) for key in ("seed", "log"))


def read(lines):
    """The head; every draw with its branch, and what was placed and drawn before it."""
    head, draws, chain, side, branch, placed, past = {"word": []}, [], "", "", 0, [], []
    known = ()  # draws before this one; of a match from a position not all
    for place, line, mark in lines:
        before = chain + side if ASIDE.match(line) else chain
        sealed = hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()
        if mark not in (None, sealed[:12]):
            raise ValueError(f"{place} does not fit its mark")
        key, _, value = line.partition(": ")
        if key == "log" and value != chain:
            raise ValueError("“log” is not the hash of the entries")
        chain, side = (chain, sealed) if ASIDE.match(line) else (sealed, side)
        if entry := re.match(r"\d+\. (\S+) ?(\S*) ?(\S*)", line):
            seat, verb, thing = entry.groups()
            placed = [] if verb == "destiny" else placed
            mine = placed and [what for who, what in placed if who == seat]
            for name, _, values in (p.rpartition(":") for p in line.split(" | ")[1:]):
                draws.append((place, branch, (mine, known), name, values.split()))
                known = known if known is None else (*known, (name, values.split()))
                thing = values.strip() if thing == "any" else thing
            if verb in ("place", "cover") and placed is not None:
                placed = [*placed, (seat, thing)]
            if seat == "back":
                (placed, known), branch = past[int(thing)], branch + 1
            past.append((placed, known))
        else:
            head[key] = head["word"] + [value] if key == "word" else value
            if key == "from":  # what was placed before it is not known
                branch, placed, known = int(value.split()[0]), None, None
    return head, draws


def wide(stream, width):
    return int.from_bytes(bytes(next(stream) for _ in range(width)), "big")


def derive(key, name, count, how, of):
    """What the seed gives: numbers from the stream of bytes that the name has."""
    blocks = (hmac.digest(key, f"{name}\n{i}".encode(), "sha256") for i in range(9**9))
    stream, rest, given = (byte for block in blocks for byte in block), [*of], []
    if how == "tally":
        groups = [tuple(map(int, group.split("<"))) for group in of]
        hits = [sum(wide(stream, 4) < most for _ in range(n)) for n, most in groups]
        return [f"{hit}/{group}" for hit, group in zip(hits, of, strict=True)]
    while rest and len(given) < count:
        width = max(1, ((len(rest) - 1).bit_length() + 7) // 8)
        number = most = 256**width - 256**width % len(rest)
        while number >= most:
            number = wide(stream, width)
        number %= len(rest)
        given.append(rest[number] if how == "roll" else rest.pop(number))
    return given


def left(head, kind, name, known):
    """What of a box of Shogun is still there; nothing where that is not known."""
    if kind == DECK:
        side = "moon" if "side=moon" in head["choices"] else "sun"
        return ABSENT[side].split() if head["seats"] == "3" else []
    if known is None:
        return None
    when, sort = name[: 2 if kind == EVENTS else 1], name.rpartition(" ")[2]
    return [
        value
        for other, values in known
        if other[: len(when)] == when and other.endswith(f" {sort}")
        for value in values
    ]


def boxed(head, name, kind, before, values):
    """How our games draw this, and from what; nothing where that is not known here."""
    box, (mine, known) = BOXES.get(head["game"], {}), before
    if box and kind == "first player":
        return "shuffle", [str(seat) for seat in range(int(head["seats"]))]
    if kind not in box or (kind == HAND and mine is None):
        groups = [TALLY.fullmatch(value) for value in values]
        return ("tally", [g[1] for g in groups]) if groups and all(groups) else None
    bag = box[kind].split()
    if kind in RESHUFFLED:  # all that is there, so it is what lies there afterwards
        return None if Counter(values) - Counter(bag) else ("shuffle", sorted(values))
    if kind in (DECK, EVENTS, OFFICES):
        if (mine := left(head, kind, name, known)) is None:
            return None
        if kind == EVENTS:  # four of the deck are open in each year
            deck, first = dict(known)["events"], 4 * int(name[1]) - 4
            bag = sorted(deck[first : first + 4])
    bag = Counter(bag) - Counter(mine if kind in (HAND, DECK, EVENTS, OFFICES) else ())
    is_roll = box[kind] == DIE or re.search("roll|sides", kind)
    return "roll" if is_roll else "shuffle", [*bag.elements()]


def main(file):
    with open(file, encoding="utf-8-sig") as opened:
        text = opened.read()
    data = json.loads(text) if text.lstrip()[:1] == "{" else {}
    full = enumerate(text.split("\n"), start=1)
    lines = ((f"line {n}", *line.rpartition(" #")[::2]) for n, line in full if line)
    head, draws = read(lines_of_json(data) if data else lines)
    if "log" not in head or not re.fullmatch("[0-9a-f]{64}", head.get("seed", "")):
        raise ValueError("the seed is not told, or the end is missing")
    seed, found, first, unknown = bytes.fromhex(head["seed"]), Counter(), {}, 0
    if hashlib.sha256(seed).hexdigest() != head["commitment"]:
        raise ValueError("the seed does not fit the commitment")
    told = (draw for entry in data.get("entries", ()) for draw in entry["draws"])
    claims = ((draw["how"], draw["of"]) for draw in told)
    for place, branch, before, name, values in draws:
        message = "".join(f"{part}\n" for part in ("hikyaku 1", branch, *head["word"]))
        key = hmac.digest(seed, message.encode(), "sha256")
        kind = re.sub(WORDS, "…", name)
        claim = next(claims, ("?", ["what only JSON tells"]))
        how, of = (ours := boxed(head, name, kind, before, values)) or claim
        same = how == "roll" or str(of if how == "tally" else sorted(of))
        one = first.setdefault((kind, same), (how, of))
        if data and (claim != one or first.setdefault(kind, how) != how):
            right, wrong = (f"{how} of {' '.join(of)}" for how, of in (one, claim))
            raise ValueError(f"{place}: “{name}” is a {right}, not a {wrong}")
        if how != "?" and (gives := derive(key, name, len(values), how, of)) != values:
            raise ValueError(f"{place}: the seed gives “{name}: {' '.join(gives)}”")
        unknown += how == "?"
        of = ["what its own line says"] if how == "tally" else of
        found[kind, how, " ".join(of), how != "?" and not ours] += 1
    for (kind, how, of, claimed), times in found.items():
        print(f"{kind} ({times}×): {how} of {of}{', so the file claims' * claimed}")
    print(f"{len(draws) - unknown} of {len(draws)} draws follow from the seed.")
    print("Not proved: that the commitment was known before the first draw; that these")
    print("draws were due; orders and result: `python -m engine verify` replays those.")
    return 2 if unknown else 0


if __name__ == "__main__":
    code, file = 2, " ".join(sys.argv[1:])
    try:
        code = main(file) if file else print(__doc__) or 2
    except (OSError, UnicodeDecodeError) as error:
        no_text = "it is no text; of a booklet (PDF), save the attached log"
        print(f"{file} cannot be read: {getattr(error, 'strerror', no_text)}.")
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as error:
        code = f"{file}: {error}"
    sys.exit(code)
