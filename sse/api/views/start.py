"""The first address, the description of all others, and a page that shows it."""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict

from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from sse.api.exceptions import problem_answer, problem_of
from sse.api.resource import Resource
from sse.api.schema import tells

HERE = "/api/v1"
OPENAPI = "application/vnd.oai.openapi+json"
# Swagger UI writes styles into the page; scripts are files of ours all the same.
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
    " object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class StartShape(TypedDict):
    """Where to begin."""

    games: str
    matches: str
    matches_to_join: str
    me: str
    schema: str
    docs: str


class Start(Resource):
    @tells("Where to begin", StartShape)
    def get(self, request: Request) -> Response:
        return Response(
            StartShape(
                games=f"{HERE}/games",
                matches=f"{HERE}/matches",
                matches_to_join=f"{HERE}/matches/to-join",
                me=f"{HERE}/me",
                schema=f"{HERE}/schema",
                docs=f"{HERE}/docs/",
            )
        )


@cache
def description() -> bytes:
    """The whole schema: the same for everybody, made once in a process."""
    with translation.override("en"):
        generator: Any = SchemaGenerator
        made = generator().get_schema(request=None, public=True)
        text: bytes = OpenApiJsonRenderer().render(made, renderer_context={})
        return text


class Schema(Resource):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(description(), content_type=OPENAPI)


class Nothing(Resource):
    """Whatever else is asked for."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.nothing()


class Docs(SpectacularSwaggerSplitView):
    """The schema as a page, with files of ours."""

    url = f"{HERE}/schema"
    metadata_class = None

    def handle_exception(self, exc: Exception) -> Any:
        """Its own renderer makes pages only."""
        found = problem_of(exc)
        if found is None:
            return super().handle_exception(exc)
        return problem_answer(*found)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return HttpResponse(status=204, headers={"Allow": "GET, HEAD, OPTIONS"})

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(*args, **kwargs)
        response.headers["Content-Security-Policy"] = POLICY
        return response
