"""Turn HTML into lines of text; passages marked as quoted become quoted lines."""

from __future__ import annotations

from typing import Any

from inscriptis.css_profiles import (  # type: ignore[import-untyped]
    STRICT_CSS_PROFILE,
)
from inscriptis.html_engine import Inscriptis  # type: ignore[import-untyped]
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]
from lxml import etree  # type: ignore[import-untyped]

from sse.inbox.reading.charsets import visible_text
from sse.inbox.reading.types import TooMuch

Node = Any  # lxml has no types
LONGEST_STYLE = 1_000
# Names of classes, ids and the like; others put prefixes before them (x_, ydp…).
QUOTES = (
    *("gmail_quote", "gmail_quote_container", "gmail_attr", "gmail_extra"),
    *("yahoo_quoted", "protonmail_quote", "tutanota_quote", "front-blockquote"),
    *("moz-cite-prefix", "moz-forward-container", "zmail_extra", "reply-intro"),
    *("mailru-blockquote", "quote", "messagereplysection"),
    "mail-editor-reference-message-container",
)
SIGNATURES = (
    *("moz-signature", "gmail_signature", "gmail_signature_prefix", "bloop_sign"),
    *("protonmail_signature_block", "applemailsignature", "messagesignaturesection"),
    *("ms-outlook-mobile-signature", "mobile-signature", "yahoo_signature"),
    "data-signature-widget",
)
BEGINNINGS = {"linebreakatbeginningofsignature"}  # Apple marks only where it begins
ENDS = {"divrplyfwdmsg", "appendonsend", "signature", "zwchr", "stopspelling"}
HIDDEN = (
    *("display:none", "visibility:hidden", "mso-hide:all", "max-height:0"),
    *("opacity:0;", "font-size:0;", "font-size:0px", "font-size:0pt"),
)
UNREAD_TAGS = {
    *("script", "style", "head", "title", "img", "svg", "object", "template"),
    *("noscript", "iframe", "select", "textarea", "button", "audio", "video", "math"),
    "del",
}

MARKS = {"hidden": "", "signature": "", "beginning": "-- ", "quote": ">", "end": ">"}


def text_of_html(markup: str, most: int) -> str:
    """Return the visible text line by line, with one `>` for each quoted passage."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(markup.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError):
        root = None
    if root is None:
        return ""
    mark_quotes(root)
    if sum(1 for _ in root.iter()) > most:
        raise TooMuch(f"more than {most} elements of HTML")
    config = ParserConfig(css=STRICT_CSS_PROFILE)
    try:
        return visible_text(str(Inscriptis(root, config).get_text()))
    except (RecursionError, ValueError, IndexError):
        return ""


def mark_quotes(root: Node) -> None:
    """Remove hidden passages, and replace quoted ones by a mark."""
    gone: set[Node] = {root}
    for node in list(root.iter(etree.Element)):
        role = "" if node in gone else role_of(node)
        if is_line(node):
            node.tag = "div"
        if not role:
            continue
        gone.update(node.iter())
        if role == "end":
            cut_after(node)
        replace_node(node, MARKS[role])
        if role == "end":
            break


def is_line(node: Node) -> bool:
    """Treat Outlook's paragraphs as lines, and list items too, for their bullets."""
    if node.tag == "li":
        return node.getparent() is not None and node.getparent().tag == "ul"
    return bool(node.tag == "p" and node.get("class") == "MsoNormal")


def role_of(node: Node) -> str:
    if node.tag in UNREAD_TAGS:
        return "hidden"
    if node.tag == "blockquote":
        return "quote"
    return role_by_name(node) if len(node.attrib) else ""


def role_by_name(node: Node) -> str:
    """Return a passage's role by the class names of mail programs, prefixed or not."""
    style = str(node.get("style", ""))[:LONGEST_STYLE].lower().replace(" ", "") + ";"
    if "hidden" in node.attrib or any(sign in style for sign in HIDDEN):
        return "hidden"
    if node_id(node) in ENDS or node.get("data-marker") == "__DIVIDER__":
        return "end"
    if node_id(node) in BEGINNINGS:
        return "beginning"
    for role, signs in (("quote", QUOTES), ("signature", SIGNATURES)):
        if any(name.endswith(signs) for name in class_names(node)):
            return role
    return "end" if "border-top:solid" in style and node.tag == "div" else ""


def class_names(node: Node) -> set[str]:
    """Return the names a mail program gives to this passage."""
    words = f"{node.get('id', '')} {node.get('class', '')} {node.get('name', '')}"
    names = set(words[:LONGEST_STYLE].lower().split())
    return names | ({"data-signature-widget"} & set(node.keys()))


def node_id(node: Node) -> str:
    return str(node.get("id", ""))[:100].lower().removeprefix("x_")


def cut_after(node: Node) -> None:
    """Remove everything after this passage."""
    while node.getparent() is not None:
        node.tail = None
        for later in list(node.itersiblings()):
            node.getparent().remove(later)
        node = node.getparent()


def replace_node(node: Node, sign: str) -> None:
    """Replace a passage by a line with a mark; keep what follows it."""
    parent, tail = node.getparent(), node.tail
    if parent is None:
        return
    stand_in = etree.Element("div" if sign else "span")
    stand_in.text, stand_in.tail = sign, tail
    parent.replace(node, stand_in)
