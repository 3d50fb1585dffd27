"""A seat knows that it was given up for good; seats of before learn it from the log."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q


def seats_learn(apps: Any, schema_editor: Any) -> None:
    """Mark every seat whose resignation stands, and was not taken back since."""
    entries = apps.get_model("matches", "Entry").objects
    seats = apps.get_model("matches", "Seat").objects
    resigned = entries.filter(text__endswith=" resigns").values("match_id")
    told = Q(text__endswith=" resigns") | Q(text__startswith="back to ")
    gone: dict[int, dict[int, int]] = {}  # by match and seat, since which entry
    rows = entries.filter(told, match_id__in=resigned).order_by("match_id", "number")
    for match, number, text in rows.values_list("match_id", "number", "text"):
        head = text.split(" | ")[0].split()
        here = gone.setdefault(match, {})
        if head[0] == "seat":
            here[int(head[1])] = number
        else:
            back_to = int(head[2])
            gone[match] = {seat: at for seat, at in here.items() if at <= back_to}
    for match, here in gone.items():
        seats.filter(match_id=match, number__in=here).update(has_resigned=True)


class Migration(migrations.Migration):
    dependencies = [("matches", "0014_entries_stay_whole")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="has_resigned",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(seats_learn, migrations.RunPython.noop),
    ]
