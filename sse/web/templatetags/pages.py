"""What templates say again and again."""

from __future__ import annotations

import re
from datetime import date, datetime

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from engine.registry import About, games
from engine.rulebook import rules
from sse.matches.access import kept_seats
from sse.matches.agreement import origin_told
from sse.matches.models import Match, Seat
from sse.matches.presentation import language_note
from sse.platform.times import day_in_words, short_moment_in_words

register = template.Library()
RULE = re.compile(r"\b[A-Z]{2,5}-\d+(?:\.\d+)*[a-z]?")


@register.filter
def ruled(text: object, game: str) -> SafeString:
    """The text, escaped, with the rules of the game that it names as links."""
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
    """A time as the reader's clock shows it, with its zone."""
    if when is None:
        return mark_safe("")
    local = timezone.localtime(when)
    shown = short_moment_in_words(local)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), shown)


@register.filter
def origin(match: Match) -> str:
    """Where a match was taken up that did not begin at its beginning."""
    return origin_told(match)


@register.filter
def day(when: date | None) -> str:
    return day_in_words(local_day(when)) if when else ""


def local_day(when: date) -> date:
    return timezone.localtime(when) if isinstance(when, datetime) else when


@register.filter
def language_lacked(about: About) -> str:
    """A sentence for readers whose language the game does not speak; else nothing."""
    return language_note(about, get_language())


@register.filter
def called(about: About) -> str:
    """What a game is called in the reader's language."""
    return about.title_in(get_language() or "en")


@register.filter
def blurb(about: About) -> str:
    """What kind of game it is."""
    return about.blurb(get_language() or "en")


@register.filter
def is_kept(seat: Seat) -> bool:
    """Whether it is free, but promised to somebody."""
    return seat.number in kept_seats(seat.match)
