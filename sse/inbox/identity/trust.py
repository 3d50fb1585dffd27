"""Judge who wrote a mail and whether to act on it. Pure: no database, no settings.

The token says which seat; an address of the seat's player, proved by the machines that
brought the mail, says who. Neither is enough alone. What is not proved is not a pass:
it plays the seat of its token, and nothing else (see held_mail.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple

import authres  # type: ignore[import-untyped]
import dkim  # type: ignore[import-untyped]
from dkim.dnsplug import get_txt  # type: ignore[import-untyped]

from sse.platform.mail_addresses import ascii_domain, folded, head_of, parts

MOST_SIGNATURES = 5
FAILED = {"fail", "hardfail", "softfail"}
Headers = Sequence[tuple[str, str]]


class Token(StrEnum):
    GOOD = "good"
    STALE = "stale"  # ours, but of a turn that is over
    VOID = "void"  # ours, but others have seen it, or its owner wanted another
    BAD = "bad"
    NONE = "none"


class Proof(StrEnum):
    """What is known about the From address."""

    PASS = "pass"
    NONE = "none"
    FAIL = "fail"
    LATER = "later"  # ask again: a name server did not answer


class Mode(StrEnum):
    NORMAL = "normal"
    STRICT = "strict"


class Action(StrEnum):
    APPLY = "apply"
    HOLD = "hold"  # nothing is done until the seat's owner says so
    STALE = "stale"  # answer with the present state
    VOID = "void"  # the same, for the new address that the answer has
    HELP = "help"  # a few words, to the confirmed address
    REFUSE = "refuse"  # no letter to anybody
    LATER = "later"


ACTING = (Action.APPLY, Action.STALE)  # what the seat's own token lets a mail do


class Judgement(NamedTuple):
    action: Action
    why: str
    is_unproved: bool = False  # say so in the confirmation
    proof: str = ""  # what was known about the From address


def judge(
    *,
    token: Token,
    sender: str,
    theirs: Collection[str],
    proof: Proof,
    is_reply_to_ours: bool = False,
    is_listed: bool = False,
    mode: Mode = Mode.NORMAL,
) -> Judgement:
    """Decide what to do with a mail.

    `theirs` are the confirmed addresses of the seat's player; without a good token, of
    whoever has the sender's. `is_reply_to_ours`: the mail answers a letter to them, of
    a turn that is still asked. `is_listed`: a list brought it, which gets no receipt
    that would tell the owner. What no row names is refused.
    """
    found = judge_by_token(token, sender, theirs, proof, is_reply_to_ours, mode)
    if is_listed and found.action in ACTING and found.is_unproved:
        found = Judgement(Action.HOLD, "not proved, and over a list")
    return found._replace(proof=proof.value)


def judge_by_token(
    token: Token,
    sender: str,
    theirs: Collection[str],
    proof: Proof,
    is_reply_to_ours: bool,
    mode: Mode,
) -> Judgement:
    if not sender:
        return Judgement(Action.REFUSE, "no single sender")
    is_theirs = folded(sender) in {folded(address) for address in theirs}
    if proof == Proof.LATER and is_theirs:
        return Judgement(Action.LATER, "a name server did not answer")
    if token == Token.GOOD:
        return judge_seat(is_theirs, proof, mode)
    if token == Token.STALE:
        return judge_stale(is_theirs, proof, mode)
    if token == Token.VOID:
        return judge_void(is_theirs, proof, is_reply_to_ours)
    return judge_without_token(is_theirs, proof, is_reply_to_ours, mode)


def judge_seat(is_theirs: bool, proof: Proof, mode: Mode) -> Judgement:
    if not is_theirs:
        return Judgement(Action.HOLD, "another address")
    if proof == Proof.PASS:
        return Judgement(Action.APPLY, "proved")
    if proof == Proof.NONE and mode == Mode.NORMAL:
        return Judgement(Action.APPLY, "not proved", is_unproved=True)
    if proof == Proof.NONE:
        return Judgement(Action.HOLD, "not proved")
    return Judgement(Action.HOLD, "proof failed")


def judge_stale(is_theirs: bool, proof: Proof, mode: Mode) -> Judgement:
    """Judge as for a present turn, as some commands are about no turn.

    Only a stranger's answer to an old email is refused, and nobody is asked.
    """
    if not is_theirs:
        return Judgement(Action.REFUSE, "an old turn, and another address")
    found = judge_seat(is_theirs, proof, mode)
    if found.action != Action.APPLY:
        return Judgement(found.action, f"an old turn, and {found.why}")
    return Judgement(Action.STALE, "an old turn", found.is_unproved)


def judge_void(is_theirs: bool, proof: Proof, is_reply_to_ours: bool) -> Judgement:
    """Judge as without a token, but tell the seat's owner what is wrong."""
    if not is_theirs:
        return Judgement(Action.REFUSE, "a void address, and another sender")
    if proof == Proof.FAIL:
        return Judgement(Action.REFUSE, "a void address, and proof failed")
    if proof == Proof.PASS and is_reply_to_ours:
        return Judgement(Action.APPLY, "proved, and an answer to our letter")
    return Judgement(Action.VOID, "a void address", proof != Proof.PASS)


def judge_without_token(
    is_theirs: bool, proof: Proof, is_reply_to_ours: bool, mode: Mode
) -> Judgement:
    """Judge a mail without a valid token: only a proved sender can do anything."""
    if not is_theirs:
        return Judgement(Action.REFUSE, "neither token nor known address")
    if proof == Proof.PASS and is_reply_to_ours:
        return Judgement(Action.APPLY, "proved, and an answer to our letter")
    if proof == Proof.PASS:
        return Judgement(Action.HELP, "proved, but about no seat")
    if proof == Proof.FAIL:
        return Judgement(Action.REFUSE, "no token, and proof failed")
    if mode == Mode.STRICT:
        return Judgement(Action.HOLD, "neither token nor proof")
    return Judgement(Action.HELP, "neither token nor proof", is_unproved=True)


