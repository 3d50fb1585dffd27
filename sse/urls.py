"""Addresses of pages; those of matches and steps hold for ever."""

from django.contrib import admin
from django.urls import include, path

from sse.web.health import healthz, metrics

urlpatterns = [
    path("", include("sse.web.urls")),  # before the operator's: log-in is ours
    path("operator/", admin.site.urls),
    path("mail/hooks/", include("sse.inbox.urls")),
    path("api/v1/", include("sse.api.urls")),
    path("healthz", healthz),
    path("metrics", metrics),
]
