"""Players that are programs: one looks a step ahead, one searches. [SSE-13.2]

Both look only at imagined tables, which hold what their seat knows and no more.
"""

from __future__ import annotations

from engine.bots import Bot
from engine.small_samurai_empires.bots.daimyo import daimyo
from engine.small_samurai_empires.bots.greedy import greedy

BOTS: dict[str, Bot] = {"greedy": greedy, "daimyo": daimyo}
