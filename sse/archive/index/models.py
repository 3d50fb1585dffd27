"""Rows of the index. All of them follow from matches, and can be made anew."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, gettext

from engine.registry import About, games
from sse.archive.statistics.intervals import Share

LARGEST = 2**63 - 1  # that a column of ids holds
SECOND = 2**30  # ids that end in one second; below it stands the match's own id
LISTED = Q(is_public=True, is_finished=True)
Holder = tuple[str, int | None, str]  # game, player, bot
HAS_PLAYER, IS_RATED = Q(player__isnull=False), Q(rating__isnull=False)


def partial_index(rows: Q, *fields: str, name: str) -> models.Index:
    """Return an index of those rows alone."""
    return models.Index(fields=fields, condition=rows, name=name)


class Record(models.Model):
    """A match that has ended. Its id ascends with its end: pages need no sort."""

    class Players(models.TextChoices):
        PEOPLE = "people"
        MIXED = "mixed"
        PROGRAMS = "programs"

    id = models.BigIntegerField(primary_key=True)
    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, related_name="record"
    )
    game_name = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    choices = models.JSONField(default=dict)  # with those that logs leave unsaid
    seats = models.PositiveSmallIntegerField()
    tempo = models.CharField(max_length=5)
    clock = models.CharField(max_length=10)  # name of the preset, or `own`
    players = models.CharField(max_length=8, choices=Players.choices)
    title = models.CharField(max_length=80, blank=True)
    is_public = models.BooleanField()  # otherwise only for its people
    is_finished = models.BooleanField()  # otherwise it was abandoned
    is_imported = models.BooleanField(default=False)  # not played here: never counted
    is_from_position = models.BooleanField(default=False)  # and neither is this
    entries = models.PositiveIntegerField()
    days = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    winners = models.PositiveSmallIntegerField(default=0)
    # points from first to next; nothing where all others resigned
    margin = models.PositiveIntegerField(null=True)
    is_counted = models.BooleanField(default=False)  # in the statistics
    is_rated = models.BooleanField(default=False)  # or there is nothing to rate
    is_worded = models.BooleanField(default=False)  # found by the terms of today

    class Meta:
        indexes: ClassVar = [
            partial_index(LISTED, "-id", name="records_for_all"),
            partial_index(Q(is_finished=False), "-id", name="records_abandoned"),
            partial_index(Q(is_counted=False), "id", name="records_to_count"),
            partial_index(Q(is_rated=False), "id", name="records_to_rate"),
            partial_index(Q(is_worded=False), "-id", name="records_to_word"),
        ]

    @property
    def is_conceded(self) -> bool:
        """Whether all seats but one resigned: there is a winner without a margin."""
        return self.is_finished and bool(self.winners) and self.margin is None

    def __str__(self) -> str:
        return self.title or f"{self.game_title} {self.match_id}"

    @property
    def counts(self) -> bool:
        """Whether ratings and statistics know of it."""
        is_whole = not (self.is_imported or self.is_from_position)
        return self.is_public and self.is_finished and is_whole

    @property
    def about(self) -> About | None:
        """A game may be gone; what was played stays."""
        return games().get(self.game_name)

    @property
    def game_title(self) -> str:
        about = self.about
        return about.title_in(get_language() or "en") if about else self.game_name


class Part(models.Model):
    """Somebody who held a seat; without a seat, the organiser who did not play."""

    record = models.ForeignKey(
        Record, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    game_name = models.CharField(max_length=40)
    is_public = models.BooleanField()
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="parts",
        db_index=False,
    )
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=33)  # as others saw it
    turn = models.PositiveSmallIntegerField(null=True)  # 1 played first
    place = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    is_last = models.BooleanField(default=True)  # held the seat to the end
    has_resigned = models.BooleanField(default=False)
    is_rateable = models.BooleanField(default=False)  # the result is theirs alone
    answers = models.PositiveIntegerField(default=0)  # in time, where a clock ran
    missed = models.PositiveIntegerField(default=0)  # deadlines
    openings = models.JSONField(default=dict)  # `goods_sold place`: `harbour`

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["record", "seat"], name="parts_of_record"),
            partial_index(HAS_PLAYER, "player", "-record", name="parts_of_player"),
            partial_index(
                ~Q(bot=""), "game_name", "bot", "-record", name="parts_of_program"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} on seat {self.seat}"

    @property
    def has_won(self) -> bool:
        return self.place == 1 and self.is_last

    @property
    def holder(self) -> Holder:
        return self.game_name, self.player_id, self.bot


class Story(models.Model):
    """What happened in a match: see index/story.py."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, primary_key=True, related_name="story"
    )
    happened = models.JSONField(default=dict)  # term: [how often, first and last step]
    first = models.JSONField(default=dict)  # term: step
    last = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "stories"

    def __str__(self) -> str:
        return f"what happened in record {self.record_id}"


