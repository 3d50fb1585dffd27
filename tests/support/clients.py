"""Who looks at pages in tests."""

from __future__ import annotations

import re

from django.test import Client

from sse.accounts.models import Player
from tests.support.people import log_in, operator_in

NOISE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{8}-[0-9a-f-]{27}')


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player:
        enter = operator_in if player.is_staff else log_in
        enter(client, player)
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return NOISE.sub("", answer.content.decode())


def steps_in(text: str) -> list[int]:
    """The matches a list leads to, in its order."""
    return [int(pk) for pk in re.findall(r'href="/matches/(\d+)/steps/0"', text)]
