"""Kept queries: parameters of a link that a changed link lacks, since a dict of parameters cannot hold them.

with_language("/list?size=4", "de")                 "/list?size=4&lang=de"
with_language("/list?tag=a&tag=b", "de")            "/list?tag=b&lang=de": one of two values is lost
with_language("/list?size=4&q=", "de")              "/list?size=4&lang=de": the empty value is lost
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ....oracles.text_leaves import leaves_of
from ....profile.roles import Role, role_of
from ....profile.told_links import told_link
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit

__all__ = ["judge_kept_queries"]

_SHARE = 0.05
_MAX_BASES, _MAX_NAMES = 4, 2
_SCHEMES = ("http://", "https://")
#: An ordinary query, and those with what a dict of parameters does not hold.
_ORDINARY = "shade=red&length=4"
_QUERIES = (
    ("shade=red&shade=blue&length=4", "one of several values of a parameter"),
    ("shade=red&length=4&width=", "a parameter without a value"),
)


def judge_kept_queries(subject: Subject) -> bool:
    """Judge that a link keeps repeated and empty parameters if it keeps others, and is said to keep what it has.

    Returns:
        Whether a changed link keeps ordinary parameters.

    Raises:
        CheckFailure: If one is missing, twice.
    """
    view = FlatSchema(subject.schema)
    texts = {name: node for name, node in view.arguments.items() if "string" in str(node)}
    sentence = told_link(all_told_words(subject)) if texts else ""
    if not sentence:
        return False
    with FastCalls(subject) as fast:
        for base, name in subject.patience(_SHARE).each(_bases(subject, texts)):
            if not _keeps(fast, view, base, name, _ORDINARY):
                continue
            for query, what in _QUERIES:
                if _keeps(fast, view, base, name, query) is False is _keeps(fast, view, base, name, query):
                    raise CheckFailure(
                        "parameter_lost",
                        f'The description says "{sentence}", but the link lacks {what}. A query is a list of pairs: '
                        "do not put it into a dict, and keep blank values.",
                        about=name,
                        arguments=_call(base, name, query),
                    )
            return True
    return False


def _bases(subject: Subject, texts: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield ordinary calls, each with an argument that takes a link."""
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        given = {name: base[name] for name in texts if isinstance(base.get(name), str)}
        links = [name for name, value in given.items() if value.startswith(_SCHEMES)]
        links += [name for name in given if role_of(name, texts[name]) is Role.URL and name not in links]
        yield from ((base, name) for name in links[:_MAX_NAMES])


def _call(base: Mapping[str, Any], name: str, query: str) -> dict[str, Any]:
    """Return a call with a link that has a query; its place is that of the link in the call, if it has one."""
    place = urlsplit(base[name])
    is_link = base[name].startswith(_SCHEMES) and place.netloc
    link = f"{place.scheme}://{place.netloc}{place.path or '/'}" if is_link else "https://example.com/list"
    return {**base, name: f"{link}?{query}"}


def _keeps(fast: FastCalls, view: FlatSchema, base: Mapping[str, Any], name: str, query: str) -> bool | None:
    """Tell whether a link of the answer has all parameters of the given one; None if there is no such link."""
    call = _call(base, name, query)
    outcome = fast.call(call) if view.fits(view.root, call) else None
    if outcome is None or not outcome.succeeded:
        return None
    path = urlsplit(call[name]).path
    links = [urlsplit(text) for _, text in leaves_of(outcome.value) if _is_link(text)]
    changed = [link for link in links if link.path == path and link.query and link.geturl() != call[name]]
    if not changed:
        return None
    pairs = _pairs(query)
    return any(all(pair in _pairs(link.query) for pair in pairs) for link in changed)


def _pairs(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True)


def _is_link(text: Any) -> bool:
    return isinstance(text, str) and text.startswith(_SCHEMES) and not any(sign.isspace() for sign in text)
