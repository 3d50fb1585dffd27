"""A hot-seat game in the terminal: the same texts as by mail, answered at once."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.bots import bots
from engine.contract import Event, Hint, skipped_data, visible
from engine.errors import Refused
from engine.log import Entry
from engine.match import Match
from engine.ranks import Rank, rank_of
from engine.reading.text import fold
from engine.rehearsal import ENDLESS, rehearse
from engine.replay import replay
from engine.rulebook import look_up
from engine.sheet_text import as_text
from engine.summary import Record, lines_of
from engine.words import (
    Narrator,
    commands,
    common,
    entry_telling,
    reason_text,
    refusals,
    sentence,
    skipped_reason,
    words,
)

FEW = 6  # hints shown unasked
WIDE = 36  # columns for an order before what it would do
COLUMNS = 72  # of a line


def hint_lines(hint: Hint, wide: int) -> list[str]:
    """The order, and beside it what it would do; a long order has a line of its own."""
    first, below = f"  {hint.text:<{wide}}  ", " " * (wide + 4)
    note = textwrap.wrap(hint.note, COLUMNS - len(below)) or [""]
    if len(hint.text) > wide:
        first, note = first.rstrip(), ["", *note]
    lines = [first + note[0], *(below + line for line in note[1:])]
    return [line.rstrip() for line in lines if line.strip()]


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
        people = [seat for seat, kind in enumerate(kinds) if not kind]
        self.news: dict[int | None, list[Event]] = {seat: [] for seat in people}
        self.news = self.news or {None: []}  # nobody plays: somebody looks on
        self.skipped: dict[int, list[str]] = {}  # lines to be told to their writer

    def say(self, key: str, **values: object) -> str:
        """A sentence of the kit in the reader's language."""
        text = common(self.language)[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def run(self) -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history, where there is it
        about = self.match.about
        title = about.titles.get(self.language, about.title)
        print(self.say("welcome", title=self.bold(title)))
        if self.match.about.chance:
            print(self.say("seal", seal=self.match.log.commitment[:16]) + "\n")
        try:
            self.play()
        except (Quit, EOFError, KeyboardInterrupt):
            print("\n" + self.say("stopped"))
        self.keep()

    def play(self) -> None:
        self.gather()
        while not self.match.over:
            seat = self.match.asked[0].seat
            if self.kinds[seat]:
                self.let_bot(seat)
            else:
                self.ask(seat)
        self.tell(self.last if self.last >= 0 else next(iter(self.news)))
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
        self.gather()

    # ------------------------------------------------------------- asking

    def ask(self, seat: int) -> None:
        self.hand_over(seat)
        self.tell(seat)
        self.board(seat)
        self.explain(seat)
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
            input(self.say("hand_over", name=self.match.names[seat]))
        self.last = seat

    def obey(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        match commands().get(fold(word)):
            case "help":
                self.help()
            case "hints":
                self.hints(seat, None)
            case "board":
                self.board(seat)
            case "plan":
                self.plan(seat)
            case "history":
                self.history(seat)
            case "rules":
                self.rules(rest)
            case "preview":
                self.write(seat, rest, keep=False)
            case "back":
                self.back(seat)
            case "save":
                self.keep(Path(rest)) if rest else print("  " + self.say("save_where"))
            case "quit":
                raise Quit
            case _ if line:
                self.write(seat, line)

    def help(self) -> None:
        """The kit's own, then how orders of this game are written."""
        print(self.say("help"))
        if text := words(self.match.about.name, self.language).get("help"):
            print("\n" + text["orders"].rstrip())

    def write(self, seat: int, text: str, keep: bool = True) -> None:
        match, game = self.match, self.match.game
        kept, last = match.plans.get(seat, ""), len(match.log.entries) - 1
        try:
            plan = game.parse(match.state, seat, text, kept, match.names)
        except Refused as refused:
            view = game.view(match.state, seat)
            for said in refusals(refused.errors, view, self.language, match.names):
                print(f"  {said}")
            return
        for remark in game.remarks(match.state, seat, plan, self.language):
            print(f"  {remark}")
        if not keep:
            self.show_plan(seat, plan, "understood")
            self.rehearse(seat, plan)
            return
        match.write(seat, text)
        self.before.append((seat, last))
        self.gather()
        self.tell(seat)
        if len(match.log.entries) == last + 1 and match.plans.get(seat, "") != kept:
            self.plan(seat)
            self.explain(seat)

    def rehearse(self, seat: int, plan: str) -> None:
        """What the plan would do, as far as its writer can foresee it."""
        match = self.match
        view = match.game.view(match.state, seat)
        tried = rehearse(match.about, match.game, match.state, seat, plan, match.tempo)
        narrator, reader = Narrator(), (view, self.language, match.names, seat)
        for step in tried.steps:
            entry = Entry("order", seat, step.order, step.by)
            for said in narrator.say(entry_telling(entry, step.events, *reader)):
                print("    " + said)
        if tried.steps and tried.stop != ENDLESS:
            print("    " + self.say(f"stop_{tried.stop}"))

    def plan(self, seat: int) -> None:
        """What is kept for later."""
        kept = self.match.plans.get(seat, "")
        if not self.show_plan(seat, kept, "kept"):
            print("  " + self.say("nothing_kept"))

    def show_plan(self, seat: int, plan: str, key: str) -> bool:
        game, shown = self.match.game, False
        view = game.view(self.match.state, seat)
        for line in plan.splitlines():
            if said := game.label(view, "plan", line, self.language):
                print("  " + self.say(key, line=said))
                shown = True
        return shown

    def explain(self, seat: int) -> None:
        """What is wanted of this person, and why."""
        for question in self.match.asked:
            if question.seat == seat and question.point == "plan":
                print("  " + self.say("plan_wanted"))
            elif question.seat == seat and question.reason:
                name = self.match.about.name
                print("  " + reason_text(name, question.reason, self.language))

    def back(self, seat: int) -> None:
        """To where the table was before this seat last wrote."""
        while self.before:
            writer, number = self.before.pop()
            if writer == seat:
                self.match.take_back(number)
                print("  " + self.say("taken_back_to", entry=number))
                return
        print("  " + self.say("nothing_back"))

    # ------------------------------------------------------------ telling

    def gather(self) -> None:
        """Keeps for everybody here what happened, until they have the keyboard."""
        for seat, news in self.news.items():
            news += visible(self.match.events, seat)
        for seat, lines in self.match.skipped.items():
            self.skipped.setdefault(seat, []).extend(lines)
        self.match.events, self.match.skipped = [], {}

    def tell(self, seat: int | None) -> None:
        """What happened since, in the eyes of whoever sits here."""
        match = self.match
        view = match.game.view(match.state, seat)
        for event in self.news[seat]:
            said = sentence(event, view, self.language, match.names, seat)
            print("  " + self.ranked(said, rank_of(event, match.about.name, seat)))
        self.news[seat] = []
        for line in self.skipped.pop(seat, []) if seat is not None else []:
            said = match.game.label(view, "order", line, self.language)
            print("  " + self.say("skipped", line=said))
            told = skipped_data(line)
            if why := skipped_reason(told, view, self.language, match.names):
                print("    " + why)

    def board(self, seat: int) -> None:
        print("\n" + self.match.picture(seat, self.language).text)

    def hints(self, seat: int, most: int | None) -> None:
        state = self.match.state_for(seat)
        found = self.match.game.hints(state, seat, self.language)
        wide = min(WIDE, max((len(hint.text) for hint in found), default=0))
        for hint in found[:most]:
            print("\n".join(hint_lines(hint, wide)))
        if most and len(found) > most:
            print("  " + self.say("more_hints", count=len(found) - most))

    def history(self, seat: int) -> None:
        """What this seat may know of it."""
        match, records = self.match, []
        for frame in replay(match.log):
            view, names = match.game.view(frame.state, seat), match.log.names()
            seen = visible(frame.events, seat)
            telling = entry_telling(frame.entry, seen, view, self.language, names, seat)
            records.append(Record(frame.number, "", telling))
        for line in lines_of(records, Narrator()):
            print(f"{line.number:>4}  {self.ranked(line.text, line.rank)}")

    def rules(self, wanted: str) -> None:
        found = look_up(self.match.about.name, wanted)
        if not wanted:
            print("  " + self.say("which_rule"))
        else:
            told = "\n\n".join(map(as_text, found))
            print(told or "  " + self.say("no_rule", word=wanted))

    def keep(self, file: Path | None = None) -> None:
        file = file or self.save
        if file is None:
            return
        try:
            file.write_text(self.match.text(), encoding="utf-8")
        except OSError as error:
            print("  " + self.say("not_kept", file=file, error=error.strerror))
        else:
            print("  " + self.say("log_kept", file=file))

    def ranked(self, text: str, rank: Rank) -> str:
        """Headlines stand out."""
        return self.bold(text) if rank > Rank.DETAIL else text

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.colour else text
