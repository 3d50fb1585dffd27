"""A player's own settings: addresses, holidays, sessions, password, account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings as conf
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from sse.accounts import access, services
from sse.accounts.errors import AccountRefused
from sse.accounts.forms import (
    AbsenceForm,
    AddressForm,
    CodeForm,
    EraseForm,
    NameForm,
    NewPasswordForm,
    SettingsForm,
)
from sse.accounts.models import Player
from sse.accounts.selectors import absences_of
from sse.accounts.services import WAYS
from sse.platform.rates import check_limit
from sse.web.views.reauthentication import freshly_logged_in
from sse.web.views.responses import (
    form_page,
    logged_in,
    player_action,
    player_in,
    show_errors,
    telling,
)

MOST_SESSIONS = 50  # on the page


@form_page
@logged_in
def settings_page(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    form = SettingsForm(initial={name: getattr(player, name) for name in WAYS})
    if request.method == "POST":
        form = SettingsForm(request.POST)
        if form.is_valid() and save_settings(request, player, form):
            return redirect("settings")
    facts = {
        "form": form,
        "name_form": NameForm(initial={"name": player.name}),
        "addresses": player.addresses.order_by("-is_first", "pk"),
        "address_form": AddressForm(),
        "absences": absences_of(player),
        "absence_form": AbsenceForm(),
        "password_form": NewPasswordForm(),
        "erase_form": EraseForm(),
        "calendar_url": calendar_address(player),
        "sessions": session_rows(request),
    }
    return render(request, "web/settings.html", facts)


def save_settings(request: HttpRequest, player: Player, form: SettingsForm) -> bool:
    try:
        services.player_settings(player=player, **form.cleaned_data)
    except AccountRefused as error:
        form.add_error(None, str(error))
        player.refresh_from_db()
        return False
    with translation.override(player.language):  # the one that was just chosen
        messages.success(request, _("Your settings have been saved."))
    return True


def calendar_address(player: Player) -> str:
    """Return where calendar apps read the deadlines, if the player wants them to."""
    if not player.calendar_key:
        return ""
    return f"{conf.SITE}{reverse('calendar', args=[player.calendar_key])}"


def session_rows(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the browsers that are logged in, this one first."""
    this = request.session.session_key
    rows = access.sessions_of(player_in(request))[:MOST_SESSIONS]
    return [
        {"row": row, "name": access.name_of(row.session_key), "is_this": is_this}
        for is_this in (True, False)
        for row in rows
        if (row.session_key == this) is is_this
    ]


def read_form(request: HttpRequest, form: forms.Form) -> dict[str, Any] | None:
    if form.is_valid():
        return form.cleaned_data
    show_errors(request, form)
    return None


@player_action
def rename(request: HttpRequest) -> HttpResponse:
    if said := read_form(request, NameForm(request.POST)):
        with telling(request, _("Your name has been changed.")):
            services.player_rename(player=player_in(request), name=said["name"])
    return redirect("settings")


@player_action
@freshly_logged_in
def password(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    if said := read_form(request, NewPasswordForm(request.POST)):
        done = _(
            "Your password has been set. Other browsers have been logged out, and all"
            " API keys have been revoked."
        )
        keep = request.session.session_key
        with telling(request, done):
            services.password_set(player=player, password=said["password"], keep=keep)
            update_session_auth_hash(request, player)
    return redirect("settings")


@player_action
@freshly_logged_in
def erase(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    said = read_form(request, EraseForm(request.POST))
    if not said or said["name"] != player.name:
        messages.error(request, _("Nothing was deleted: that is not your name."))
        return redirect("settings")
    services.player_erase(player=player)
    logout(request)
    messages.success(request, _("Your account has been deleted. Farewell!"))
    return redirect("/")


# ------------------------------------------------------------------------- addresses


@player_action
@freshly_logged_in
def address_add(request: HttpRequest) -> HttpResponse:
    if said := read_form(request, AddressForm(request.POST)):
        check_limit(request, "log-in letters", said["email"])
        with telling(request, _("We have sent an email. Enter its code below.")):
            services.address_add(player=player_in(request), email=said["email"])
    return redirect("settings")


@player_action
@freshly_logged_in
def address_first(request: HttpRequest, address_id: int) -> HttpResponse:
    with telling(request, _("Your addresses have been updated.")):
        services.address_first(player=player_in(request), address_id=address_id)
    return redirect("settings")


@player_action
@freshly_logged_in
def address_remove(request: HttpRequest, address_id: int) -> HttpResponse:
    with telling(request, _("Your addresses have been updated.")):
        services.address_remove(player=player_in(request), address_id=address_id)
    return redirect("settings")


@player_action
def address_code(request: HttpRequest, address_id: int) -> HttpResponse:
    player = player_in(request)
    address = player.addresses.filter(pk=address_id).first()
    said = read_form(request, CodeForm(request.POST))
    if said and address:
        email, code = address.email, said["code"]
        check_limit(request, "log-in tries", email)
        with telling(request, _("The address has been confirmed.")):
            services.address_confirm(player=player, email=email, code=code)
    return redirect("settings")


# -------------------------------------------------------------- holidays and sessions


@player_action
def absence_add(request: HttpRequest) -> HttpResponse:
    if said := read_form(request, AbsenceForm(request.POST)):
        with telling(request, _("Have a good time!")):
            services.absence_add(player=player_in(request), **said)
    return redirect("settings")


@player_action
def absence_remove(request: HttpRequest, absence_id: int) -> HttpResponse:
    with telling(request, _("Welcome back.")):
        services.absence_remove(player=player_in(request), absence_id=absence_id)
    return redirect("settings")


@player_action
def session_end(request: HttpRequest, name: str) -> HttpResponse:
    if name == access.name_of(request.session.session_key):
        logout(request)
        return redirect("/")
    with telling(request, _("That browser has been logged out.")):
        access.session_end(player=player_in(request), name=name)
    return redirect("/settings/#sessions")


@player_action
def log_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every other session and every key. It asks for no proof: it only revokes."""
    done = _(
        "All other browsers have been logged out, and all API keys have been revoked."
    )
    with telling(request, done):
        keep = request.session.session_key
        access.log_out_everywhere(player=player_in(request), keep=keep)
    return redirect("/settings/#sessions")
