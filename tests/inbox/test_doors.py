"""A real door before a real database: what it took is there, and there once."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from sse.inbox.doors.smtp import network_of
from sse.platform.mail_addresses import address_make
from tests.support.mail_doors import (
    DEADLY,
    DOMAIN,
    OFFICE,
    Entrance,
    ask,
    bring,
    mail,
    manage,
    rows,
    seat_address,
    smtp,
    wait_for,
)
from tests.support.servers import Servers, free_port
from tests.support.service import PATIENCE, House

pytestmark = pytest.mark.heavy(3)

SEATS = count(1000)
AKI = "aki@example.org"


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    servers = Servers()
    yield servers
    servers.stop()


@pytest.fixture(scope="module")
def house(servers: Servers) -> House:
    return House(servers)


@pytest.fixture(scope="module")
def door(house: House) -> Iterator[Entrance]:
    door = smtp(house)
    yield door
    assert door.close() == 0


@pytest.fixture
def address() -> str:
    """Of a seat that nobody has written to."""
    return seat_address(next(SEATS))


# ------------------------------------------------------------------------- once


def test_the_very_bytes_are_stored_before_250(
    house: House, door: Entrance, address: str
) -> None:
    raw = mail(address, "fill D1 2\r\n..dots\r\n. \xa0\r\n>From me — 侍\r\n")
    assert door.bring(raw, address) == 250
    assert rows(house, address) == [raw]
    assert rows(house, address, "status") == ["new"]
    assert rows(house, address, "door") == ["smtp"]
    assert rows(house, address, "envelope_from") == [AKI]
    assert rows(house, address, "message_id") == ["<1@example.org>"]


def test_the_same_message_by_three_connections_at_once_is_one_row(
    house: House, door: Entrance, address: str
) -> None:
    together = Barrier(3)

    def knock(number: int) -> int:
        raw = f"Received: by relay {number}\r\n".encode() + mail(address)
        with door.line() as line:
            line.ehlo()
            line.mail(AKI)
            line.rcpt(address.upper() if number else address)
            together.wait()
            return line.data(raw)[0]

    with ThreadPoolExecutor(3) as people:
        assert list(people.map(knock, range(3))) == [250] * 3
    assert len(rows(house, address)) == 1


def test_a_message_by_two_doors_is_one_row(
    house: House, door: Entrance, address: str, tmp_path: Path
) -> None:
    assert door.bring(mail(address), address) == 250
    other = smtp(house, "--lmtp")
    with smtplib.LMTP("127.0.0.1", other.port) as line:
        assert bring(line, mail(address), address, AKI) == 250
    assert other.close() == 0
    file = tmp_path / "mail"
    file.write_bytes(mail(address).replace(b"\r\n", b"\n"))
    assert manage(house, "receive_file", str(file)).returncode == 0
    assert rows(house, address, "door") == ["smtp"]


def test_other_words_another_id_or_another_seat_are_other_messages(
    house: House, door: Entrance, address: str
) -> None:
    other = seat_address(next(SEATS))
    for raw in (mail(address), mail(address, "fill D2 1"), mail(address, number=2)):
        assert door.bring(raw, address) == 250
    assert door.bring(mail(address), other) == 250
    assert [len(rows(house, to)) for to in (address, other)] == [3, 1]


def test_a_message_without_an_id_is_known_by_the_rest(
    house: House, door: Entrance, address: str
) -> None:
    raw = mail(address).replace(b"Message-ID: <1@example.org>\r\n", b"")
    for each in (raw, raw, raw.replace(b"orders", b"more orders")):
        assert door.bring(each, address) == 250
    assert len(rows(house, address)) == 2


def test_who_is_killed_between_commit_and_250_has_stored_it_once(
    house: House, door: Entrance, address: str
) -> None:
    deadly = Entrance(house, "-c", DEADLY)
    with pytest.raises(smtplib.SMTPServerDisconnected):
        deadly.bring(mail(address), address)
    deadly.process.communicate()
    assert deadly.process.returncode == -signal.SIGKILL
    assert len(rows(house, address)) == 1
    assert door.bring(mail(address), address) == 250
    assert len(rows(house, address)) == 1


def test_without_a_database_mail_comes_again_later(
    house: House, door: Entrance, address: str
) -> None:
    ask(house, "alter table inbox_rawmail rename to inbox_away")
    try:
        with door.line() as line:
            assert bring(line, mail(address), address, AKI) == 451
            ask(house, "alter table inbox_away rename to inbox_rawmail")
            assert rows(house, address) == []
            assert bring(line, mail(address), address, AKI) == 250
    except BaseException:
        ask(house, "alter table inbox_away rename to inbox_rawmail")
        raise
    assert len(rows(house, address)) == 1


@pytest.mark.skipif(
    os.environ.get("HIKYAKU_TEST_DATABASE") == "sqlite", reason="a file does not leave"
)
def test_a_database_that_was_away_between_two_mails_costs_none(
    house: House, door: Entrance, address: str
) -> None:
    with door.line() as line:
        assert bring(line, mail(address), address, AKI) == 250
        cut = ask(
            house,
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()",
        )
        assert cut
        assert bring(line, mail(address, "2"), address, AKI) == 250
    assert len(rows(house, address)) == 2


def test_many_at_once_are_all_there(house: House, door: Entrance) -> None:
    addresses = [seat_address(next(SEATS)) for _ in range(40)]
    with ThreadPoolExecutor(8) as people:
        codes = people.map(lambda to: door.bring(mail(to), to), addresses)
        assert set(codes) == {250}
    assert all(len(rows(house, to)) == 1 for to in addresses)


# ------------------------------------------------------------------- at the door


@pytest.mark.parametrize("name", ["turns", "postmaster", "Abuse"])
def test_names_of_ours_are_let_in(house: House, door: Entrance, name: str) -> None:
    assert door.bring(mail(name), f"{name}@{DOMAIN}", "") == 250
    assert rows(house, f"{name}@{DOMAIN}", "envelope_from")[0] == ""


def test_strangers_are_refused_before_they_write(door: Entrance, address: str) -> None:
    others = address_make(OFFICE._replace(keys={0: b"x" * 32}), "o", 1)
    with door.line() as line:
        line.ehlo()
        line.mail(AKI)
        answers = {
            to: line.rcpt(to)[0]
            for to in (
                others,
                address.replace("o-", "l-"),
                f"o-{'a' * 32}@{DOMAIN}",
                f"nobody@{DOMAIN}",
                "aki@example.org",
                f'"@{DOMAIN}"@example.org',
            )
        }
        assert set(answers.values()) == {550}
        assert line.rcpt(address)[0] == 250
        assert line.rcpt(f"turns@{DOMAIN}")[0] == 452  # one recipient at a time


def test_a_forged_end_passes_the_door_but_no_worker(door: Entrance) -> None:
    """The second half of the code can only be checked with the seat's epoch."""
    address = seat_address(next(SEATS))
    forged = address[:33] + ("b" if address[33] != "b" else "c") + address[34:]
    assert door.bring(mail(forged), forged) == 250


