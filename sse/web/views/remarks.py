"""What readers do at a step: write a remark, or try another course. By POST."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from sse.archive.forks import FRESH, match_fork
from sse.archive.remarks import remark_add, remark_remove
from sse.matches.errors import MatchRefused
from sse.platform.rates import check_limit
from sse.web.step_context import Beside
from sse.web.views.replay import step_asked
from sse.web.views.responses import (
    form_page,
    logged_in,
    match_or_404,
    number_in,
    player_action,
    player_in,
    telling,
)


def back_to(request: HttpRequest, match_id: int, step: int, place: str) -> HttpResponse:
    """Redirect to the step, from the same point of view."""
    query = request.GET.urlencode()
    address = reverse("step", args=[match_id, step])
    return redirect(f"{address}{'?' if query else ''}{query}#{place}")


@player_action
def remark(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    match, player = match_or_404(request, match_id), player_in(request)
    check_limit(request, "remarks", player.pk, by_client=False)
    with telling(request):
        remark_add(
            match=match,
            step=number,
            player=player,
            text=request.POST.get("text", ""),
            answers=number_in(request.POST.get("answers", "")),
        )
    return back_to(request, match.pk, min(number, max(0, match.head - 1)), "remarks")


@player_action
def remove(request: HttpRequest, match_id: int, remark_id: int) -> HttpResponse:
    match = match_or_404(request, match_id)
    try:
        gone = remark_remove(match=match, remark_id=remark_id, by=player_in(request))
    except MatchRefused as error:
        messages.error(request, str(error))
        return redirect("match", match.pk)
    return back_to(request, match.pk, gone.step, "remarks")


@form_page
@logged_in
def fork(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """Ask for a seat and dice, then begin a variation from this step."""
    step = step_asked(request, match_id, number)
    beside = Beside(step)
    if request.method == "POST":
        player = player_in(request)
        check_limit(request, "variations", player.pk, by_client=False)
        with telling(request, _("Your variation has begun.")):
            seat = number_in(request.POST.get("seat", ""))
            new = match_fork(
                origin=step.match,
                step=number,
                player=player,
                seat=-1 if seat is None else seat,
                dice=request.POST.get("dice", FRESH),
                bot=request.POST.get("bot", "") or beside.programs[0][0],
            )
            return redirect("match", new.pk)
    if not beside.may_fork:
        raise Http404
    return render(request, "web/fork.html", {"step": step, "beside": beside})
