"""Replaced files: whether a tool that promises additions only keeps a file that was changed since it created it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from ....observe.observation import Observation
from ....oracles.file_tree import contents_below
from ....oracles.kept_files import KeptFiles
from ....profile.overwriting import overwrite_switches
from ....strategies.other_leaves import document_in, leaf_at, leaf_paths, with_leaf, written
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import tried
from ...calls.observing import observe
from ...calls.path_slots import path_slots

__all__ = ["judge_replacing", "judge_switches", "letters_of", "other_spellings", "restored_after"]

_ROUNDS = 4
#: Spellings that are equal once signs, spaces and capitals are dropped.
_SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: f"{text}!",
    lambda text: text.swapcase(),
    lambda text: text.replace(" ", ": "),
)
_MAX_KEPT, _MAX_LEFT = 1 << 20, 1_000
#: What the tool says, and how to say the opposite.
_OF_SERVERS = "has destructiveHint false", "set destructiveHint to true"
_OF_FUNCTIONS = "declares that it replaces nothing", "declare that it replaces"


def restored_after(calls: Iterable[Observation[Outcome]], kept: KeptFiles) -> Iterator[Observation[Outcome]]:
    """Yield observed calls; after each, restore what it has moved and free the names that it has taken."""
    for seen in calls:
        yield seen
        # Not a record that another tool has created for the call.
        made = [change.path for change in seen.changed_entries if change.action == "created"]
        kept.put_back([seen.answer.arguments], names=_named_after(seen.answer.arguments, made), among=made)


def judge_switches(subject: Subject, calls: list[dict[str, Any]]) -> None:
    """Judge that a call replaces no file if a switch, such as ``overwrite``, does not allow it.

    Args:
        subject: The tool.
        calls: Ordinary calls.

    Raises:
        CheckFailure: If one does.
    """
    for name in overwrite_switches(subject.schema):
        keeping = [{**call, name: False} for call in calls]
        distinct = [call for number, call in enumerate(keeping) if call not in keeping[:number]]
        says = f"is called with {name!r} set to false", "do as the switch says"
        judge_replacing(subject, distinct, KeptFiles(subject.sandbox.workspace), says=says)


def judge_replacing(
    subject: Subject, calls: list[dict[str, Any]], kept: KeptFiles, *, says: tuple[str, str] | None = None
) -> None:
    """Judge two calls with one target file: text written to the file between them must survive.

    The target is equal in both calls, or has the file's ending in only one of them: a tool may check a name before it
    appends the ending.

    Args:
        subject: The tool.
        calls: Calls that work.
        kept: The files from before its first call.
        says: What promises it, and how to take that back; by default, what the tool declares.

    Raises:
        CheckFailure: If it does not.
    """
    says = says or (_OF_SERVERS if subject.is_served else _OF_FUNCTIONS)
    goals = {slot.name for slot in path_slots(subject.schema) if slot.is_new}
    for call in subject.patience().each(calls[:_ROUNDS]):
        named = {name: value for name, value in call.items() if isinstance(value, str) and name in (goals or call)}
        firsts = [call, *(call | {name: _stem(value)} for name, value in named.items() if _stem(value) != value)]
        for first in firsts:
            made = _kept(subject, kept, first, first, named, says=says)
            if made is None:
                continue
            other = next((form for form in _forms(first, named, made) if form != first), None)
            if other is not None:
                _kept(subject, kept, first, other, named, says=says)
                _kept(subject, kept, other, first, named, says=says)
        for other in other_spellings(subject, call):
            if _kept(subject, kept, call, other, named, is_slug=True, says=says) is None:
                break


def _kept(
    subject: Subject,
    kept: KeptFiles,
    first: dict[str, Any],
    second: dict[str, Any],
    named: Iterable[str],
    *,
    says: tuple[str, str],
    is_slug: bool = False,
) -> Path | None:
    """Return the file that *first* creates and *second* keeps; None if *first* creates none or several.

    Args:
        subject: The tool.
        kept: The files from before its first call.
        first: Creates a file.
        second: Must keep it.
        named: The arguments that may name it.
        says: What promises it, and how to take that back.
        is_slug: Whether its name may consist of the letters of an argument only.

    Raises:
        CheckFailure: If *second* replaces it.
    """
    workspace = subject.sandbox.workspace
    kept.put_back([first, second], names=_named_after(first, workspace.rglob("*")) if is_slug else ())
    seen = observe(subject, first)
    reply, changes = seen.answer, seen.changed_entries
    names = {Path(first[name]).name for name in named}
    touched = [change.path for change in changes if change.kind == "file" and change.action != "deleted"]
    inside = [path for path in touched if path.is_relative_to(workspace)]
    names |= set(_named_after(first, inside)) if is_slug else set()
    made = [path for path in inside if {path.name, path.stem} & names]
    if not reply.succeeded or len(made) != 1:
        kept.put_back([first])
        return None
    was_there = any(change.path == made[0] and change.action != "created" for change in changes)
    content = made[0].read_bytes()
    mark = f"kept {subject.random.getrandbits(64):016x}"
    made[0].write_bytes(_marked(made[0], content, mark))
    # Restore a file that was moved away.
    kept.put_back()
    again = tried(subject, second)
    left = contents_below(workspace, max_bytes=_MAX_KEPT, most=_MAX_LEFT)
    if again.succeeded and not any(mark.encode() in content for content in left.values()):
        raise CheckFailure(
            "file_replaced",
            f"The tool {says[0]}, but it replaced the changed file {made[0].name!r} without a copy. "
            f"Refuse a name that is taken, or {says[1]}.",
            arguments=second,
        )
    # Restore the previous state for the next call.
    if was_there:
        made[0].write_bytes(content)
        return None
    made[0].unlink(missing_ok=True)
    return made[0]


def _marked(made: Path, content: bytes, mark: str) -> bytes:
    """Return other content of a file, with a mark: a document of JSON stays one, as the tool may read it again."""
    document = document_in(".json", content)
    places = leaf_paths(document) if isinstance(document, dict | list) else []
    texts = [place for place in places if isinstance(leaf_at(document, place), str)]
    # What the file is named after stays as it is.
    others = [place for place in texts if letters_of(leaf_at(document, place)) != letters_of(made.stem)] or texts[1:]
    if not others:
        return f"{mark}\n".encode()
    return written(".json", with_leaf(document, others[-1], mark))


def _forms(call: dict[str, Any], named: Iterable[str], made: Path) -> Iterator[dict[str, Any]]:
    """Yield the call with the full name of the file it created, and with the name without its ending."""
    for name in named:
        path = PurePosixPath(call[name])
        if made.suffix and path.name in (made.name, made.stem):
            yield from (call | {name: str(path.with_name(form))} for form in (made.name, made.stem))


def other_spellings(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with each of its texts in spellings from which a name of a file is often made alike."""
    fits = FlatSchema(subject.schema).fits
    for name, value in call.items():
        forms = [form(value) for form in _SPELLINGS] if isinstance(value, str) and letters_of(value) else []
        found = ({**call, name: form} for form in dict.fromkeys(forms) if form != value)
        yield from (other for other in found if fits(subject.schema, other))


def _named_after(call: Mapping[str, Any], paths: Iterable[Path]) -> list[str]:
    """Return the names of files that consist of the letters of a text of the call."""
    letters = {letters_of(value) for value in call.values() if isinstance(value, str)} - {""}
    return [path.name for path in paths if letters_of(path.stem) in letters]


def letters_of(text: str) -> str:
    """Return the letters and digits of a text in small letters."""
    return "".join(character for character in text.lower() if character.isalnum())


def _stem(value: str) -> str:
    path = PurePosixPath(value)
    return str(path.with_suffix("")) if path.suffix else value