def test_who_guesses_is_sent_away(door: Entrance) -> None:
    with door.line() as line:
        line.ehlo()
        line.mail(AKI)
        codes = [line.rcpt(f"guess{number}@{DOMAIN}")[0] for number in range(10)]
        assert codes == [550] * 9 + [421]
        with pytest.raises(smtplib.SMTPServerDisconnected):
            line.noop()


def greeted(door: Entrance) -> tuple[socket.socket, bytes]:
    """A connection, and what it hears first."""
    line = socket.create_connection(("127.0.0.1", door.port), PATIENCE)
    return line, line.makefile("rb").readline()


def test_one_client_does_not_take_all_the_room(house: House, address: str) -> None:
    door = smtp(house, MAIL_DOOR_CLIENT="3", MAIL_DOOR_RELAYS="none")
    lines = [greeted(door) for _ in range(5)]
    assert [said[:3] for _, said in lines] == [b"220"] * 3 + [b"421"] * 2
    assert b"from your network" in lines[-1][1]
    assert lines[-1][0].recv(1) == b""  # and hung up
    for line, _ in lines[:3]:
        line.sendall(b"QUIT\r\n")
        while line.recv(1000):
            pass
    assert door.bring(mail(address), address) == 250
    assert door.close() == 0


def test_there_is_an_end_to_the_room(house: House, address: str) -> None:
    door = smtp(house, MAIL_DOOR_GUESTS="3", MAIL_DOOR_CLIENT="1")
    lines = [greeted(door) for _ in range(4)]  # from here: not counted as one client
    assert [said[:3] for _, said in lines] == [b"220"] * 3 + [b"421"]
    for line, _ in lines:
        line.close()
    assert door.close() == 0


