"""The bot of docs/api.md, as it stands there, plays a match against a whole service.

Only the match is shorter: its turns are capped.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sse.accounts.tokens import token_make
from sse.matches.models import Match
from tests.support.live_service import rows_of, someone
from tests.support.service import House

pytestmark = [pytest.mark.group("running service 2"), pytest.mark.heavy(1)]

DOCS = Path(__file__).parent.parent.parent / "docs" / "api.md"
LONGEST = 60  # lines
AGREED = '"clock": "none"'


def bot() -> str:
    found = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def test_it_is_short() -> None:
    assert len(bot().splitlines()) < LONGEST


@pytest.mark.django_db
def test_it_plays_a_match_to_its_end(home: House, tmp_path: Path) -> None:
    with rows_of(home):
        player = someone()
        _token, key = token_make(player=player, name="bot", scopes=["play", "organise"])
    assert bot().count(AGREED) == 1
    soon_over = f'{AGREED}, "choices": {{"turn_cap": "6"}}'
    (tmp_path / "bot.py").write_text(bot().replace(AGREED, soon_over))
    played = subprocess.run(
        [sys.executable, str(tmp_path / "bot.py"), f"http://{home.address}", key],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert played.returncode == 0, played.stderr
    places = [line.split()[0] for line in played.stdout.splitlines()]
    assert places[0] == "1"
    assert len(places) == 2
    with rows_of(home):
        match = Match.objects.get(organiser=player)
        assert match.status == Match.Status.FINISHED
        assert match.submissions.filter(source="api", status="applied").exists()
