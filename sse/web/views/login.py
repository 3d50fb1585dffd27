"""Log in, sign up, log out: by email or by password. No link acts on GET."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from sse.accounts import services, tickets
from sse.accounts.errors import AccountRefused
from sse.accounts.forms import CodeForm, JoinForm, LogInForm, PasswordForm
from sse.accounts.models import Player, Ticket
from sse.accounts.names import name_made_up
from sse.accounts.reauthentication import mark_fresh
from sse.accounts.selectors import player_at
from sse.accounts.sessions import BEGUN_AT, DEVICE, device_of
from sse.platform.rates import check_limit
from sse.web.views.responses import form_page, is_page, page_or_refusal, safe_path

BACKEND = "django.contrib.auth.backends.ModelBackend"


def start_session(
    request: HttpRequest, player: Player, after: str, is_new: bool = False
) -> HttpResponse:
    request.session.pop("log_in", None)
    request.session.set_expiry(None)  # as long as the settings say
    services.zone_guess(player=player, time_zone=request.POST.get("time_zone", ""))
    login(request, player, backend=BACKEND)
    request.session[BEGUN_AT] = timezone.now().isoformat()  # not the stranger's visit
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    mark_fresh(request.session)
    if is_new:  # a player who chose no name has one all the same
        said = _(
            "Other players see you as “{name}”. You can change your name in the"
            " settings."
        )
        messages.info(request, said.format(name=player.name))
    return redirect(safe_path(after) or "/")


@form_page
def log_in(request: HttpRequest) -> HttpResponse:
    """Send a login email. The answer is the same whether we know the address or not."""
    after = safe_path(request.GET.get("next", ""))
    form = LogInForm(request.POST or None, initial={"after": after})
    if request.method == "POST" and form.is_valid():
        check_limit(request, "log-in letters", form.cleaned_data["email"])
        try:
            return send_ticket(request, form)
        except AccountRefused as error:
            form.add_error("name" if error.code == "name" else None, str(error))
            if error.code == "name":  # perhaps their own; we must not tell
                again = _("If you already have an account, leave the name empty.")
                form.add_error("name", again)
    return log_in_page(request, form, PasswordForm(initial={"after": after}))


def send_ticket(request: HttpRequest, form: LogInForm) -> HttpResponse:
    said = form.cleaned_data
    after = safe_path(said["after"])
    services.ticket_send(
        email=said["email"],
        language=get_language() or "en",
        name=said["name"],
        after=after,
    )
    request.session["log_in"] = {"email": said["email"], "after": after}
    if not request.user.is_authenticated:  # the address is kept no longer than needed
        request.session.set_expiry(settings.LOGIN_LINK_MINUTES * 60)
    return redirect("log-in-code")


def log_in_page(
    request: HttpRequest, form: LogInForm, password_form: PasswordForm
) -> HttpResponse:
    after = safe_path(str(form["after"].value() or ""))
    facts = {"form": form, "password_form": password_form, "after": after}
    facts["is_for_invitation"] = is_page(after, "invitation")
    return render(request, "web/log_in.html", facts)


@form_page
def log_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code from the login email."""
    asked = request.session.get("log_in")
    if not asked:
        return redirect("log-in")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        check_limit(request, "log-in tries", asked["email"])
        is_new = player_at(asked["email"]) is None
        try:
            code = form.cleaned_data["code"]
            player = services.ticket_use(email=asked["email"], code=code)
        except AccountRefused as error:
            form.add_error("code", str(error))
        else:
            return start_session(request, player, asked["after"], is_new)
    return render(request, "web/code.html", {"form": form, **asked})


@form_page
def log_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Log in on POST only: mail apps open links on their own."""
    try:
        if request.method == "POST":
            check_limit(request, "log-in tries", token)
            return use_link(request, token)
        ticket = tickets.ticket_of(token, Ticket.Purpose.LOG_IN)
        tickets.check_good(ticket)
        form = JoinForm(initial={"name": ticket.name or name_made_up()})
        return link_page(request, ticket, form)
    except AccountRefused as error:
        return render(request, "web/link.html", {"sentence": str(error)}, status=410)


def use_link(request: HttpRequest, token: str) -> HttpResponse:
    ticket = tickets.ticket_of(token, Ticket.Purpose.LOG_IN)
    is_new, form = player_at(ticket.email) is None, JoinForm(request.POST)
    try:
        player = services.ticket_use(token=token, name=request.POST.get("name", ""))
    except AccountRefused as error:
        if error.code != "name":
            raise
        form.add_error("name", str(error))
        return link_page(request, ticket, form)
    return start_session(request, player, ticket.after, is_new)


def link_page(request: HttpRequest, ticket: Ticket, form: JoinForm) -> HttpResponse:
    facts = {"ticket": ticket, "who": player_at(ticket.email), "form": form}
    return render(request, "web/link.html", facts)


@form_page
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm one more address of a player, in whatever browser the email is read."""

    def facts() -> dict[str, Any]:
        if request.method == "POST":
            check_limit(request, "log-in tries", token)
            return {"address": services.address_confirm(token=token)}
        ticket = tickets.ticket_of(token, Ticket.Purpose.CONFIRM)
        tickets.check_good(ticket)
        return {"ticket": ticket}

    return page_or_refusal(request, "web/confirm.html", facts)


@never_cache
@require_POST
def log_in_password(request: HttpRequest) -> HttpResponse:
    form = PasswordForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        known = player_at(said["who"]) if "@" in said["who"] else None
        name = known.name if known else said["who"]
        check_limit(request, "log-in tries", name)
        player = authenticate(request, username=name, password=said["password"])
        if isinstance(player, Player):
            return start_session(request, player, said["after"])
        form.add_error(None, _("The name or the password is wrong."))
    after = form.cleaned_data.get("after", "")
    return log_in_page(request, LogInForm(initial={"after": after}), form)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@require_GET
def operator_log_in(request: HttpRequest) -> HttpResponse:
    """Send operators to our own log-in page, then to the second factor."""
    after = safe_path(request.GET.get("next", "")) or "/operator/"
    if isinstance(request.user, Player) and request.user.is_staff:
        where = reverse("second-factor")
        return redirect(f"{where}?{urlencode({'next': after})}")
    return redirect(f"/log-in/?next={after}")