class Terms(models.Model):
    """Everything a record can be found by: a GIN index, or FTS5. See index/terms.py."""

    record = models.OneToOneField(
        Record,
        on_delete=models.DO_NOTHING,
        primary_key=True,
        db_column="rowid",
        db_constraint=False,
        related_name="terms",
    )
    terms = models.TextField()

    class Meta:
        managed = False
        db_table = "archive_terms"
        verbose_name_plural = "terms"

    def __str__(self) -> str:
        return f"terms of record {self.record_id}"


class Tag(models.Model):
    """A word that people put on matches."""

    key = models.CharField(max_length=30, unique=True)  # folded: one tag, one spelling
    label = models.CharField(max_length=30)  # as it was written first
    uses = models.PositiveIntegerField(default=0)  # records that everybody may see

    class Meta:
        indexes: ClassVar = [models.Index(fields=["-uses", "key"], name="tags_by_use")]

    def __str__(self) -> str:
        return self.label


class Tagging(models.Model):
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="taggings"
    )
    tag = models.ForeignKey(Tag, on_delete=models.CASCADE, related_name="taggings")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="taggings",
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "tag"], name="tagged_once")
        ]

    def __str__(self) -> str:
        return f"{self.tag_id} on match {self.match_id}"


class Tally(models.Model):
    """How often something was so: see statistics/counting.py."""

    game_name = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=80, blank=True)  # of the matches; "" is all
    figure = models.CharField(max_length=80)
    value = models.CharField(max_length=80, blank=True)
    n = models.IntegerField(default=0)
    won = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game_name", "part", "figure", "seats", "value"],
                name="tally_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_name} {self.part} {self.figure} {self.value}: {self.n}"


class Career(models.Model):
    """What a player, or a program, has done in one game, in matches for all to see."""

    game_name = models.CharField(max_length=40)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="careers",
        db_index=False,
    )
    bot = models.CharField(max_length=20, blank=True)
    played = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    left = models.IntegerField(default=0)  # resigned, or lost the seat
    answers = models.IntegerField(default=0)
    missed = models.IntegerField(default=0)
    mu = models.FloatField(null=True)  # see ratings.py
    sigma = models.FloatField(null=True)
    rating = models.FloatField(null=True)
    rated = models.PositiveIntegerField(default=0)  # matches

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game_name"],
                condition=HAS_PLAYER,
                name="career_of_player",
            ),
            models.UniqueConstraint(
                fields=["game_name", "bot"],
                condition=Q(player__isnull=True),
                name="career_of_program",
            ),
        ]
        indexes: ClassVar = [
            partial_index(
                IS_RATED, "game_name", "-rating", "id", name="careers_by_rating"
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot or self.player_id} in {self.game_name}"

    @property
    def holder(self) -> Holder:
        return self.game_name, self.player_id, self.bot

    @property
    def wins(self) -> Share:
        return Share(self.won, self.played)

    @property
    def kept(self) -> Share:
        """Of all answers that a clock waited for, those that came."""
        return Share(self.answers, self.answers + self.missed)

    @property
    def certainty(self) -> str:
        """How sure the rating is."""
        if self.sigma is None:
            return gettext("not rated yet")
        if self.sigma > 6.5:  # until about ten matches
            return gettext("a first estimate")
        if self.sigma > 4.5:
            return gettext("rough")
        return gettext("fairly certain") if self.sigma > 3 else gettext("certain")


class RatingStep(models.Model):
    """A career's rating after a match."""

    record = models.ForeignKey(
        Record, on_delete=models.CASCADE, related_name="rating_steps"
    )
    career = models.ForeignKey(
        Career, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["career", "record"], name="rated_once")
        ]

    def __str__(self) -> str:
        return f"career {self.career_id} after record {self.record_id}"


def record_id(ended_at: datetime, match_id: int) -> int:
    """The second of the end, then the match: the same whenever it is made."""
    return first_id(ended_at) + match_id % SECOND


def first_id(instant: datetime) -> int:
    """The least id of what ended then; from 2245 on the largest there can be."""
    return min(int(instant.timestamp()) * SECOND, LARGEST)
