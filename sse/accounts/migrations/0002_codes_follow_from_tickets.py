"""Codes follow from the ticket and our secret; nothing of them is stored."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0001_initial")]
    operations: ClassVar = [
        migrations.RemoveField(model_name="ticket", name="code_hash")
    ]
