"""Reply addresses: what we signed is read, and nothing else."""

from __future__ import annotations

import string

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st

from sse.inbox.environment import mail_keys
from sse.platform.mail_addresses import (
    KINDS,
    Office,
    address_make,
    address_read,
    recipients_in,
    turn_of,
)

OFFICE = Office("play.example.org", {3: b"k" * 32})
SHARED = OFFICE._replace(domain="example.net", mailbox="turns", is_shared=True)
offices = st.sampled_from([OFFICE, SHARED])
kinds = st.sampled_from(sorted(KINDS))
numbers = st.integers(0, 2**32 - 1)
turns = st.integers(0, 100_000)
epochs = st.integers(0, 2**32 - 1)


@given(office=offices, kind=kinds, number=numbers, turn=turns, epoch=epochs)
def test_what_was_made_is_read(
    office: Office, kind: str, number: int, turn: int, epoch: int
) -> None:
    address = address_make(office, kind, number, turn, epoch)
    for found in (
        address_read(office, address),
        address_read(office, address, lambda token: epoch),
        address_read(office, f"<{address.upper()}>", lambda token: epoch),
        address_read(office, address.title(), lambda token: epoch),
    ):
        assert found is not None
        assert (found.kind, found.number, found.turn) == (kind, number, turn_of(turn))
    assert office.expects(address)


@given(kind=kinds, number=numbers, turn=turns, place=st.integers(0, 33), data=st.data())
def test_any_other_character_is_refused_at_the_door(
    kind: str, number: int, turn: int, place: int, data: st.DataObject
) -> None:
    address = address_make(OFFICE, kind, number, turn)
    letters = string.ascii_lowercase + string.digits + "-+."
    other = data.draw(st.sampled_from(letters).filter(lambda x: x != address[place]))
    forged = address[:place] + other + address[place + 1 :]
    token = address_read(OFFICE, forged)
    if token is None:
        assert not OFFICE.expects(forged)
        return
    assert place >= 24  # the half that only the database can check
    assert address_read(OFFICE, forged, lambda token: 0) is None


@given(number=numbers, epoch=epochs, other=epochs)
def test_an_epoch_revokes_what_was_made_before(
    number: int, epoch: int, other: int
) -> None:
    address = address_make(OFFICE, "o", number, 5, epoch)
    assert address_read(OFFICE, address) is not None  # the door cannot know
    found = address_read(OFFICE, address, lambda token: other)
    assert (found is not None) == (epoch == other)
    assert address_read(OFFICE, address, lambda token: None) is None


def test_the_epoch_is_asked_for_the_seat_of_the_token() -> None:
    address = address_make(OFFICE, "l", 42, 7, 9)
    epochs = {("l", 42, 7): 9}
    token = address_read(
        OFFICE, address, lambda t: epochs.get((t.kind, t.number, t.turn))
    )
    assert token is not None


def test_keys_rotate() -> None:
    before = OFFICE
    both = OFFICE._replace(keys={4: b"n" * 32, **before.keys})
    after = OFFICE._replace(keys={4: b"n" * 32})
    old, new = address_make(before, "o", 1), address_make(both, "o", 1)
    assert old != new
    assert [address_read(both, a) is not None for a in (old, new)] == [True, True]
    assert [address_read(after, a) is not None for a in (old, new)] == [False, True]
    another = OFFICE._replace(keys={3: b"x" * 32})  # the same id, another secret
    assert address_read(another, old) is None


def test_addresses_look_as_the_notes_say() -> None:
    local, _, domain = address_make(OFFICE, "o", 7, 17).partition("@")
    assert (len(local), local[:2], domain) == (34, "o-", "play.example.org")
    assert set(local[2:]) <= set(string.ascii_lowercase + "234567")
    shared, _, domain = address_make(SHARED, "o", 7, 17).partition("@")
    assert (len(shared), shared[:6], domain) == (38, "turns+", "example.net")
    assert address_read(SHARED, f"turns+o-{shared[6:]}@example.net") is not None
    assert address_read(SHARED, f"turns+l-{shared[6:]}@example.net") is None


