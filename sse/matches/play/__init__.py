"""Everything that changes a match, in the order of its life."""

from sse.matches.clock.deadlines import calendar_changes, clocks_ring
from sse.matches.play.organiser import (
    back_consent,
    back_propose,
    back_refuse,
    match_abandon,
    match_pause,
    match_resume,
    seat_open,
    seat_take,
    time_give,
)
from sse.matches.play.setup import (
    about_of,
    invitation_accept,
    invitation_decline,
    invitation_revoke,
    match_open,
    match_start,
    seat_fill,
    seat_invite,
    seat_join,
    seat_leave,
    seat_word,
)
from sse.matches.play.submissions import (
    bots_play,
    plan_submit,
    submissions_apply,
    submissions_sweep,
)
from sse.matches.play.talk import note_keep, talk_say
from sse.matches.play.time_requests import time_ask, time_decline

__all__ = [
    "about_of",
    "back_consent",
    "back_propose",
    "back_refuse",
    "bots_play",
    "calendar_changes",
    "clocks_ring",
    "invitation_accept",
    "invitation_decline",
    "invitation_revoke",
    "match_abandon",
    "match_open",
    "match_pause",
    "match_resume",
    "match_start",
    "note_keep",
    "plan_submit",
    "seat_fill",
    "seat_invite",
    "seat_join",
    "seat_leave",
    "seat_open",
    "seat_take",
    "seat_word",
    "submissions_apply",
    "submissions_sweep",
    "talk_say",
    "time_ask",
    "time_decline",
    "time_give",
]
