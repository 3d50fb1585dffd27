"""The README: its links are links, they lead somewhere, and it shows a picture."""

from __future__ import annotations

from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
MOST_BYTES = 200_000


def tokens() -> list[Token]:
    found = (
        MarkdownIt("commonmark").enable("table").parse((ROOT / "README.md").read_text())
    )
    return [inner for token in found for inner in (token, *(token.children or ()))]


def test_links_are_links_and_lead_somewhere() -> None:
    links = [str(one.attrs["href"]) for one in tokens() if one.type == "link_open"]
    assert not [link for link in links if not (ROOT / link).exists()]
    docs = {f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md")}
    assert docs <= set(links)
    for block in tokens():
        if block.type in ("code_block", "fence"):
            assert "](" not in block.content


def test_it_shows_a_picture() -> None:
    pictures = [str(one.attrs["src"]) for one in tokens() if one.type == "image"]
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < MOST_BYTES
