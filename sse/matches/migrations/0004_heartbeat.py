"""Signs of life of what runs by itself."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0003_see_secrets")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "name",
                    models.CharField(max_length=20, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
            ],
        )
    ]
