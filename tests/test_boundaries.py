"""What may know of what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engine.registry import games
from engine.rulebook import look_up, rules
from engine.rulebook import sheet as rule_sheet
from engine.sheet_text import as_text
from engine.words import common, words

ROOT = Path(__file__).parent.parent
OUTSIDE = {"django", "celery", "sse", "tests", "bench", "rest_framework"}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


@pytest.mark.parametrize("file", sorted((ROOT / "engine").rglob("*.py")), ids=str)
def test_the_engine_knows_only_python_and_itself(file: Path) -> None:
    for name in imports(file):
        top = name.split(".")[0]
        assert top not in OUTSIDE, name
        assert top == "engine" or top in sys.stdlib_module_names, name


def test_the_kit_names_no_game() -> None:
    """A fifth game is one folder: nothing outside a game's folder imports it."""
    names = {about.folder.name for about in games().values()}
    for file in (ROOT / "engine").rglob("*.py"):
        inside = file.relative_to(ROOT / "engine").parts[0]
        for name in imports(file):
            parts = name.split(".")
            if parts[0] == "engine" and len(parts) > 1 and parts[1] in names:
                assert parts[1] == inside, f"{file} imports {name}"


# Each package of the service may import those before it in this list; packages that
# stand on one line do not know of each other.
LAYERS = [
    {"platform"},
    {"accounts"},
    {"matches"},
    {"hooks"},
    {"outbox"},
    {"archive"},
    {"inbox"},
    {"web", "api"},
    {"operations"},
]
LAYER = {package: layer for layer, line in enumerate(LAYERS) for package in line}
PROJECT = {"celery", "settings"}  # modules of the Django project: anybody's