# ------------------------------------------------------------------------- proof


class Result(NamedTuple):
    """One finding about a mail: `dkim=pass` for a domain."""

    method: str
    result: str
    domain: str  # for which it holds


class Border(NamedTuple):
    """The mail server in front of us, if it tells us what it found."""

    authserv_id: str = ""  # without it no header is believed
    hosts: Sequence[str] = ()  # whose Received lines are ours


def proof_from(results: Sequence[Result], sender: str) -> Proof:
    """Return PASS for a pass aligned with From, FAIL if there is none and one failed.

    A pass for another domain proves nothing about this sender.
    """
    domain = parts(sender)[1]
    dmarc = [r for r in results if r.method == "dmarc"]
    if any(r.result in FAILED for r in dmarc):
        return Proof.FAIL
    if any(r.result == "pass" and r.domain in ("", domain) for r in dmarc):
        return Proof.PASS
    aligned = {
        r.result
        for r in results
        if r.method in ("dkim", "spf") and is_aligned(r.domain, domain)
    }
    if "pass" in aligned:
        return Proof.PASS
    if any(r.result in FAILED for r in results if r.method in ("dkim", "spf")):
        return Proof.FAIL
    return Proof.LATER if "later" in aligned else Proof.NONE


def is_aligned(domain: str, sender: str) -> bool:
    """Say whether a domain is the sender's own or one above it; never one below.

    No list of public suffixes is needed: only its owner can sign for `co.uk`.
    """
    domain = ascii_domain(domain)
    return "." in domain and (sender == domain or sender.endswith(f".{domain}"))


def is_from_list(headers: Headers) -> bool:
    said = [(name.lower(), value.strip().lower()) for name, value in headers]
    has_id = any(name == "list-id" and value for name, value in said)
    return has_id or ("precedence", "list") in said


def border_results(headers: Headers, border: Border) -> list[Result]:
    """Return what our own mail server found, by the topmost header of its name."""
    for value in trusted_headers(headers, border):
        return list(parse_results(value, border.authserv_id))
    return []


def trusted_headers(headers: Headers, border: Border) -> Iterator[str]:
    """Return the headers above the first Received that it did not add."""
    if not border.authserv_id:
        return
    for name, value in headers:
        if name.lower() == "received" and not is_received_by(value, border):
            return
        if name.lower() == "authentication-results":
            ours = value.strip().partition(";")[0].split()
            if ours and ours[0].lower() == border.authserv_id.lower():
                yield value


def is_received_by(value: str, border: Border) -> bool:
    words = value.lower().split()
    hosts = {host.lower() for host in (border.authserv_id, *border.hosts)}
    by = (after for word, after in pairwise(words) if word == "by")
    return next(by, "") in hosts


def parse_results(value: str, authserv_id: str) -> Iterator[Result]:
    """Parse a header; a malformed one has no results."""
    try:
        found = authres.AuthenticationResultsHeader.parse(
            f"Authentication-Results: {' '.join(value.split())}"
        )
    except Exception:  # anybody can write one, and the parser was not made for that
        return
    for result in found.results:
        if method := getattr(result, "method", ""):
            yield Result(method.lower(), result.result.lower(), result_domain(result))


PROPERTIES = {
    "dmarc": [("header", "from")],
    "dkim": [("header", "d"), ("header", "i")],
    "spf": [("smtp", "mailfrom")],
}


def result_domain(result: Any) -> str:
    said = {(p.type, p.name): str(p.value or "") for p in result.properties}
    wanted = PROPERTIES.get(result.method.lower(), [])
    value = next((said[name] for name in wanted if said.get(name)), "")
    return ascii_domain(value.rpartition("@")[2].strip('"<> '))


# --------------------------------------------------------------- our own DKIM check

Lookup = Callable[..., bytes | None]


def dkim_results(raw: bytes, sender: str, lookup: Lookup = get_txt) -> list[Result]:
    """Check the signatures of the sender's domain on the bytes as they came."""
    names = [name.lower() for name, _ in head_of(raw)]
    found = range(min(names.count("dkim-signature"), MOST_SIGNATURES))
    checked = [dkim_result(raw, index, parts(sender)[1], lookup) for index in found]
    return [result for result in checked if result]


def dkim_result(raw: bytes, index: int, sender: str, lookup: Lookup) -> Result | None:
    """Check one signature, if it covers the whole body and is for From's domain."""
    try:
        check = dkim.DKIM(raw)
        tags = check.verify_headerprep(index)[0]
        domain = tags[b"d"].decode()
    except Exception:  # malformed in one of many ways: no signature at all
        return None
    if not is_aligned(domain, sender) or b"l" in tags or b"sha1" in tags[b"a"]:
        return None
    asked = KeyLookup(lookup)
    try:
        is_good = check.verify(index, dnsfunc=asked)
    except Exception:  # so it tells that the body is another one
        is_good = False
    if asked.is_silent:
        return Result("dkim", "later", domain)
    return Result("dkim", "pass" if is_good else "fail", domain)


class KeyLookup:
    """Look up a key, and remember whether the name server was silent.

    The library takes silence for a bad signature.
    """

    def __init__(self, lookup: Lookup) -> None:
        self.lookup, self.is_silent = lookup, False

    def __call__(self, name: bytes, timeout: int = 5) -> bytes | None:
        try:
            return self.lookup(name, timeout=timeout)
        except Exception:  # each resolver has its own errors; raised again below
            self.is_silent = True
            raise
