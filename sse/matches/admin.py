"""Matches, for the operator: all that is public, and what is hidden only to those who
may see it and do not play themselves. Seeds are shown when a match has ended."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

import structlog
from django.contrib import admin, messages
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.errors import LogBroken
from engine.log import read_entry
from engine.registry import games
from engine.replay import verify
from sse.matches.models import Entry, Match, Seat, Submission
from sse.matches.play import match_abandon, match_pause, match_resume
from sse.matches.play.locked_match import names_of
from sse.matches.play.operator_services import bots_ring, submission_retry
from sse.matches.selectors import log_file, tenures_of
from sse.matches.table import table_of
from sse.platform.admin_pages import LookOnly, row_action, table

log = structlog.get_logger()
LAST = 50  # entries and submissions on the page of a match
MOST_VERIFIED = 20  # at once: each is played again from the start
SECRET = "hidden until the match has ended"
ENDED = (Match.Status.FINISHED, Match.Status.ABANDONED)
SLOW = timedelta(minutes=1)  # for a bot


def opened(rows: QuerySet[Any], request: HttpRequest, match: str) -> QuerySet[Any]:
    """With `is_open`: what is hidden may be shown, to this operator, of this match.

    Whoever sits at a running match sees no more of it than their seat does.
    """
    user: Any = request.user
    theirs = Seat.objects.filter(match=OuterRef(f"{match}pk"), player=user.pk)
    may_see = Case(
        When(Q(**{f"{match}status__in": ENDED}), then=Value(True)),
        When(Exists(theirs), then=Value(False)),
        default=Value(user.has_perm("matches.see_secrets")),
    )
    found: QuerySet[Any] = rows.annotate(is_open=may_see, plays=Exists(theirs))
    return found


def tells(match: Any) -> bool:
    """Tell whether the operator may know which seats have decided."""
    about = games().get(match.game_name)
    is_hidden = about is None or about.hidden
    return bool(not match.plays or match.has_ended or not is_hidden)


def instant(when: datetime | None) -> str:
    local = timezone.localtime(when) if when else None
    return date_format(local, "Y-m-d H:i:s") if local else ""


def kind_of(entry: Entry) -> str:
    line = read_entry(entry.text)
    return line.kind if line.seat < 0 else f"{line.kind}, seat {line.seat}"


# ------------------------------------------------------------------------ filters


class Paused(admin.SimpleListFilter):
    title = "why paused"
    parameter_name = "paused"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        reasons = ("organiser", "forsaken", "out_of_time")
        return [(reason, reason.replace("_", " ")) for reason in reasons]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(table__paused=self.value()) if self.value() else rows


class Stuck(admin.SimpleListFilter):
    title = "stuck"
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("broken", "has a broken text"),
            ("bots", "a bot is slow"),
            ("clocks", "a clock has not rung"),
        ]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        late = timezone.now() - SLOW
        here = {"match": OuterRef("pk")}
        broken = Submission.objects.filter(status=Submission.Status.BROKEN, **here)
        conditions: dict[str | None, Any] = {
            "broken": Exists(broken),
            "bots": Q(bots_due=True, changed_at__lte=late),
            "clocks": Exists(Seat.objects.filter(rings_at__lte=late, **here)),
        }
        wanted = conditions.get(self.value())
        return rows if wanted is None else rows.filter(wanted)


# ------------------------------------------------------------------------ matches


@admin.register(Match)
class MatchAdmin(LookOnly):
    lookups: ClassVar = {
        *("status", "game_name", "tempo", "privacy", "bots_due"),
        *("paused", "stuck"),
    }
    list_display = (
        *("id", "name", "game_name", "status", "players", "head", "asked"),
        *("next_deadline", "bots_due", "changed_at"),
    )
    list_display_links = ("id", "name")
    list_filter = ("status", "game_name", "tempo", "privacy", Paused, "bots_due", Stuck)
    search_fields = (
        *("title", "game_name", "seats__player__name", "seats__tenures__name"),
        "id__exact",
    )
    search_help_text = "Title, game, name of a player, or number of the match."
    ordering = ("-id",)
    list_per_page = 50
    actions = ("pause", "resume", "abandon", "ring_bots", "verify_log")
    agreed_on = (
        *("game_name", "version", "choices", "seats_wanted", "tempo"),
        *("clock", "privacy", "organiser"),
    )
    times = ("created_at", "started_at", "changed_at", "ended_at")
    fieldsets = (
        (None, {"fields": ("name", "status", "paused", "asked", "next_deadline")}),
        ("Agreed on", {"fields": agreed_on}),
        ("Seats", {"fields": ("seats_now", "held_by")}),
        ("The log", {"fields": ("head", "branch", "entries_last")}),
        ("What was written", {"fields": ("submissions_last", "letters_link")}),
        ("Dice", {"fields": ("commitment", "seed_told", "words_told")}),
        ("Times and end", {"fields": (*times, "result", "bots_due")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        seats = Seat.objects.select_related("player").order_by("number")
        rows = Match.objects.select_related("organiser").defer("seed", "words")
        return opened(rows.prefetch_related(Prefetch("seats", seats)), request, "")

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        match: Any = super().get_object(request, object_id, from_field)
        if match and match.is_open and not match.has_ended:
            log.info("secrets shown", match_id=match.pk, operator=request.user.pk)
        return match

    # -------------------------------------------------------------- at a glance

    @admin.display(description="match", ordering="title")
    def name(self, match: Match) -> str:
        return str(match)

    @admin.display(description="players")
    def players(self, match: Match) -> str:
        names = names_of(list(match.seats.all()))
        return ", ".join(name or "nobody" for name in names)

    @admin.display(description="asked")
    def asked(self, match: Match) -> str:
        if not tells(match):
            return SECRET
        names = names_of(list(match.seats.all()))
        return ", ".join(names[asked.seat] for asked in table_of(match.table).asked)

    @admin.display(description="next deadline")
    def next_deadline(self, match: Match) -> str:
        if not tells(match):
            return SECRET
        due = [seat.due_at for seat in match.seats.all() if seat.due_at]
        late = " (overdue)" if due and min(due) <= timezone.now() else ""
        return instant(min(due)) + late if due else ""

    @admin.display(description="why paused")
    def paused(self, match: Match) -> str:
        return table_of(match.table).paused

    # ---------------------------------------------------------------- the page

    @admin.display(description="seats")
    def seats_now(self, match: Match) -> SafeString:
        heads = (
            *("seat", "player", "bot", "stand-in", "open", "asked", "due", "bank"),
            "missed",
        )
        rows = (
            (
                seat.number,
                seat.player or "",
                seat.bot,
                seat.stand_in,
                "open" if seat.is_open else "",
                instant(seat.asked_at) if tells(match) else "…",
                instant(seat.due_at) if tells(match) else "…",
                (seat.bank or "") if tells(match) else "…",
                seat.missed,
            )
            for seat in match.seats.all()
        )
        return table(heads, rows)

    @admin.display(description="held by")
    def held_by(self, match: Match) -> SafeString:
        rows = (
            (tenure.seat.number, tenure.name, tenure.entry, instant(tenure.since))
            for tenure in tenures_of(match)
        )
        return table(("seat", "name", "from entry", "since"), rows)

    @admin.display(description="last entries")
    def entries_last(self, match: Any) -> SafeString:
        last = Entry.objects.filter(match=match).order_by("-number")[:LAST]
        rows = (
            (row.number, row.text if match.is_open else kind_of(row), instant(row.at))
            for row in last
        )
        what = "entry" if match.is_open else f"entry ({SECRET})"
        return with_link(match, "matches_entry", table(("number", what, "at"), rows))

    @admin.display(description="last texts")
    def submissions_last(self, match: Any) -> SafeString:
        last = Submission.objects.filter(match=match).select_related("player")
        if not tells(match):
            last = last.filter(status=Submission.Status.BROKEN)
        heads = ("number", "seat", "from", "by", "kind", "received", "status", "answer")
        what = "text" if match.is_open else f"text ({SECRET})"
        rows = (
            (
                *(row.pk, row.seat, row.player or row.by, row.source, row.kind),
                *(instant(row.received_at), row.status),
                answer_of(row, match.is_open),
                row.text[:200] if match.is_open else "…",
            )
            for row in last.order_by("-pk")[:LAST]
        )
        return with_link(match, "matches_submission", table((*heads, what), rows))

    @admin.display(description="letters")
    def letters_link(self, match: Match) -> SafeString:
        return with_link(match, "outbox_letter", SafeString())

    @admin.display(description="seed")
    def seed_told(self, match: Match) -> str:
        return match.seed if match.has_ended else SECRET

    @admin.display(description="players' words")
    def words_told(self, match: Match) -> str:
        return ", ".join(match.words) if match.has_ended else SECRET

    # ----------------------------------------------------------------- actions

    pause = row_action(
        "Pause", "paused", lambda match, by: match_pause(match_id=match.pk, by=by)
    )
    resume = row_action(
        "Resume", "going on", lambda match, by: match_resume(match_id=match.pk, by=by)
    )
    ring_bots = row_action(
        "Ring the bots again", "rung", lambda match, _: bots_ring(match_id=match.pk)
    )

    @admin.action(description="Abandon for ever …", permissions=["operate"])
    def abandon(
        self, request: HttpRequest, matches: QuerySet[Any]
    ) -> TemplateResponse | None:
        """Only after a second look: nothing brings a match back."""
        by: Any = request.user
        if "confirmed" in request.POST:
            abandon = partial(match_abandon, by=by)
            self.each(request, matches, "abandoned", lambda m: abandon(match_id=m.pk))
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Abandon for ever?",
            "matches": matches,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/abandon.html", context)

    @admin.action(description="Verify the log", permissions=["view"])
    def verify_log(self, request: HttpRequest, matches: QuerySet[Any]) -> None:
        for match in matches[:MOST_VERIFIED]:
            sentence, level = verified(match)
            self.message_user(request, f"{match.pk} {match}: {sentence}", level)
        if len(matches) > MOST_VERIFIED:
            told = f"Only the first {MOST_VERIFIED} were verified."
            self.message_user(request, told, messages.WARNING)


def verified(match: Any) -> tuple[str, int]:
    """The engine's sentence. What does not fit is a secret while a match runs."""
    if not match.has_begun:
        return "The match has not begun: there is no log yet.", messages.WARNING
    if match.old_rules:
        return match.old_rules, messages.WARNING
    try:
        return verify(log_file(match)), messages.SUCCESS
    except LogBroken as broken:
        said = str(broken) if match.is_open else f"line {broken.line}"
        return f"The log does not hold: {said}.", messages.ERROR