def test_who_is_slow_is_sent_away(house: House, address: str) -> None:
    """Bytes and commands now and then buy no time: only a whole mail does."""
    door = smtp(house, MAIL_DOOR_SECONDS="1")
    silent, _ = greeted(door)
    assert heard_of(silent).splitlines()[-1].startswith(b"421 4.4.2")
    for said in (b"NOOP\r\n", b"x", b"RSET\r\n"):
        slow, _ = greeted(door)
        heard_of(slow, said)
    slow, _ = greeted(door)
    first = f"EHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<{address}>\r\nDATA\r\n"
    slow.sendall(first.encode())
    heard_of(slow, b"x")
    assert rows(house, address) == []
    assert door.close() == 0


def heard_of(line: socket.socket, said: bytes = b"") -> bytes:
    """All that is heard till the door hangs up, though we speak now and then."""
    heard, end = b"", time.monotonic() + PATIENCE
    line.settimeout(0.1)
    while time.monotonic() < end:
        try:
            more = line.recv(1000)
            heard += more
            if not more:
                return heard
        except TimeoutError:
            with suppress(OSError):
                line.sendall(said)
        except OSError:
            return heard
    raise AssertionError("The door does not hang up.")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
    ],
)
def test_by_what_a_client_is_counted(address: str, network: str) -> None:
    transport = FakeTransport((address, 4000))
    assert network_of(transport, "smtp") == network
    assert network_of(transport, "lmtp") == ""
    assert network_of(FakeTransport(""), "smtp") == ""


class FakeTransport(asyncio.BaseTransport):
    def __init__(self, peer: object) -> None:
        super().__init__({"peername": peer})


def test_what_is_too_big_is_refused(house: House, door: Entrance, address: str) -> None:
    raw = mail(address, "fill D1 2\r\n" * 10_000)
    with door.line() as line:
        line.ehlo()
        assert line.mail(AKI, [f"SIZE={len(raw)}"])[0] == 552
        assert bring(line, raw, address, AKI) == 552  # they did not say how big
        assert bring(line, mail(address), address, AKI) == 250
    assert len(rows(house, address)) == 1


def test_long_lines_are_taken_and_endless_ones_are_not(
    house: House, door: Entrance, address: str
) -> None:
    assert door.bring(mail(address, "x" * 12_000), address) == 250
    assert door.bring(mail(address, "x" * 20_000), address) == 500
    assert len(rows(house, address)) == 1
    with socket.create_connection(("127.0.0.1", door.port)) as line:
        told = line.makefile("rb")
        for said in ("EHLO me", "MAIL FROM:<>", f"RCPT TO:<{address}>", "DATA"):
            line.sendall(f"{said}\r\n".encode())
        while not told.readline().startswith(b"354"):
            pass
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            line.sendall(b"x" * 100_000_000)
    assert door.bring(mail(address, number=2), address) == 250


