"""Kept passwords: a tool that says that no part of a password is told, and quotes one of an address that it refuses.

inspect("https://user:k-77@host.example:port/")     "port could not be read as a number: 'port'"
inspect("https://user:k-/77@host.example/")         "... 'k-'": behind a sign that is not encoded, it goes on elsewhere
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ....profile.roles import Role, role_of
from ....profile.secrets import holds_secret
from ....profile.told_credentials import Part, keeps_every_part, kept_in_errors
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .stored_marks import mark, nodes_of

__all__ = ["judge_kept_passwords"]

_SHARE = 0.2
_MAX_CALLS = 2
_SCHEME, _OTHER_SCHEME = "https", "x-none"
#: Addresses with a secret, some of which are refused for another part.
_FORMS: dict[Part, tuple[str, ...]] = {
    "password": (
        "{scheme}://user:{mark}@host.example/path",
        "{scheme}://user:{mark}@host.example:port/path",
        "{scheme}://user:{mark}@host.example:99999/path",
        "{scheme}://user:{mark}@/path",
        "{scheme}://user:{mark}@[host/path",
        "{other}://user:{mark}@host.example/path",
        "user:{mark}@host.example",
    ),
    "user": (
        "{scheme}://{mark}@host.example/path",
        "{scheme}://{mark}@host.example:port/path",
        "{other}://{mark}@host.example/path",
    ),
}
#: Signs within a password that have to be encoded; the last one is refused in the name of a host.
_SIGNS = ("/", "#", "?", "[", "]", "@", ":", "%", " ", "\\", "\u2100")
_BROKEN = "{scheme}://user:{mark}@host.example:5432/path"


def judge_kept_passwords(subject: Subject) -> None:
    """Judge that no answer and no error has a part of the password, or of the user, that a tool says to keep.

    Addresses that are not well-formed count in errors, and in results if the promise is for whatever is given.

    Raises:
        CheckFailure: If one has, twice.
    """
    told = told_words(subject)
    kept = kept_in_errors(told)
    if not kept or any(holds_secret(name) for name, _ in nodes_of(subject.schema)):
        # Another password may be meant.
        return
    keeps_all = keeps_every_part(told)
    patience = subject.patience(_SHARE)
    for call, name in list(_calls_with_addresses(subject))[:_MAX_CALLS]:
        scheme = call[name].partition("://")[0] if "://" in call[name] else _SCHEME
        for part, form, sign in patience.each(list(_forms(kept))):
            halves = (mark(subject), mark(subject))
            given = {**call, name: form.format(mark=sign.join(halves), scheme=scheme, other=_OTHER_SCHEME)}
            if not is_valid(subject.schema, given):
                continue
            takes_results = not sign or keeps_all
            if all(_tells(subject, subject.call(given), halves, takes_results=takes_results) for _ in range(2)):
                shown = form.format(mark=sign.join(("sec", "ret")), scheme=scheme, other=_OTHER_SCHEME)
                raise CheckFailure(
                    "password_in_answer",
                    f"Given an address like {shown!r} in {name!r}, an answer holds a part of the {part}, which the "
                    "tool says to keep. Do not quote the address, a part of it, or the message of its parser; say in "
                    "words of your own what is wrong.",
                    about=name,
                    arguments=given,
                )


def _forms(kept: frozenset[Part]) -> Iterator[tuple[Part, str, str]]:
    """Yield forms of addresses, each with its secret part and the sign in the middle of it."""
    yield from ((part, form, "") for part, forms in _FORMS.items() if part in kept for form in forms)
    if "password" in kept:
        yield from (("password", _BROKEN, sign) for sign in _SIGNS)


def _calls_with_addresses(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with an address, and the argument in which it stands."""
    nodes = dict(nodes_of(subject.schema))
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name, value in call.items():
            is_address = name in nodes and role_of(name, nodes[name]) is Role.URL
            if isinstance(value, str) and (is_address or "://" in value):
                yield call, name


def _tells(subject: Subject, outcome: Outcome, halves: tuple[str, str], *, takes_results: bool) -> bool:
    """Tell whether an error, or a result, has a part of a secret.

    The dispatcher keeps the text of an exception from a model; most frameworks, in which a function is used, do not.
    """
    if outcome.succeeded and not takes_results:
        return False
    texts = [outcome.text, repr(outcome.value)]
    if outcome.raised is not None and subject.facts.kind not in ("forge", "legacy"):
        with contextlib.suppress(Exception):
            texts.append(str(outcome.raised))
    return any(half in text for text in texts for half in halves)
