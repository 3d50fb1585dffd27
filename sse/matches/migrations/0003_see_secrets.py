"""Who may see what is hidden while a match is running."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0002_entries_stay")]
    operations: ClassVar = [
        migrations.AlterModelOptions(
            name="match",
            options={
                "permissions": [
                    ("see_secrets", "Can see what is hidden while a match is running")
                ],
                "verbose_name_plural": "matches",
            },
        )
    ]
