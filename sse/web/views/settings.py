"""A player's own settings, addresses and holidays."""

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
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from sse.accounts import services
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
from sse.web.views.responses import faults_told, logged_in, player_in, telling
from sse.web.views.sessions import sessions_shown


@never_cache
@logged_in
def settings_page(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    form = SettingsForm(initial={name: getattr(player, name) for name in WAYS})
    if request.method == "POST":
        form = SettingsForm(request.POST)
        if form.is_valid() and settings_kept(request, player, form):
            return redirect("settings")
    facts = settings_facts(player, form)
    facts["sessions"] = sessions_shown(request)
    return render(request, "web/settings.html", facts)


def settings_kept(request: HttpRequest, player: Player, form: SettingsForm) -> bool:
    try:
        services.player_settings(player=player, **form.cleaned_data)
    except AccountRefused as error:
        form.add_error(None, str(error))
        player.refresh_from_db()
        return False
    with translation.override(player.language):  # the one that was just chosen
        messages.success(request, _("Your settings have been saved."))
    return True


def settings_facts(player: Player, form: SettingsForm) -> dict[str, Any]:
    return {
        "form": form,
        "name_form": NameForm(initial={"name": player.name}),
        "addresses": player.addresses.order_by("-is_first", "pk"),
        "address_form": AddressForm(),
        "code_form": CodeForm(),
        "absences": absences_of(player),
        "absence_form": AbsenceForm(),
        "password_form": NewPasswordForm(),
        "erase_form": EraseForm(),
        "calendar_url": calendar_address(player),
    }


def calendar_address(player: Player) -> str:
    """Where calendar programs read the deadlines, if the player wants them to."""
    if not player.calendar_key:
        return ""
    return f"{conf.SITE}{reverse('calendar', args=[player.calendar_key])}"


def read(request: HttpRequest, form: forms.Form) -> dict[str, Any] | None:
    if form.is_valid():
        return form.cleaned_data
    faults_told(request, form)
    return None


@require_POST
@logged_in
def rename(request: HttpRequest) -> HttpResponse:
    if said := read(request, NameForm(request.POST)):
        with telling(request, _("Your name has been changed.")):
            services.player_rename(player=player_in(request), name=said["name"])
    return redirect("settings")


@require_POST
@logged_in
@freshly_logged_in
def password(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    if said := read(request, NewPasswordForm(request.POST)):
        done = _(
            "Your password has been set. Other browsers have been logged out, and all API keys have been revoked."
        )
        keep = request.session.session_key
        with telling(request, done):
            services.password_set(player=player, password=said["password"], keep=keep)
            update_session_auth_hash(request, player)
    return redirect("settings")


@require_POST
@logged_in
@freshly_logged_in
def address_add(request: HttpRequest) -> HttpResponse:
    if said := read(request, AddressForm(request.POST)):
        check_limit(request, "log-in letters", said["email"])
        with telling(
            request, _("We have sent an email. Enter its code below.")
        ):
            services.address_add(player=player_in(request), email=said["email"])
    return redirect("settings")


@require_POST
@logged_in
@freshly_logged_in
def address_change(request: HttpRequest, address_id: int, what: str) -> HttpResponse:
    player = player_in(request)
    with telling(request, _("Your addresses have been updated.")):
        if what == "first":
            services.address_first(player=player, address_id=address_id)
        else:
            services.address_remove(player=player, address_id=address_id)
    return redirect("settings")


@require_POST
@logged_in
def address_code(request: HttpRequest, address_id: int) -> HttpResponse:
    player = player_in(request)
    address = player.addresses.filter(pk=address_id).first()
    said = read(request, CodeForm(request.POST))
    if said and address:
        check_limit(request, "log-in tries", address.email)
        with telling(request, _("The address has been confirmed.")):
            services.address_confirm(
                player=player, email=address.email, code=said["code"]
            )
    return redirect("settings")


@require_POST
@logged_in
def absence_add(request: HttpRequest) -> HttpResponse:
    if said := read(request, AbsenceForm(request.POST)):
        with telling(request, _("Have a good time!")):
            services.absence_add(player=player_in(request), **said)
    return redirect("settings")


@require_POST
@logged_in
def absence_remove(request: HttpRequest, absence_id: int) -> HttpResponse:
    with telling(request, _("Welcome back.")):
        services.absence_remove(player=player_in(request), absence_id=absence_id)
    return redirect("settings")


@require_POST
@logged_in
@freshly_logged_in
def erase(request: HttpRequest) -> HttpResponse:
    player = player_in(request)
    said = read(request, EraseForm(request.POST))
    if not said or said["name"] != player.name:
        messages.error(request, _("Nothing was deleted: that is not your name."))
        return redirect("settings")
    services.player_erase(player=player)
    logout(request)
    messages.success(request, _("Your account has been deleted. Farewell!"))
    return redirect("/")
