"""Authentication by token or by session, and the scopes of tokens."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from sse.accounts.models import Player, Token
from sse.accounts.reauthentication import is_fresh
from sse.accounts.tokens import READ, token_with_key


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer hik_…`"""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        kind, _blank, key = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_with_key(key.strip())
        if token is None:
            raise AuthenticationFailed(
                _("There is no such key, or it was revoked."), "no_such_token"
            )
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Hikyaku"'


class HeaderSessionAuthentication(SessionAuthentication):
    """Browsers that are logged in; requests that act need a CSRF token besides.

    The token comes in a header, never in a form: a body belongs to its resource, and
    can be read only once.
    """

    def enforce_csrf(self, request: Request) -> None:
        plain: Any = request._request
        if not hasattr(plain, "_post"):
            plain._post, plain._files = QueryDict(), MultiValueDict()
        super().enforce_csrf(plain)


class MayCall(BasePermission):
    """Anyone may read public data; everything else needs a player and a scope.

    Selectors decide what a player sees of a match, services what a player may do.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        needed = scope_needed(view, request.method or "")
        if not isinstance(request.user, Player):
            return needed == READ and not view.own and request.method in SAFE_METHODS
        if isinstance(request.auth, Token) and not allows(request.auth, needed):
            said = _("This key lacks the scope “{scope}”.")
            raise PermissionDenied(str(said).format(scope=needed), "scope")
        return True


def check_fresh(request: Request) -> None:
    """Refuse a browser whose player logged in too long ago. [PermissionDenied]

    A key is a proof of its own: making it needed a fresh log-in.
    """
    if request.auth is None and not is_fresh(request.session):
        said = _("Please log in again first: your last log-in was too long ago.")
        raise PermissionDenied(said, "not_fresh")


def scope_needed(view: Any, method: str) -> str:
    return READ if method in SAFE_METHODS else str(view.acts)


def allows(token: Token, scope: str) -> bool:
    """Return whether a token has a scope; every other scope includes reading."""
    return scope in token.scopes or (scope == READ and bool(token.scopes))
