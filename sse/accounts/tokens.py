"""Personal keys for programs: made, shown once, known by their hash, revoked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts import notices
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player, Token

READ, PLAY, ORGANISE = SCOPES = ("read", "play", "organise")
PREFIX = "hik_"  # so that programs that look for leaked keys know ours
MOST = 20  # of one player
LONGEST_NAME = 60
FRESH = timedelta(minutes=10)  # within which one use is noted


@transaction.atomic
def token_make(
    *, player: Player, name: str, scopes: Collection[str]
) -> tuple[Token, str]:
    """A new token, and its key, which nobody can be told again. [AccountRefused]"""
    name = " ".join(name.replace("\0", "").split())[:LONGEST_NAME]
    if not name:
        raise AccountRefused("name", _("Give it a name so that you can recognise it."))
    wanted = [scope for scope in SCOPES if scope in scopes]
    if not wanted or len(wanted) != len(set(scopes)):
        raise AccountRefused("scopes", _("Choose what it may do."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.tokens.count() >= MOST:
        sentence = _("You can have at most {number} keys: revoke one first.")
        raise AccountRefused("too_many", sentence, number=MOST)
    key = PREFIX + token_urlsafe(32)
    token = Token.objects.create(
        player=player,
        name=name,
        digest=digest_of(key),
        begins=key[:8],
        scopes=wanted,
    )
    notices.change_told(player=player, change=notices.KEY_MADE, key_name=name)
    return token, key


@transaction.atomic
def token_revoke(*, player: Player, token_id: int) -> None:
    """It opens nothing any more, from now on."""
    token = player.tokens.select_for_update().filter(pk=token_id).first()
    if token is None:
        raise AccountRefused("unknown", _("There is no such key."))
    token.delete()
    notices.change_told(player=player, change=notices.KEY_REVOKED, key_name=token.name)


def token_with_key(key: str) -> Token | None:
    """Whose key it is, if it is one. That it was used is noted now and then."""
    known = Token.objects.select_related("player")
    token = known.filter(digest=digest_of(key)).first()
    if token is None or not token.player.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or token.used_at < now - FRESH:
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def digest_of(key: str) -> str:
    """A key is random and long: a plain hash cannot be turned back."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()
