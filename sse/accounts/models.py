"""People and the addresses they write from."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.functions import Lower
from django.utils import timezone


class Players(BaseUserManager["Player"]):
    def create_superuser(self, name: str, password: str, **fields: Any) -> Player:
        """For `manage.py createsuperuser`."""
        player = self.model(name=name, is_staff=True, is_superuser=True, **fields)
        player.set_password(password)
        player.save()
        return player

    def get_by_natural_key(self, username: str | None) -> Player:
        return self.get(name__iexact=username)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person. Whoever reads mail at one of the confirmed addresses is this person."""

    class Letters(models.TextChoices):
        AT_ONCE = "at once"
        QUARTER = "every 15 minutes"
        DAILY = "daily"

    name = models.CharField(max_length=32, unique=True)
    language = models.CharField(
        max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(max_length=64, default="UTC")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    rests_at_weekends = models.BooleanField(default=False)
    letters = models.CharField(
        max_length=16, choices=Letters.choices, default=Letters.AT_ONCE
    )
    deadlines_by_calendar = models.BooleanField(default=False)  # with turn letters
    boards_as_prose = models.BooleanField(default=False)  # for people who listen
    subjects_tell = models.BooleanField(default=False)  # else one for a whole match
    calendar_key = models.CharField(max_length=43, null=True, unique=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)

    objects: ClassVar[Players] = Players()
    USERNAME_FIELD = "name"

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(Lower("name"), name="player_name_once")
        ]

    def __str__(self) -> str:
        return self.name


class Address(models.Model):
    """A mail address; only confirmed ones count, and each is one person's."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="addresses")
    email = models.EmailField()  # in lower case
    confirmed_at = models.DateTimeField(null=True, blank=True)
    is_first = models.BooleanField(default=False)  # where letters go
    suspended_at = models.DateTimeField(null=True, blank=True)  # letters came back
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "addresses"
        constraints: ClassVar = [
            UniqueConstraint(
                fields=["email"],
                condition=Q(confirmed_at__isnull=False),
                name="confirmed_address_once",
            ),
            UniqueConstraint(fields=["player", "email"], name="address_once"),
            UniqueConstraint(
                fields=["player"], condition=Q(is_first=True), name="one_first_address"
            ),
        ]

    def __str__(self) -> str:
        return self.email


class Ticket(models.Model):
    """A link and a code sent to an address: good once, and not for long.

    Both follow from the row and our secret: see accounts/tickets.py.
    """

    class Purpose(models.TextChoices):
        LOG_IN = "log in"  # an unknown address becomes a new player
        CONFIRM = "confirm"  # one more address of a player
        PROVE = "prove"  # a player who is logged in proves it once more

    email = models.EmailField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="tickets"
    )
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    name = models.CharField(max_length=32, blank=True)  # of the player to be
    language = models.CharField(max_length=2, default=settings.LANGUAGE_CODE)
    after = models.CharField(max_length=200, blank=True)  # page to go to
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}"


class Session(AbstractBaseSession):
    """A browser and what it may do here: see accounts/sessions.py.

    It says neither from where nor by which exact program it is used.
    """

    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="sessions"
    )
    device = models.CharField(max_length=60, blank=True)  # `Firefox, Linux`
    begun_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(default=timezone.now)  # noted now and then

    class Meta(AbstractBaseSession.Meta):
        indexes: ClassVar = [
            Index(fields=["player", "-used_at"], name="sessions_of_player")
        ]

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        store: type[Any] = import_module(settings.SESSION_ENGINE).SessionStore
        return store

    def __str__(self) -> str:
        return f"session of {self.player_id or 'nobody'}"


class Absence(models.Model):
    """Days on which a player is away, in their own zone, both included."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="absences")
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        constraints: ClassVar = [
            CheckConstraint(
                condition=Q(last_day__gte=F("first_day")),
                name="absence_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"


class Token(models.Model):
    """A player's key for a program. The key itself is shown once and not kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)  # as its player calls it
    digest = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=12)  # of the key, to tell it from others
    scopes = models.JSONField(default=list)  # see accounts/tokens.py
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "api_token"

    def __str__(self) -> str:
        return f"{self.name} ({self.begins}…)"
