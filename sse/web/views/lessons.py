"""Lessons: learn a game by playing a few moves, without an account."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
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

KEPT = "lessons"  # in the session: by game, the orders given so far


@dataclass(frozen=True)
class Course:
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
            keep(request, course, advanced(request, course.progress, chosen))
        except NotTheLesson:
            nudge = nudge_for(course, chosen)
        else:
            return redirect(f"{request.path}#lesson")
    elif request.method == "POST":  # of a step that is done, such as in another tab
        return redirect(f"{request.path}#lesson")
    facts = lesson_facts(course, learner_name(request))
    return render(request, "web/lesson.html", facts | {"nudge": nudge})


def course_in(request: HttpRequest, about: About) -> Course | None:
    lesson = lesson_of(about.name)
    if lesson is None:
        return None
    given = request.session.get(KEPT, {}).get(about.name, [])
    return Course(about, resume(lesson, given))


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


def keep(request: HttpRequest, course: Course, progress: Progress) -> None:
    kept = request.session.get(KEPT, {})
    request.session[KEPT] = kept | {course.about.name: list(progress.given)}


def nudge_for(course: Course, chosen: str) -> str:
    """Return what is said to a choice with which the lesson does not go on."""
    progress = course.progress
    offers = () if progress.is_done else progress.step.offers
    if chosen in {offer.order for offer in offers}:
        return in_language(progress.step.nudge, language_for(course.about))
    return _("Choose one of the buttons.")


def learner_name(request: HttpRequest) -> str:
    is_known = isinstance(request.user, Player)
    return request.user.name if is_known else _("You")  # type: ignore[union-attr]


def lesson_facts(course: Course, learner: str) -> dict[str, object]:
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


def shown(course: Course, offer: Offer, language: str) -> dict[str, str]:
    """Return an offer as its button says it, with its order in the reader's words."""
    game, view = rules(course.lesson), course.progress.view
    return {
        "order": offer.order,
        "label": in_language(offer.label, language),
        "words": game.label(view, "order", offer.order, language),
    }
