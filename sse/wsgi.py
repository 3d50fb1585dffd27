"""For gunicorn: `gunicorn sse.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sse.settings")
application = get_wsgi_application()

from sse.operations.preload import load_all  # noqa: E402  Django must be ready

load_all()
