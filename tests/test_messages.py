"""Everything that people read is there in all five languages.

`make messages` gathers it into sse/locale; whoever changes a sentence runs it.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import polib
import pytest

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "sse" / "locale"
LANGUAGES = ["de", "it", "ru", "uk"]
PLACE = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> polib.POFile:
    """What stands in code and templates now."""
    copy = tmp_path_factory.mktemp("tree")
    for folder in ("sse", "templates"):
        ignore = shutil.ignore_patterns("__pycache__", "*.mo", "*.png", "*.ttf")
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignore)
    shutil.copytree(ROOT / "engine", copy / "engine")
    shutil.copy(ROOT / "manage.py", copy)
    wanted = ["--keep-pot", "--no-location", "--no-wrap", "--extension=html,txt,py"]
    wanted += ["--ignore=engine"]
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "de", *wanted],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    return polib.pofile(str(copy / "sse" / "locale" / "django.pot"))


def test_sentences_are_called_so_that_they_are_gathered() -> None:
    """Under another name than `_` they would stay English, and nobody would know."""
    renamed = re.compile(r"gettext\w* as (?!_\b)\w+")
    for file in (ROOT / "sse").rglob("*.py"):
        assert not renamed.search(file.read_text(encoding="utf-8")), file


TELLS = {"telling", "AccountRefused", "MatchRefused", "ClockRefused"}
OPERATOR = ("admin.py", "operator_services.py")  # operators read English


def test_what_is_told_is_looked_up_first() -> None:
    """A bare sentence would be English in every language."""
    for file in (ROOT / "sse").rglob("*.py"):
        if file.name not in OPERATOR:
            assert bare_sentences(file) == [], file


def bare_sentences(file: Path) -> list[str]:
    calls = [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if is_telling(n)]
    said = [value for call in calls for value in call.args]
    return [ast.unparse(value) for value in said if is_sentence(value)]


def is_telling(node: ast.AST) -> TypeGuard[ast.Call]:
    named = getattr(node, "func", None)
    name = getattr(named, "id", None) or getattr(named, "attr", None)
    return isinstance(node, ast.Call) and name in TELLS


def is_sentence(value: ast.expr) -> bool:
    """Words with a blank between them; what only joins others is none."""
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    return any(re.search(r"\w ", str(text)) for text in texts)


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))


def key(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgid, entry.msgctxt or ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language: str, gathered: polib.POFile) -> None:
    known = {key(entry) for entry in catalogue(language) if entry.translated()}
    missing = [entry.msgid for entry in gathered if key(entry) not in known]
    assert not missing, "run `make messages` and translate"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_doubtful_or_left_over(
    language: str, gathered: polib.POFile
) -> None:
    wanted = {key(entry) for entry in gathered}
    for entry in catalogue(language):
        assert not entry.fuzzy, entry.msgid
        assert key(entry) in wanted, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_places_to_fill(language: str) -> None:
    for entry in catalogue(language):
        said = entry.msgstr_plural.values() or [entry.msgstr]
        places = set(PLACE.findall(entry.msgid)) | set(
            PLACE.findall(entry.msgid_plural)
        )
        for translation in said:
            assert set(PLACE.findall(translation)) <= places, entry.msgid
        if not entry.msgid_plural:
            assert set(PLACE.findall(entry.msgstr)) == places, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_used_is_what_is_written(language: str) -> None:
    """The compiled file belongs to the catalogue beside it."""
    compiled = polib.mofile(str(LOCALE / language / "LC_MESSAGES" / "django.mo"))
    written = {(key(e), e.msgstr, str(e.msgstr_plural)) for e in catalogue(language)}
    used = {(key(e), e.msgstr, str(e.msgstr_plural)) for e in compiled}
    assert used == written
