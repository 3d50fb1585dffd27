"""A match knows that it was brought as a file; marked names need one letter more."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0012_alive")]
    operations: ClassVar = [
        migrations.AddField("match", "is_imported", models.BooleanField(default=False)),
        migrations.AlterField(
            "seat", "name", models.CharField(blank=True, max_length=33)
        ),
        migrations.AlterField("tenure", "name", models.CharField(max_length=33)),
    ]
