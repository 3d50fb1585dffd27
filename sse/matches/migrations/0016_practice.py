"""Not every match from a position is practice: what was taken up so far, is."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    taken_up = apps.get_model("matches", "Match").objects.exclude(position=None)
    taken_up.update(is_practice=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0015_seats_resigned")]
    operations: ClassVar = [
        migrations.AddField("match", "is_practice", models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
