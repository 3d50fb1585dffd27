"""How well players and programs play, by OpenSkill, each game by itself.

Matches count in the order of their ends. Whoever comes late turns the ratings back to
that moment, and all later matches are rated once more: the result is always the one
that `manage.py ratings_rebuild` gives.

What counts: finished matches that were played here and that everybody may see, and in
them the seats whose result is their holder's own: nobody else held the seat, and no
stand-in made most of its decisions. Who resigns has lost. Several seats of one program
count as one, by the mean.
"""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from django.db.models import QuerySet
from openskill.models import PlackettLuce

from sse.archive.exclusive import exclusive_lock
from sse.archive.index.models import LISTED, Career, Holder, Part, RatingStep, Record
from sse.archive.statistics.counts import careers_for

BATCH = 500  # records
DOUBT = 3  # sigmas below what is most likely: that good they are at least
MODEL = PlackettLuce()
FIELDS = ["mu", "sigma", "rating", "rated"]  # of a career


class Strength(NamedTuple):
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def rating(self) -> float:
        return self.mu - DOUBT * self.sigma


# ------------------------------------------------------------------------- one match


def rateable(record: Record) -> list[Part]:
    """The seats that count; none if they are all one's own."""
    if not record.counts:
        return []
    seats = [part for part in record.parts.all() if part.is_rateable and part.is_last]
    return seats if len({part.holder for part in seats}) > 1 else []


def strengths_after(
    seats: list[Part], known: dict[Holder, Strength]
) -> dict[Holder, Strength]:
    """The strengths of all holders after their match."""
    before = [known.get(part.holder, Strength()) for part in seats]
    teams = [[MODEL.create_rating([s.mu, s.sigma])] for s in before]
    after = MODEL.rate(teams, ranks=[float(part.place or 0) for part in seats])
    found: dict[Holder, list[Strength]] = {}
    for part, (new,) in zip(seats, after, strict=True):
        found.setdefault(part.holder, []).append(Strength(new.mu, new.sigma))
    return {
        who: Strength(*map(fmean, zip(*mine, strict=True)))
        for who, mine in found.items()
    }


# ---------------------------------------------------------------------- keeping them


def ratings_go_on() -> int:
    """Rates the next matches that are not rated yet. How many there were."""
    with exclusive_lock("ratings"):
        unrated = Record.objects.filter(is_rated=False).order_by("pk")
        first = unrated.first()
        if first is None:
            return 0
        undo_ratings_from(first.game_name, first.pk)
        same = unrated.filter(game_name=first.game_name)
        records = list(same.prefetch_related("parts")[:BATCH])
        rate_records(records)
        Record.objects.filter(pk__in=[r.pk for r in records]).update(is_rated=True)
    return len(records)


def countable() -> QuerySet[Record]:
    """The records that may be rated: see `Record.counts`."""
    return Record.objects.filter(LISTED, is_imported=False, is_from_position=False)


def rate_records(records: list[Record]) -> None:
    seats = {record.pk: rateable(record) for record in records}
    holders = {part.holder for parts in seats.values() for part in parts}
    careers = {career.holder: career for career in careers_for(holders)}
    known = {
        who: Strength(career.mu, career.sigma)
        for who, career in careers.items()
        if career.mu is not None and career.sigma is not None
    }
    steps = []
    for record_id, parts in seats.items():
        for who, strength in (strengths_after(parts, known) if parts else {}).items():
            known[who] = strength
            careers[who].rated += 1
            step = {"record_id": record_id, "career": careers[who]}
            steps.append(RatingStep(mu=strength.mu, sigma=strength.sigma, **step))
    RatingStep.objects.bulk_create(steps, batch_size=1000)
    for who, career in careers.items():
        career.mu, career.sigma = known[who]
        career.rating = known[who].rating
    Career.objects.bulk_update(careers.values(), FIELDS, batch_size=1000)


def undo_ratings_from(game: str, record_id: int) -> None:
    """Before this match nothing later has been played."""
    later = RatingStep.objects.filter(career__game_name=game, record__gte=record_id)
    careers = list(Career.objects.filter(pk__in=later.values("career")))
    if not careers:
        return
    countable().filter(game_name=game, pk__gt=record_id).update(is_rated=False)
    RatingStep.objects.filter(pk__in=later.values("pk")).delete()
    for career in careers:
        last = career.steps.order_by("-record").first()
        strength = Strength(last.mu, last.sigma) if last else None
        career.rated = career.steps.count()
        career.mu, career.sigma = strength or (None, None)
        career.rating = strength.rating if strength else None
        career.save(update_fields=FIELDS)


def ratings_rebuild() -> int:
    """All of them from the first match on. How many matches were looked at."""
    with exclusive_lock("ratings"):
        RatingStep.objects.all().delete()
        Career.objects.update(mu=None, sigma=None, rating=None, rated=0)
        countable().filter(is_rated=True).update(is_rated=False)
    return sum(iter(ratings_go_on, 0))
