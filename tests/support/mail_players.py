"""People in tests who have a mail program and nothing else.

They read letters that came by SMTP, copy an order out of them, mistype it now and then,
and answer as their programs do, by SMTP to our door.
"""

from __future__ import annotations

import re
import smtplib
from email.message import EmailMessage
from random import Random

from tests.support.mail_programs import CLIENTS, Answer
from tests.support.mail_receiver import Receiver, text_of, wait_for

# An order, perhaps of several lines, and what it would do.
HINT = re.compile(r"^  (\S.*(?:\n  \S.*)*)\n {6}\S", re.M)
CHOICE = re.compile(r"^  1  \S", re.M)
RESULT = re.compile(r"^  1\. .+\d", re.M)


# For a whole phase of Small Samurai Empires, whoever's turn it is.
PLAN = (
    "place harvest at any or recruit at any or castle at any or attack at any"
    " or move 3 at any or move 2 or 3 at any or move 2 or ship at any\n"
    "resolve 1: harvest else pass\nresolve 12: harvest else pass"
)


def is_question(letter: EmailMessage) -> bool:
    """A turn that gives no examples: what comes later in the phase is asked too."""
    kind = str(letter["Feedback-ID"] or "").split(":")[1:2]
    return kind == ["turn"] or str(letter["Subject"]).startswith("Your turn")


class Person:
    opened: EmailMessage  # the letter about the match they opened

    def __init__(
        self,
        name: str,
        client: str,
        language: str,
        post: Receiver,
        door: tuple[str, int],
        dice: Random | None = None,
        standing: str = "",
    ) -> None:
        self.name, self.client, self.language = name, client, language
        self.address = f"{name.lower()}@example.org"
        self.post, self.door = post, door
        self.dice = dice or Random(name)
        self.read = 0  # how many letters
        self.written = 0
        self.slips = 0
        self.result = ""
        self.hints = 2  # of how many orders in a letter they choose one
        self.standing = standing  # lines that they send with their first orders

    # --------------------------------------------------------------------- letters

    @property
    def letters(self) -> list[EmailMessage]:
        return self.post.to(self.address)

    @property
    def last(self) -> str:
        """What they would tell who asks why they do not go on."""
        return f"{self.name}, {self.read} read: {text_of(self.letters[self.read - 1])}"

    def next_letter(self, what: str = "") -> EmailMessage:
        """The next that was not read yet; waits for it."""
        found: EmailMessage = wait_for(
            lambda: self.letters[self.read : self.read + 1], f"{self.name}: {what}"
        )[0]
        self.read += 1
        return found

    def letter_with(self, words: str) -> EmailMessage:
        """The next that says this; those before it are put aside."""
        while True:
            letter = self.next_letter(words)
            if re.search(words, " ".join(text_of(letter).split())):
                return letter

    # ----------------------------------------------------------------------- mails

    def send(self, raw: bytes, to: str) -> int:
        with smtplib.SMTP(*self.door, timeout=60) as line:
            line.ehlo("client.example.org")
            assert line.mail(self.address)[0] == 250
            code, said = line.rcpt(to)
            assert code == 250, said
            code, said = line.data(raw)
        assert code == 250, said
        self.written += 1
        return code

    def answer(self, letter: EmailMessage, text: str) -> None:
        said = Answer(self.name, self.address, text, letter, self.language)
        self.send(CLIENTS[self.client](said), said.to)

    def write(self, to: str, text: str) -> None:
        """A mail that answers none."""
        raw = (
            f"From: {self.name} <{self.address}>\r\nTo: {to}\r\nSubject: hello\r\n"
            f"Message-ID: <first.{self.written}.{self.address}>\r\n"
            "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n"
        )
        self.send(raw.encode(), to)

    # ------------------------------------------------------------------------ play

    def play(self) -> bool:
        """Answers what came meanwhile; whether the last letter was read."""
        while new := self.letters[self.read :]:
            self.read += 1
            self.look_at(new[0])
        return bool(self.result)

    def look_at(self, letter: EmailMessage) -> None:
        text = text_of(letter)
        if CHOICE.search(text):
            self.answer(letter, "1")
        elif orders := HINT.findall(text):
            self.answer(letter, self.words(orders))
        elif is_question(letter):
            self.answer(letter, PLAN)
        elif RESULT.search(text):
            self.result = text

    def words(self, orders: list[str]) -> str:
        """An order of the letter, with a slip of the pen or a greeting now and then."""
        order = self.dice.choice(orders[: self.hints])
        if self.standing:
            order, self.standing = f"{order}\n{self.standing}", ""
            return order
        mood = self.dice.random()
        if mood < 0.1:
            self.slips += 1
            return mistyped(order, self.dice)
        if mood < 0.3:
            return f"{GREETINGS[self.language]}\n\n{order}\n\n{self.name}"
        return order


GREETINGS = {
    "en": "Hello,",
    "de": "Hallo zusammen,",
    "it": "Ciao a tutti,",
    "ru": "Здравствуйте!",
    "uk": "Доброго дня!",
}


def mistyped(order: str, dice: Random) -> str:
    """Two letters of a word change places."""
    words = order.split(" ")
    long = [n for n, word in enumerate(words) if word.isalpha() and len(word) > 4]
    if not long:
        return order
    at = dice.choice(long)
    word = words[at]
    words[at] = word[:2] + word[3] + word[2] + word[4:]
    return " ".join(words)
