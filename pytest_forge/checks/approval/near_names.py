"""Near names: a record that is changed when a call names another, which does not exist and is written similarly.

    the store has VAN-0117     retire("VAN-0117") removes it
                               retire("CHU-7884") is refused: names are looked up
                               retire("VAN-0118") removes VAN-0117, which nobody has approved
    the store has CHU-7884     retire("VAN-0117") is refused, retire("CHU-7884") removes it

The last line shows that the argument names a record of the store, and is no date or limit to compare with. If
retire("VAN-0117") removes something there, another record may have a similar name: then the record gets a name that is
similar to none.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ...profile.roles import PATH_ROLES, role_of
from ...profile.similar_names import says_similar_names_count
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.workspace_files import make_fresh_workspace, plant_files, write_files
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.missing_things import unlisted_values
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView
from ..calls.worlds.own_world import own_world

__all__ = ["NearName", "near_name"]

_MAX_ASKED, _MAX_CALLS, _MAX_NAMES = 6, 2, 2
_SHORTEST = 4
#: Other names for a record, of which two are compared.
_MAX_OTHERS = 2
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
    calls = plausible_calls(subject, limit=_MAX_ASKED)[:_MAX_ASKED]
    # A call may work although it names no record.
    naming = [(call, names) for call in calls if (names := list(_naming(subject, call, files)))]
    for call, names in naming[:_MAX_CALLS]:
        for name in names[:_MAX_NAMES]:
            if patience.is_over:
                return None
            near = _changed_by_another_name(subject, call, name, files)
            if near is not None:
                return near
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


def _changed_by_another_name(subject: Subject, call: dict[str, Any], name: str, files: _Files) -> NearName | None:
    """Return a call with a similar name that does the same to the same record; None if there is none."""
    fits = partial(FlatSchema(subject.schema).fits, subject.schema)
    record = call[name]
    if not _effect(subject, call, files):
        return None
    others = [text for text in unlisted_values(record) if text != record and fits({**call, name: text})]
    for known, far in itertools.pairwise((record, *others[:_MAX_OTHERS])):
        there, elsewhere = _renamed(files, record, known), _renamed(files, record, far)
        named, missing = {**call, name: known}, {**call, name: far}
        if _effect(subject, missing, there) == {} == _effect(subject, named, elsewhere):
            states = _effect(subject, named, there) or {}
            is_record = any(known in place or known in before for place, (before, _) in states.items())
            if is_record and _effect(subject, missing, elsewhere):
                near = (one for text in _near(known) if fits(one := {**call, name: text}))
                changing = next((one for one in near if _changes(subject, one, name, there, known, states)), None)
                text = str((subject.schema.get("properties") or {}).get(name, {}).get("description", ""))
                if changing is None:
                    return None
                return NearName(name, changing, known, says_similar_names_count(subject.facts, text))
    return None


def _renamed(files: _Files, record: str, name: str) -> dict[str, bytes | None]:
    return {
        path.replace(record, name): data and data.replace(record.encode(), name.encode())
        for path, data in files.items()
    }


def _changes(
    subject: Subject, near: dict[str, Any], name: str, files: _Files, known: str, named: Mapping[str, tuple[str, str]]
) -> bool:
    """Tell whether a call does the same to a record as the call that names it, and names none itself."""
    if any(near[name] in before for before, _ in named.values()):
        return False
    done = _effect(subject, near, files) or {}
    return any(known in place or known in named[place][0] for place in done if named.get(place) == done[place])


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
        partial(_effect_here, subject, call, files), limit_s=_CALLS * subject.call_s, tell=subject.has_left
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
