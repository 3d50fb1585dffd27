"""Two people, or two windows of one, change an account at the same time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sse.accounts import services as accounts
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Address, Player, Ticket
from sse.accounts.services import player_erase, player_rename, player_settings
from sse.accounts.tickets import token_of

pytestmark = pytest.mark.django_db


def test_settings_change_only_themselves(aki: Player) -> None:
    """An old page in another window brings nobody back."""
    before = Player.objects.get(pk=aki.pk)
    player_erase(player=aki)
    player_settings(
        player=before,
        language="de",
        time_zone="UTC",
        quiet_from=None,
        quiet_to=None,
        rests_at_weekends=False,
        letters="daily",
    )
    aki.refresh_from_db()
    assert not aki.is_active
    assert aki.name.startswith("Wanderer")


def test_two_newcomers_want_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Ren", "Ren 2"])  # somebody else is faster in between
    Player.objects.create(name="Ren")
    monkeypatch.setattr(accounts, "free_name", lambda wanted: next(names))
    ticket = Ticket.objects.create(
        email="ren@example.org",
        purpose=Ticket.Purpose.LOG_IN,
        name="Ren",
        expires_at=datetime.now(UTC) + timedelta(hours=1),
    )
    player = accounts.ticket_use(token=token_of(ticket))
    assert player.name == "Ren 2"
    assert Address.objects.get(player=player).email == "ren@example.org"


def test_two_players_take_the_same_name(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "name_free", lambda name, player: name)
    with pytest.raises(AccountRefused) as said:
        player_rename(player=aki, name="Botan")
    assert said.value.code == "name"
    aki.refresh_from_db()
    assert aki.name == "Aki"