def names_imported(file: Path) -> set[str]:
    """The full names that a file imports, inside functions as well."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: a relative import hides its layer"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_page_on_architecture_lists_the_layers_in_this_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| [`sse/")]
    assert [set(re.findall(r"`sse/(\w+)/`", row)) for row in rows] == LAYERS


def test_every_package_of_the_service_has_a_layer() -> None:
    packages = {file.parent.name for file in (ROOT / "sse").glob("*/__init__.py")}
    assert packages == set(LAYER)


@pytest.mark.parametrize("package", sorted(LAYER))
def test_a_package_imports_only_from_layers_above_it(package: str) -> None:
    upward = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in sorted((ROOT / "sse" / package).rglob("*.py"))
        for name in sorted(names_imported(file))
        if name.startswith("sse.")
        and (other := name.split(".")[1]) not in {package, *PROJECT}
        and LAYER.get(other, len(LAYERS)) >= LAYER[package]
    ]
    assert not upward, "\n".join(upward)


def modules_imported(file: Path, known: set[str]) -> set[str]:
    """The modules of the service that a file imports when it is itself imported."""
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & known) or ({node.module} & known)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & known
    return found


def test_no_modules_of_the_service_import_each_other_in_a_circle() -> None:
    files = {
        file.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): file
        for file in (ROOT / "sse").rglob("*.py")
        if "migrations" not in file.parts
    }
    named = {name.removesuffix(".__init__"): file for name, file in files.items()}
    graph = {name: modules_imported(file, set(named)) for name, file in named.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("package", sorted(LAYER))
def test_a_function_name_means_one_thing_in_its_package(package: str) -> None:
    places: dict[str, list[str]] = {}
    for file in sorted((ROOT / "sse" / package).rglob("*.py")):
        if "migrations" not in file.parts:
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    places.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert not {name: files for name, files in places.items() if len(files) > 1}


def test_no_function_of_the_service_is_longer_than_50_lines() -> None:
    long = [
        f"{file.relative_to(ROOT)}: {node.name}"
        for file in sorted((ROOT / "sse").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.end_lineno
        if node.end_lineno - node.lineno >= 50
    ]
    assert not long


def test_the_languages_are_listed_once() -> None:
    files = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "sse").rglob("*.py")]
    lists = [
        file.relative_to(ROOT).as_posix()
        for file in files
        if re.search(r'["\']en["\'][^\]\)}]*["\']uk["\']', file.read_text("utf-8"))
    ]
    assert lists == ["engine/languages.py"]


SERVICE = [
    file
    for top in ("sse", "templates")
    for file in sorted((ROOT / top).rglob("*"))
    if file.suffix in {".py", ".toml", ".html", ".txt", ".js", ".css", ".xml"}
    and not {"migrations", "locale"} & set(file.parts)
]
# What people call things whatever they play, although a game has an event of that name.
EVERYDAY = {
    *("action", "bonus", "card", "cards", "choice", "cover", "dice", "die", "effect"),
    *("full", "hand", "line", "match", "mountain", "neutral", "resolution", "round"),
    *("resources", "seat", "seed", "slot", "tile", "token", "tokens", "turn"),
    *("actions", "ask", "draft", "event", "events", "group", "guard", "office"),
    *("plan", "plans", "points", "realm", "rice", "season", "spans", "special"),
    *("year", "advance", "command", "deck", "figures", "flags", "leader", "nobody"),
    *("nothing", "orders", "reaction", "roll", "unit"),
}
# What the contract says that `label` knows of, whatever the game.
LABELS = {"colour", "order", "plan", "span", "spot"}
SHAPES = [  # of one game, if the word in them is not one of all games
    (re.compile(r"\bview(?:\[|\.get\()[\"'](\w+)"), {"game"}),
    (re.compile(r"\bchoices(?:\[|\.get\()[\"'](\w+)"), set()),
    (re.compile(r"\blabel\(\s*[^()]*?[\"'](\w+)"), LABELS),
    (re.compile(r"\bcalled\(\s*[\"'](\w+)"), set()),
    (re.compile(r"(?:get|has)attr\((?:\w+\.)*(?:game|rules), [\"'](\w+)"), set()),
]


def words_of_games() -> re.Pattern[str]:
    """Names of games and of their bots, rule ids, and what their events tell of."""
    found = set()
    for about in (games()[name] for name in games() if name != "toy"):
        told = set(words(about.name, "en")["events"]) - set(common("en"))
        nouns = {kind.split("_")[0] for kind in told} - EVERYDAY
        found |= {about.name, about.title, *about.titles.values(), rf"{about.code}-\d"}
        found |= {rf"(?<![a-z]){noun}s?(?![a-z])" for noun in nouns}
        found |= {rf"[\"'`]{bot}[\"'`]" for bot in about.bots}
    return re.compile("|".join(sorted(found)))


def test_the_service_names_no_game() -> None:
    """A fifth game needs one folder: no template, no service and no script knows it."""
    known = words_of_games()
    for file in SERVICE:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            assert not (found := known.search(line)), f"{file}:{number}: {found}"


def test_the_service_assumes_no_shape_of_a_game() -> None:
    """What it needs of a view, a choice or a label is in the contract."""
    for file in SERVICE:
        for shape, allowed in SHAPES:
            found = set(shape.findall(file.read_text("utf-8"))) - allowed
            assert not found, f"{file}: {shape.pattern}"


def cited(folder: Path) -> str:
    files = [*folder.rglob("*.py"), *folder.rglob("*.toml")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("name", [n for n in sorted(games()) if n != "toy"])
def test_every_rule_is_cited_in_code_and_in_a_test(name: str) -> None:
    code = cited(games()[name].folder)
    tests = cited(ROOT / "tests" / "engine" / name)
    tests += (ROOT / "tests/engine/test_chance.py").read_text(encoding="utf-8")
    for where, text in (("code", code), ("tests", tests)):
        missing = [rule for rule in rules(name) if not cites(text, rule)]
        assert missing == [], f"not cited in {where}"


def cites(text: str, rule: str) -> bool:
    return re.search(rf"{re.escape(rule)}(?![\d.]*\d|[a-z])", text) is not None


@pytest.mark.parametrize("name", [n for n in sorted(games()) if n != "toy"])
def test_no_rule_is_cited_that_the_sheet_does_not_have(name: str) -> None:
    """Rules, and whole chapters of them."""
    sheet = games()[name].code
    code = cited(games()[name].folder) + cited(ROOT / "tests" / "engine" / name)
    found = set(re.findall(rf"{sheet}-(\d+(?:\.\d+)+[a-z]?)", code))
    known = {rule.removeprefix(f"{sheet}-") for rule in rules(name)}
    chapters = set(re.findall(r"(?m)^###? (\d+(?:\.\d+)+)", rule_sheet(name)))
    chapters |= {rule.rsplit(".", 1)[0] for rule in known}
    assert found <= known | chapters


def test_rules_are_found_by_number_and_by_words() -> None:
    assert look_up("age_of_war", "5.8")[0].startswith("**AOW-5.8 Commitment**")
    assert look_up("age_of_war", "aow-9.4")[0].startswith("| AOW-9.4 |")
    assert any("AOW-6.2" in text for text in look_up("age_of_war", "special line"))
    assert look_up("age_of_war", "zzz") == []
    text = as_text(look_up("age_of_war", "5.4")[0])
    assert text.startswith("AOW-5.4 Which dice [D]\nThe engine places the fewest dice")
    flat = " ".join(text.split())
    assert "equally few, the smallest total; then the lowest positions" in flat
    assert as_text(look_up("age_of_war", "9.4")[0]).startswith("AOW-9.4 Can I lose")
    assert look_up("age_of_war", "") == []


def numbers(wanted: str) -> list[str]:
    found = look_up("small_samurai_empires", wanted)
    return [as_text(rule).split()[0].removeprefix("SSE-") for rule in found]


def test_a_chapter_is_found_by_its_number() -> None:
    assert numbers("7")[:3] == numbers("§ 7")[:3] == ["7.1", "7.2", "7.3.1"]
    assert numbers("SSE-5.2") == ["5.2.1", "5.2.2"]
    assert numbers("5.2.1") == ["5.2.1"]


@pytest.mark.parametrize(
    ("wanted", "first"),
    [("castle", "5.8.1"), ("harvest", "5.7.1"), ("attack", "5.6.1")],
)
def test_the_chapter_about_a_word_comes_before_where_it_is_mentioned(
    wanted: str, first: str
) -> None:
    assert numbers(wanted)[0] == first
    assert len(numbers(wanted)) == 5


@pytest.mark.parametrize(
    ("wanted", "english"),
    [
        *(("schicksal", "destiny"), ("Schicksalskarte", "destiny card")),
        *(("FESTUNG", "castle"), ("castello", "castle"), ("замок", "castle")),
        *(("доля", "destiny"), ("abdecken", "cover"), ("Aufdeck", "resolution phase")),
    ],
)
def test_rules_are_found_by_words_of_the_letters(wanted: str, english: str) -> None:
    assert numbers(wanted) == numbers(english) != []


@pytest.mark.parametrize("game", ["age_of_war", "small_samurai_empires"])
def test_a_rule_as_text_fits_a_letter_and_has_no_marks(game: str) -> None:
    for rule, sheet in rules(game).items():
        text = as_text(sheet)
        assert text.startswith(rule)
        assert max(map(len, text.splitlines())) <= 72, rule
        assert "**" not in text, rule
        if "```" not in sheet:
            assert not set("`|") & set(text), rule
            assert not re.search(r"(?<!\w)\*\w", text), rule


def test_a_table_of_a_rule_has_columns_or_names_them() -> None:
    narrow = as_text(look_up("small_samurai_empires", "8.1")[0])
    assert "\n2     order token cleanup  influence\n" in narrow
    wide = as_text(look_up("small_samurai_empires", "1.3")[0])
    assert "\nmove-3\n  Number [D]: 1\n  Action: 3 movement points\n" in wide


def test_no_path_of_a_machine_is_committed() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert listed.returncode or listed.stdout  # in a tarball there is no git
    for name in listed.stdout.splitlines():
        file = ROOT / name
        if file.suffix in {".py", ".md", ".toml", ".txt", ".in", ".mjs", ".log", ""}:
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            home = re.search(r"(?<![\w.])/(?:wor[k]|roo[t]|hom[e])/\S*", text)
            assert home is None, f"{name}: {home}"
