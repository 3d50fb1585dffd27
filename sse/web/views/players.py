"""Pages of players and programs: what they played, how well, how reliably."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sse.archive import players
from sse.archive.search.pages import Page, Place, place_of, with_seats
from sse.archive.search.people import names_like
from sse.archive.statistics.tables import games_counted
from sse.matches.presentation import game_title
from sse.web.charts import Curve, curve_of
from sse.web.match_lists import record_rows, running_rows, shows_results


@never_cache
@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """The best of a game, and a way to find anybody by name."""
    known = games_counted()
    usual = max(known, key=lambda name: known[name], default="")
    game = request.GET.get("game", "")
    game = game if game in known else usual
    name = request.GET.get("name", "").replace("\x00", "").strip()[:32]
    facts = {
        "games": [(one, game_title(one)) for one in known],
        "game": game,
        "best": players.best_of(game) if game else [],
        "name": name,
        "like": names_like(name) if name else [],
    }
    return render(request, "web/players.html", facts)


@never_cache
@require_safe
def player(request: HttpRequest, who: str) -> HttpResponse:
    """By number, which stays; a name leads there."""
    found = players.player_at(who, request.user)
    if found is None:
        raise Http404
    if who != str(found.pk):
        return redirect("player", found.pk)
    page = players.history(found, request.user, place_in(request))
    running = players.running_of(found, request.user)
    with_seats(running)
    careers = players.careers_of(found)
    facts = {
        "player": found,
        "careers": [
            (game_title(deeds.career.game_name), deeds, drawn(deeds))
            for deeds in careers
        ],
        "reliability": players.reliability(careers),
        "running": running_rows(running),
        **page_facts(request, page),
    }
    return render(request, "web/player.html", facts)


@never_cache
@require_safe
def program(request: HttpRequest, game: str, bot: str) -> HttpResponse:
    deeds = players.program_career(game, bot)
    if deeds is None:
        raise Http404
    page = players.program_history(game, bot, place_in(request))
    facts = {
        "bot": bot,
        "careers": [(game_title(game), deeds, drawn(deeds))],
        **page_facts(request, page),
    }
    return render(request, "web/player_program.html", facts)


def place_in(request: HttpRequest) -> Place:
    return place_of(request.GET.get("before", ""), request.GET.get("after", ""))


def page_facts(request: HttpRequest, page: Page) -> dict[str, object]:
    return {
        "rows": record_rows(page.rows),
        "newer": f"?after={page.newer}" if page.newer is not None else "",
        "older": f"?before={page.older}" if page.older is not None else "",
        "shows_results": shows_results(request),
        "here": request.get_full_path(),
    }


def drawn(deeds: players.Deeds) -> Curve | None:
    return curve_of(players.curve(deeds.career))
