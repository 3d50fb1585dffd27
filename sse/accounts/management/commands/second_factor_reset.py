"""`manage.py second_factor_reset NAME`: an operator lost the app and all codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sse.accounts.models import Player
from sse.accounts.second_factor import factor_remove


class Command(BaseCommand):
    help = "Forgets an operator's second factor; the next visit sets up a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        player = Player.objects.filter(name__iexact=name).first()
        if player is None:
            raise CommandError(f"Nobody is called {name}.")
        if not factor_remove(player=player):
            raise CommandError(f"{player.name} has no second factor.")
        self.stdout.write(f"{player.name} can set up a new one at /operator/.")
