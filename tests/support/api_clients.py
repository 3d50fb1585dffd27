"""Programs that call the API in tests."""

from __future__ import annotations

from typing import Any

from django.test import Client

from sse.accounts.models import Player
from sse.accounts.tokens import SCOPES, token_make

API = "/api/v1"


class Program:
    """Speaks JSON, with a key of somebody's or with none."""

    def __init__(self, player: Player | None = None, *scopes: str) -> None:
        self.client, self.headers = Client(), {}
        if player:
            wanted = scopes or SCOPES
            _token, key = token_make(player=player, name="test", scopes=wanted)
            self.headers["Authorization"] = f"Bearer {key}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {} if body is None else {"data": body}
        return self.client.generic(
            method,
            f"{API}{path}",
            **bytes_of(sent),
            headers={**self.headers, **named},
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if body is None else body, **headers)


def bytes_of(sent: dict[str, Any]) -> dict[str, Any]:
    import json

    if "data" not in sent:
        return {}
    if isinstance(sent["data"], bytes):
        kind = "application/octet-stream"
        return {"data": sent["data"], "content_type": kind}
    return {"data": json.dumps(sent["data"]), "content_type": "application/json"}


def told(answer: Any, status: int = 200) -> Any:
    """What was answered, if as expected."""
    assert answer.status_code == status, (answer.status_code, answer.content[:600])
    return answer.json()


def refused(answer: Any, status: int, code: str) -> Any:
    """Why it was refused, as problem+json."""
    found = told(answer, status)
    assert answer["Content-Type"] == "application/problem+json"
    assert (found["status"], found["code"]) == (status, code)
    return found
