"""Whole matches by mail only, from `create` to the last letter.

Letters leave by SMTP to a receiver in the test, and answers come back by SMTP to our
door; in between are the real workers. Nobody opens a page.
"""

from __future__ import annotations

import re
import smtplib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.support.mail_doors import Entrance, bring
from tests.support.mail_players import HINT, Person, is_question
from tests.support.mail_programs import Answer, mutt
from tests.support.mail_receiver import Receiver, receiver, text_of
from tests.support.servers import Servers
from tests.support.service import House, wait_until

pytestmark = pytest.mark.heavy(1)

DOMAIN = "play.example.org"
US = f"hikyaku@{DOMAIN}"
PATIENCE = 240  # seconds without a letter; none takes a tenth of it, on a quiet machine


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[Receiver, str]]:
    with receiver() as found:
        yield found


@pytest.fixture(scope="module")
def house(post: tuple[Receiver, str]) -> Iterator[House]:
    servers = Servers()
    house = House(servers)
    house.env |= {
        "EMAIL_URL": post[1],
        "MAIL_FROM": f"Hikyaku <{US}>",
        "MAIL_DOMAIN": DOMAIN,
        "MAIL_RATE_SEAT": "100000/hour",
        "MAIL_MOST_ANSWERS": "100000",
        "RATE_LETTERS": "100000/hour",
    }
    try:
        house.open()
        wait_until(lambda: house.mail_address[1], house.log)
        yield house
        house.close()
    finally:
        servers.stop()


def person(house: House, post: Receiver, name: str, client: str, tongue: str) -> Person:
    return Person(name, client, tongue, post, house.mail_address)


def first(house: House, post: Receiver, name: str, client: str, tongue: str) -> Person:
    """Somebody who has an account; everybody else joins by answering."""
    house.do("newcomer", name, tongue)
    return person(house, post, name, client, tongue)


def create(who: Person, text: str) -> None:
    """Nothing proves who writes, so the first mail is asked about; then it is open."""
    who.write(US, text)
    who.answer(who.letter_with(f"from {who.address}|{who.address}"), YES[who.language])
    who.opened = who.letter_with(r"/matches/\d+/")


YES = {"en": "yes", "de": "ja", "it": "sì", "ru": "да", "uk": "так"}
ACCEPT = {
    "en": "accept as {name}",
    "de": "annehmen als {name}",
    "it": "accetto come {name}",
    "ru": "принять как {name}",
    "uk": "прийняти як {name}",
}
START = {
    "en": "start",
    "de": "starte",
    "it": "inizia",
    "ru": "начать",
    "uk": "почати",
}


def join(who: Person) -> None:
    """The invitation is in the language of nobody yet."""
    letter = who.next_letter("invitation")
    who.answer(letter, ACCEPT[who.language].format(name=who.name))
    who.letter_with(who.name)


def start(who: Person, word: str) -> None:
    """By the organiser's present address: no proof and no yes is asked for."""
    who.answer(who.opened, word)


def play_to_the_end(people: list[Person]) -> None:
    read, since = -1, time.monotonic()
    while [one for one in people if not one.play()]:
        if read != (now := sum(one.read for one in people)):
            read, since = now, time.monotonic()
        assert time.monotonic() < since + PATIENCE, [one.last for one in people]
        time.sleep(0.02)


def check(house: House, people: list[Person], game: str, tempo: str) -> None:
    match = house.do("last_match", people[0].name)
    assert (match["game"], match["tempo"]) == (game, tempo)
    assert match["status"] == "finished"
    assert match["verdict"].endswith("and the match is finished.")
    assert set(match["sources"]) <= {"bot", "mail"}
    assert match["applied"] > len(people)


# ------------------------------------------------------- played all at the same time


def age_of_war(house: House, post: Receiver) -> list[Person]:
    aki = first(house, post, "Aki", "gmail", "en")
    botan = person(house, post, "Botan", "outlook", "de")
    create(aki, f"create age of war, invite {botan.address}, clock relaxed")
    join(botan)
    start(aki, "start")
    play_to_the_end([aki, botan])
    return [aki, botan]


def age_of_war_by_phases(house: House, post: Receiver) -> list[Person]:
    chie = first(house, post, "Chie", "apple", "it")
    daisuke = person(house, post, "Daisuke", "mail.ru", "ru")
    create(chie, f"crea AOW, tempo fase, 3 giocatori, invita {daisuke.address}, bot")
    join(daisuke)
    start(chie, "inizia")
    play_to_the_end([chie, daisuke])
    return [chie, daisuke]


def small_samurai_empires(house: House, post: Receiver) -> list[Person]:
    emi = first(house, post, "Emi", "thunderbird", "uk")
    create(emi, "створити маленькі імперії. самураї, 2 гравці, бот greedy")
    start(emi, "почати")
    play_to_the_end([emi])
    return [emi]


def small_samurai_empires_by_phases(house: House, post: Receiver) -> list[Person]:
    fumi = first(house, post, "Fumi", "k9", "de")
    goro = person(house, post, "Goro", "mutt", "en")
    hana = person(house, post, "Hana", "gmail", "ru")
    create(
        fumi,
        "eröffne SSE, 3 Plätze, Tempo Phase, Ausgabe crowd-games, Varianten shrines,"
        f" einladen {goro.address} {hana.address}",
    )
    for one in (goro, hana):
        join(one)
    start(fumi, "starte")
    play_to_the_end([fumi, goro, hana])
    return [fumi, goro, hana]


