from typing import Any

from django.db import migrations, models
from django.db.models import F


def tell_apart(apps: Any, editor: Any) -> None:
    """What was silent before the match began was nobody's wish about letters."""
    silences = apps.get_model("outbox", "Silence").objects
    letters = apps.get_model("outbox", "Letter").objects
    early = silences.filter(since__lte=F("match__started_at"))
    for silence in early.iterator():
        theirs = letters.filter(
            player_id=silence.player_id,
            match_id=silence.match_id,
            status="suppressed",
            trouble="silence",
        )
        theirs.update(trouble="began without")
        silences.filter(pk=silence.pk).update(is_wish=False)


def tell_alike(apps: Any, editor: Any) -> None:
    letters = apps.get_model("outbox", "Letter").objects
    letters.filter(trouble="began without").update(trouble="silence")


class Migration(migrations.Migration):
    dependencies = [("outbox", "0005_letters_forgotten")]
    operations = [
        migrations.AddField(
            model_name="silence",
            name="is_wish",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(tell_apart, tell_alike),
    ]
