"""Booklets and films: asked for by a row, made by a worker, kept as a file.

Asking twice makes one: a report's key is made of all that goes into it. The key is
signed, so that nobody can try out of it what a running match hides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.languages import LANGUAGES
from sse.accounts.models import Player
from sse.archive import tasks
from sse.archive.models import Report, Wish
from sse.archive.replay.viewpoint import Eyes, may_look
from sse.matches.errors import MatchRefused
from sse.matches.file_names import match_file
from sse.matches.models import Match
from sse.matches.play.notices import match_notice
from sse.matches.selectors import log_file, seat_of
from sse.outbox.letters import File
from sse.outbox.models import Letter
from sse.platform import leases, wake
from sse.platform.notices import notify

log = structlog.get_logger()
EDITION = 6  # raise it when booklets look different: they are made anew
PAPERS = ("a4", "letter")
MOST_FRAMES = 200  # of a film
MOST_STEPS = 2000  # of a booklet: a hundred pages; ten times as many fill a machine
MOST_ATTACHED = 3 * 2**20  # bytes; a bigger booklet is a link in the letter
Status = Report.Status
ANEW = {"status": Status.WAITING, "error": "", "progress": 0}
# Kept as they are, and translated where they are read.
BROKEN = gettext_noop(
    "It could not be created. The operator can see why in the server log."
)
NO_LIBRARIES = gettext_noop(
    "This server lacks libraries for booklets; its operator can install them."
)
ENDINGS = {Report.Kind.BOOKLET: "pdf", Report.Kind.FILM: "gif"}


# ----------------------------------------------------------------------------- asking


def booklet_ask(
    *,
    match: Match,
    seat: int | None = None,
    language: str = "en",
    paper: str = "a4",
    qr: bool = False,
) -> Report:
    """The booklet of a match; of one that runs, as a seat may see it."""
    if language not in LANGUAGES or paper not in PAPERS:
        raise MatchRefused("no_such_paper", _("There is no such language or paper."))
    if not match.has_ended and seat is None:
        raise MatchRefused(
            "running", _("Until the match ends, only its players can get a booklet.")
        )
    if match.head > MOST_STEPS:
        sentence = _("A booklet can have at most {number} steps; the log has them all.")
        raise MatchRefused("too_long", sentence.format(number=MOST_STEPS))
    options = {"language": language, "paper": paper, "qr": bool(qr)}
    eyes = None if match.has_ended else seat
    return report_ask(Report.Kind.BOOKLET, match, eyes, options)


def film_ask(
    *,
    match: Match,
    first: int,
    last: int,
    language: str = "en",
    eyes: Eyes = None,
    before_work: Callable[[], None] | None = None,
) -> Report:
    """Steps of a match, one after the other; once it has ended, with any eyes."""
    if not may_look(match, None, eyes):
        raise MatchRefused(
            "running",
            _("Until the match ends, a film can only show what everyone can see."),
        )
    if not 0 <= first <= last < match.head:
        raise MatchRefused("no_such_step", _("There are no such steps."))
    if last - first >= MOST_FRAMES:
        sentence = _("A film can have at most {number} steps.")
        raise MatchRefused("too_long", sentence.format(number=MOST_FRAMES))
    options = {"language": language, "first": first, "last": last}
    if eyes is not None:
        options["eyes"] = eyes
    return report_ask(Report.Kind.FILM, match, None, options, before_work)


def report_ask(
    kind: str,
    match: Match,
    seat: int | None,
    options: Mapping[str, Any],
    before_work: Callable[[], None] | None = None,
) -> Report:
    """The one that is there or being made; else, if nothing speaks against it, a new
    one. What speaks against it is raised by `before_work`."""
    if not match.is_current:
        raise MatchRefused(
            "old_rules",
            _("It was played by a version of the rules that is no longer here."),
        )
    if match.head == 0:
        raise MatchRefused("not_begun", _("The match has not begun."))
    key = report_key(kind, match, seat, options)
    known = Report.objects.filter(key=key).exclude(status=Status.BROKEN)
    if before_work and not known.exists():
        before_work()
    wanted = {"kind": kind, "match": match, "seat": seat, "options": options}
    report, is_new = Report.objects.get_or_create(key=key, defaults=wanted)
    mine = Report.objects.filter(pk=report.pk)
    mine.update(asked_at=timezone.now())
    mine.filter(status=Status.BROKEN).update(**ANEW)
    if report.status == Status.READY and not default_storage.exists(report.file):
        mine.update(**ANEW)
    report.refresh_from_db()
    if is_new or report.status == Status.WAITING:
        wake.ring(tasks.make_report, report.pk)
    return report


def report_key(
    kind: str, match: Match, seat: int | None, options: Mapping[str, Any]
) -> str:
    """What a report is made of, as one number that tells nothing."""
    parts = [EDITION, kind, match.pk, seat, sorted(options.items()), settings.SITE]
    parts += [settings.SITE_NAME, log_file(match)]
    if kind == Report.Kind.BOOKLET:
        from sse.archive.pdf import people

        said = (people.remarks_on, people.diaries_of, people.talk_at)
        parts += [[[*map(str, row)] for row in of(match)] for of in said]
    text = json.dumps(parts, default=str)
    return salted_hmac("sse.archive.reports", text, algorithm="sha256").hexdigest()


# ----------------------------------------------------------------------------- making


def report_make(*, report_id: int) -> bool:
    """Makes a report that waits, if nobody else does. Whether it did."""
    wanted = leases.due(Report, timezone.now()).filter(pk=report_id)
    claimed = leases.claim(wanted.select_related("match"), progress=1)
    if not claimed:
        return False
    (report,) = claimed
    with leases.held(leases.lease_of(report)):
        try:
            data = report_file_data(report)
        except Exception as error:  # whatever it was, the reader must not wait for ever
            log.exception("report broken", report=report.pk)
            mark_broken(report, error)
            return False
        return store_report(report, data)


def report_file_data(report: Report) -> bytes:
    def progress(done: int) -> None:
        leases.ours(report).update(progress=min(99, done))

    if report.kind == Report.Kind.FILM:
        from sse.archive.film import film_gif

        return film_gif(report.match, progress=progress, **report.options)
    from sse.archive.pdf.booklet import Wanted, booklet_pdf

    return booklet_pdf(Wanted(report.match, report.seat, **report.options), progress)


def mark_broken(report: Report, error: Exception) -> None:
    """In words that a reader understands; the operator has the rest in the log."""
    words = BROKEN
    if isinstance(error, OSError) and "cannot load library" in str(error):
        words = NO_LIBRARIES
    leases.finish(report, status=Status.BROKEN, error=words)


def store_report(report: Report, data: bytes) -> bool:
    """Store the file, unless another worker has taken the report over meanwhile."""
    if not leases.ours(report).exists():
        return False
    name = f"reports/{report.key[:2]}/{report.key}.{ENDINGS[Report.Kind(report.kind)]}"
    if default_storage.exists(name):
        default_storage.delete(name)
    kept = default_storage.save(name, ContentFile(data))
    made: dict[str, Any] = {"file": kept, "size": len(data), "made_at": timezone.now()}
    made |= {"status": Status.READY, "progress": 100, "error": ""}
    with transaction.atomic():
        if not leases.finish(report, **made):
            return False
        for wish in report.wishes.select_related("player"):
            queue_booklet_email(report, wish)
    return True


def reports_sweep() -> int:
    """Rings for what waits, and forgets what nobody has asked for in a long time."""
    now = timezone.now()
    rung = Q(status=Status.WAITING, asked_at__gt=now - timedelta(seconds=30))
    left = leases.due(Report, now).exclude(rung)
    for pk in left.order_by("asked_at").values_list("pk", flat=True)[:20]:
        wake.ring_again(tasks.make_report, pk)
    old = now - timedelta(days=settings.REPORT_DAYS)
    return reports_forget(Report.objects.filter(asked_at__lte=old)[:100])


def reports_forget(reports: Iterable[Report]) -> int:
    """Files and rows; whoever asks again has them made again."""
    count = 0
    for report in reports:
        if report.file:
            default_storage.delete(report.file)
        report.delete()
        count += 1
    return count


def reports_of(player: Player) -> Iterable[Report]:
    """Those that may name a player: of matches where they sat, spoke or remarked."""
    named = Q(match__seats__tenures__player=player) | Q(match__organiser=player)
    named |= Q(match__remarks__player=player) | Q(match__talk__player=player)
    return Report.objects.filter(named).distinct()


def report_file(report: Report) -> str:
    """What it is called when somebody saves it; English and A4 go without saying."""
    options = report.options
    if report.kind == Report.Kind.FILM:
        steps = f"steps-{options['first']}-{options['last']}"
        return match_file(report.match, "gif", steps)
    details = [options["language"], options["paper"]]
    told = [word for word in details if word not in ("en", "a4")]
    return match_file(report.match, "pdf", *told)


# ---------------------------------------------------------------------------- letters


def email_booklet(
    *, match: Match, player: Player, language: str = "", paper: str = "a4"
) -> Report:
    """A booklet to a player: made if need be, then sent by a letter. [MatchRefused]"""
    seat = seat_of(match, player)
    report = booklet_ask(
        match=match,
        seat=seat.number if seat else None,
        language=language or player.language,
        paper=paper,
    )
    wish, is_new = Wish.objects.get_or_create(report=report, player=player)
    if not is_new:  # asked for again: another letter
        Wish.objects.filter(pk=wish.pk).update(at=timezone.now())
        wish.refresh_from_db()
    if report.status == Status.READY:
        queue_booklet_email(report, wish)
    return report


def queue_booklet_email(report: Report, wish: Wish) -> None:
    """Only for a player who may still see it: a seat may have changed hands."""
    if may_have(report, wish.player):
        told = match_notice(
            match=report.match,
            player=wish.player,
            kind="booklet",
            key=f"booklet:{report.pk}:{wish.player_id}:{wish.at.isoformat()}",
            report=report.pk,
        )
        notify([told])


def may_have(report: Report, player: Player) -> bool:
    """Whether a player may have this very report; of a seat's eyes only the seat."""
    from sse.matches.access import may_see

    if report.seat is None:
        return may_see(report.match, player)
    return report.match.seats.filter(number=report.seat, player=player).exists()


def booklet_facts(letter: Letter) -> dict[str, Any]:
    """What the letter with a booklet says of it."""
    report = Report.objects.get(pk=letter.data["report"])
    page = f"{settings.SITE}/matches/{report.match_id}/booklet/{report.pk}/"
    return {"report_url": page, "is_attached": bool(booklet_files(letter))}


def booklet_files(letter: Letter) -> list[File]:
    """The PDF, if it is small enough and still theirs to have."""
    if letter.kind != "booklet" or letter.player is None:
        return []
    found = Report.objects.select_related("match").filter(pk=letter.data["report"])
    report = found.filter(status=Status.READY, size__lte=MOST_ATTACHED).first()
    if report is None or not may_have(report, letter.player):
        return []
    if not default_storage.exists(report.file):
        return []
    with default_storage.open(report.file) as file:
        return [(report_file(report), file.read(), "application/pdf")]
