"""Checks the dice of a Hikyaku match without Hikyaku: `python verify.py FILE`.

FILE is a log or its JSON. Needs Python and nothing else, and knows no game: only the
log format and how draws follow from the seed (docs/log-format.md). JSON says what each
draw was drawn from; of a log, dice, picked seats and big decks are found out.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter, defaultdict

ASIDE = re.compile(r"(player \d+|note [^:]+|seed|result|state|log): ")


def lines_of_log(text):
    for number, full in enumerate(text.split("\n"), start=1):
        line, sign, mark = full.rpartition(" #")
        if sign:
            yield f"line {number}", line, mark


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
    for entry in data["entries"]:
        number = entry["number"]
        yield f"entry {number}", f"{number}. {entry['text']}", entry["mark"]
    yield from (("", f"{key}: {data[key]}", None) for key in ("seed", "log"))


def read(lines):
    """What the head says, and all draws with their branch; every mark is checked."""
    head, draws, chain, side, branch = {"word": []}, [], "", "", 0
    for place, line, mark in lines:
        before = chain + side if ASIDE.match(line) else chain
        sealed = hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()
        if mark not in (None, sealed[:12]):
            raise ValueError(f"{place} does not fit its mark")
        key, _, value = line.partition(": ")
        if key == "log" and value != chain:
            raise ValueError("“log” is not the hash of the entries")
        chain, side = (chain, sealed) if ASIDE.match(line) else (sealed, side)
        if re.match(r"\d+\. ", line):
            for part in line.split(" | ")[1:]:
                name, _, values = part.rpartition(":")
                draws.append((place, branch, name, values.split()))
            branch += ". back to " in line
        else:
            head[key] = head["word"] + [value] if key == "word" else value
            branch = int(value.split()[0]) if key == "from" else branch
    return head, draws


def numbers(key, name, limits):
    """One number below each limit, from the stream of bytes that the name has."""
    blocks = (hmac.digest(key, f"{name}\n{i}".encode(), "sha256") for i in range(9**9))
    stream = (byte for block in blocks for byte in block)
    for limit in limits:
        width = max(1, ((limit - 1).bit_length() + 7) // 8)
        number = most = 256**width - 256**width % limit
        while number >= most:
            number = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        yield number % limit


def derive(key, name, values, how, of):
    """What the seed gives."""
    rest, count = list(of), len(values)
    if how == "roll":
        return [rest[n] for n in numbers(key, name, [len(rest)] * count)]
    fewer = range(len(rest), len(rest) - count, -1)
    return [rest.pop(n) for n in numbers(key, name, fewer)]


def find_out(draws, seats):
    """How draws of one kind were made, and from what; “?” if the log does not tell."""
    if all(value == [str(*numbers(key, name, [seats]))] for key, name, value in draws):
        return "shuffle", [str(seat) for seat in range(seats)]
    thrown = sum(len(values) for _, _, values in draws)
    for sides in range(2, min(64, thrown // 2) + 1):  # a number is always one face
        seen = defaultdict(Counter)
        for key, name, values in draws:
            rolled = numbers(key, name, [sides] * len(values))
            for number, value in zip(rolled, values, strict=True):
                seen[number][value] += 1
        best = {number: of.most_common(1)[0] for number, of in seen.items()}
        faces = [best.get(number, "?")[0] for number in range(sides)]
        fitting = sum(count for _, count in best.values())
        if fitting >= 0.95 * thrown > len({*faces}) > 1:
            return "roll", faces
    key, name, values = draws[0]
    taken, deck = list(numbers(key, name, range(len(values), 0, -1))), []
    for number, value in zip(reversed(taken), reversed(values), strict=True):
        deck.insert(number, value)  # each goes back to where it was taken from
    kinds = [value for at, value in enumerate(deck) if not at or deck[at - 1] != value]
    is_fresh = len(deck) >= 10 and len(kinds) == len({*kinds}) <= len(deck) / 2
    return ("shuffle", deck) if is_fresh else ("?", [])  # fresh: equal things together


def main(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    data = json.loads(text) if text.startswith("{") else {"entries": []}
    told = [draw for entry in data["entries"] for draw in entry["draws"]]
    head, draws = read(lines_of_json(data) if told else lines_of_log(text))
    if not re.fullmatch("[0-9a-f]{64}", head.get("seed", "")):
        raise ValueError("the seed is not told: the match has not ended")
    seed = bytes.fromhex(head["seed"])
    if hashlib.sha256(seed).hexdigest() != head["commitment"]:
        raise ValueError("the seed does not fit the commitment")
    kinds, unknown = defaultdict(list), 0
    for place, branch, name, values in draws:
        message = "".join(f"{part}\n" for part in ("hikyaku 1", branch, *head["word"]))
        key = hmac.digest(seed, message.encode(), "sha256")
        kinds[re.sub(r"\d+", "…", name)].append((place, (key, name, values)))
    bags = {(draw["name"], *draw["values"]): (draw["how"], draw["of"]) for draw in told}
    for kind, made in kinds.items():
        found = find_out([draw for _, draw in made], int(head["seats"]))
        from_what = {}
        for place, (key, name, values) in made:
            how, of = bags.get((name, *values), found)
            from_what[f"{how} of {' '.join(of)}"] = unknown = unknown + (how == "?")
            if how != "?" and (gives := derive(key, name, values, how, of)) != values:
                raise ValueError(f"{place}: the seed gives “{name}: {' '.join(gives)}”")
        print(f"{kind} ({len(made)}×): {'; '.join(from_what)}")
    print(f"{len(draws) - unknown} of {len(draws)} draws follow from the seed.")
    if unknown:
        print("Of the others a log does not tell from what they were drawn; JSON does.")
    return 2 if unknown else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (ValueError, KeyError, TypeError) as broken:
        sys.exit(f"{sys.argv[1]}: {broken}")
