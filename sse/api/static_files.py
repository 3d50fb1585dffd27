"""Static files of libraries, without those that no page shows.

These are large, and all files are compressed when a new service starts.
"""

from __future__ import annotations

from django.contrib.staticfiles.apps import StaticFilesConfig

UNUSED = ("redoc", "swagger-ui-*.js.map", "rest_framework", "htmax-*", "htmx-4*")


class StaticFiles(StaticFilesConfig):
    ignore_patterns = (*StaticFilesConfig.ignore_patterns, *UNUSED)
