"""A great archive, made of a few real matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from random import Random
from typing import Any

from bench.archive.logs import BEGIN, Model
from bench.archive.rows import Writer, plain, stamp, writer_for

A_PERSON = 50  # matches to each: a small archive has few people, who meet as often
MOST_NAMES = 50_000
WITH_LOGS = 2_000  # matches whose entries are there: all would be 150 million rows
CHUNK = 20_000
APART = timedelta(seconds=170)
NAMES = "Aki Botan Chie Daisuke Emi Fumi Оксана Иван Giulia Jürgen"
TITLES = (
    "autumn spring winter summer siege river castle mountain league cup final friendly "
    "teaching revenge evening kyoto edo osaka crane tiger dragon lantern courier snow "
    "осада лига зима турнир вечер ночь Herbst Abend Turnier inverno torneo fiume"
)
WORDS = tuple(TITLES.split())
Person = tuple[int, str]


class Filling:
    def __init__(self, models: list[Model]) -> None:
        from sse.archive.index.models import Part, Record, Story, Tag, Tagging
        from sse.matches.models import Entry, Match, Seat, Snapshot, Tenure

        self.models, self.dice, self.done = models, Random(7), 0
        self.careers: dict[tuple[str, int], Counter[str]] = {}
        self.with_logs: list[int] = []  # matches
        self.people: list[Person] = []
        Tag.objects.bulk_create(Tag(key=f"{w.lower()}-cup", label=w) for w in WORDS)
        self.tags = list(Tag.objects.all())
        self.matches, self.records = writer_for(Match), writer_for(Record)
        self.parts, self.stories = writer_for(Part, ["id"]), writer_for(Story)
        self.taggings = writer_for(Tagging, ["id"])
        self.terms = Writer("archive_terms", ["rowid", "terms"])
        self.seats, self.tenures = writer_for(Seat), writer_for(Tenure, ["id"])
        self.entries = writer_for(Entry, ["id"])
        self.snapshots = writer_for(Snapshot, ["id"])
        self.last_match = max(model.match.pk for model in models)
        self.last_seat = Seat.objects.order_by("pk").reverse()[0].pk

    @property
    def writers(self) -> list[Writer]:
        logs = [self.seats, self.tenures, self.entries, self.snapshots]
        rest = [self.parts, self.stories, self.terms, self.taggings]
        return [self.matches, self.records, *rest, *logs]

    def fill(self, count: int) -> None:
        """Up to so many matches."""
        from django.db import transaction

        self.welcome(count // A_PERSON)
        every = max(1, (count - self.done) // WITH_LOGS)
        while self.done < count:
            with transaction.atomic():
                for _ in range(min(CHUNK, count - self.done)):
                    is_newest = self.done == count - 1  # the first page shows it
                    self.add(is_newest or self.done % every == 0)
                for writer in self.writers:
                    writer.flush()
        self.count()
        self.list_words()
        tidy_up()

    def welcome(self, count: int) -> None:
        """Up to so many people."""
        from sse.accounts.models import Player

        names = NAMES.split()
        Player.objects.bulk_create(
            (
                Player(name=f"{names[n % len(names)]} {n}")
                for n in range(len(self.people), count)
            ),
            batch_size=2000,
        )
        self.people = list(Player.objects.values_list("pk", "name"))

    def list_words(self) -> None:
        """As it is done for each match."""
        from sse.archive.index.terms import words_of, words_put

        texts = [*TITLES.split(), *(name for _, name in self.people)]
        words = {word for text in texts for word in words_of(text)}
        words_put([*words, *map(str, range(1, self.done + 1))])

    # ------------------------------------------------------------------- one match

    def add(self, has_log: bool) -> None:
        """A real one, with other people, another title, and later."""
        from sse.archive.index.models import record_id

        model = self.models[self.done % len(self.models)]
        self.done, model.uses = self.done + 1, model.uses + 1
        pk, ended = self.last_match + self.done, BEGIN + APART * self.done
        people = self.dice.sample(self.people, model.match.seats_wanted)
        title = " ".join(self.dice.choices(WORDS, k=3)) + f" {self.done}"
        key, end = record_id(ended, pk), stamp(ended)
        days = {
            "started_at": stamp(ended - timedelta(days=model.record.days)),
            "ended_at": end,
            "title": title,
        }
        match = plain(model.match, self.matches)
        self.matches.add(match, id=pk, changed_at=end, **days)
        record = plain(model.record, self.records)
        done = dict.fromkeys(("is_counted", "is_rated", "is_worded"), True)
        self.records.add(record, id=key, match_id=pk, **days, **done, players="people")
        self.stories.add(plain(model.story, self.stories), record_id=key)
        self.take_part(model, key, people)
        self.index(model, pk, key, title, people)
        if has_log:
            self.write_log(model, pk, people)

    def take_part(self, model: Model, key: int, people: list[Person]) -> None:
        for part, (player, name) in zip(model.parts, people, strict=True):
            who = {"record_id": key, "player_id": player, "name": name}
            self.parts.add(plain(part, self.parts), **who)
            career = self.careers.setdefault((part.game_name, player), Counter())
            career["played"] += 1
            career["won"] += part.place == 1

    def index(
        self, model: Model, pk: int, key: int, title: str, people: list[Person]
    ) -> None:
        """All that it is found by."""
        from sse.archive.index.terms import token

        facts = list(model.facts)
        for part, (player, _) in zip(model.parts, people, strict=True):
            won = "won" if part.place == 1 else "lost"
            facts += [f"player={player}", f"{won}={player}"]
        if self.done % 10 == 0:
            tag = self.dice.choice(self.tags)
            facts.append(f"tag={tag.key}")
            self.taggings.rows.append((pk, tag.pk, None, stamp(BEGIN)))
        texts = [*title.split(), *(name for _, name in people)]
        words = [word for text in texts for word in spelt(text)]
        terms = dict.fromkeys([*map(token, facts), *words])
        self.terms.rows.append((key, terms_text(terms)))

    def write_log(self, model: Model, pk: int, people: list[Person]) -> None:
        from sse.matches.models import Seat, Tenure

        self.with_logs.append(pk)
        for number, (player, name) in enumerate(people):
            self.last_seat += 1
            empty = plain(Seat(), self.seats)
            seat = {"id": self.last_seat, "match_id": pk, "number": number}
            self.seats.add(empty, **seat, player_id=player)
            held = {"seat_id": self.last_seat, "player_id": player, "name": name}
            self.tenures.add(plain(Tenure(entry=0), self.tenures), **held)
        for entry in model.entries:
            self.entries.add(plain(entry, self.entries), match_id=pk)
        for snapshot in model.snapshots:
            self.snapshots.add(plain(snapshot, self.snapshots), match_id=pk)

    # ------------------------------------------------------------------- statistics

    def count(self) -> None:
        """Counts and careers, as workers would have kept them."""
        from sse.archive.index.models import Career, Record, Tag, Tally
        from sse.archive.statistics.counts import Key, summed, with_story_and_parts

        total: Counter[Key] = Counter()
        wins: Counter[Key] = Counter()
        for model in self.models:
            whole = with_story_and_parts(
                Record.objects.filter(pk=model.record.pk)
            ).get()
            for key, (n, won) in summed([whole]).items():
                total[key] += n * (model.uses + 1)
                wins[key] += won * (model.uses + 1)
        Tally.objects.all().delete()
        Tally.objects.bulk_create(
            Tally(n=n, won=wins[key], **key._asdict()) for key, n in total.items()
        )
        Tag.objects.update(uses=self.done // 10 // len(self.tags))
        Career.objects.all().delete()
        Career.objects.bulk_create(
            (self.career(*who, deeds) for who, deeds in self.careers.items()),
            batch_size=2000,
        )

    def career(self, game: str, player: int, deeds: Counter[str]) -> Any:
        from sse.archive.index.models import Career

        mu, sigma = self.dice.gauss(25, 6), self.dice.uniform(1.5, 8)
        known = {"mu": mu, "sigma": sigma, "rating": mu - 3 * sigma}
        return Career(
            game_name=game, player_id=player, rated=deeds["played"], **deeds, **known
        )


@lru_cache(maxsize=MOST_NAMES)
def spelt(text: str) -> list[str]:
    from sse.archive.index.terms import words_of

    return words_of(text)


def terms_text(terms: Iterable[str]) -> str:
    from django.db import connection

    if connection.vendor == "sqlite":
        return " ".join(terms)
    return "'" + "' '".join(terms) + "'"


def tidy_up() -> None:
    """What a database does by itself in time."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("vacuum analyze")
        else:
            merge = "insert into archive_terms(archive_terms) values ('optimize')"
            cursor.execute(merge)
            cursor.execute("analyze")
