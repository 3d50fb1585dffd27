"""A game's rule sheet as a page: every rule has an anchor, and every mention a link."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt

from engine.registry import games
from engine.rulebook import look_up, rules, sheet

HEADING = re.compile(r"<h2>(.*?)</h2>")
TAGS = re.compile(r"<[^>]*>")
CHAPTER = re.compile(r"^(?=## )", re.MULTILINE)
TITLE = re.compile(r"\A# .*\n")
CONTENTS = re.compile(r"^Contents:.*?(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Chapter(NamedTuple):
    anchor: str
    title: str


class Sheet(NamedTuple):
    html: SafeString
    chapters: list[Chapter]
    about: SafeString  # its sources


def html_from_markdown(text: str) -> str:
    """Render Markdown with tables; HTML in it is shown as text."""
    made: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    made = made.replace("<th></th>", "<td></td>")  # a corner names nothing
    made = made.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    made = made.replace("</table>", "</table></div>")
    return made.replace("<pre>", '<pre tabindex="0">')


@cache
def sheet_of(game: str) -> Sheet:
    chapters: list[Chapter] = []

    def heading(found: re.Match[str]) -> str:
        title = unescape(TAGS.sub("", found[1]))
        chapters.append(Chapter(slugify(title), title))
        return f'<h2 id="{chapters[-1].anchor}">{found[1]}</h2>'

    text, about = split_sheet(sheet(game))
    made = HEADING.sub(heading, with_anchors(html_from_markdown(text), game))
    return Sheet(
        mark_safe(made), chapters, mark_safe(linked(html_from_markdown(about), game))
    )


def split_sheet(text: str) -> tuple[str, str]:
    """Return what players read, and what the sheet says about itself."""
    head, *chapters = CHAPTER.split(TITLE.sub("", text))
    if not chapters:
        return head, ""
    about = [chapter for chapter in chapters if chapter.startswith("## 0.")]
    told = [chapter for chapter in chapters if chapter not in about]
    return "".join(told), CONTENTS.sub("", head) + "".join(about)


def with_anchors(made: str, game: str) -> str:
    """Give each rule an anchor, and link its number elsewhere."""
    number = number_pattern(game)
    seen: set[str] = set()

    def place(found: re.Match[str]) -> str:
        begin, rule = found[1], found[3]
        if rule not in rules(game) or rule in seen:
            return found[0]
        seen.add(rule)
        return f'{begin} id="{rule}">{found[2]}<b>{rule}</b>'

    placed = re.sub(rf"(<p|<tr)>(\s*(?:<strong>|<td>))({number})", place, made)
    return linked(placed, game)


def linked(made: str, game: str) -> str:
    number = number_pattern(game)
    return re.sub(rf"(?<![\w>\"#-]){number}", lambda m: link(m[0], game), made)


def number_pattern(game: str) -> str:
    return rf"{games()[game].code}-\d+(?:\.\d+)*[a-z]?"


def link(rule: str, game: str) -> str:
    return f'<a href="#{rule}">{rule}</a>' if rule in rules(game) else rule


@cache
def rule_of(game: str, rule: str) -> SafeString | None:
    """Return one rule as HTML, if there is one of that number."""
    if rule not in rules(game):
        return None
    (text,) = look_up(game, rule)
    if text.startswith("|"):  # a row of a table
        text = " — ".join(cell.strip() for cell in text.strip("|").split("|"))
    return mark_safe(html_from_markdown(text))
