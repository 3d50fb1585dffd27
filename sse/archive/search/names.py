"""What the fields of a search and their values are called."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy, ngettext

from engine.registry import games
from sse.archive.index.facts import SPANS, spans

Texts = list[tuple[str, str]]  # a value and what it is called
LABELS = {
    "seats": gettext_lazy("Seats"),
    "players": gettext_lazy("Who played"),
    "result": gettext_lazy("Result"),
    "margin": gettext_lazy("Winner’s margin"),
    "length": gettext_lazy("Length"),
    "days": gettext_lazy("It took"),
    "clock": gettext_lazy("Clock"),
    "tempo": gettext_lazy("Tempo"),
}
WORDS = {
    "players": (
        ("people", gettext_lazy("people only")),
        ("mixed", gettext_lazy("people and bots")),
        ("programs", gettext_lazy("bots only")),
    ),
    "result": (
        ("single", gettext_lazy("one winner")),
        ("shared", gettext_lazy("a shared victory")),
        ("resigned", gettext_lazy("all others resigned")),
    ),
    "clock": (
        ("relaxed", gettext_lazy("relaxed: three days a decision")),
        ("daily", gettext_lazy("daily: a day a decision")),
        ("fast", gettext_lazy("fast: two hours a decision")),
        ("own", gettext_lazy("another clock")),
        ("none", gettext_lazy("no clock")),
    ),
    "tempo": (
        ("each", gettext_lazy("decision by decision")),
        ("phase", gettext_lazy("phase by phase")),
    ),
    "when": (
        ("happened", gettext_lazy("at any time")),
        ("first", gettext_lazy("as the first of its kind")),
        ("last", gettext_lazy("as the last of its kind")),
    ),
    "outcome": (("won", gettext_lazy("won")), ("lost", gettext_lazy("did not win"))),
}


def texts(name: str, game: str = "") -> Texts:
    """All values of a field, in order."""
    if name == "seats":
        lowest, highest = seats_of(game)
        return [(str(n), str(n)) for n in range(lowest, highest + 1)]
    if name in SPANS:
        return [(one, span_text(name, one)) for one in spans(SPANS[name])]
    return [(value, str(text)) for value, text in WORDS[name]]


def text_of(name: str, value: str, game: str = "") -> str:
    return dict(texts(name, game)).get(value, value)


def seats_of(game: str) -> tuple[int, int]:
    known = [games()[game]] if game in games() else list(games().values())
    return min(a.seats[0] for a in known), max(a.seats[1] for a in known)


def span_text(name: str, one: str) -> str:
    """`26-50` is “26–50 steps”."""
    first, _, last = one.partition("-")
    number = int(last or first)
    if not last:
        said = gettext("%(number)s and more") % {"number": first}
    else:
        lowest = "1" if name == "days" and first == "0" else first
        said = last if lowest == last else f"{lowest}–{last}"
    if name == "length":
        text = ngettext("%(said)s step", "%(said)s steps", number)
    elif name == "days":
        text = ngettext("%(said)s day", "%(said)s days", number)
    else:
        text = ngettext("%(said)s point", "%(said)s points", number)
    return text % {"said": said}
