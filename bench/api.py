"""The API beside what it stands on: `python -m bench.api`.

Each pair is measured in the same rounds, turn by turn: a list of fifty matches beside a
bare view of `.values()`, and a view of a match beside the engine's own and one indexed
read. Both of a pair end as bytes of JSON. Nothing here is a test.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROUNDS = 5
TIMES = 20  # of each, in a round
FIFTY = 50
GAME = "small_samurai_empires"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="hikyaku-bench-") as folder:
        set_up(Path(folder))
        memory = "django.core.cache.backends.locmem.LocMemCache"
        from django.test import override_settings

        with override_settings(CACHES={"default": {"BACKEND": memory}}):
            print(f"{'':<52}{'seen':>12}{'goal':>12}")
            lists()
            views()


def set_up(folder: Path) -> None:
    """Django on a new SQLite database; nobody is rung, and nobody asks too often."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sse.settings",
        "HIKYAKU_DATA": str(folder),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "ALLOWED_HOSTS": "*",
        "RATE_API_TOKENS": "100000/second",
        "RATE_API_ADDRESSES": "100000/second",
    }
    os.environ.pop("DATABASE_URL", None)
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.ERROR)
    call_command("migrate", verbosity=0)


def line(name: str, seen: float, goal: float) -> None:
    verdict = "reached" if seen <= goal else "BEHIND"
    print(f"{name:<52}{seen:>12,.2f}{goal:>12,.2f}  {verdict}")


def compared(ours: Callable[[], Any], theirs: Callable[[], Any]) -> float:
    """How many times as long ours takes: the best of rounds, turn by turn."""
    best = [float("inf"), float("inf")]
    for run in (ours, theirs):
        run()
    for _ in range(ROUNDS):
        for at, run in enumerate((ours, theirs)):
            begun = time.process_time()
            for _ in range(TIMES):
                run()
            best[at] = min(best[at], time.process_time() - begun)
    ours_ms, bare_ms = (1e3 * seconds / TIMES for seconds in best)
    print(f"    ours {ours_ms:.2f} ms, bare {bare_ms:.2f} ms")
    return best[0] / best[1]


def lists() -> None:
    """Through all middleware, as a stranger asks."""
    from django.http import HttpRequest, JsonResponse
    from django.test import Client
    from django.urls import path

    from sse import urls
    from sse.accounts.models import Player
    from sse.archive.imports import match_import
    from sse.archive.index.models import Record
    from sse.matches.models import Match

    replays = Path(__file__).resolve().parent.parent / "tests" / "replays"
    log = (replays / "age_of_war" / "everything.log").read_bytes()
    match, _ = match_import(data=log, is_listed=True)
    copies(match, FIFTY)
    fields = [field.name for field in Record._meta.fields if field.name != "choices"]

    def bare(request: HttpRequest) -> JsonResponse:
        rows = Record.objects.filter(is_public=True, is_finished=True)
        items = rows.order_by("-id").values(*fields)[:FIFTY]
        return JsonResponse({"items": list(items)})

    urls.urlpatterns.insert(0, path("bare", bare))
    client = Client()

    def get(address: str) -> Callable[[], None]:
        def run() -> None:
            assert client.get(address).status_code == 200

        return run

    assert Match.objects.count() >= FIFTY
    assert not Player.objects.exists()
    ratio = compared(get(f"/api/v1/matches?limit={FIFTY}"), get("/bare"))
    line("list of 50 matches, times a bare .values() view", ratio, 3)


def copies(match: Any, number: int) -> None:
    """Rows of the index for as many matches: nothing of them is looked at but these."""
    from sse.archive.index.models import Part, Record
    from sse.matches.models import Match

    record = Record.objects.get(match=match)
    parts = list(Part.objects.filter(record=record))
    for at in range(1, number):
        new = Match.objects.get(pk=match.pk)
        new.pk, new.chain = None, f"{at:064x}"
        new.save()
        record.pk, record.match = record.pk + 1, new
        record.save(force_insert=True)
        for part in parts:
            part.pk, part.record = None, record
            part.save()


def views() -> None:
    """What is answered once it is known who asks; and as a whole request."""
    from django.test import Client
    from rest_framework.renderers import JSONRenderer

    from sse.accounts.models import Player
    from sse.accounts.tokens import token_make
    from sse.api.match_lookup import look_at, visible_view
    from sse.matches import states
    from sse.matches.models import Match
    from sse.matches.play import match_open, match_start
    from sse.platform import rows, wake

    player = Player.objects.create(name="Aki")
    with wake.muffled():
        match = match_open(
            organiser=player, game=GAME, seats=4, bot_seats=["random"] * 3
        )
        match = match_start(match_id=match.pk, by=player)
    one = rows.Select(lambda pk: Match.objects.filter(pk=pk), int)
    rendered = JSONRenderer().render

    def bare() -> bytes:
        (found,) = one(match.pk)
        return bytes(rendered(found.game.view(states.state_now(found), 0)))

    def answer() -> bytes:
        look = look_at(match.pk, player)
        assert look is not None
        found = look.match
        told = {"match": found.pk, "status": found.status, "steps": found.head}
        return bytes(rendered({**told, "seat": look.seat, "view": visible_view(look)}))

    ratio = compared(answer, bare)
    line("view of a match, times engine view and one read", ratio, 1.5)
    _token, key = token_make(player=player, name="bench", scopes=["read"])
    client = Client(headers={"Authorization": f"Bearer {key}"})
    whole = compared(lambda: client.get(f"/api/v1/matches/{match.pk}/view"), bare)
    print(f"    a whole request with key, limits and middleware: {whole:.1f} times")


if __name__ == "__main__":
    main()
