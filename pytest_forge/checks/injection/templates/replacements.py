r"""Replacements: a text that a server puts in place of another one, and reads for signs such as `$&` or `\g<0>`.

edit(page="tea", old="milk", new="$$2 ($& and sugar)")     "Edited."
read(page="tea")                                           "$2 (milk and sugar)"

`String.replace` of JavaScript does so also where it looks for a plain text, `re.sub` and others where they look for a
pattern that the tool has made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ....oracles.file_tree import contents_below
from ....oracles.text_leaves import leaves_of
from ....profile.roles import PATH_ROLES
from ....profile.told_replacements import gives_signs_meaning
from ....strategies.schemas.flat_schema import FlatSchema, is_valid
from ....targets.outcome import Outcome
from ....targets.patience import Patience
from ....targets.subject import Subject
from ...calls.asking import looks_failed
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ..injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_replacements"]

_MAX_POINTS, _MAX_CALLS = 4, 3
_MAX_BYTES, _MAX_FILES = 1 << 20, 50
#: Signs that a replacement reads: one that stands for itself once, and one for what was found, in three languages.
_SIGNS = ("$$", "$&", r"\\", r"\g<0>", "${0}")
#: The place of the first and of the second in the list above, what is left of the first, and signs of the second.
_LANGUAGES = ((0, 1, "$", "$&"), (2, 3, "\\", "\\<"), (0, 4, "$", "${"))
_ADVICE = (
    "Pass a function to replace, as in text.replace(old, () => new), re.sub(pattern, lambda _: new, text), or join the "
    "parts around the passage."
)


def judge_replacements(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that a text which a server writes or answers has no sign that was read as one of a replacement.

    The evidence are two signs in the text: one is halved, and what was found stands in the place of the other.

    Not judged: a tool whose words offer patterns, groups or such signs.

    Raises:
        CheckFailure: If it has, also on a new server.
    """
    if not subject.is_served or gives_signs_meaning(_says(subject)):
        return
    for point in patience.each([one for one in points if one.slot.role not in PATH_ROLES][:_MAX_POINTS]):
        made = _read_as_replacement(subject, point, [dict(point.arguments)])
        if made is None and subject.facts.tier != "read":
            # What the call needs may be used up.
            made = _anew(subject, point)
        if made is not None and _anew(subject, point) is not None:
            sign, arguments = made
            raise point.finding(
                "replacement_injection",
                f"Given a text with {sign!r} in {point.slot.shown!r}, the tool used it as a replacement, in which this "
                f"stands for the text that was found. {_ADVICE}",
                arguments,
            )


def _says(subject: Subject) -> str:
    nodes = FlatSchema(subject.schema).arguments.items()
    told = [f"{name.replace('_', ' ')}: {node.get('description') or ''}" for name, node in nodes]
    return "\n".join((subject.facts.name.replace("_", " "), subject.facts.description or "", *told))


def _anew(subject: Subject, point: InjectionPoint) -> tuple[str, dict[str, Any]] | None:
    subject.renew()
    return _read_as_replacement(subject, point, plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS])


def _read_as_replacement(
    subject: Subject, point: InjectionPoint, bases: list[dict[str, Any]]
) -> tuple[str, dict[str, Any]] | None:
    """Return the sign that was read, and the call; None if none was, or no call works."""
    for base in bases:
        mark = mark_of(subject)
        text = "".join(f"{mark}{number}{sign}" for number, sign in enumerate(_SIGNS)) + f"{mark}end"
        arguments = point.slot.place(base, text)
        if not is_valid(subject.schema, arguments):
            continue
        outcome = call(subject, arguments)
        if looks_failed(outcome):
            continue
        between = "(.*?)".join([*(f"{mark}{number}" for number in range(len(_SIGNS))), f"{mark}end"])
        shown = (re.search(between, one, re.DOTALL) for one in _texts(subject, outcome, mark))
        found: Sequence[str] = next((one.groups() for one in shown if one is not None), ())
        for halved, filled, left, signs in _LANGUAGES if found else ():
            put_in = found[filled]
            if found[halved] == left and put_in and not any(sign in put_in for sign in signs):
                return _SIGNS[filled], arguments
        return None
    return None


def _texts(subject: Subject, outcome: Outcome, mark: str) -> Iterator[str]:
    """Yield the texts of an answer; for a writer, those that readers answer then and its files hold as well."""
    own = [text for _, text in leaves_of(outcome.value) if mark in text]
    yield from own
    if subject.facts.tier == "read" or own:
        return
    yield from (text for _, text in leaves_of(StateView(subject).answers(outcome.arguments)) if mark in text)
    for folder in (subject.sandbox.workspace, subject.sandbox.temp):
        contents = contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES)
        yield from (content.decode("utf-8", "replace") for content in contents.values() if mark.encode() in content)
