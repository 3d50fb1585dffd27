"""Sessions say whose they are and when they were used. Who is logged in stays so."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import migrations, models

BATCH = 500


def sessions_move(apps: Any, schema_editor: Any) -> None:
    """Take over the sessions that have not run out; the old table is left empty."""
    from sse.accounts.sessions import SessionStore

    old = apps.get_model("sessions", "Session")
    new = apps.get_model("accounts", "Session")
    players = set(apps.get_model("accounts", "Player").objects.values_list("pk", flat=True))
    store, found = SessionStore(), []
    alive = old.objects.filter(expire_date__gt=django.utils.timezone.now())
    for row in alive.iterator(BATCH):
        said = str(store.decode(row.session_data).get(SESSION_KEY, ""))
        player = int(said) if said.isdigit() and int(said) in players else None
        if player is not None:
            fields = {"session_data": row.session_data, "expire_date": row.expire_date}
            found.append(
                new(session_key=row.session_key, player_id=player, **fields)
            )
    new.objects.bulk_create(found, BATCH)
    old.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_calendar_key"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                (
                    "expire_date",
                    models.DateTimeField(db_index=True, verbose_name="expire date"),
                ),
                ("device", models.CharField(blank=True, max_length=60)),
                (
                    "begun_at",
                    models.DateTimeField(default=django.utils.timezone.now),
                ),
                ("used_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
                "indexes": [
                    models.Index(
                        fields=["player", "-used_at"], name="sessions_of_player"
                    )
                ],
            },
        ),
        migrations.AlterField(
            model_name="ticket",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("log in", "Log In"),
                    ("confirm", "Confirm"),
                    ("prove", "Prove"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(sessions_move, migrations.RunPython.noop),
    ]
