"""Connects functions of higher layers to the events of lower layers.

The receivers run in the order of this list, inside the transaction of what happened.
"""

from __future__ import annotations

from sse.accounts import happened as accounts
from sse.archive import reports
from sse.archive.index.records import archive_if_ended
from sse.hooks.events import notices_tell, phase_tell
from sse.inbox.replies import refusal_limits
from sse.inbox.services import matches_with_mail
from sse.matches import happened as matches
from sse.matches.clock.deadlines import calendar_changes
from sse.operations.erasure import seats_give_up, traces_erase
from sse.outbox import letters
from sse.outbox.bounces import bounces_forget
from sse.outbox.letters import letters_write
from sse.platform.notices import notify


def connect_all() -> None:
    notify.connect(letters_write)
    notify.connect(notices_tell)
    matches.match_changed.connect(phase_tell)
    matches.match_changed.connect(archive_if_ended)
    matches.unread_texts.connect(matches_with_mail)
    matches.refusal_limits.connect(refusal_limits)
    accounts.address_restored.connect(bounces_forget)
    accounts.calendar_receivers.connect(calendar_changes)
    accounts.player_leaving.connect(seats_give_up)
    accounts.traces_erasing.connect(traces_erase)
    letters.facts_of_kind["booklet"] = reports.booklet_facts
    letters.files_of_letters.connect(reports.booklet_files)
