"""Pages of players and bots: what they played, how well, how reliably."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sse.archive import players
from sse.archive.index.models import Career, RatingStep
from sse.archive.ratings import Strength
from sse.archive.search.pages import Page, Place, place_of
from sse.archive.search.people import names_like
from sse.archive.statistics.tables import games_counted
from sse.matches.presentation import game_title
from sse.web.match_lists import record_rows, running_rows, shows_results
from sse.web.views.responses import read_page

CURVE_WIDTH, CURVE_HEIGHT = 300, 80


@read_page
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the best players of a game, and find anyone by name."""
    known = games_counted()
    usual = max(known, key=lambda name: known[name], default="")
    game = request.GET.get("game", "")
    game = game if game in known else usual
    name = request.GET.get("name", "").replace("\x00", "").strip()[:32]
    facts = {
        "games": [(one, game_title(one)) for one in known],
        "game": game,
        "best": players.best_careers(game) if game else [],
        "name": name,
        "like": names_like(name) if name else [],
    }
    return render(request, "web/players.html", facts)


@read_page
def player(request: HttpRequest, who: str) -> HttpResponse:
    """Show a player by number, which stays; a name redirects there."""
    found = players.player_at(who, request.user)
    if found is None:
        raise Http404
    if who != str(found.pk):
        return redirect("player", found.pk)
    page = players.player_history(found, request.user, place_in(request))
    running = players.running_of(found, request.user)
    careers = players.careers_of(found)
    facts = {
        "player": found,
        "careers": [
            (game_title(career.game_name), career, rating_curve(career))
            for career in careers
        ],
        "reliability": players.reliability_of(careers),
        "running": running_rows(running),
        **page_facts(request, page),
    }
    return render(request, "web/player.html", facts)


@read_page
def program(request: HttpRequest, game: str, bot: str) -> HttpResponse:
    career = players.program_career(game, bot)
    if career is None:
        raise Http404
    page = players.program_history(game, bot, place_in(request))
    facts = {
        "bot": bot,
        "careers": [(game_title(game), career, rating_curve(career))],
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


def rating_curve(career: Career) -> Curve | None:
    return curve_of(players.rating_curve(career))


@dataclass(frozen=True)
class Curve:
    """A rating through its last matches and how sure it was, as numbers for SVG."""

    line: str  # points of a polyline
    band: str  # and of the polygon round it
    first: float
    last: float
    n: int


def curve_of(steps: list[RatingStep]) -> Curve | None:
    """Return the curve of a rating; one point is no curve."""
    if len(steps) < 2:
        return None
    ratings = [Strength(step.mu, step.sigma).rating for step in steps]
    lows = [step.mu - step.sigma for step in steps]
    highs = [step.mu + step.sigma for step in steps]
    lowest, highest = min(lows), max(highs)
    scale = CURVE_HEIGHT / ((highest - lowest) or 1)
    across = CURVE_WIDTH / (len(steps) - 1)

    def points(values: list[float]) -> list[str]:
        return [
            f"{index * across:.1f},{(highest - value) * scale:.1f}"
            for index, value in enumerate(values)
        ]

    return Curve(
        line=" ".join(points([step.mu for step in steps])),
        band=" ".join([*points(highs), *points(lows)[::-1]]),
        first=ratings[0],
        last=ratings[-1],
        n=len(steps),
    )
