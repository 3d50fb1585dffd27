"""Records know whether their match began from a position: such are never counted.

So far all of these were private, and so were not counted either.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    records = apps.get_model("archive", "Record").objects
    records.exclude(match__position=None).update(is_from_position=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("archive", "0010_leases_by_name"),
        ("matches", "0016_practice"),
    ]
    operations: ClassVar = [
        migrations.AddField(
            "record", "is_from_position", models.BooleanField(default=False)
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