def answer_of(submission: Submission, is_open: bool) -> str:
    """Return what the writer was told. Refusals quote secrets of the writer."""
    answer = submission.answer
    faults = answer.get("faults", [])
    if faults and is_open:
        return " / ".join(fault["text"] for fault in faults)
    if faults:
        return f"{len(faults)} faults"
    if "entry" in answer:
        return f"by entry {answer['entry']}"
    return str(answer.get("code", ""))


def with_link(match: Match, rows: str, content: SafeString) -> SafeString:
    address = f"{reverse(f'admin:{rows}_changelist')}?match__id__exact={match.pk}"
    return format_html('{}<a href="{}">all of them</a>', content, address)


# ------------------------------------------------------------- entries and texts


class OfMatches(LookOnly):
    """Rows that are hidden while their match is running."""

    ordering = ("-id",)
    list_per_page = 100

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = self.model._default_manager.select_related("match")
        return opened(rows.defer("match__seed", "match__table"), request, "match__")


@admin.register(Entry)
class EntryAdmin(OfMatches):
    """No search: to look for a text is to be told of it."""

    lookups: ClassVar = {"match__id"}
    list_display = ("id", "match", "number", "told", "at")
    fields = ("match", "number", "told", "at")

    @admin.display(description="entry")
    def told(self, entry: Any) -> str:
        return str(entry.text) if entry.is_open else kind_of(entry)


