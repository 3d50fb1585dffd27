"""Why a log or a replay does not hold: each reason by its code, in English.

Whoever speaks other languages translates by the code (sse/matches/log_faults.py).
"""

from __future__ import annotations

from collections.abc import Mapping

LONGEST = 200  # characters of a fact: what a file says may have any length

FAULTS: Mapping[str, str] = {
    # the file
    "too_big": "the file is bigger than {number} MB: no log is",
    "no_text": "this is no log: it is not UTF-8 text",
    "nothing_attached": "no log is attached to this PDF",
    "attached_too_big": "the attached log is too big to be one",
    "attached_damaged": "the attached log is damaged",
    "too_long": "the log is longer than any match that was played",
    # lines
    "no_log": "this is no log: it does not begin with “{first}”",
    "mark_missing": "the mark at the end of the line is missing",
    "mark_wrong": "the line does not fit its mark: one of them was changed",
    "key_expected": "“{key}: …” is expected here",
    "blank_expected": "an empty line is expected here",
    "version_missing": "the game has no version of its rules",
    "seats_no_number": "the number of seats is no number",
    "commitment_form": "the commitment is not 64 hexadecimal digits",
    "from_form": "“from” is followed by a branch and a position as JSON",
    "person_expected": "“player …”, “note …”, “seed” or “result” is expected",
    "no_seat": "there is no seat {seat}",
    "entry_expected": "entry {number} is expected here",
    "no_entry": "this is no entry",
    "log_hash": "this is not the hash of the entries above",
    "written_otherwise": "this would be written “{right}”",
    "goes_on": "the file does not end here",
    # JSON
    "no_json": "this is no JSON that can be read",
    "json_format": "this is no log: “format” is not “{format}”",
    "field_text": "“{field}” is no line of text",
    "field_number": "“{field}” is no whole number",
    "field_words": "“{field}” is no list of texts",
    "field_texts": "“{field}” does not give a text for each name",
    "field_rows": "“{field}” is no list of objects",
    "field_from": "“{field}” is no branch and position",
    "field_not": "“{field}” is not {number}",
    "field_entry": "“{field}” is no entry of a log",
    "field_other": "“{field}” does not say what the text says",
    "field_mark": "“{field}” does not fit: it or what it seals was changed",
    "field_hash": "“{field}” is not the hash of the entries",
    # what was agreed, and how it ended
    "no_game": "there is no game “{game}” here",
    "other_rules": "it was played by rules {played}, here are rules {here}",
    "choices_wrong": "{why}",
    "choices_incomplete": "the choices are not complete",
    "seed_form": "the seed is not 64 hexadecimal digits",
    "seed_wrong": "the seed does not fit the commitment",
    "seed_untold": "its seed is not told, so nobody can check its dice",
    "no_entries": "the log has no entries",
    "not_ended": "the match has not ended",
    "result_wrong": "the result is “{result}”",
    "state_wrong": "this is not the final state",
    # entries
    "setup_once": "a match begins with its setup and has one",
    "abandoned_before": "the match was abandoned before it",
    "conceded_before": "the match was won by resignation before it",
    "conceded_wrong": "seat {seat} is not the only one left",
    "order_illegal": "the order is not legal here ({rule}, {fault})",
    "not_past": "entry {number} is not in the past",
    "position_impossible": "{why}",
    "position_incomplete": "the position it is taken up from is not complete",
    "hands_unnamed": "seat {seat} changes hands more often than it has names",
    "names_unused": "seat {seat} has more names than it has changed hands",
    "hands_many": "seat {seat} changes hands more than {number} times",
    "idle": "more than {number} entries in a row are no order",
    # a match begun from a position
    "start_no_json": "a position is written as JSON, between braces",
    "start_over": "the match is over in this position",
    "start_given_up": "seat {seat} has been given up in this position",
    "start_choice": "the position has {name}={told}, not {said}",
    "start_seats": "the position is for {right} players, not {seats}",
    # draws
    "seed_gives": "the seed gives “{right}”, the log says “{wrong}”",
    "draw_unmade": "the draw “{name}” is recorded but never made",
    "draw_missing": "the draw “{name}” is missing",
    "draw_twice": "“{name}” is drawn twice",
    "draw_forbidden": "nothing may be drawn here, but “{name}” was",
    "draw_other": "the draw “{name}” is wanted, “{other}” is there",
    "draw_count": "“{name}” has {found} values, not {wanted}",
    "draw_impossible": "“{name}” cannot give {value}",
}


def shortened(fact: object) -> object:
    """A fact as it may be shown: nobody wants to read two megabytes."""
    if isinstance(fact, str) and len(fact) > LONGEST:
        return fact[:LONGEST] + "…"
    return fact
