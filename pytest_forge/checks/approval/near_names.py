"""Near names: a record that is changed when a call names another, which does not exist and is written similarly.

    the store has VAN-0117     retire("VAN-0117") removes it
                               retire("CHU-7884") is refused: names are looked up
                               retire("VAN-0118") removes VAN-0117, which nobody has approved
    the store has CHU-7884     retire("VAN-0117") is refused, retire("CHU-7884") removes it

The last line shows that the argument names a record of the store, and is no date or limit to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ...profile.roles import PATH_ROLES, role_of
from ...profile.similar_names import says_similar_names_count
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.workspace_files import make_fresh_workspace, plant_files, write_files
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.missing_things import unlisted_values
from ..calls.own_world import own_world
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView

__all__ = ["NearName", "near_name"]

_MAX_CALLS, _MAX_NAMES = 2, 2
_SHORTEST = 4
#: Share of a check's time.
_SHARE = 0.2
#: Time limit of one call with a view of the data before and after, in calls.
_CALLS = 2

_Files = Mapping[str, bytes | None]


class NearName(Struct, frozen=True):
    """A call that names no record, and what it does.

    Attributes:
        name: The argument.
        call: The call.
        record: The name of the record that it changes.
        word: A word that suggests that names need not be exact; empty without one.
    """

    name: str
    call: dict[str, Any]
    record: str
    word: str


def near_name(subject: Subject) -> NearName | None:
    """Return a call of a function that changes a record of another name than it says; None if none shows.

    Args:
        subject: A function.
    """
    files = own_world(subject).files
    if not any(files.values()):
        return None
    patience = subject.patience(_SHARE)
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name in list(_naming(subject, call, files))[:_MAX_NAMES]:
            # What is not compared in this time is left: the executed arguments are the check's verdict.
            if not patience.has_time_to_shorten:
                return None
            near = _changed_by_another_name(subject, call, name, files)
            if near is not None:
                text = str((subject.schema.get("properties") or {}).get(name, {}).get("description", ""))
                return NearName(name, near, call[name], says_similar_names_count(subject.facts, text))
    return None


def _naming(subject: Subject, call: Mapping[str, Any], files: _Files) -> Iterator[str]:
    """Yield the arguments with a text that the tool's own files contain."""
    properties = subject.schema.get("properties") or {}
    for name, value in call.items():
        node = properties.get(name)
        if not isinstance(value, str) or len(value) < _SHORTEST or not isinstance(node, Mapping):
            continue
        is_choice = bool({"enum", "const", "format"} & set(node)) or role_of(name, node) in PATH_ROLES
        if not is_choice and any(value in path or value.encode() in (data or b"") for path, data in files.items()):
            yield name


def _changed_by_another_name(subject: Subject, call: dict[str, Any], name: str, files: _Files) -> dict[str, Any] | None:
    """Return the call with a similar name that does the same to the same record; None if there is none."""
    try:
        fits = partial(FlatSchema(subject.schema).fits, subject.schema)
    except CannotMake:
        return None
    record = call[name]
    named = _effect(subject, call, files)
    if not named or not any(record in place or record in before for place, (before, _) in named.items()):
        return None
    far = next((one for text in unlisted_values(record) if text != record and fits(one := {**call, name: text})), None)
    if far is None or _effect(subject, far, files) != {}:
        return None
    elsewhere = {
        path.replace(record, far[name]): data and data.replace(record.encode(), far[name].encode())
        for path, data in files.items()
    }
    if _effect(subject, call, elsewhere) != {} or not _effect(subject, far, elsewhere):
        return None
    for text in _near(record):
        near = {**call, name: text}
        if fits(near) and not any(text in before for before, _ in named.values()):
            done = _effect(subject, near, files) or {}
            same = [place for place, states in done.items() if named.get(place) == states]
            if any(record in place or record in named[place][0] for place in same):
                return near
    return None


def _near(record: str) -> Iterator[str]:
    """Yield a name with its last character changed, one in its middle changed, with another at its end, and without."""
    places = [place for place, sign in enumerate(record) if sign.isascii() and sign.isalnum()]
    if not places:
        return
    for place in (places[-1], places[len(places) // 2]):
        yield record[:place] + _other(record[place]) + record[place + 1 :]
    yield record + _other(record[places[-1]])
    yield record[:-1]


def _other(sign: str) -> str:
    """Return another character of the same kind."""
    return next(other for other in ("98" if sign.isdigit() else "xq" if sign.islower() else "XQ") if other != sign)


def _effect(subject: Subject, call: dict[str, Any], files: _Files) -> dict[str, tuple[str, str]] | None:
    """Return what a call does to the data, among files of a fresh sandbox; None if it takes too long.

    A call that fails does nothing, except if it changes data all the same: then its effect is unknown, too.
    """
    found: dict[str, list[str]] | None = in_a_copy(
        partial(_effect_here, subject, call, files), limit_s=_CALLS * subject.call_s
    )
    return None if found is None else {place: (before, after) for place, (before, after) in found.items()}


def _effect_here(subject: Subject, call: dict[str, Any], files: _Files) -> dict[str, list[str]] | None:
    make_fresh_workspace(subject.sandbox)
    plant_files(subject.sandbox.workspace, schema=subject.schema)
    write_files(subject.sandbox.workspace, files)
    view = StateView(subject)
    before = view.taken(call)
    with fake_sleep():
        outcome = subject.call(call)
    after = view.taken(call, is_settled=False)
    changed = {place: [before.get(place, ""), after.get(place, "")] for place in view.changed(before, after)}
    if not outcome.succeeded:
        return None if changed or outcome.timed_out else {}
    return changed
