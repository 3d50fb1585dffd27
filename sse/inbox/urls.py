"""Where providers hand over mail: /mail/hooks/<provider>/, if the operator says so."""

from django.urls import path

from sse.inbox.doors.providers import hook, providers, tracking

urlpatterns = [
    path(f"{provider}/{ending}", hook(provider), name=f"hook-{provider}")
    for provider in providers()
    for ending in ("", "mime/")  # Mailgun sends raw messages where it reads “mime”
] + [path(f"{provider}/tracking/", tracking(provider)) for provider in providers()]