@admin.register(Submission)
class SubmissionAdmin(OfMatches):
    lookups: ClassVar = {"status", "source", "kind", "match__id"}
    list_display = (
        *("id", "match", "seat", "player", "by", "kind", "source", "status"),
        *("received_at", "done_at"),
    )
    list_filter = ("status", "source", "kind")
    search_fields = ("player__name", "match__id__exact")
    search_help_text = "Name of a player, or number of a match."
    actions = ("try_again",)
    fields = (
        *("match", "seat", "player", "by", "kind", "source", "status"),
        *("received_at", "done_at", "answered", "told"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).select_related("match", "player")
        hidden = [about.name for about in games().values() if about.hidden]
        return rows.filter(
            Q(plays=False)
            | Q(match__status__in=ENDED)
            | ~Q(match__game_name__in=hidden)
            | Q(status=Submission.Status.BROKEN)
        )

    @admin.display(description="text")
    def told(self, submission: Any) -> str | SafeString:
        if not submission.is_open:
            return SECRET
        return format_html("<pre>{}</pre>", submission.text)

    @admin.display(description="answer")
    def answered(self, submission: Any) -> str:
        return answer_of(submission, submission.is_open)

    try_again = row_action(
        "Try again (broken)",
        "waiting again",
        lambda row, _: submission_retry(submission_id=row.pk),
    )
