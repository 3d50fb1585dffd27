"""The letter box, for people who try the service on their own machine."""

from __future__ import annotations

from functools import wraps
from itertools import groupby
from typing import Any, ParamSpec
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST

from sse.outbox.models import Letter
from sse.outbox.selectors import subject_in_list
from sse.web import letter_box
from sse.web.letter_box import Filed
from sse.web.views.responses import View, read_page

# An email runs nothing and fetches nothing; its links open in a new tab.
LETTER_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';"
    " img-src 'self' data:; style-src 'unsafe-inline'"
)
MOST_CHARACTERS = 20_000  # of a reply
Rest = ParamSpec("Rest")


def here_only(view: View[Rest]) -> View[Rest]:
    """For everyone else there is no letter box."""

    @wraps(view)
    def page(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if not letter_box.is_allowed(request):
            raise Http404
        return view(request, *args, **kwargs)

    return page


def filed_or_404(number: int) -> Filed:
    for found in letter_box.letters_filed():
        if found.number == number:
            return found
    raise Http404


@read_page
@here_only
def box(request: HttpRequest) -> HttpResponse:
    """List the emails by recipient; after a reply, wait for the answer to it."""
    letters, to = letter_box.letters_filed(), request.GET.get("to", "")
    wanted = [one for one in letters if not to or one.to == to]
    wanted.sort(key=lambda one: one.to)
    since = request.GET.get("since", "")
    newest = max((one.number for one in wanted), default=0)
    facts = {
        "people": [
            (name, with_subjects(list(theirs)))
            for name, theirs in groupby(wanted, lambda one: one.to)
        ],
        "to": to,
        "said": request.GET.get("said", ""),
        "is_waiting": since.isdecimal() and newest <= int(since),
    }
    return render(request, "web/letter_box.html", facts)


def with_subjects(letters: list[Filed]) -> list[tuple[Filed, str]]:
    """Add what each email is about: all emails of a match have the same subject."""
    numbers = [one.number for one in letters]
    rows = Letter.objects.select_related("match").in_bulk(numbers)
    return [
        (one, subject_in_list(rows[one.number]) if one.number in rows else one.kind)
        for one in letters
    ]


@read_page
@here_only
def letter(request: HttpRequest, number: int) -> HttpResponse:
    found = filed_or_404(number)
    mail = found.message
    facts = {
        "letter": found,
        "what": with_subjects([found])[0][1],
        "text": letter_box.letter_text(mail),
        "headers": mail.items(),
        "reply_to": mail["Reply-To"],
        "ready": letter_box.ready_answers(mail),
        "answer": request.GET.get("answer", "")[:MOST_CHARACTERS],
    }
    return render(request, "web/letter_box_letter.html", facts)


@read_page
@here_only
@xframe_options_sameorigin
def html(request: HttpRequest, number: int) -> HttpResponse:
    """Show the email as a mail app would, in a sandbox."""
    response = HttpResponse(letter_box.letter_html(filed_or_404(number).message))
    response.headers["Content-Security-Policy"] = LETTER_POLICY
    return response


@require_POST
@here_only
def reply(request: HttpRequest, number: int) -> HttpResponse:
    """Send a reply through the real mail server, as the person who got the email."""
    found = filed_or_404(number)
    mail, text = found.message, request.POST.get("answer", "")[:MOST_CHARACTERS]
    if not mail["Reply-To"] or not text.strip():
        return redirect("letter-box-letter", number)
    newest = letter_box.letters_filed()[0].number
    said = letter_box.send_reply(letter_box.reply_to(mail, text))
    query: dict[str, Any] = {"to": found.to, "since": newest, "said": said}
    return redirect(f"{reverse('letter-box')}?{urlencode(query)}")
