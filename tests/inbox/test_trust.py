"""Who is believed: every row of the table, and what proves an address."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import product

import dkim  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse.inbox.identity.trust import (
    Action,
    Border,
    Judgement,
    Mode,
    Proof,
    Token,
    border_results,
    dkim_results,
    is_from_list,
    judge,
    proof_from,
)
from sse.platform.mail_addresses import head_of

AKI, DOI = "aki@example.org", "doi@example.com"
THEIRS = [AKI, "aki@bücher.example"]

# ---------------------------------------------------------------------- the table


def judged(token: str, sender: str, proof: str, **more: object) -> Judgement:
    return judge(
        token=Token(token),
        sender=sender,
        theirs=THEIRS,
        proof=Proof(proof),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("token", "sender", "proof", "mode", "action"),
    [
        ("good", AKI, "pass", "normal", "apply"),
        ("good", AKI, "pass", "strict", "apply"),
        ("good", AKI, "none", "normal", "apply"),
        ("good", AKI, "none", "strict", "hold"),
        ("good", AKI, "fail", "normal", "hold"),
        ("good", AKI, "fail", "strict", "hold"),
        *(("good", DOI, p, m, "hold") for p in Proof for m in Mode),
        ("stale", AKI, "pass", "normal", "stale"),
        ("stale", AKI, "none", "normal", "stale"),
        ("stale", AKI, "pass", "strict", "stale"),
        ("stale", AKI, "none", "strict", "hold"),
        *(("stale", AKI, "fail", m, "hold") for m in Mode),
        *(("stale", DOI, p, m, "refuse") for p in Proof for m in Mode),
        ("void", AKI, "pass", "normal", "void"),
        ("void", AKI, "none", "normal", "void"),
        ("void", AKI, "none", "strict", "void"),
        ("void", AKI, "fail", "normal", "refuse"),
        *(("void", DOI, p, m, "refuse") for p in Proof for m in Mode),
        *((t, AKI, "pass", m, "help") for t in ("bad", "none") for m in Mode),
        *((t, AKI, "none", "normal", "help") for t in ("bad", "none")),
        *((t, AKI, "none", "strict", "hold") for t in ("bad", "none")),
        *((t, AKI, "fail", m, "refuse") for t in ("bad", "none") for m in Mode),
        *(
            (t, DOI, p, m, "refuse")
            for t in ("bad", "none")
            for p in Proof
            for m in Mode
        ),
        *((t, AKI, "later", m, "later") for t in Token for m in Mode),
        *((t, "", p, m, "refuse") for t in Token for p in Proof for m in Mode),
    ],
)
def test_every_row(token: str, sender: str, proof: str, mode: str, action: str) -> None:
    assert judged(token, sender, proof, mode=Mode(mode)).action == action


@pytest.mark.parametrize("mode", Mode)
def test_what_came_over_a_list_must_be_proved(mode: Mode) -> None:
    assert judged("good", AKI, "pass", mode=mode, is_listed=True).action == "apply"
    for token, proof in product(("good", "stale"), ("none", "fail")):
        assert judged(token, AKI, proof, mode=mode, is_listed=True).action == "hold"


def test_strict_does_nothing_for_who_is_not_proved() -> None:
    """With a present token, an old one, or none."""
    for token, proof in product(Token, (Proof.NONE, Proof.FAIL)):
        found = judged(token, AKI, proof, mode=Mode.STRICT)
        assert found.action not in (Action.APPLY, Action.STALE), token


@pytest.mark.parametrize(
    ("headers", "is_one"),
    [
        ("List-Id: <x.example.org>", True),
        ("Precedence: LIST ", True),
        ("Precedence: first-class", False),
        ("X-Auto-Response-Suppress: All", False),
        ("List-Id:  ", False),
    ],
)
def test_what_tells_a_list(headers: str, is_one: bool) -> None:
    assert is_from_list(head_of(headers.encode() + b"\n\n")) == is_one


@pytest.mark.parametrize("token", ["bad", "none", "void"])
def test_an_answer_to_our_letter_is_as_good_as_a_token_if_it_is_proved(
    token: str,
) -> None:
    found = {
        (sender, proof): judged(token, sender, proof, is_reply_to_ours=True).action
        for sender, proof in product((AKI, DOI), ("pass", "none", "fail"))
    }
    assert found.pop((AKI, "pass")) == Action.APPLY
    assert Action.APPLY not in found.values()


def test_nothing_is_applied_that_is_not_theirs_or_has_failed() -> None:
    every = product(Token, (AKI, DOI, ""), Proof, (True, False), Mode)
    for token, sender, proof, is_reply, mode in every:
        found = judged(token, sender, proof, is_reply_to_ours=is_reply, mode=mode)
        if found.action == Action.APPLY:
            assert sender == AKI
            assert proof == Proof.PASS or (token == Token.GOOD and mode == Mode.NORMAL)
            assert found.is_unproved == (proof != Proof.PASS)


@pytest.mark.parametrize(
    ("sender", "is_theirs"),
    [
        ("AKI@Example.ORG", True),
        ("aki@xn--bcher-kva.example", True),
        ("aki@BÜCHER.example", True),
        ("a.ki@example.org", False),
        ("aki+x@example.org", False),
        ("aki@example.org.evil.example", False),
    ],
)
def test_addresses_are_compared_without_case_and_nothing_else(
    sender: str, is_theirs: bool
) -> None:
    assert (judged("good", sender, "pass").action == Action.APPLY) is is_theirs


# ------------------------------------------------------------ what others have found

BORDER = Border("mx.example.net", ["inner.example.net"])
OURS = "mx.example.net; "


def proof_in(*headers: tuple[str, str], sender: str = AKI) -> Proof:
    return proof_from(border_results(headers, BORDER), sender)


@pytest.mark.parametrize(
    ("said", "proof"),
    [
        ("dmarc=pass header.from=example.org", "pass"),
        ("dmarc=pass", "pass"),
        ("dmarc=pass header.from=evil.example", "none"),
        ("dmarc=fail header.from=example.org", "fail"),
        ("dmarc=fail; dkim=pass header.d=example.org", "fail"),
        ("dkim=pass header.d=example.org", "pass"),
        ("dkim=pass header.i=@example.org header.s=s1 header.b=x", "pass"),
        ("dkim=pass (2048-bit key) header.d=EXAMPLE.org", "pass"),
        ("dkim=pass header.d=evil.example", "none"),
        (
            "dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example;"
            " dmarc=pass header.from=evil.example",
            "none",
        ),
        ("dkim=pass header.d=org", "none"),
        ("dkim=pass header.d=sub.example.org", "none"),
        ("dkim=pass header.d=notexample.org", "none"),
        ("dkim=pass", "none"),
        ("spf=pass smtp.mailfrom=aki@example.org", "pass"),
        ("spf=pass smtp.mailfrom=example.org", "pass"),
        ("spf=pass smtp.mailfrom=evil.example", "none"),
        ("spf=pass smtp.helo=example.org", "none"),
        ("spf=fail smtp.mailfrom=example.org; dkim=none", "fail"),
        ("spf=softfail smtp.mailfrom=example.org", "fail"),
        ("spf=fail smtp.mailfrom=list.example; dkim=pass header.d=example.org", "pass"),
        ("dkim=fail header.d=example.org; spf=pass smtp.mailfrom=e.example", "fail"),
        ("dkim=neutral header.d=example.org; spf=none", "none"),
        ("dkim=temperror header.d=example.org; spf=temperror", "none"),
        ("arc=pass header.d=example.org", "none"),
        ("none", "none"),
        ("dkim=pass header.d=example.org (unclosed", "none"),
        ("dkim", "none"),
        ("", "none"),
    ],
)
def test_a_pass_is_positive_and_aligned(said: str, proof: str) -> None:
    assert proof_in(("Authentication-Results", OURS + said)) == proof


def test_a_domain_above_speaks_for_those_below() -> None:
    header = ("Authentication-Results", f"{OURS}dkim=pass header.d=example.org")
    assert proof_in(header, sender="aki@mail.example.org") == Proof.PASS


PASS = "dkim=pass header.d=example.org"
RECEIVED = ("Received", "from x by MX.example.net (Postfix) with ESMTP id 1")


@pytest.mark.parametrize(
    ("headers", "proof"),
    [
        ([("Authentication-Results", f"evil.example; {PASS}")], "none"),
        ([("Authentication-Results", f"mx.example.net.evil; {PASS}")], "none"),
        ([RECEIVED, ("Authentication-Results", OURS + PASS)], "pass"),
        (
            [
                ("Received", "from mx.example.net by inner.example.net with LMTP"),
                RECEIVED,
                ("Authentication-Results", OURS + PASS),
            ],
            "pass",
        ),
        (
            [
                RECEIVED,
                ("Received", "from mx.example.net by evil.example with SMTP"),
                ("Authentication-Results", OURS + PASS),
            ],
            "none",
        ),
        (
            [
                ("Authentication-Results", f"{OURS}dmarc=fail"),
                ("Authentication-Results", OURS + PASS),
            ],
            "fail",
        ),
        ([("Authentication-Results", f"\r\n\tMX.example.net;\r\n\t{PASS}")], "pass"),
        ([("Authentication-Results", f"mx.example.net 1; {PASS}")], "pass"),
    ],
)
def test_only_our_own_server_is_believed(
    headers: list[tuple[str, str]], proof: str
) -> None:
    assert proof_in(*headers) == proof
    assert proof_from(border_results(headers, Border()), AKI) == Proof.NONE


@given(st.text())
def test_any_header_is_read_without_a_fault(said: str) -> None:
    proof_in(("Authentication-Results", OURS + said), ("Received", said))


# ---------------------------------------------------------------- what we find out

MAIL = (
    b"From: Aki <aki@example.org>\r\nTo: o-x@play.example.net\r\n"
    b"Subject: orders\r\n\r\nfill D1 2\r\n"
)


@pytest.fixture(scope="module")
def keys() -> tuple[bytes, bytes]:
    make = ["openssl", "genrsa", "-traditional", "2048"]
    private = subprocess.run(make, capture_output=True, check=True).stdout
    show = ["openssl", "rsa", "-pubout", "-outform", "PEM"]
    shown = subprocess.run(show, input=private, capture_output=True, check=True).stdout
    return private, b"".join(shown.splitlines()[1:-1])


Sign = Callable[..., bytes]


@pytest.fixture
def sign(keys: tuple[bytes, bytes]) -> Sign:
    def signed(domain: bytes = b"example.org", **more: object) -> bytes:
        header: bytes = dkim.sign(MAIL, b"s1", domain, keys[0], **more)
        return header + MAIL

    return signed


@pytest.fixture
def lookup(keys: tuple[bytes, bytes]) -> Callable[..., bytes | None]:
    def found(name: bytes, timeout: int = 5) -> bytes | None:
        known = (b"s1._domainkey.example.org.", b"s1._domainkey.evil.example.")
        return b"v=DKIM1; k=rsa; p=" + keys[1] if name in known else None

    return found


def test_a_signature_of_the_senders_domain_proves(
    sign: Sign, lookup: Callable[..., bytes | None]
) -> None:
    def proof(raw: bytes) -> Proof:
        return proof_from(dkim_results(raw, AKI, lookup), AKI)

    good = sign()
    assert proof(good) == Proof.PASS
    assert proof(b"Received: by somebody\r\n" + good) == Proof.PASS
    assert proof(good.replace(b"D1 2", b"D1 3")) == Proof.FAIL
    assert proof(good.replace(b"orders", b"ordres")) == Proof.FAIL
    assert proof(b"From: doi@example.com\r\n" + good) == Proof.FAIL
    assert proof(good.replace(b"s=s1", b"s=s2")) == Proof.FAIL
    assert proof(MAIL) == Proof.NONE
    assert proof(sign(b"evil.example")) == Proof.NONE
    assert proof(b"DKIM-Signature: nonsense\r\n" + MAIL) == Proof.NONE
    assert proof(b"DKIM-Signature: nonsense\r\n" + good) == Proof.PASS


def test_a_signature_of_the_beginning_alone_proves_nothing(
    sign: Sign, lookup: Callable[..., bytes | None]
) -> None:
    raw = sign(length=True) + b"resign\r\n"
    assert dkim.verify(raw, dnsfunc=lookup)  # so the library says
    assert proof_from(dkim_results(raw, AKI, lookup), AKI) == Proof.NONE


def test_a_silent_name_server_is_asked_again(sign: Sign) -> None:
    def silent(name: bytes, timeout: int = 5) -> bytes | None:
        raise dkim.DnsTimeoutError("no answer")

    assert proof_from(dkim_results(sign(), AKI, silent), AKI) == Proof.LATER


def test_headers_are_read_in_their_order(sign: Sign) -> None:
    names = [name for name, _ in head_of(b"A: 1\r\nB: 2\r\n x\r\nA: 3\r\n\r\nC: 4")]
    assert names == ["A", "B", "A"]
