"""How fast letters leave: a bucket for all, and one for each domain that gets them.

The buckets are in Redis, where all workers find them. What is too fast is put off: the
row says until when. A Redis that is away, or forgets, lets letters through.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cache

from django.conf import settings
from redis.commands.core import Script

from sse.platform.rates import Rate, rate_of
from sse.platform.redis_cache import or_else
from sse.platform.redis_circuit import client

# Each key holds when its bucket is full again. A letter takes one drop of every bucket,
# or, if one is empty, of none: then the answer is how many milliseconds to wait.
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local wait = 0
for at, key in ipairs(KEYS) do
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now)
  local drop, size = tonumber(ARGV[2 * at - 1]), tonumber(ARGV[2 * at])
  wait = math.max(wait, full + drop - size - now)
end
if wait > 0 then return math.ceil(wait) end
for at, key in ipairs(KEYS) do
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now)
  full = full + tonumber(ARGV[2 * at - 1])
  redis.call('SET', key, string.format('%.3f', full), 'PX', math.ceil(full - now) + 1)
end
return 0
"""


def wait_for(email: str) -> timedelta:
    """How long a letter to this address has to wait; none, and it is counted."""
    buckets = {
        "all": rate_of(settings.MAIL_RATE_ALL),
        email.rpartition("@")[2].lower(): rate_of(settings.MAIL_RATE_DOMAIN),
    }
    keys = [f"hikyaku:bucket:{name}" for name in buckets]
    sizes = [number for rate in buckets.values() for number in drops(rate)]
    wait = or_else(0, lambda: int(script()(keys=keys, args=sizes)))
    return timedelta(milliseconds=wait)


def drops(rate: Rate) -> Sequence[float]:
    """What a letter takes of a bucket, and how much a full one holds: milliseconds."""
    size = rate.within / timedelta(milliseconds=1)
    return size / rate.most, size


@cache
def script() -> Script:
    return client(settings.REDIS_URL).register_script(TAKE)
