"""What is looked for in a game has terms that name it: workers word all records anew."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("archive", "0007_words_everywhere")]
    operations: ClassVar = [
        migrations.AddField("record", "is_worded", models.BooleanField(default=False)),
        migrations.AddIndex(
            "record",
            models.Index(
                fields=["-id"],
                condition=models.Q(is_worded=False),
                name="records_to_word",
            ),
        ),
    ]
