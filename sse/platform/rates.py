"""How often something may be done. Rates read `6/hour` in the settings.

Three counters share them. The cache counts what only costs time: a Redis that is away
lets it through. The database counts log-ins and emails to others, which no failure may
open. Buckets in Redis say how long an email has to wait, so that they are sent evenly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import ngettext
from redis.commands.core import Script
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from sse.platform.models import Tries
from sse.platform.redis_cache import client, or_else

UNITS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}
# These must hold without Redis: log-ins, and emails to addresses that somebody names.
IN_DATABASE = ("log-in letters", "log-in tries", "invitations", "test letters")
MOST_RACES = 3


class Rate(NamedTuple):
    most: int
    within: timedelta

    def free_at(self, times: Sequence[datetime], now: datetime) -> datetime | None:
        """Return when one more is allowed, if not now; the newest time is first."""
        if len(times) < self.most:
            return None
        at = (times[self.most - 1] if self.most else now) + self.within
        return at if at > now else None


def rate_of(text: str) -> Rate:
    """Parse a rate such as `30/hour`."""
    most, _, unit = text.partition("/")
    return Rate(int(most), UNITS[unit])


class TooMany(Exception):
    """Over a limit; nothing was done."""

    def __init__(self, wait: int) -> None:
        minutes = max(1, ceil(wait / 60))
        sentence = ngettext(
            "Too many requests in a short time. Please try again in {minutes} minute.",
            "Too many requests in a short time. Please try again in {minutes} minutes.",
            minutes,
        )
        super().__init__(sentence.format(minutes=minutes))
        self.wait = wait


def check_limit(
    request: HttpRequest, scope: str, name: object, by_client: bool = True
) -> None:
    """Count this time, for a name and for the machine it comes from. [TooMany]

    A whole household may share one machine: it has a rate of its own, and a wider one.
    """
    limits = [(scope, f"name {str(name).strip().lower()}")]
    if by_client:
        limits.insert(0, (f"{scope} of a client", f"client {client_of(request)}"))
    for limit, subject in limits:
        if scope in IN_DATABASE:
            rate = str(api_settings.DEFAULT_THROTTLE_RATES[limit])
            wait = try_count(scope=limit, subject=subject, rate=rate)
        else:
            wait = CachedLimit(limit, subject).seconds_to_wait(request)
        if wait:
            raise TooMany(wait)


# ----------------------------------------------------------------------- the cache


class Throttle(SimpleRateThrottle):
    """Django REST framework's throttle, with the rates of the settings of now."""

    scope: str

    def get_rate(self) -> Any:
        return api_settings.DEFAULT_THROTTLE_RATES[self.scope]


class CachedLimit(Throttle):
    def __init__(self, scope: str, subject: str) -> None:
        self.scope = scope
        self.subject = sha256(subject.encode()).hexdigest()  # no address in the cache
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"limit:{slugify(self.scope)}:{self.subject}"

    def seconds_to_wait(self, request: HttpRequest) -> int:
        if self.allow_request(cast(Any, request), cast(Any, None)):
            return 0
        return ceil(self.wait() or 60)


# -------------------------------------------------------------------- the database


@transaction.atomic
def try_count(*, scope: str, subject: str, rate: str) -> int:
    """Count this time; return 0, or for how many seconds it is one too many.

    The row is locked meanwhile, so that no two at once count as one. An attempt that
    is refused is not counted: a person who waits as told is let in.
    """
    limit, now = rate_of(rate), timezone.now()
    row = locked_tries(sha256(f"{scope}\0{subject}".encode()).hexdigest())
    times = [datetime.fromtimestamp(at, UTC) for at in row.times]
    if free_at := limit.free_at(times, now):
        return max(1, ceil((free_at - now).total_seconds()))
    since = (now - limit.within).timestamp()
    row.times = [now.timestamp(), *(at for at in row.times if at > since)]
    row.expires_at = now + limit.within
    row.save(update_fields=["times", "expires_at"])
    return 0


def locked_tries(key: str) -> Tries:
    """Return the row, a new one if there is none; `tries_forget` may delete it first.

    A row that we make ourselves is not seen by anybody before we are done.
    """
    fresh = Tries(key=key, expires_at=timezone.now())
    locked = Tries.objects.select_for_update()
    for _attempt in range(MOST_RACES):
        Tries.objects.bulk_create([fresh], ignore_conflicts=True)
        if row := locked.filter(pk=key).first():
            return row
    return locked.get(pk=key)


def tries_forget(*, now: datetime | None = None, limit: int = 1000) -> int:
    """Delete rows that limit nothing any more, so many at most; return how many."""
    over = Tries.objects.filter(expires_at__lte=now or timezone.now())
    keys = list(over.values_list("pk", flat=True)[:limit])
    return over.filter(pk__in=keys).delete()[0]


# ------------------------------------------------------------------------- buckets

# Each key holds when its bucket is full again. One drop is taken of every bucket, or,
# if one is empty, of none: then the answer is how many milliseconds to wait.
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


def bucket_wait(buckets: Mapping[str, str]) -> timedelta:
    """Take one drop of each bucket, named with its rate; or return how long to wait."""
    keys = [f"hikyaku:bucket:{name}" for name in buckets]
    drops: list[float] = []
    for rate in map(rate_of, buckets.values()):
        size = rate.within / timedelta(milliseconds=1)
        drops += [size / rate.most, size]
    wait = or_else(0, lambda: int(bucket_script()(keys=keys, args=drops)))
    return timedelta(milliseconds=wait)


@cache
def bucket_script() -> Script:
    return client(settings.REDIS_URL).register_script(TAKE)


# ------------------------------------------------------------------------- clients


def client_of(request: HttpRequest) -> str:
    """Return the network of the machine that asks.

    Behind a proxy, it is what the proxy itself wrote: the last of X-Forwarded-For. What
    is before it comes from the client and is not trusted.
    """
    return client_network(BaseThrottle().get_ident(cast(Any, request)))


def client_network(address: str) -> str:
    """Return what one client has: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found = ip_address(address.strip().partition("%")[0])
    except ValueError:
        return address.strip()
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