def test_addresses_may_hold_any_letters(
    house: House, door: Entrance, address: str
) -> None:
    with door.line() as line:
        line.ehlo()
        sender, options = "акі@приклад.укр", ["SMTPUTF8", "BODY=8BITMIME"]
        line.command_encoding = "utf-8"
        assert line.mail(sender, options)[0] == 250
        assert line.rcpt(address)[0] == 250
        assert line.data(mail(address, "заповнити D1"))[0] == 250
        assert line.docmd("RSET")[0] == 250
        line.sock.sendall(b"MAIL FROM:<\xff\xfe@x> SMTPUTF8\r\n")  # type: ignore[union-attr]
        assert line.getreply()[0] == 250
        assert line.rcpt(address)[0] == 250
        assert line.data(mail(address, number=2))[0] == 250
    assert rows(house, address, "envelope_from")[0] == sender
    assert len(rows(house, address)) == 2


def test_too_much_for_one_seat_comes_again_later(
    house: House, door: Entrance, address: str
) -> None:
    with door.line() as line:
        codes = [
            bring(line, mail(address, number=number), address, f"{number}@example.org")
            for number in range(14)
        ]
    assert codes == [250] * 12 + [451] * 2
    assert len(rows(house, address)) == 12


def test_no_answer_tells_what_went_wrong_inside(door: Entrance) -> None:
    with door.line() as line:
        line.ehlo()
        line.command_encoding = "utf-8"
        for said in ("VRFY \udcff", "MAIL FROM:<\udcff", "XYZ", "AUTH PLAIN x", "HELP"):
            line.sock.sendall(said.encode("utf-8", "surrogateescape") + b"\r\n")  # type: ignore[union-attr]
            code, words = line.getreply()
            assert b"Error: (" not in words, (code, words)


def test_lmtp_by_a_socket(house: House, address: str, tmp_path: Path) -> None:
    place = tmp_path / "lmtp"
    command = ("manage.py", "receive_smtp", "--lmtp", "--listen", f"unix:{place}")
    door = Entrance(house, *command)
    assert str(place) in door.said
    with smtplib.LMTP(str(place)) as line:
        assert bring(line, mail(address), address, AKI) == 250
        assert bring(line, mail(address), f"nobody@{DOMAIN}", AKI) == 550
    assert door.close() == 0
    assert not place.exists()
    assert rows(house, address, "door") == ["lmtp"]


def test_starttls(house: House, address: str, tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate", tmp_path / "key"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    where = ["-subj", f"/CN={DOMAIN}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*make, *where], check=True, capture_output=True)
    door = smtp(house, SMTP_CERTIFICATE=str(certificate), SMTP_KEY=str(key))
    trust = ssl.create_default_context(cafile=str(certificate))
    trust.check_hostname = False
    with door.line() as line:
        assert line.starttls(context=trust)[0] == 220
        assert bring(line, mail(address), address, AKI) == 250
    assert door.close() == 0
    assert len(rows(house, address)) == 1


def test_a_place_that_is_taken_is_told(house: House, door: Entrance) -> None:
    told = manage(house, "receive_smtp", "--listen", f"127.0.0.1:{door.port}")
    assert told.returncode == 1
    assert b"The mail door does not open" in told.stderr


def test_who_stops_says_so_to_those_who_are_there(house: House) -> None:
    door = smtp(house)
    line = door.line()
    line.ehlo()
    assert door.close() == 0
    assert line.getreply()[0] == 421


# -------------------------------------------------------------------- one message


def test_a_pipe_hands_over_one_message(house: House, address: str) -> None:
    done = manage(house, "receive_file", "-", "--from", AKI, given=mail(address))
    assert done.returncode == 0
    assert done.stdout.startswith(b"Kept as ")
    assert rows(house, address) == [mail(address)]
    assert rows(house, address, "envelope_from") == [AKI]
    stranger = manage(house, "receive_file", "-", given=mail("aki@example.org"))
    assert stranger.returncode == os.EX_NOUSER
    big = mail(address, "x\r\n" * 50_000)
    assert manage(house, "receive_file", "-", given=big).returncode == os.EX_DATAERR


