"""Replaced texts: a function that says that it replaces nothing, and loses what an earlier call has written.

save(title="My plan", text="one")      creates my-plan.md
save(title="My: plan", text="two")     replaces my-plan.md, though "an existing page is never overwritten"
save(title="plan.may", text="one")     creates plan.md: what follows the last dot is taken for an ending
save(title="plan.june", text="two")    replaces plan.md, though "every page has a file of its own"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ....oracles.file_tree import contents_below
from ....profile.overwriting import overwrite_switches, tells_of_ending, told_keeping, told_own_files
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.observing import observe
from .replaced_files import letters_of, other_spellings

__all__ = ["judge_replaced_texts"]

_MAX_CALLS, _MAX_PAIRS = 2, 12
_MAX_KEPT, _MAX_FILES = 1 << 20, 1_000
#: Lengths of names that differ in the last letter only: one may be cut to a name of a file.
_LENGTHS = (60, 200)
_ADVICE = (
    "Name the file after the whole name: Path.with_suffix replaces what follows the last dot, and a slice cuts it off.",
    "Refuse a name that is taken: open a new file with mode 'x'.",
)


def judge_replaced_texts(subject: Subject, calls: Iterable[dict[str, Any]]) -> None:
    """Judge that what a call writes into a new file is still there after a call with a name that is alike or equal.

    Args:
        subject: The tool; judged only if its description says that it replaces nothing, or nothing of other names.
        calls: Calls that work.

    Raises:
        CheckFailure: If it is in no file any more, and no copy has been made.
    """
    keeping = "" if any(overwrite_switches(subject.schema)) else told_keeping(subject.facts)
    said = keeping or told_own_files(subject.facts)
    if not said:
        return
    pairs = _pairs if keeping else _other_names
    for call in subject.patience(0.3).each(list(calls)[:_MAX_CALLS]):
        for name, text in _names_and_texts(call):
            for first, second in [*pairs(subject, call, name)][:_MAX_PAIRS]:
                mark = f"kept{subject.random.getrandbits(64):016x}"
                made = _made(subject, {**first, text: mark}, mark, name)
                if made is None:
                    break
                seen = observe(subject, second)
                actions = {change.path: change.action for change in seen.changed_entries if change.kind == "file"}
                is_replaced = actions.get(made) == "changed" and "created" not in actions.values()
                if seen.answer.succeeded and is_replaced and not _is_kept(subject, mark):
                    raise CheckFailure(
                        "file_replaced",
                        f"The description says {said!r}, but a call with {name} {second[name]!r} replaced the file "
                        f"{made.name!r}, which a call with {first[name]!r} had created. {_ADVICE[bool(keeping)]}",
                        arguments=second,
                    )


def _names_and_texts(call: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield pairs of texts of the call: one that may name a file, and one that may be its content."""
    texts = [name for name, value in call.items() if isinstance(value, str)]
    yield from ((name, other) for name in texts for other in texts if other != name and letters_of(call[name]))


def _pairs(subject: Subject, call: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield pairs of calls with names that are equal, or often become the same name of a file."""
    yield call, call
    yield from ((call, other) for other in other_spellings(subject, call) if other[name] != call[name])
    yield from _other_names(subject, call, name)


def _other_names(subject: Subject, call: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield pairs of calls with names that differ behind a dot, or in the last letter."""
    fits = FlatSchema(subject.schema).fits
    node = (subject.schema.get("properties") or {}).get(name)
    has_ending = tells_of_ending(f"{node} {subject.facts.description}")
    stems = [f"{call[name]}."]
    # A pattern may allow no spaces.
    stems += [(call[name] + more * length)[: length - 1] for more in (" and more", "x") for length in _LENGTHS]
    for stem in [stem for stem in stems if not (has_ending and "." in stem)]:
        one, other = ({**call, name: stem + end} for end in "ab")
        if fits(subject.schema, one) and fits(subject.schema, other):
            yield one, other


def _made(subject: Subject, call: dict[str, Any], mark: str, name: str) -> Path | None:
    """Return the one file that a call creates, in a new world, if it has the mark and is named after an argument."""
    subject.renew()
    workspace = subject.sandbox.workspace
    seen = observe(subject, call)
    made = [change.path for change in seen.changed_entries if change.kind == "file" and change.action == "created"]
    made = [path for path in made if path.is_relative_to(workspace) and _has(path, mark)]
    if not seen.answer.succeeded or len(made) != 1:
        return None
    letters = letters_of(made[0].stem)
    return made[0] if letters and letters_of(call[name]).startswith(letters) else None


def _has(path: Path, mark: str) -> bool:
    try:
        return mark.encode() in path.read_bytes()
    except OSError:
        return False


def _is_kept(subject: Subject, mark: str) -> bool:
    places = (subject.sandbox.workspace, subject.sandbox.home)
    contents = (contents_below(place, max_bytes=_MAX_KEPT, most=_MAX_FILES) for place in places)
    return any(mark.encode() in content for found in contents for content in found.values())
