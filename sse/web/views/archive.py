"""The archive: lists and search of matches, tags, statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from engine.registry import About, games
from sse.archive.index.models import Tag
from sse.archive.search import options, pages
from sse.archive.search.names import texts
from sse.archive.search.pages import Page, Place, place_of
from sse.archive.search.people import names_like
from sse.archive.search.query import PICKED, STATES, Wanted, read_query
from sse.archive.statistics.intervals import FEW
from sse.archive.statistics.tables import (
    Figures,
    games_counted,
    parts_counted,
    seats_counted,
)
from sse.archive.tags import may_tag, tag_add, tag_key, tag_remove, tags_of
from sse.matches.presentation import game_title
from sse.web.match_lists import (
    RESULTS,
    Row,
    chips,
    record_rows,
    running_rows,
    shows_results,
)
from sse.web.views.responses import (
    form_page,
    game_or_404,
    logged_in,
    match_or_404,
    player_in,
    read_page,
    safe_path,
    telling,
)

YEAR_SECONDS = 365 * 24 * 3600


@read_page
def archive(request: HttpRequest) -> HttpResponse:
    """List ended and running matches, as far as this reader may see them."""
    return search_page(request, read_query(request.GET))


def search_page(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    place = place_of(request.GET.get("before", ""), request.GET.get("after", ""))
    page, rows = matching_rows(request, wanted, place)
    counts = options.option_counts(wanted, request.user)
    facts: dict[str, Any] = {
        "wanted": wanted,
        "rows": rows,
        "chips": chips(wanted),
        "states": [(state, link_to(wanted, state=state)) for state in STATES],
        "shows_results": shows_results(request),
        "here": request.get_full_path(),
        **search_fields(wanted, counts),
        **page_links(wanted, page),
    }
    if place.is_first and wanted.state != "running":
        count, is_more = pages.count_records(wanted, request.user, page)
        facts |= {"count": rounded(count) if is_more else count, "is_more": is_more}
    facts["like"] = list(similar_names(wanted))
    return render(request, "web/archive.html", facts)


def similar_names(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """Yield players with names like the first unknown one, and a search for each."""
    names = [named.name for named in wanted.named]
    unknown = [n for n, named in enumerate(wanted.named) if not named.key][:1]
    for n in unknown:
        for player in names_like(names[n]):
            if "," in player.name and len(names) > 1:
                continue  # several are told apart by commas
            said = ", ".join([*names[:n], player.name, *names[n + 1 :]])
            yield player.name, link_to(wanted, player=said)


def rounded(count: int) -> int:
    """Round down: of 1,037 we say “more than 1,000”."""
    step = int(10 ** (len(str(count)) - 1))
    return count // step * step


def matching_rows(
    request: HttpRequest, wanted: Wanted, place: Place
) -> tuple[Page, list[Row]]:
    if wanted.state == "running":
        page = pages.find_running(wanted, request.user, place)
        return page, running_rows(page.rows)
    page = pages.find_records(wanted, request.user, place)
    return page, record_rows(page.rows, wanted)


def search_fields(wanted: Wanted, counts: options.Counts) -> dict[str, Any]:
    """Return the fields of the search form; running matches have fewer."""
    about = games().get(wanted.game)
    said = {"game_field": options.game_select(wanted, counts)}
    if wanted.state == "running":
        few = [options.picked_select(wanted, counts, n) for n in ("seats", "tempo")]
        return {**said, "more": few}
    names = ("seats", "players", "result", "margin", "length", "days", "clock", "tempo")
    more = [options.picked_select(wanted, counts, name) for name in names]
    return {
        **said,
        "more": more,
        "of_game": list(options.choice_selects(wanted, counts, about)) if about else [],
        "happened": options.happened_selects(wanted, counts, about) if about else [],
        "whens": texts("when"),
        "outcomes": texts("outcome"),
    }


def page_links(wanted: Wanted, page: Page) -> dict[str, str]:
    links = {}
    if page.newer is not None:
        links["newer"] = link_to(wanted, after=page.newer)
    if page.older is not None:
        links["older"] = link_to(wanted, before=page.older)
    return links


def link_to(wanted: Wanted, **others: object) -> str:
    pairs = [pair for pair in wanted.pairs if pair[0] not in others]
    new = [(name, str(value)) for name, value in others.items()]
    new = [pair for pair in new if pair != ("state", STATES[0])]
    return f"{reverse('archive')}?{urlencode([*pairs, *new])}"


@require_POST
def results(request: HttpRequest) -> HttpResponse:
    """Show results in lists from now on, or hide them."""
    response = redirect(safe_path(request.POST.get("next", "")) or "archive")
    if request.POST.get("show") == "yes":
        response.set_cookie(
            RESULTS, "yes", max_age=YEAR_SECONDS, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(RESULTS)
    return response


# ------------------------------------------------------------------------------ tags


@read_page
def tags(request: HttpRequest) -> HttpResponse:
    """List the tags that most public matches have."""
    used = Tag.objects.filter(uses__gt=0).order_by("-uses", "key")[:200]
    return render(request, "web/archive_tags.html", {"tags": used})


@read_page
def tag(request: HttpRequest, key: str) -> HttpResponse:
    """List all matches with a tag; the search form starts from there."""
    wanted = read_query(request.GET)
    wanted.tag = tag_key(key)
    if not wanted.tag or wanted.tag != key:
        raise Http404
    return search_page(request, wanted)


@form_page
@logged_in
def match_tags(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the tags of a match; some players may add and remove them."""
    match, player = match_or_404(request, match_id), player_in(request)
    if request.method == "POST":
        if "remove" in request.POST:
            with telling(request):
                tag_remove(match=match, player=player, key=request.POST["remove"])
        else:
            for text in tags_in(request.POST.get("tag", "")):
                with telling(request):
                    tag_add(match=match, player=player, text=text)
        return redirect("match-tags", match.pk)
    facts = {
        "match": match,
        "tags": tags_of(match),
        "may_tag": may_tag(match, player),
    }
    return render(request, "web/archive_match_tags.html", facts)


