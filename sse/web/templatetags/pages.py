"""Filters that many templates use."""

from __future__ import annotations

import re
from datetime import date, datetime

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from engine.lesson import lesson_of
from engine.registry import About, games
from engine.rulebook import rules
from sse.matches.access import kept_seats
from sse.matches.agreement import origin_text
from sse.matches.models import Seat
from sse.matches.presentation import language_note
from sse.platform.times import day_in_words, short_moment_in_words

register = template.Library()
register.filter("origin", origin_text)
RULE = re.compile(r"\b[A-Z]{2,5}-\d+(?:\.\d+)*[a-z]?")


@register.filter
def ruled(text: object, game: str) -> SafeString:
    """Escape a text and link the rules of the game that it names."""
    known = rules(game) if game in games() else {}

    def link(found: re.Match[str]) -> str:
        rule = found[0]
        return rule_link(game, rule) if rule in known else rule

    return mark_safe(RULE.sub(link, escape(text)))


def rule_link(game: str, rule: str) -> SafeString:
    page, part = reverse("rules", args=[game]), reverse("rule", args=[game, rule])
    return format_html(
        '<a class="rule" href="{}#{}" data-rule="{}">{}</a>', page, rule, part, rule
    )


@register.filter
def moment(when: datetime | None) -> SafeString:
    """Show a time in the reader's zone."""
    if when is None:
        return mark_safe("")
    local = timezone.localtime(when)
    shown = short_moment_in_words(local)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), shown)


@register.filter
def day(when: date | None) -> str:
    if isinstance(when, datetime):
        when = timezone.localtime(when)
    return day_in_words(when) if when else ""


@register.filter
def language_lacked(about: About) -> str:
    """Return a sentence for readers whose language the game does not have."""
    return language_note(about, get_language())


@register.filter
def called(about: About) -> str:
    """Return the title of a game in the reader's language."""
    return about.title_in(get_language() or "en")


@register.filter
def has_lesson(about: About) -> bool:
    return lesson_of(about.name) is not None


@register.filter
def blurb(about: About) -> str:
    """Return a sentence about the kind of game."""
    return about.blurb(get_language() or "en")


@register.filter
def is_kept(seat: Seat) -> bool:
    """Tell whether a seat is free but reserved for an invited player."""
    return seat.number in kept_seats(seat.match)
