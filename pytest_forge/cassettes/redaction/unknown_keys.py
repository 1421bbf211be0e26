"""Unknown keys: keys of vendors outside the table, behind a customary mark or any mark."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...regex import regex
from .found_secret import FoundSecret
from .secret_value import is_random, is_stand_in, is_unguessable

__all__ = ["LEAST_UNKNOWN", "find_unknown"]

#: Customary beginnings of keys: acme_live_…, acme_sk_…, sk_prod_…
_CUSTOM = regex(
    r"(?!pk_)(?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){0,3}?"
    r"(?:(?:sk|rk|pat|apikey|api[_-]key|api|tkn|token|secret|oauth|svc|sa|pw)(?:[_-](?:live|prod|test|dev|sandbox|v\d|[a-z]{2})){0,2}|"
    r"(?!pk_)[A-Za-z][A-Za-z0-9]{1,11}[_-](?:live|prod|test|sandbox|secret|key)|"
    r"(?:key|live|prod|production|PRODUCTION|sandbox|staging|STAGE)(?:[_-]auth)?)"
    r"[._-](?P<random>[A-Za-z0-9_-]{20,300})(?![A-Za-z0-9_-])",
    re.ASCII,
)
#: Fewest characters of such a key.
LEAST_UNKNOWN = 23
_MIXED = regex(
    r"(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9_-]*(?:[A-Za-z0-9]{16}|-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})", re.ASCII
)
#: Any mark, except of a public key or a digest, and a random text after it.
_MARKED = regex(
    r"(?!pk|pub|sha\d|md5|PK|PUB)(?:(?:[a-z]{2,12}|[A-Z]{3,12})\d{0,2}(?:[_-][A-Za-z0-9]{1,12}){0,3}?[_-]"
    r"(?P<random>[A-Za-z0-9_-]{30,300}|(?![^/]*/[a-z]+/)[A-Za-z0-9+/]{30,300}={0,2})|"
    r"[a-z][a-z0-9]{1,8}(?:[_-][a-z0-9]{1,8}){0,2}\.(?P<parts>[A-Za-z0-9_-]{8,100}(?:\.[A-Za-z0-9_-]{8,200}){1,3}))"
    r"(?![\w+/=-]|\.\w)",
    re.ASCII,
)
_MARKS_WITHIN = regex(r"[_+/.=-]+")


def find_unknown(text: str, start: int) -> Iterator[FoundSecret]:
    """Yield the key of an unknown vendor that begins at *start* of *text*."""
    match = _MARKED.match(text, start)
    if (
        match
        and is_unguessable(_MARKS_WITHIN.split(match["random"] or match["parts"]))
        and not is_stand_in(match.group())
    ):
        yield FoundSecret("key with an unknown mark", *match.span())
        return
    match = _CUSTOM.match(text, start)
    if match is None or is_stand_in(match.group()):
        return
    random = match["random"]
    if (_MIXED.match(random) and is_random(random)) or is_unguessable(_MARKS_WITHIN.split(random), least=18):
        yield FoundSecret("key with a customary mark", *match.span())
