"""What all resources have in common: authentication, language, queries and caching.

Views decide nothing: selectors say who sees what, and services who may do what.
"""

from __future__ import annotations

from datetime import UTC
from functools import lru_cache, partial
from typing import Any, NoReturn, TypeVar

from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import (
    get_conditional_response,
    patch_vary_headers,
    set_response_etag,
)
from django.utils.translation import gettext as _
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.languages import LANGUAGES
from sse.accounts.models import Player
from sse.accounts.tokens import PLAY
from sse.api.authentication import (
    HeaderSessionAuthentication,
    MayCall,
    TokenAuthentication,
)
from sse.api.exceptions import InvalidQuery, TooBig, answer_to
from sse.api.fields import Body, Query, none_of
from sse.api.idempotency import once
from sse.api.parsers import JSONBody
from sse.api.throttles import PerAddress, PerToken
from sse.matches.access import Person, match_at
from sse.matches.models import Match

MOST_BYTES = 512 * 1024  # of a body that is no file
Found = TypeVar("Found")
KEEP = "private, no-cache"  # caches ask again, and get a 304 if nothing has changed


class OneFormat(BaseContentNegotiation):
    """Every address has one format of answers, whatever the client accepts."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        wanted = request.content_type.partition(";")[0].strip().lower()
        fitting = (one for one in parsers if one.media_type in (wanted, "*/*"))
        return next(fitting, None)

    def select_renderer(
        self, request: Any, renderers: Any, format_suffix: Any = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class Resource(APIView):
    authentication_classes = (TokenAuthentication, HeaderSessionAuthentication)
    permission_classes = (MayCall,)
    throttle_classes = (PerToken, PerAddress)
    parser_classes: tuple[type[BaseParser], ...] = (JSONBody,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = OneFormat
    metadata_class = None

    own = False  # whether it is for players only, about themselves
    acts = PLAY  # the scope that other methods than GET need
    most_bytes = MOST_BYTES
    acts_once = True  # a POST heeds the key of its request

    def __init_subclass__(cls) -> None:
        if "post" in vars(cls) and cls.acts_once:
            cls.post = once(cls.post)  # type: ignore[attr-defined]

    def get_exception_handler(self) -> Any:
        return answer_to

    def check_permissions(self, request: Request) -> None:
        if request.method != "OPTIONS":
            super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not hasattr(self, str(request.method).lower()):
            self.http_method_not_allowed(request)
        super().initial(request, *args, **kwargs)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit() or int(length) > self.most_bytes:
            said = _("The request is larger than {number} bytes.")
            raise TooBig(said.format(number=self.most_bytes))
        translation.activate(self.language)  # the middleware puts both back
        timezone.activate(UTC)
        self.query = self.read_query()

    def get_throttles(self) -> list[Any]:
        self.throttles = super().get_throttles()
        return self.throttles

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer anyone who asks what an address can do; its match stays hidden."""
        return Response(status=204)

    def finalize_response(
        self, request: Any, response: Any, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", KEEP)
        response.headers["Content-Language"] = translation.get_language() or "en"
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        for throttle in getattr(self, "throttles", ()):
            for name, value in throttle.headers.items():
                response.headers[name] = value
        if request.method in ("GET", "HEAD") and response.status_code == 200:
            if getattr(response, "is_rendered", True):
                return with_etag(request._request, response)
            response.add_post_render_callback(partial(with_etag, request._request))
        return response

    # --------------------------------------------------------------------- person

    @property
    def person(self) -> Person:
        return self.request.user

    @property
    def player(self) -> Player:
        assert isinstance(self.request.user, Player)
        return self.request.user

    @property
    def language(self) -> str:
        """The language of the address, of the player, or else of the browser."""
        if (wanted := self.request.GET.get("language")) is not None:
            if wanted not in LANGUAGES:
                raise InvalidQuery({"language": none_of(wanted, LANGUAGES)})
            return wanted
        if isinstance(self.person, Player):
            return self.person.language
        return translation.get_language_from_request(self.request._request)

    # -------------------------------------------------------------- body and query

    def said(self, body: type[Body]) -> dict[str, Any]:
        """Return the fields of the body, all of them valid. [ValidationError]"""
        form = body(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def read_query(self) -> dict[str, Any]:
        """Return the parameters of the address, all of them valid. [InvalidQuery]

        The decorator `tells` of the method's handler lists them.
        """
        handler = getattr(self, str(self.request.method).lower())
        query = getattr(handler, "query", None) or Query
        text = self.request.META.get("QUERY_STRING", "")
        return dict(parse_query(query, text, translation.get_language() or "en"))

    # ----------------------------------------------------------------------- match

    def match(self, match_id: int) -> Match:
        """Return a match that this person may see. [Http404]"""
        return self.or_404(match_at(match_id, self.person))

    def drawn(self, match_id: int, step: int = 0) -> Match:
        """Return a match that has this step and can still be replayed. [Http404]"""
        found = self.match(match_id)
        if step >= found.head or found.old_rules:
            self.nothing()
        return found

    def or_404(self, found: Found | None) -> Found:
        return found if found is not None else self.nothing()

    def nothing(self) -> NoReturn:
        raise Http404


class OwnResource(Resource):
    """For players only, about themselves."""

    own = True


@lru_cache(maxsize=500)
def parse_query(query: type[Query], text: str, language: str) -> dict[str, Any]:
    """Parse and check a query; cached, as programs repeat theirs."""
    form = query(data=QueryDict(text))
    if not form.is_valid():
        raise InvalidQuery(form.errors)
    return dict(form.validated_data)


def with_etag(request: Any, response: HttpResponse) -> HttpResponseBase | None:
    """Tag the answer by its bytes, or answer 304 to a client that has them."""
    if "ETag" not in response.headers:
        set_response_etag(response)
    etag = response.headers.get("ETag")
    return get_conditional_response(request, etag, response=response)


def done() -> Response:
    return Response(status=204)


def made(data: Any, place: str, status: int = 201) -> Response:
    """Answer with something new, and with its address."""
    return Response(data, status=status, headers={"Location": place})
