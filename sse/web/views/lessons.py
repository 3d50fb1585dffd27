"""Lessons: learn a game by playing a few moves, without an account."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from engine.lesson import (
    READ,
    Lesson,
    NotTheLesson,
    Offer,
    Progress,
    answer,
    begin,
    happened,
    in_language,
    lesson_of,
    players,
    resume,
    rules,
)
from engine.registry import About, games
from sse.accounts.models import Player
from sse.matches.presentation import language_for
from sse.web.views.responses import (
    form_page,
    game_or_404,
    number_in,
    read_page,
)

KEPT_DAYS = 90
# The orders given so far are kept in a cookie: a stranger needs no session for them,
# and what does not fit the lesson is dropped.


@dataclass(frozen=True)
class LessonCourse:
    """A game's lesson, and how far the reader has come."""

    about: About
    progress: Progress

    @property
    def lesson(self) -> Lesson:
        return self.progress.lesson

    @property
    def count(self) -> int:
        return len(self.lesson.steps)

    @property
    def number(self) -> int:
        """The step that comes next, counted from 1."""
        return min(self.progress.number + 1, self.count)


@read_page
def lessons(request: HttpRequest) -> HttpResponse:
    """Show the lessons of all games, and where the reader has left each."""
    found = (course_in(request, about) for about in games().values())
    return render(request, "web/lessons.html", {"courses": list(filter(None, found))})


@form_page
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """Show the next step; a choice with which it does not go on is explained."""
    course = course_in(request, game_or_404(name))
    if course is None:
        raise Http404
    nudge, chosen = "", request.POST.get("order", READ)
    if request.method == "POST" and is_of_this_step(request, course.progress):
        try:
            progress = advanced(request, course.progress, chosen)
        except NotTheLesson:
            nudge = nudge_for(course, chosen)
        else:
            return with_cookie(redirect(f"{request.path}#lesson"), name, progress)
    elif request.method == "POST":  # of a step that is done, such as in another tab
        return redirect(f"{request.path}#lesson")
    facts = lesson_facts(course, learner_name(request))
    return render(request, "web/lesson.html", facts | {"nudge": nudge})


def course_in(request: HttpRequest, about: About) -> LessonCourse | None:
    lesson = lesson_of(about.name)
    if lesson is None:
        return None
    kept = unquote(request.COOKIES.get(cookie_name(about.name), ""))
    given = kept.split("\n")[1:]
    return LessonCourse(about, resume(lesson, given))


def is_of_this_step(request: HttpRequest, progress: Progress) -> bool:
    said = number_in(request.POST.get("number", ""))
    return "again" in request.POST or said == progress.number


def advanced(request: HttpRequest, progress: Progress, chosen: str) -> Progress:
    """Do what was pressed: begin again, skip a step, or choose. [NotTheLesson]"""
    if "again" in request.POST:
        return begin(progress.lesson)
    if "skip" in request.POST and not progress.is_done:
        right = (offer.order for offer in progress.step.offers if offer.is_right)
        chosen = next(right, READ)
    return answer(progress, chosen)


def cookie_name(game: str) -> str:
    return f"lesson_{game}"


def with_cookie(answer: HttpResponse, game: str, progress: Progress) -> HttpResponse:
    """Let the browser remember how far its reader has come."""
    if not progress.given:
        answer.delete_cookie(cookie_name(game), path=reverse("lessons"))
        return answer
    answer.set_cookie(
        cookie_name(game),
        quote("\n".join(("", *progress.given))),
        max_age=KEPT_DAYS * 24 * 3600,
        path=reverse("lessons"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def nudge_for(course: LessonCourse, chosen: str) -> str:
    """Return what is said to a choice with which the lesson does not go on."""
    progress = course.progress
    offers = () if progress.is_done else progress.step.offers
    if chosen in {offer.order for offer in offers}:
        return in_language(progress.step.nudge, language_for(course.about))
    return _("Choose one of the buttons.")


def learner_name(request: HttpRequest) -> str:
    return request.user.name if isinstance(request.user, Player) else _("You")


def lesson_facts(course: LessonCourse, learner: str) -> dict[str, object]:
    progress, language = course.progress, language_for(course.about)
    names = players(course.lesson, learner, language)
    board = rules(course.lesson).render(progress.view, language, names)
    facts: dict[str, object] = {
        "about": course.about,
        "course": course,
        "progress": progress,
        "language": language,
        "told": happened(progress, learner, language),
        "board": board,
        "drawing": mark_safe(board.svg),
    }
    if progress.is_done:
        return facts | {"text": in_language(course.lesson.end, language)}
    return facts | {
        "text": in_language(progress.step.text, language),
        "offers": [shown(course, offer, language) for offer in progress.step.offers],
    }


def shown(course: LessonCourse, offer: Offer, language: str) -> dict[str, str]:
    """Return an offer as its button says it, with its order in the reader's words."""
    game, view = rules(course.lesson), course.progress.view
    return {
        "order": offer.order,
        "label": in_language(offer.label, language),
        "words": game.label(view, "order", offer.order, language),
    }
