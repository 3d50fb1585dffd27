"""Three-line wrappers round services. Each may run twice and does its work once."""

from __future__ import annotations

from celery import shared_task


@shared_task
def apply_submissions(match_id: int) -> None:
    from sse.matches.play import submissions_apply

    submissions_apply(match_id=match_id)


@shared_task
def play_bots(match_id: int) -> None:
    from sse.matches.play import bots_play

    bots_play(match_id=match_id)


@shared_task
def sweep() -> None:
    from sse.matches import heartbeat, play

    play.submissions_sweep()
    heartbeat.beat(heartbeat.SWEEP)


@shared_task
def ring_clocks() -> None:
    from sse.matches import heartbeat, play

    play.clocks_ring()
    heartbeat.beat(heartbeat.CLOCKS)
