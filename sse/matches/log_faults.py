"""Reasons why a log holds or does not, in the reader's language.

The engine says it in English, with a code and facts (engine/faults.py). What the rules
of a game say themselves stays with the engine: the place is enough to find it.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.errors import Broken, LogBroken
from engine.replay import Verdict
from sse.matches.presentation import game_title

REASONS = {
    # the file
    "too_big": _("the file is bigger than {number} MB: no log is"),
    "no_text": _("this is no log: it is not UTF-8 text"),
    "nothing_attached": _("no log is attached to this PDF"),
    "attached_too_big": _("the attached log is too big to be one"),
    "attached_damaged": _("the attached log is damaged"),
    "too_long": _("the log is longer than any match that was played"),
    # lines
    "no_log": _("this is no log: it does not begin with “{first}”"),
    "mark_missing": _("the mark at the end of the line is missing"),
    "mark_wrong": _("the line does not fit its mark: one of them was changed"),
    "key_expected": _("“{key}: …” is expected here"),
    "blank_expected": _("an empty line is expected here"),
    "version_missing": _("the game has no version of its rules"),
    "seats_no_number": _("the number of seats is no number"),
    "commitment_form": _("the commitment is not 64 hexadecimal digits"),
    "from_form": _("“from” is followed by a branch and a position as JSON"),
    "person_expected": _("“player …”, “note …”, “seed” or “result” is expected"),
    "no_seat": _("there is no seat {seat}"),
    "entry_expected": _("entry {number} is expected here"),
    "no_entry": _("this is no entry"),
    "log_hash": _("this is not the hash of the entries above"),
    "written_otherwise": _("this would be written “{right}”"),
    "goes_on": _("the file does not end here"),
    # JSON
    "no_json": _("this is no JSON that can be read"),
    "json_format": _("this is no log: “format” is not “{format}”"),
    "field_text": _("“{field}” is no line of text"),
    "field_number": _("“{field}” is no whole number"),
    "field_words": _("“{field}” is no list of texts"),
    "field_texts": _("“{field}” does not give a text for each name"),
    "field_rows": _("“{field}” is no list of objects"),
    "field_from": _("“{field}” is no branch and position"),
    "field_not": _("“{field}” is not {number}"),
    "field_entry": _("“{field}” is no entry of a log"),
    "field_other": _("“{field}” does not say what the text says"),
    "field_mark": _("“{field}” does not fit: it or what it seals was changed"),
    "field_hash": _("“{field}” is not the hash of the entries"),
    # what was agreed, and how it ended
    "no_game": _("there is no game “{game}” here"),
    "other_rules": _("it was played by rules {played}, here are rules {here}"),
    "choices_wrong": _("the choices do not fit the game"),
    "choices_incomplete": _("the choices are not complete"),
    "seed_form": _("the seed is not 64 hexadecimal digits"),
    "seed_wrong": _("the seed does not fit the commitment"),
    "seed_untold": _("its seed is not told, so nobody can check its dice"),
    "no_entries": _("the log has no entries"),
    "not_ended": _("the match has not ended"),
    "result_wrong": _("the result is “{result}”"),
    "state_wrong": _("this is not the final state"),
    # entries
    "setup_once": _("a match begins with its setup and has one"),
    "abandoned_before": _("the match was abandoned before it"),
    "conceded_before": _("the match was won by resignation before it"),
    "conceded_wrong": _("seat {seat} is not the only one left"),
    "order_illegal": _("the order is not legal here ({rule}, {fault})"),
    "not_past": _("entry {number} is not in the past"),
    "position_impossible": _("no match can reach the position it is taken up from"),
    "position_incomplete": _("the position it is taken up from is not complete"),
    "hands_unnamed": _("seat {seat} changes hands more often than it has names"),
    "names_unused": _("seat {seat} has more names than it has changed hands"),
    "hands_many": _("seat {seat} changes hands more than {number} times"),
    "idle": _("more than {number} entries in a row are no order"),
    # a match begun from a position
    "start_no_json": _("a position is written as JSON, between braces"),
    "start_over": _("the match is over in this position"),
    "start_given_up": _("seat {seat} has been given up in this position"),
    "start_choice": _("the position has {name}={told}, not {said}"),
    "start_seats": _("the position is for {right} players, not {seats}"),
    # draws
    "seed_gives": _("the seed gives “{right}”, the log says “{wrong}”"),
    "draw_unmade": _("the draw “{name}” is recorded but never made"),
    "draw_missing": _("the draw “{name}” is missing"),
    "draw_twice": _("“{name}” is drawn twice"),
    "draw_forbidden": _("nothing may be drawn here, but “{name}” was"),
    "draw_other": _("the draw “{name}” is wanted, “{other}” is there"),
    "draw_count": _("“{name}” has {found} values, not {wanted}"),
    "draw_impossible": _("“{name}” cannot give {value}"),
}


def fault_reason(broken: Broken) -> str:
    """The reason alone, to follow a colon."""
    return str(REASONS[broken.code]).format(**broken.facts)


def reason_of(broken: LogBroken) -> str:
    """Place and reason, to follow a colon."""
    said = fault_reason(broken)
    if broken.entry is not None:
        said = str(_("entry {entry}: {reason}")).format(entry=broken.entry, reason=said)
    if broken.line:
        said = str(_("line {line}: {reason}")).format(line=broken.line, reason=said)
    return said


# ------------------------------------------------------------------- of one that holds

ENDS = {
    "finished": _("The match is finished."),
    "abandoned": _("The match was abandoned."),
    "still running": _("The match is still running."),
}
SEED_TOLD = _("All {draws} draws follow from the seed, which matches the commitment.")
SEED_LOST = _("The seed was not revealed, so its {draws} draws prove nothing.")
SEED_SEALED = _("{draws} draws are as recorded; the seed is revealed at the end.")


def verdict_text(verdict: Verdict) -> str:
    """Say in a few sentences what the engine says in one."""
    first = _("{game}; seats: {seats}, steps: {steps}.")
    is_lost = verdict.end == "finished"
    proof = SEED_TOLD if verdict.has_seed else SEED_LOST if is_lost else SEED_SEALED
    said = [
        str(first).format(
            game=game_title(verdict.game), seats=verdict.seats, steps=verdict.entries
        ),
        str(_("It was started from a position.")) if verdict.has_position else "",
        str(_("Every order is legal.")),
        str(proof).format(draws=verdict.draws) if verdict.draws else "",
        str(ENDS[verdict.end]),
    ]
    return " ".join(filter(None, said))
