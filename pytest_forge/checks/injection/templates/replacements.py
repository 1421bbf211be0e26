r"""Replacements: a text that a server puts in place of another one, and reads for signs such as `$&` or `\g<0>`.

edit(page="tea", old="milk", new="$$2 ($& and sugar)")     "Edited."
read(page="tea")                                           "$2 (milk and sugar)"

`String.replace` of JavaScript does so also where it looks for a plain text, `re.sub` and others where they look for a
pattern that the tool has made. The passage may have to be there first: "milk: ..." in another text of the call, or in
the file that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

from ....oracles.file_tree import contents_below
from ....oracles.text_leaves import leaves_of
from ....profile.roles import PATH_ROLES
from ....profile.told_replacements import gives_signs_meaning
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema, is_valid
from ....strategies.workspace_files import path_arguments
from ....targets.outcome import Outcome
from ....targets.patience import Patience
from ....targets.subject import Subject
from ...calls.asking import looks_failed
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ..injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_replacements"]

_MAX_POINTS, _MAX_CALLS, _MAX_SHOWN = 4, 3, 20
_MAX_BYTES, _MAX_FILES = 1 << 20, 50
#: Fewer texts leave none to be found in another one for a third; a name of a passage, and how passages may begin.
_FEWEST_TEXTS, _MAX_PLACES, _NAME = 3, 4, regex(r"[\w.-]{1,60}")
_PASSAGES = ("{}=hello", "{}: hello", "{} = hello", "<{0}>hello</{0}>", "[{}]", "{{{{{}}}}}", "# {}", "hello")
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
        made = _read(subject, point, [dict(point.arguments)])
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
    return _read(subject, point, plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS])


def _read(subject: Subject, point: InjectionPoint, bases: list[dict[str, Any]]) -> tuple[str, dict[str, Any]] | None:
    """Return the sign that was read, and the call, also of one with passages that have a name; None if none was."""
    made = _read_as_replacement(subject, point, bases)
    named = islice(_with_passages(subject, point, bases[0]), _MAX_PLACES) if made is None else ()
    return made or next((one for base in named if (one := _read_as_replacement(subject, point, [base]))), None)


def _with_passages(subject: Subject, point: InjectionPoint, base: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call with passages under the name that one text gives, in another text or in a file of the workspace."""
    texts = {name: text for name, text in base.items() if isinstance(text, str) and name != point.slot.name}
    if len(texts) < _FEWEST_TEXTS - 1:
        return
    roles = path_arguments(subject.schema)
    for name in [name for name, text in texts.items() if name not in roles and _NAME.fullmatch(text)]:
        passages = "\n".join(form.format(texts[name]) for form in _PASSAGES) + "\n"
        for place in [place for place in texts if place != name]:
            if place not in roles:
                yield {**base, place: passages}
            elif _append(subject.sandbox.workspace, texts[place], passages):
                yield base


def _append(workspace: Path, name: str, text: str) -> bool:
    """Append a text to a text file of the workspace; False if it is none."""
    path = workspace / name
    try:
        if not path.resolve().is_relative_to(workspace.resolve()):
            return False
        path.write_text(path.read_text("utf-8") + text, "utf-8")
    except (OSError, ValueError):
        return False
    return True


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
        shown = [
            one.groups() for text in _texts(subject, outcome, mark) for one in re.finditer(between, text, re.DOTALL)
        ]
        for found, (halved, filled, left, signs) in product(shown[:_MAX_SHOWN], _LANGUAGES):
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
