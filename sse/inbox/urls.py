"""Where providers hand over mail: /mail/hooks/<provider>/, if the operator says so."""

from django.urls import path

from sse.inbox.doors.providers import enabled_providers, inbound_view, tracking_view

urlpatterns = [
    path(f"{provider}/{ending}", inbound_view(provider), name=f"hook-{provider}")
    for provider in enabled_providers()
    for ending in ("", "mime/")  # Mailgun sends raw messages where it reads “mime”
] + [
    path(f"{provider}/tracking/", tracking_view(provider))
    for provider in enabled_providers()
]