def test_a_pipe_is_told_to_try_again(house: House, address: str) -> None:
    away = "postgres://hikyaku@127.0.0.1:9/none"
    done = manage(house, "receive_file", "-", given=mail(address), DATABASE_URL=away)
    assert done.returncode == os.EX_TEMPFAIL == 75
    assert b"try again later" in done.stderr


# ------------------------------------------------------------------------- mailbox

DOVECOT = """
protocols = imap
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
listen = 127.0.0.1
ssl = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mailbox_idle_check_interval = 1s
mail_location = maildir:{folder}/mail
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
passdb {{
  driver = static
  args = password=open-sesame
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail
}}
"""


@pytest.fixture(scope="module")
def box(servers: Servers) -> str:
    """The address of a mailbox on a real server, Dovecot."""
    program = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("There is no dovecot; `apt-get install dovecot-imapd` has it.")
    folder, port = servers.folder(), free_port()
    user = "nobody" if os.getuid() == 0 else os.environ["USER"]
    group = "nogroup" if os.getuid() == 0 else user
    (folder / "mail").mkdir()
    if os.getuid() == 0:
        folder.chmod(0o755)
        shutil.chown(folder / "mail", user, group)
    settings = folder / "dovecot.conf"
    settings.write_text(
        DOVECOT.format(folder=folder, port=port, user=user, group=group)
    )
    log = folder / "log"
    servers.start("dovecot", [program, "-F", "-c", str(settings)], lambda: None)

    def is_up() -> bool:
        assert servers.children[-1].is_alive, log.read_text()
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    wait_for(is_up)
    return f"imap://aki:open-sesame@localhost:{port}"


@pytest.fixture
def client(box: str) -> Iterator[IMAPClient]:
    port = int(box.rpartition(":")[2])
    with IMAPClient("localhost", port, ssl=False) as client:
        client.login("aki", "open-sesame")
        yield client
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()


def test_a_mailbox_is_emptied(
    house: House, box: str, client: IMAPClient, address: str
) -> None:
    for raw in (mail(address), mail(address), mail("mara@example.net")):
        client.append("INBOX", raw)
    client.append("INBOX", mail(address, "x\r\n" * 50_000))
    delivered = mail("mara@example.net", number=2, Delivered_To=address.upper())
    client.append("INBOX", delivered)
    first = manage(house, "receive_imap", "--once", IMAP_URL=box, IMAP_DONE="Taken")
    assert first.stdout == b"3 kept.\n", first.stderr
    assert len(rows(house, address)) == 2
    second = manage(house, "receive_imap", "--once", IMAP_URL=box)
    assert second.stdout == b"0 kept.\n", second.stderr
    assert client.select_folder("Taken", readonly=True)[b"EXISTS"] == 3
    assert client.select_folder("INBOX", readonly=True)[b"EXISTS"] == 2  # not ours


def test_a_mailbox_keeps_what_cannot_be_stored(
    house: House, box: str, client: IMAPClient, address: str
) -> None:
    client.append("INBOX", mail(address))
    away = "postgres://hikyaku@127.0.0.1:9/none"
    failed = manage(house, "receive_imap", "--once", IMAP_URL=box, DATABASE_URL=away)
    assert failed.returncode != 0
    assert manage(house, "receive_imap", "--once", IMAP_URL=box).stdout == b"1 kept.\n"
    assert rows(house, address, "door") == ["imap"]
    assert client.select_folder("INBOX", readonly=True)[b"EXISTS"] == 0


def test_a_mailbox_tells_when_something_comes(
    house: House, box: str, client: IMAPClient, address: str
) -> None:
    door = Entrance(house, "manage.py", "receive_imap", "--every", "3600", IMAP_URL=box)
    assert "INBOX" in door.said
    for number in (1, 2):
        client.append("INBOX", mail(address, number=number))
        wait_for(partial(has_rows, house, address, number))
    assert door.close() == 0


def has_rows(house: House, address: str, number: int) -> bool:
    return len(rows(house, address)) == number
