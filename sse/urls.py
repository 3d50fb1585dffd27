"""Addresses of pages; those of matches and steps hold for ever."""

from django.contrib import admin
from django.urls import include, path

from sse.operations.health import healthz, metrics

handler400 = "sse.api.handlers.bad_request"
handler403 = "sse.api.handlers.denied"
handler404 = "sse.api.handlers.not_found"
handler500 = "sse.api.handlers.broken"

urlpatterns = [
    path("", include("sse.web.urls")),  # before the operator's: log-in is ours
    path("operator/", admin.site.urls),
    path("mail/hooks/", include("sse.inbox.urls")),
    path("api/v1/", include("sse.api.urls")),
    path("healthz", healthz),
    path("metrics", metrics),
]