def tags_in(text: str) -> list[str]:
    """Return tags separated by commas; the service refuses an empty one."""
    return [word for word in text.split(",") if word.strip()] or [""]


# ------------------------------------------------------------------------ statistics


@read_page
def statistics(request: HttpRequest) -> HttpResponse:
    counted = [(name, game_title(name), n) for name, n in games_counted().items()]
    return render(request, "web/statistics.html", {"games": counted})


@read_page
def statistics_of(request: HttpRequest, name: str) -> HttpResponse:
    """Show a game's figures for a number of seats, perhaps of some matches only."""
    about = game_or_404(name)
    by_seats = seats_counted(name)
    usual = max(by_seats, key=lambda seats: by_seats[seats], default=about.seats[0])
    said = request.GET.get("seats", "")
    seats = int(said) if said in map(str, by_seats) else usual
    parts = parts_counted(about, seats)
    wanted = request.GET.get("part", "")
    part = wanted if wanted in [key for key, _, _ in parts] else ""
    facts = {
        "name": name,
        "title": game_title(name),
        "by_seats": by_seats,
        "seats": seats,
        "total": sum(by_seats.values()),
        "parts": parts,
        "part": part,
        "these": urlencode(search_for_part(about, seats, part).pairs),
        "figures": Figures(about, seats, part),
        "few": FEW,
    }
    return render(request, "web/statistics_game.html", facts)


def search_for_part(about: About, seats: int, part: str) -> Wanted:
    """Return the search for the matches that a part, or the whole game, counts."""
    name, _, value = part.partition("=")
    wanted = Wanted(game=about.name, picked={"seats": str(seats)})
    if name in PICKED:
        wanted.picked[name] = value
    elif name in about.choices:
        wanted.choices[name] = value
    return wanted
