"""A hot-seat game in the terminal: the same texts as by mail, answered at once."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.bots import bots
from engine.contract import visible
from engine.errors import Refused
from engine.match import Match
from engine.replay import replay
from engine.rulebook import look_up
from engine.words import reason_text, refusal, sentence

HELP = """\
Write an order as you would in a mail; several are separated by “;”.
  hints       everything you could do now, with what it would do
  board       show the table again
  preview …   check an order without giving it
  rules …     a rule by its number or by words:  rules 5.4   rules special line
  history     what happened so far
  back        take back your last order (its dice are thrown anew)
  save FILE   keep the log          quit   stop; the log is kept with --save"""
FEW = 6  # hints shown unasked


class Quit(Exception):
    pass


class HotSeat:
    def __init__(
        self, match: Match, kinds: Sequence[str], language: str, save: Path | None
    ) -> None:
        self.match = match
        self.kinds = kinds  # per seat the bot that plays it, or ""
        self.language = language
        self.save = save
        self.dice = Random(match.seed)
        self.last = -1  # the person who had the keyboard
        self.colour = sys.stdout.isatty()
        self.before: list[tuple[int, int]] = []  # seat, last entry before it wrote

    def run(self) -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history, where there is it
        about = self.match.about
        title = about.titles.get(self.language, about.title)
        print(f"{self.bold(title)} — write “help” for help.")
        print(f"The dice are fixed: their seal is {self.match.log.commitment[:16]}…\n")
        try:
            self.play()
        except (Quit, EOFError, KeyboardInterrupt):
            print("\nThe match stops here.")
        self.keep()

    def play(self) -> None:
        self.tell()
        while not self.match.over:
            seat = self.match.asked[0].seat
            if self.kinds[seat]:
                self.let_bot(seat)
            else:
                self.ask(seat)
        print("\n" + self.match.picture(None, self.language).text)
        self.result()

    def result(self) -> None:
        for standing in sorted(self.match.standings, key=lambda s: s.place):
            name = self.match.names[standing.seat]
            print(f"{standing.place}. {name}: {standing.points}")

    def let_bot(self, seat: int) -> None:
        bot = bots(self.match.about.name)[self.kinds[seat]]
        text = bot(self.match.game, self.match.state_for(seat), seat, self.dice)
        self.match.write(seat, text, by=f"bot {self.kinds[seat]}")
        self.tell()

    # ------------------------------------------------------------- asking

    def ask(self, seat: int) -> None:
        self.hand_over(seat)
        self.board(seat)
        self.hints(seat, FEW)
        before = len(self.match.log.entries)
        while self.waits_for(seat) and len(self.match.log.entries) == before:
            line = input(self.bold(f"\n{self.match.names[seat]}> ")).strip()
            self.obey(seat, line)

    def waits_for(self, seat: int) -> bool:
        return any(question.seat == seat for question in self.match.asked)

    def hand_over(self, seat: int) -> None:
        """Who may not see the others' secrets gets an empty screen first."""
        people = self.kinds.count("")
        if self.match.about.hidden and people > 1 and seat != self.last:
            print("\n" * shutil.get_terminal_size().lines)
            input(f"The keyboard goes to {self.match.names[seat]}. Press Enter.")
        self.last = seat

    def obey(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "":
                return
            case "help" | "?":
                print(HELP)
            case "hints":
                self.hints(seat, None)
            case "board":
                self.board(seat)
            case "history":
                self.history(seat)
            case "rules":
                self.rules(rest)
            case "preview":
                self.write(seat, rest, keep=False)
            case "back":
                self.back(seat)
            case "save":
                self.keep(Path(rest)) if rest else print("save FILE")
            case "quit" | "exit":
                raise Quit
            case _:
                self.write(seat, line)

    def write(self, seat: int, text: str, keep: bool = True) -> None:
        match, game = self.match, self.match.game
        kept, last = match.plans.get(seat, ""), len(match.log.entries) - 1
        try:
            plan = game.parse(match.state, seat, text, kept, match.names)
        except Refused as refused:
            view = game.view(match.state, seat)
            for error in refused.errors:
                print("  " + refusal(error, view, self.language, match.names))
            return
        for remark in game.remarks(match.state, seat, plan, self.language):
            print(f"  {remark}")
        if not keep:
            print(f"  understood: {plan}")
            return
        match.write(seat, text)
        self.before.append((seat, last))
        self.tell()
        self.explain(seat)

    def explain(self, seat: int) -> None:
        """Why the same person is asked once more."""
        for question in self.match.asked:
            if question.seat == seat and question.reason:
                name = self.match.about.name
                print("  " + reason_text(name, question.reason, self.language))

    def back(self, seat: int) -> None:
        """To where the table was before this seat last wrote."""
        while self.before:
            writer, number = self.before.pop()
            if writer == seat:
                self.match.take_back(number)
                print(f"  Taken back to entry {number}.")
                return
        print("  You have given no order yet that could be taken back.")

    # ------------------------------------------------------------ telling

    def tell(self) -> None:
        """What happened since, in the eyes of whoever sits here."""
        match = self.match
        seat = self.last if self.last >= 0 else None
        view = match.game.view(match.state, seat)
        for event in visible(match.events, seat):
            print("  " + sentence(event, view, self.language, match.names))
        match.events = []

    def board(self, seat: int) -> None:
        print("\n" + self.match.picture(seat, self.language).text)

    def hints(self, seat: int, most: int | None) -> None:
        state = self.match.state_for(seat)
        found = self.match.game.hints(state, seat, self.language)
        wide = max((len(hint.text) for hint in found), default=0)
        for hint in found[:most]:
            print(f"  {hint.text:<{wide}}  {hint.note}")
        if most and len(found) > most:
            print(f"  … “hints” shows {len(found) - most} more")

    def history(self, seat: int) -> None:
        """What this seat may know of it."""
        match = self.match
        for frame in replay(match.log):
            view, names = match.game.view(frame.state, seat), match.log.names()
            for event in visible(frame.events, seat):
                said = sentence(event, view, self.language, names)
                print(f"{frame.number:>4}  {said}")

    def rules(self, wanted: str) -> None:
        found = look_up(self.match.about.name, wanted)
        if not wanted:
            print("  Which one? As “rules 5.4” or “rules special line”.")
        else:
            print("\n\n".join(found) or f"  No rule speaks of “{wanted}”.")

    def keep(self, file: Path | None = None) -> None:
        file = file or self.save
        if file is None:
            return
        try:
            file.write_text(self.match.text(), encoding="utf-8")
        except OSError as error:
            print(f"  {file} could not be written: {error.strerror}.")
        else:
            print(f"  The log is in {file}.")

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.colour else text
