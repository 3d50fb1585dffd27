"""Codes of an authenticator app (TOTP), and recovery codes, for operators."""

from __future__ import annotations

from typing import Any

import segno
from django.db import transaction
from django.utils.translation import gettext as _
from django_otp import match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from sse.accounts import notices
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player

RECOVERY_CODES = 10


def has_factor(player: Player) -> bool:
    return bool(TOTPDevice.objects.filter(user=player, confirmed=True).exists())


def device_begun(*, player: Player) -> Any:
    """Return the device that the player is about to set up; it has its own secret."""
    device, _is_new = TOTPDevice.objects.get_or_create(
        user=player, confirmed=False, defaults={"name": "app"}
    )
    return device


def secret_of(device: Any) -> str:
    """Return the secret in groups of four, for those who type it."""
    said = device.config_url.partition("secret=")[2].partition("&")[0]
    return " ".join(said[at : at + 4] for at in range(0, len(said), 4))


def picture_of(device: Any) -> str:
    """Return the secret as a QR code, in SVG."""
    code = segno.make(device.config_url, error="m")
    return str(code.svg_inline(scale=5, border=4, dark="#000", light="#fff"))


@transaction.atomic
def device_confirm(*, player: Player, code: str) -> tuple[Any, list[str]]:
    """Take the app's first code; return the device and recovery codes. [AccountRefused]

    The recovery codes can be shown this once.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    begun = TOTPDevice.objects.filter(user=player, confirmed=False)
    device = begun.select_for_update().first()
    if device is None or has_factor(player):
        raise AccountRefused("done", _("Your second factor is already set up."))
    if not device.verify_token(plain(code)):
        raise wrong_code()
    device.confirmed = True
    device.save()
    notices.change_told(player=player, change=notices.FACTOR_SET)
    return device, recovery_codes(player)


def recovery_codes(player: Player) -> list[str]:
    """Make new recovery codes; those of before are void."""
    StaticDevice.objects.filter(user=player).delete()
    device = StaticDevice.objects.create(user=player, name="recovery")
    codes = [StaticToken.random_token() for _number in range(RECOVERY_CODES)]
    for code in codes:
        device.token_set.create(token=code)
    return codes


def device_of_code(*, player: Player, code: str) -> Any:
    """Return the device whose code this is; each counts once. [AccountRefused]"""
    device = match_token(player, plain(code))
    if device is None:
        raise wrong_code()
    return device


def plain(code: str) -> str:
    return "".join(code.split()).lower()


def wrong_code() -> AccountRefused:
    return AccountRefused(
        "code", _("This code is not valid now. Wait for the next one and try again.")
    )


@transaction.atomic
def factor_remove(*, player: Player) -> bool:
    """Forget the app and the recovery codes; return whether there were any."""
    removed = [
        devices.objects.filter(user=player).delete()[0]
        for devices in (TOTPDevice, StaticDevice)
    ]
    if any(removed):
        notices.change_told(player=player, change=notices.FACTOR_REMOVED)
    return any(removed)
