"""Of the files that libraries bring, those that are shown.

The others are large, and every file is pressed small when a service starts anew.
"""

from __future__ import annotations

from django.contrib.staticfiles.apps import StaticFilesConfig

UNUSED = ("redoc", "swagger-ui-*.js.map", "rest_framework", "htmax-*", "htmx-4*")


class StaticFiles(StaticFilesConfig):
    ignore_patterns = (*StaticFilesConfig.ignore_patterns, *UNUSED)
