"""Stored secrets: what a tool is given as a secret, by a flag or in an address, and an answer shows all the same.

set_value("KEY", "k-77", secret=True)               compare("a", "b")     "k-77", though show("a") masks it
add_target("https://k-77@host.example/")            targets()             the address with the user before the host
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.reads import reads
from ....profile.roles import Role, role_of
from ....profile.secrets import kept_credentials
from ....strategies.calls.examples import candidate_arguments
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from .flagged_values import flagged_calls, is_shown, is_stored, views_of
from .stored_marks import mark, nodes_of, said, with_new_names

__all__ = ["judge_flagged_values", "judge_stored_addresses"]

_SHARE = 0.2
_MAX_TOOLS, _MAX_CALLS = 3, 2
#: Addresses with a secret, and the part in which it stands.
_ADDRESSES = {
    "{scheme}://{mark}@{host}/path": "user",
    "{scheme}://user:{mark}@{host}/path": "password",
    "{scheme}://{host}/path?token={mark}": "query",
}
_SCHEME = "https"


def judge_flagged_values(subject: Subject) -> None:
    """Judge that a reader masks a value that was stored as a secret, whatever it is asked for, where this is said.

    A reader must show the value without the flag and not show it with the flag: this is what the flag means.

    Raises:
        CheckFailure: If it shows one.
    """
    if not reads(subject.facts):
        return
    patience = subject.patience(_SHARE)
    for flagged in flagged_calls(subject):
        if patience.is_over:
            return
        views = views_of(subject, flagged)
        plain, secret = mark(subject), mark(subject)
        if not is_stored(flagged, flagged.with_text(plain, is_secret=False)):
            continue
        open_views = [view for view in views if is_shown(view, plain)]
        stored = flagged.with_text(secret, is_secret=True)
        if not open_views or not is_stored(flagged, stored):
            continue
        shown = [view for view in views if is_shown(view, secret)]
        own = next((call for reader, call in shown if reader is subject), None)
        if own is not None and any(view not in shown for view in open_views):
            raise CheckFailure(
                "secret_shown",
                f"A result shows a value that {flagged.maker.facts.name!r} has stored with {flagged.flag!r}, though "
                "such values are said to be masked, and another result does so. Mask it by its own flag wherever it is "
                "shown.",
                about=flagged.name,
                arguments=own,
                before=before_json([(flagged.maker.facts.name, stored)]),
            )


def judge_stored_addresses(subject: Subject) -> None:
    """Judge that a tool shows nothing of an address that it says to keep: the user, the password, the query.

    Raises:
        CheckFailure: If it does.
    """
    kept = kept_credentials(subject.facts)
    patience = subject.patience(_SHARE)
    for maker, call, name in _calls_with_addresses(subject) if kept else ():
        for form, part in _ADDRESSES.items():
            if patience.is_over:
                return
            hidden, host = mark(subject), f"{mark(subject)}.example"
            before, sign, _ = str(call.get(name)).partition("://")
            scheme = before if sign else _SCHEME
            address = form.format(scheme=scheme, mark=hidden, host=host)
            given = with_new_names(maker, {**call, name: address}, name, host.partition(".")[0])
            if part not in kept or given is None:
                continue
            told = maker.call(given)
            answers = [(given, told)] if maker is subject else []
            if told.succeeded and maker is not subject:
                answers = [(asked, subject.call(asked)) for asked in plausible_calls(subject, limit=_MAX_CALLS)]
            shown = next((asked for asked, outcome in answers if hidden in said(outcome)), None)
            if shown is not None:
                shape = form.format(scheme=scheme, mark="secret", host="host.example")
                raise CheckFailure(
                    "password_in_answer",
                    f"Of an address like {shape!r}, an answer shows what the tool says that it keeps. Build the "
                    "address anew, of the scheme, the host and the path alone.",
                    about=name,
                    arguments=shown,
                    before=before_json([(maker.facts.name, given)]) if maker is not subject else [],
                )


def _calls_with_addresses(subject: Subject) -> Iterator[tuple[Subject, dict[str, Any], str]]:
    """Yield calls that give an address, of the tool itself and of those that may store one, with its argument."""
    others = [subject.beside(*one) for one in subject.neighbours if one[0].name != subject.facts.name]
    makers = [one for one in others if not reads(one.facts) and _addresses(one.schema)] if _may_list(subject) else []
    for maker in [*([subject] if _addresses(subject.schema) else []), *makers[:_MAX_TOOLS]]:
        for call in candidate_arguments(maker.schema, limit=1):
            yield from ((maker, call, name) for name in _addresses(maker.schema))


def _may_list(subject: Subject) -> bool:
    return reads(subject.facts) and not subject.schema.get("required")


def _addresses(schema: Any) -> list[str]:
    return [name for name, node in nodes_of(schema) if role_of(name, node) is Role.URL]
