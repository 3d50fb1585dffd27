"""Imported matches are marked, and so are their names; statistics forget them.

If one of them was counted, all counts begin anew: workers count again within minutes.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F, Value
from django.db.models.functions import Concat, Left, Length

MARK = "*"
DEEDS = ("played", "won", "left", "answers", "missed")


def mark(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    brought = apps.get_model("archive", "Import").objects.values("match")
    apps.get_model("matches", "Match").objects.filter(pk__in=brought).update(
        is_imported=True
    )
    records = apps.get_model("archive", "Record").objects
    imported = records.filter(match__in=brought)
    was_counted = imported.filter(is_counted=True, is_public=True).exists()
    imported.update(is_imported=True, is_rated=True)
    for names in names_of(apps, brought):
        names.update(name=Concat(F("name"), Value(MARK)))
    if was_counted:
        apps.get_model("archive", "Tally").objects.all().delete()
        careers = apps.get_model("archive", "Career").objects
        careers.update(**dict.fromkeys(DEEDS, 0))
        records.filter(is_counted=True).update(is_counted=False)


def unmark(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    brought = apps.get_model("archive", "Import").objects.values("match")
    for names in names_of(apps, brought):
        names.update(name=Left("name", Length("name") - 1))


def names_of(
    apps: StateApps, brought: models.QuerySet[models.Model]
) -> list[models.QuerySet[models.Model]]:
    seats = apps.get_model("matches", "Seat").objects.filter(match__in=brought)
    tenures = apps.get_model("matches", "Tenure").objects
    parts = apps.get_model("archive", "Part").objects
    return [
        seats.exclude(name=""),
        tenures.filter(seat__match__in=brought),
        parts.filter(record__match__in=brought, player=None),
    ]


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("archive", "0008_facts_of_games"),
        ("matches", "0013_imported_matches"),
    ]
    operations: ClassVar = [
        migrations.AddField(
            "record", "is_imported", models.BooleanField(default=False)
        ),
        migrations.AlterField("part", "name", models.CharField(max_length=33)),
        migrations.RunPython(mark, unmark),
    ]
