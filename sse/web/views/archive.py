"""The archive: lists and search of matches, tags, statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.registry import About, games
from sse.archive.index.models import Tag
from sse.archive.search import options, pages
from sse.archive.search.names import texts
from sse.archive.search.pages import Page, Place, place_of
from sse.archive.search.people import names_like
from sse.archive.search.query import PICKED, STATES, Wanted, wanted_of
from sse.archive.statistics.intervals import FEW
from sse.archive.statistics.tables import (
    Figures,
    games_counted,
    parts_counted,
    seats_counted,
)
from sse.archive.tags import may_tag, tag_add, tag_key, tag_remove
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
    logged_in,
    match_or_404,
    player_in,
    safe_page,
    telling,
)

YEAR = 365 * 24 * 3600


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """What has ended and what goes on, as far as this reader may see it."""
    return listed(request, wanted_of(request.GET))


def listed(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    place = place_of(request.GET.get("before", ""), request.GET.get("after", ""))
    page, rows = found(request, wanted, place)
    counts = options.counts_of(wanted, request.user)
    facts: dict[str, Any] = {
        "wanted": wanted,
        "rows": rows,
        "chips": chips(wanted),
        "states": [(state, link_to(wanted, state=state)) for state in STATES],
        "shows_results": shows_results(request),
        "here": request.get_full_path(),
        **fields(wanted, counts),
        **page_links(wanted, page),
    }
    if place.is_first and wanted.state != "running":
        count, is_more = pages.count(wanted, request.user, page)
        facts |= {"count": rounded(count) if is_more else count, "is_more": is_more}
    facts["like"] = list(meant(wanted))
    return render(request, "web/archive.html", facts)


def meant(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """Who may be meant by the first name that nobody has, and where that leads."""
    names = [named.name for named in wanted.named]
    unknown = [n for n, named in enumerate(wanted.named) if not named.key][:1]
    for n in unknown:
        for player in names_like(names[n]):
            if "," in player.name and len(names) > 1:
                continue  # several are told apart by commas
            said = ", ".join([*names[:n], player.name, *names[n + 1 :]])
            yield player.name, link_to(wanted, player=said)


def rounded(count: int) -> int:
    """1,037: there are more than 1,000."""
    step = int(10 ** (len(str(count)) - 1))
    return count // step * step


def found(request: HttpRequest, wanted: Wanted, place: Place) -> tuple[Page, list[Row]]:
    if wanted.state == "running":
        page = pages.running(wanted, request.user, place)
        return page, running_rows(page.rows)
    page = pages.records(wanted, request.user, place)
    return page, record_rows(page.rows, wanted)


def fields(wanted: Wanted, counts: options.Counts) -> dict[str, Any]:
    """What the form offers; for matches that go on it is less."""
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
    """Lists tell results from now on, or no longer."""
    answer = redirect(safe_page(request.POST.get("next", "")) or "archive")
    if request.POST.get("show") == "yes":
        answer.set_cookie(RESULTS, "yes", max_age=YEAR, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(RESULTS)
    return answer


# ------------------------------------------------------------------------------ tags


@never_cache
@require_safe
def tags(request: HttpRequest) -> HttpResponse:
    """The words that are on most matches for all to see."""
    used = Tag.objects.filter(uses__gt=0).order_by("-uses", "key")[:200]
    return render(request, "web/archive_tags.html", {"tags": used})


@never_cache
@require_safe
def tag(request: HttpRequest, key: str) -> HttpResponse:
    """All matches with a tag; the form goes on from there."""
    wanted = wanted_of(request.GET)
    wanted.tag = tag_key(key)
    if not wanted.tag or wanted.tag != key:
        raise Http404
    return listed(request, wanted)


@never_cache
@logged_in
def match_tags(request: HttpRequest, match_id: int) -> HttpResponse:
    """The tags of a match, and a place to add one for who may."""
    match, player = match_or_404(request, match_id), player_in(request)
    if request.method == "POST":
        if "remove" in request.POST:
            with telling(request):
                tag_remove(match=match, player=player, key=request.POST["remove"])
        else:
            for text in tags_said(request.POST.get("tag", "")):
                with telling(request):
                    tag_add(match=match, player=player, text=text)
        return redirect("match-tags", match.pk)
    facts = {
        "match": match,
        "tags": Tag.objects.filter(taggings__match=match).order_by("key"),
        "may_tag": may_tag(match, player),
    }
    return render(request, "web/archive_match_tags.html", facts)


def tags_said(text: str) -> list[str]:
    """Several with commas; nothing at all is for the service to refuse."""
    return [word for word in text.split(",") if word.strip()] or [""]


# ------------------------------------------------------------------------ statistics


@never_cache
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Which games there are statistics of."""
    counted = [(name, game_title(name), n) for name, n in games_counted().items()]
    return render(request, "web/statistics.html", {"games": counted})


@never_cache
@require_safe
def statistics_of(request: HttpRequest, name: str) -> HttpResponse:
    """A game's, for one number of seats and perhaps one part of its matches."""
    about = games().get(name)
    if about is None:
        raise Http404
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
        "these": urlencode(wanted_in(about, seats, part).pairs),
        "figures": Figures(about, seats, part),
        "few": FEW,
    }
    return render(request, "web/statistics_game.html", facts)


def wanted_in(about: About, seats: int, part: str) -> Wanted:
    """The search that finds the matches a part is counted from, or all of the game."""
    name, _, value = part.partition("=")
    wanted = Wanted(game=about.name, picked={"seats": str(seats)})
    if name in PICKED:
        wanted.picked[name] = value
    elif name in about.choices:
        wanted.choices[name] = value
    return wanted
