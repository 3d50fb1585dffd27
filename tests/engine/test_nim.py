"""Nim, written from the skeleton by the guide: it keeps the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from tests.engine.test_skeleton import TESTS
from tests.examples import FOLDER, registered
from tests.examples.nim import test_rules

NAME = "nim"
OWN = [test for name, test in vars(test_rules).items() if name.startswith("test_")]


@pytest.fixture(autouse=True, scope="module")
def _nim() -> Iterator[None]:
    with registered(FOLDER, "tests.examples"):
        yield


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_it_passes_the_contract_tests(test: Callable[[str], None]) -> None:
    test(NAME)


@pytest.mark.parametrize("test", OWN, ids=lambda test: test.__name__)
def test_its_own_tests_pass(test: Callable[[], None]) -> None:
    test()


@pytest.mark.parametrize(("language", "said"), [("en", "takes"), ("de", "nimmt")])
def test_it_is_played_in_a_terminal(
    language: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nim.log"
    bots = ["--bots", "perfect", "random", "--out", str(file)]
    assert main(["match", NAME, *bots]) == 0
    assert main(["replay", str(file), "--language", language]) == 0
    assert said in capsys.readouterr().out
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert "finished" in told
    assert "nothing was drawn" in told
