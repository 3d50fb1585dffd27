"""Who calls: a token, a browser that is logged in, or anybody; and what they may."""

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
from sse.accounts.tokens import READ, token_of


class TokenDoor(BaseAuthentication):
    """`Authorization: Bearer hik_…`"""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        kind, _blank, key = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_of(key.strip())
        if token is None:
            raise AuthenticationFailed(
                _("There is no such key, or it was revoked."), "no_such_token"
            )
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Hikyaku"'


class SessionDoor(SessionAuthentication):
    """Who is logged in on the pages; what acts needs the CSRF token besides.

    The token comes in a header, never in a form: a body belongs to its resource, and
    can be read only once.
    """

    def enforce_csrf(self, request: Request) -> None:
        plain: Any = request._request
        if not hasattr(plain, "_post"):
            plain._post, plain._files = QueryDict(), MultiValueDict()
        super().enforce_csrf(plain)


class MayCall(BasePermission):
    """Anybody may read what anybody may see; all else needs a player and a scope.

    Which of a match they see is for the selectors to say, and what they may do to it,
    for the services.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        needed = scope_needed(view, request.method or "")
        if not isinstance(request.user, Player):
            return needed == READ and not view.own and request.method in SAFE_METHODS
        if isinstance(request.auth, Token) and not allows(request.auth, needed):
            said = _("This key may not do that: it lacks the scope “{scope}”.")
            raise PermissionDenied(str(said).format(scope=needed), "scope")
        return True


def check_fresh(request: Request) -> None:
    """Let a browser pass only if its player has just logged in. [PermissionDenied]

    A key is a proof of its own: who made it had to log in.
    """
    if request.auth is None and not is_fresh(request.session):
        said = _("Log in again first: you logged in too long ago.")
        raise PermissionDenied(said, "not_fresh")


def scope_needed(view: Any, method: str) -> str:
    return READ if method in SAFE_METHODS else str(view.acts)


def allows(token: Token, scope: str) -> bool:
    """Who may act may look."""
    return scope in token.scopes or (scope == READ and bool(token.scopes))