def shogun_with_everything(house: House, post: Receiver) -> list[Person]:
    """Five seats, all expansions, the moon side and a draft; three people, two bots."""
    jun = first(house, post, "Jun", "gmail", "en")
    kenta = person(house, post, "Kenta", "outlook", "de")
    lena = person(house, post, "Lena", "mail.ru", "ru")
    create(
        jun,
        "create shogun, 5 seats, tempo phase, side moon, mode draft, court yes,"
        " samurai yes, generals yes, dajokan yes, 2 greedy bots,"
        f" invite {kenta.address} {lena.address}",
    )
    for one in (kenta, lena):
        join(one)
    for one in (jun, kenta, lena):
        one.hints = 1  # the first plans the whole season, the second lays one card
    start(jun, "start")
    play_to_the_end([jun, kenta, lena])
    return [jun, kenta, lena]


def sekigahara(house: House, post: Receiver) -> list[Person]:
    mori = first(house, post, "Mori", "gmail", "en")
    naoko = person(house, post, "Naoko", "outlook", "de")
    mori.standing, naoko.standing = REACTIONS, REACTIONS_DE
    create(mori, f"create samurai battles, sekigahara-1600, invite {naoko.address}")
    join(naoko)
    start(mori, "start")
    play_to_the_end([mori, naoko])
    return [mori, naoko]


REACTIONS = """\
react card any: dragon false-orders
react attacked any: strike
react struck any: dragon iron-resolve
react shot any: dragon take-cover
react threatened any: dragon dust-cloud
react moved any near any: dragon mired
prefer lone unite > far > seppuku
"""
REACTIONS_DE = """\
reagiere kommando beliebig: drache false-orders
reagiere angegriffen beliebig: zuschlagen
reagiere getroffen beliebig: drache iron-resolve
reagiere beschossen beliebig: drache take-cover
reagiere bedroht beliebig: drache dust-cloud
reagiere bewegt beliebig nahe beliebig: drache mired
bevorzuge allein vereine > weit > seppuku
"""


MATCHES = (
    age_of_war,
    age_of_war_by_phases,
    small_samurai_empires,
    small_samurai_empires_by_phases,
    shogun_with_everything,
    sekigahara,
)
Played = Mapping[Callable[..., object], "Future[list[Person]]"]


@pytest.fixture(scope="module")
def played(house: House, post: tuple[Receiver, str]) -> Iterator[Played]:
    """The people of each match, at its end: most of the time they wait for letters."""
    with ThreadPoolExecutor(len(MATCHES)) as pool:
        yield {play: pool.submit(play, house, post[0]) for play in MATCHES}


def test_age_of_war_by_two_people(house: House, played: Played) -> None:
    check(house, played[age_of_war].result(), "age_of_war", "each")


def test_age_of_war_phase_by_phase(house: House, played: Played) -> None:
    check(house, played[age_of_war_by_phases].result(), "age_of_war", "phase")


def test_small_samurai_empires_against_a_program(house: House, played: Played) -> None:
    people = played[small_samurai_empires].result()
    check(house, people, "small_samurai_empires", "each")


def test_small_samurai_empires_phase_by_phase(house: House, played: Played) -> None:
    people = played[small_samurai_empires_by_phases].result()
    check(house, people, "small_samurai_empires", "phase")
    asked = [letter for letter in people[0].letters if is_question(letter)]
    assert len(asked) <= 15  # rounds of letters: the tempo promises that


def test_shogun_with_everything_in_three_languages(
    house: House, played: Played
) -> None:
    people = played[shogun_with_everything].result()
    check(house, people, "shogun", "phase")
    asked = [letter for letter in people[0].letters if is_question(letter)]
    assert len(asked) <= 28  # rounds of letters [SHO-18.10]


def test_sekigahara_with_reactions_on_both_sides(house: House, played: Played) -> None:
    """Standing lines react at once; nobody but the player in turn is written to."""
    check(house, played[sekigahara].result(), "samurai_battles", "each")
    verbs = house.do("last_match", "Mori")["verbs"]
    assert verbs["dragon"] + verbs.get("strike", 0) >= 2


# ---------------------------------------------------------------- when all have ended


def test_the_same_mail_thrice_by_two_doors_while_the_broker_forgets(
    house: House, post: tuple[Receiver, str]
) -> None:
    ichi = first(house, post[0], "Ichi", "mutt", "en")
    create(ichi, "create age of war, 2 seats, 1 bot")
    start(ichi, "start")
    while not (orders := HINT.findall(text_of(letter := ichi.next_letter("turn")))):
        pass
    said = Answer(ichi.name, ichi.address, f"{orders[0]}", letter, "en")
    raw, doors = mutt(said), [house.mail_address[1]] * 2
    with lmtp_door(house) as other, ThreadPoolExecutor(3) as pool:
        brought = [pool.submit(bring_to, port, raw, said.to) for port in doors]
        brought.append(pool.submit(bring_to, other, raw, said.to, smtplib.LMTP))
        house.broker().flushall()
        assert [one.result() for one in brought] == [250] * 3
    receipt = ichi.letter_with(re.escape(" ".join(orders[0].split())))
    house.broker().flushall()
    found = house.do("last_match", "Ichi")
    assert found["applied"] == 1
    answering = [m for m in ichi.letters if m["In-Reply-To"] == receipt["In-Reply-To"]]
    assert len(answering) == 1


@contextmanager
def lmtp_door(house: House) -> Iterator[int]:
    command = ("manage.py", "receive_smtp", "--lmtp", "--listen", "127.0.0.1:0")
    door = Entrance(house, *command, **house.env)
    try:
        yield door.port
    finally:
        door.close()


def bring_to(
    port: int, raw: bytes, to: str, kind: type[smtplib.SMTP] = smtplib.SMTP
) -> int:
    with kind("127.0.0.1", port, timeout=60) as line:
        return bring(line, raw, to, "ichi@example.org")
