"""The letter-box of who tries the service on their own machine."""

from __future__ import annotations

from functools import wraps
from itertools import groupby
from typing import Any, ParamSpec
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from sse.outbox.models import Letter
from sse.outbox.selectors import subject_in_list
from sse.web import letter_box
from sse.web.letter_box import Filed
from sse.web.views.responses import View

# A letter runs nothing and fetches nothing; its links open beside it.
LETTER_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';"
    " img-src 'self' data:; style-src 'unsafe-inline'"
)
LONGEST = 20_000  # letters of an answer
Rest = ParamSpec("Rest")


def here_only(view: View[Rest]) -> View[Rest]:
    """For everybody else there is no letter-box."""

    @wraps(view)
    def page(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if not letter_box.is_allowed(request):
            raise Http404
        return view(request, *args, **kwargs)

    return page


def filed_or_404(number: int) -> Filed:
    found = letter_box.letter_filed(number)
    if found is None:
        raise Http404
    return found


@never_cache
@require_safe
@here_only
def box(request: HttpRequest) -> HttpResponse:
    """All letters by who gets them; after an answer, until a new one has come."""
    letters, to = letter_box.letters_filed(), request.GET.get("to", "")
    wanted = [one for one in letters if not to or one.to == to]
    wanted.sort(key=lambda one: one.to)
    since = request.GET.get("since", "")
    newest = max((one.number for one in wanted), default=0)
    facts = {
        "people": [
            (name, with_words(list(theirs)))
            for name, theirs in groupby(wanted, lambda one: one.to)
        ],
        "to": to,
        "said": request.GET.get("said", ""),
        "is_waiting": since.isdecimal() and newest <= int(since),
    }
    return render(request, "web/letter_box.html", facts)


def with_words(letters: list[Filed]) -> list[tuple[Filed, str]]:
    """What each is about: all subjects of a match are the same."""
    numbers = [one.number for one in letters]
    rows = Letter.objects.select_related("match").in_bulk(numbers)
    return [
        (one, subject_in_list(rows[one.number]) if one.number in rows else one.kind)
        for one in letters
    ]


@never_cache
@require_safe
@here_only
def letter(request: HttpRequest, number: int) -> HttpResponse:
    found = filed_or_404(number)
    mail = found.message
    facts = {
        "letter": found,
        "what": with_words([found])[0][1],
        "text": letter_box.text_of(mail),
        "headers": letter_box.headers_in(mail),
        "reply_to": mail["Reply-To"],
        "ready": letter_box.ready_answers(mail),
        "answer": request.GET.get("answer", "")[:LONGEST],
    }
    return render(request, "web/letter_box_letter.html", facts)


@never_cache
@require_safe
@here_only
@xframe_options_sameorigin
def html(request: HttpRequest, number: int) -> HttpResponse:
    """The letter as a mail program shows it, in a cage of its own."""
    answer = HttpResponse(letter_box.html_of(filed_or_404(number).message))
    answer.headers["Content-Security-Policy"] = LETTER_POLICY
    return answer


@require_POST
@here_only
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Through the real mail door, as the one who got the letter."""
    found = filed_or_404(number)
    mail, text = found.message, request.POST.get("answer", "")[:LONGEST]
    if not mail["Reply-To"] or not text.strip():
        return redirect("letter-box-letter", number)
    newest = letter_box.letters_filed()[0].number
    said = letter_box.door_answer(letter_box.answer_of(mail, text))
    query: dict[str, Any] = {"to": found.to, "since": newest, "said": said}
    return redirect(f"{reverse('letter-box')}?{urlencode(query)}")
