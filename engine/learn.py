"""A lesson in the terminal: `python -m engine learn GAME`."""

from __future__ import annotations

import textwrap

from engine.lesson import (
    READ,
    Lesson,
    NotTheLesson,
    Progress,
    answer,
    begin,
    happened,
    in_language,
    players,
    rules,
)
from engine.words import common

COLUMNS = 72
LEARNER = "Aki"


def learn(lesson: Lesson, language: str) -> None:
    """Ask step by step until the lesson is done or the learner stops."""
    progress = begin(lesson)
    try:
        while not progress.is_done:
            show(progress, language)
            progress = ask(progress, language)
            for sentence in happened(progress, LEARNER, language):
                print(f"  {sentence}")
    except (EOFError, KeyboardInterrupt):
        print("\n" + common(language)["lesson_stopped"])
        return
    print("\n" + picture(progress, language))
    tell(in_language(lesson.end, language))


def show(progress: Progress, language: str) -> None:
    step = progress.step
    print("\n" + picture(progress, language))
    count = len(progress.lesson.steps)
    print(f"[{progress.number + 1}/{count}]" + (f"  {step.rule}" if step.rule else ""))
    tell(in_language(step.text, language))
    for number, offer in enumerate(step.offers, start=1):
        print(f"  {number}  {in_language(offer.label, language)}  ({offer.order})")


def picture(progress: Progress, language: str) -> str:
    names = players(progress.lesson, LEARNER, language)
    return rules(progress.lesson).render(progress.view, language, names).text


def tell(text: str) -> None:
    print(textwrap.fill(text, COLUMNS))


def ask(progress: Progress, language: str) -> Progress:
    """Read a number or an order until it goes on."""
    step, said = progress.step, common(language)
    if not step.offers:
        input(said["lesson_go_on"])
        return answer(progress, READ)
    while True:
        line = input("> ").strip()
        chosen = {str(n): offer.order for n, offer in enumerate(step.offers, start=1)}
        order = chosen.get(line, line)
        try:
            return answer(progress, order)
        except NotTheLesson:
            is_offered = order in chosen.values()
            nudge = in_language(step.nudge, language) if is_offered else ""
            tell(nudge or said["lesson_choose"])
