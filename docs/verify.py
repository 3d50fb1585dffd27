"""Checks the dice of a Hikyaku match without Hikyaku: `python verify.py FILE`.

FILE is a log or its JSON. Knows how draws follow from the seed (docs/log-format.md) and
what our games draw from (BOXES); of other games it can only repeat what JSON claims.
A tally says itself, under its mark, how many draws with which chance it counted.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter

ASIDE = re.compile(r"(player \d+|note [^:]+|seed|result|state|log): ")
TALLY = re.compile(r"\d{1,5}/((\d{1,5})<(\d{1,10}))")  # hits, draws, threshold
HAND = "era … round … seat … placement …"  # less what the seat has placed in this era
BOXES = {
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
    """The head; every draw with its branch and what its seat placed since “destiny”."""
    head, draws, chain, side, branch, placed, past = {"word": []}, [], "", "", 0, [], []
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
                draws.append((place, branch, mine, name, values.split()))
                thing = values.strip() if thing == "any" else thing
            if verb in ("place", "cover") and placed is not None:
                placed = [*placed, (seat, thing)]
            if seat == "back":
                placed, branch = past[int(thing)], branch + 1
            past.append(placed)
        else:
            head[key] = head["word"] + [value] if key == "word" else value
            if key == "from":  # what was placed before it is not known
                branch, placed = int(value.split()[0]), None
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


def boxed(head, kind, mine, values):
    """How our games draw this, and from what; nothing where that is not known here."""
    box = BOXES.get(head["game"], {})
    if box and kind == "first player":
        return "shuffle", [str(seat) for seat in range(int(head["seats"]))]
    if kind not in box or (kind == HAND and mine is None):
        groups = [TALLY.fullmatch(value) for value in values]
        return ("tally", [g[1] for g in groups]) if groups and all(groups) else None
    bag = Counter(box[kind].split()) - Counter(mine if kind == HAND else ())
    return "roll" if re.search("roll|sides", kind) else "shuffle", [*bag.elements()]


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
    for place, branch, mine, name, values in draws:
        message = "".join(f"{part}\n" for part in ("hikyaku 1", branch, *head["word"]))
        key = hmac.digest(seed, message.encode(), "sha256")
        kind = re.sub(r"\d+|grey|orange|teal|violet", "…", name)
        claim = next(claims, ("?", ["what only JSON tells"]))
        how, of = (ours := boxed(head, kind, mine, values)) or claim
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
