"""Open data for everybody: a page about it, and the newest file by its address."""

from __future__ import annotations

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from sse.archive.downloads import check_download_limit
from sse.archive.open_data import ROUND, published_files


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    newest = next(iter(published_files()), None)
    return render(request, "web/open_data.html", {"newest": newest, "round": ROUND})


@require_safe
def newest(request: HttpRequest) -> HttpResponse | FileResponse:
    """The same address for ever, whatever day the file is of."""
    check_download_limit(request, "files")
    for found in published_files()[:1]:
        try:
            file = default_storage.open(found.path)
        except FileNotFoundError:  # a newer one came just now
            break
        answer = FileResponse(
            file,
            as_attachment=True,
            filename=found.name,
            content_type="application/zip",
        )
        answer.headers["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(answer, public=True, max_age=3600)
        return answer
    raise Http404
