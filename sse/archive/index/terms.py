"""What a record is found by: facts as tokens, and words that people wrote.

Both databases look for a set of terms in an index of their own: PostgreSQL in a
tsvector, SQLite in FTS5. Words are cut here, so that both find the same; a fact, such
as `seats=3`, is a token that nobody writes by chance.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2s
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection
from django.db.models import Lookup, TextField

from engine.reading.text import fold

if TYPE_CHECKING:
    TextLookup = Lookup[Any]
else:
    TextLookup = Lookup
TOKEN = "0z"  # begins every fact; words that begin so are not kept
LONGEST = 40  # letters of a word
MOST_WORDS = 2000  # of a record
MOST_MEANT = 60  # words with the same beginning
WORD = re.compile(r"[^\W_]+")
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")  # kana and kanji


@lru_cache(maxsize=50_000)
def token(fact: str) -> str:
    digest = blake2s(fact.encode(), digest_size=5).digest()
    return TOKEN + b32encode(digest).decode().lower()


def words_of(text: str) -> list[str]:
    """The words of a text, folded; where no blanks are, each pair of signs."""
    found: list[str] = []
    for run in WORD.findall(fold(text)):
        if not run.startswith(TOKEN):
            found += [word[:LONGEST] for word in UNSPACED.sub(" ", run).split()]
            # `本能寺`: `本能`, `能寺`, `寺`. Every sign begins one and can be found.
            for signs in UNSPACED.findall(run):
                found += [signs[at : at + 2] for at in range(len(signs))]
    return found


# ------------------------------------------------------------------------ writing


PUT = {
    "sqlite": "insert or replace into archive_terms(rowid, terms) values (%s, %s)",
    "postgresql": "insert into archive_terms(rowid, terms)"
    " values (%s, array_to_tsvector(%s::text[]))"
    " on conflict (rowid) do update set terms = excluded.terms",
}


def terms_put(record_id: int, facts: Iterable[str], texts: Iterable[str]) -> None:
    """All that the record is found by from now on."""
    words = list(dict.fromkeys(word for text in texts for word in words_of(text)))
    words, is_sqlite = words[:MOST_WORDS], connection.vendor == "sqlite"
    terms = [*dict.fromkeys(map(token, facts)), *words]
    with connection.cursor() as cursor:
        said = " ".join(terms) if is_sqlite else terms
        cursor.execute(PUT[connection.vendor], [record_id, said])
    words_put(words)


def words_put(words: Iterable[str]) -> None:
    """That there are such words; in one order, so that nobody waits in a circle."""
    known = "insert into archive_words(word) values (%s) on conflict do nothing"
    with connection.cursor() as cursor:
        cursor.executemany(known, [[word] for word in sorted(words)])


# ------------------------------------------------------------------------ looking


class Language(NamedTuple):
    """How a database is asked for terms."""

    both: str
    either: str
    without: str
    mark: str  # around a term
    begins: str  # after a term that may go on

    def marked(self, terms: Iterable[str]) -> list[str]:
        return [f"{self.mark}{term}{self.mark}" for term in terms]

    def all_of(self, wishes: Iterable[str]) -> str:
        return f"({self.both.join(wishes)})"

    def any_of(self, wishes: Iterable[str]) -> str:
        return f"({self.either.join(wishes)})"


SQLITE = Language(" AND ", " OR ", " NOT ", '"', "*")
POSTGRESQL = Language(" & ", " | ", " & ! ", "'", ":*")


def question(
    facts: Iterable[str],
    text: str = "",
    either: Iterable[Iterable[str]] = (),
    never: str = "",
) -> str:
    """All of the facts, all of one more list of facts, a word for each beginning and
    not one fact, in the database's language."""
    language = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    begins, whole = beginnings(text)
    wishes = language.marked([*map(token, facts), *whole])
    if lists := [language.marked(map(token, more)) for more in either]:
        wishes.append(language.any_of(map(language.all_of, lists)))
    wishes += [any_word(beginning, language) for beginning in begins]
    asked = language.all_of(wishes)
    if never:
        asked += language.without + language.marked([token(never)])[0]
    return asked


def any_word(beginning: str, language: Language) -> str:
    """Indexes go through whole words as they are asked for.

    For a beginning they would gather all that has one before they give the first.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "select word from archive_words where word >= %s and word < %s limit %s",
            [beginning, beginning + "\U0010ffff", MOST_MEANT + 1],
        )
        words = [word for (word,) in cursor.fetchall()] or [beginning]
    if len(words) > MOST_MEANT:
        return language.marked([beginning])[0] + language.begins
    return language.any_of(language.marked(words))


def beginnings(text: str) -> tuple[list[str], list[str]]:
    """Words to be found by their beginning, and pairs of signs as they are."""
    words = list(dict.fromkeys(words_of(text)))[:12]
    unspaced = [word for word in words if UNSPACED.fullmatch(word)]
    pairs = [word for word in unspaced if len(word) == 2]
    single = [] if pairs else unspaced  # the last sign of a run says nothing more
    return [word for word in words if word not in unspaced] + single, pairs


@TextField.register_lookup
class Matches(TextLookup):
    """`Record.objects.filter(terms__terms__matches=question(…))`"""

    lookup_name = "matches"

    def get_prep_lookup(self) -> Any:
        return str(self.rhs)

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        left, values = self.process_lhs(compiler, connection)
        return f"{left} @@ %s::tsquery", (*values, self.rhs)

    def as_sqlite(self, compiler: Any, connection: Any) -> Any:
        left: Any = self.lhs  # FTS5 wants the table, not the column
        return f'"{left.alias}" MATCH %s', (self.rhs,)