def test_an_address_of_before_is_read_when_the_mailbox_is_shared() -> None:
    own = SHARED._replace(is_shared=False)
    assert address_read(SHARED, address_make(own, "o", 7)) is not None
    assert address_read(own, address_make(SHARED, "o", 7)) is not None


@pytest.mark.parametrize(
    ("address", "owned", "expected"),
    [
        ("hikyaku@play.example.org", True, True),
        ("Postmaster@PLAY.example.ORG.", True, True),
        ("abuse@play.example.org", True, True),
        ("o-" + "a" * 32 + "@play.example.org", True, False),
        ("nobody@play.example.org", True, False),
        ("hikyaku@example.org", False, False),
        ("hikyaku@play.example.org@example.com", False, False),
        ("hikyaku", False, False),
        ("", False, False),
        ("@", False, False),
        ("ö@bücher.example", False, False),
        ("x@" + "ö" * 80 + ".example", False, False),
    ],
)
def test_who_is_let_in(address: str, owned: bool, expected: bool) -> None:
    assert OFFICE.owns(address) is owned
    assert OFFICE.expects(address) is expected


def test_only_one_mailbox_of_a_shared_domain_is_ours() -> None:
    assert SHARED.owns("turns@example.net")
    assert SHARED.owns(address_make(SHARED, "o", 1))
    assert not SHARED.owns("mara@example.net")
    assert not SHARED.owns("turns+shopping@example.net")


@given(st.text(), st.sampled_from(["", "@play.example.org"]))
def test_any_text_is_no_address_of_ours(text: str, domain: str) -> None:
    assert address_read(OFFICE, text + domain) is None


@given(st.text(alphabet=string.ascii_lowercase + "234567", min_size=32, max_size=32))
def test_nobody_guesses(text: str) -> None:
    assert not OFFICE.expects(f"o-{text}@play.example.org")


# ------------------------------------------------------------------------ headers


def test_the_best_header_says_to_whom_a_mail_came() -> None:
    one, two = (address_make(OFFICE, "o", number) for number in (1, 2))
    raw = (
        f"Delivered-To: {one}\r\nDelivered-To: catch-all@elsewhere.example\r\n"
        f"To: Hikyaku <{two}>, Mara <mara@example.com>\r\n\r\nCc: no@play.example.org"
    )
    assert recipients_in(OFFICE, raw.encode()) == [one]
    assert recipients_in(OFFICE, raw.replace("Delivered", "X").encode()) == [two]
    folded = f"to:\r\n Hikyaku\r\n\t<{one.upper()}>,\r\n  {two}\r\n\r\n"
    assert recipients_in(OFFICE, folded.encode()) == [one, two]


@given(st.binary(max_size=200))
def test_any_bytes_have_recipients_or_none(raw: bytes) -> None:
    assert recipients_in(OFFICE, raw) == []
    assert recipients_in(OFFICE, b"To: " + b"(" * 5000 + raw) == []


# ----------------------------------------------------------------------- settings


def test_keys_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAIL_KEYS", raising=False)
    own = mail_keys("secret")
    assert list(own) == [0]
    monkeypatch.setenv("MAIL_KEYS", "1:0123456789abcdef, 0")
    assert list(mail_keys("secret")) == [1, 0]
    assert mail_keys("secret")[0] == own[0] != mail_keys("other")[0]
    assert mail_keys("secret")[1] == mail_keys("other")[1]


@pytest.mark.parametrize("said", ["16:0123456789abcdef", "1:short", "1", "x:y", "0:"])
def test_bad_keys_are_told(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_KEYS", said)
    with pytest.raises(ImproperlyConfigured, match="MAIL_KEYS reads"):
        mail_keys("secret")
