"""Server stores: a path or a pattern that leads out of the folder in which a server keeps what its tools write.

write(path="plan.txt")         makes store/plan.txt
write(path="../plan.txt")      is refused: paths are meant to stay in the store
find(pattern="../*/*")         lists what lies beside the store all the same

The folder may be a temporary one, which no command names. A writing tool of the server shows where it is, or a file
that is there from the start:

read(path="first/plan.txt")    reads handbook-x3/first/plan.txt
read(path="../plan.txt")       is refused
read(path="/tmp/plan.txt")     is read all the same
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....profile.reads import reads
from ....profile.roles import PATH_ROLES, Role, role_of
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of

__all__ = [
    "BESIDE",
    "HIDDEN",
    "WORDS",
    "Store",
    "is_limit",
    "outcome_of",
    "refuse_ways_out_of_server_store",
    "store_of",
]

_MAX_MAKERS, _MAX_SLOTS, _MAX_CALLS = 3, 4, 4
_ENDINGS = ("", ".txt", ".md", ".json")
#: A file in the store, the folder beside it, and what is in there: its name and its content.
_NAME, BESIDE, HIDDEN, WORDS = "marigold71", "further-papers", "larkspur38", "the heron stood in the reeds"

_Call = dict[str, Any]


class Store(Struct, frozen=True):
    """A folder in which a tool of a server keeps files.

    Attributes:
        folder: The folder.
        file: The name of the file in it that the tool has made.
        call: The call that did.
        name: The argument that names the file.
    """

    folder: Path
    file: str
    call: _Call
    name: str

    @property
    def given(self) -> str:
        """What the call gives as the name of the file."""
        return str(self.call[self.name])

    @property
    def alike(self) -> Path:
        """A folder beside it whose name begins with its own."""
        return self.folder.with_name(f"{self.folder.name}-other")


def refuse_ways_out_of_server_store(subject: Subject, patience: Patience) -> bool:
    """Judge that no path or pattern leads a server's reader out of the folder in which the server keeps files.

    Another tool that makes files there must refuse a path that leads out, so that the folder is meant as a limit, and
    the reader must find a file of the folder by its name alone, or list it. Where the files are there from the start,
    the reader itself must refuse one of the ways out.

    Returns:
        Whether such a folder was found.

    Raises:
        CheckFailure: If an answer tells of a file beside the folder, and of none once it is gone.
    """
    if not subject.is_served or not reads(subject.facts) or served_tool(subject).server.address.url:
        return False
    slots = list(_slots(subject))
    usual = next(iter(candidate_arguments(subject.schema, limit=1)), None)
    if not slots or usual is None:
        return False
    is_judged = False
    for facts, tool in patience.each(makers_of(subject, usual)[:_MAX_MAKERS]):
        subject.renew()
        maker = subject.beside(facts, tool)
        store = store_of(subject, maker)
        if store is None or not is_limit(maker, store):
            continue
        for name, role in slots:
            if _is_of_store(subject, store, usual, name, role):
                is_judged = True
                _refuse(subject, store, usual, name, role)
    for store in () if is_judged else _stores_at_start(subject, slots):
        is_judged = True
        _refuse(subject, store, store.call, store.name, Role.FILE_PATH)
    if is_judged:
        subject.renew()
    return is_judged


def _stores_at_start(subject: Subject, slots: list[tuple[str, Role]]) -> Iterator[Store]:
    """Yield the folder that a working call of a reader leads into, if the server has made it; one for each argument."""
    subject.renew()
    found: set[str] = set()
    for call in plausible_calls(subject)[:_MAX_CALLS]:
        for name in [name for name, role in slots if role is Role.FILE_PATH and name not in found]:
            text = call.get(name)
            if not isinstance(text, str) or not text or looks_failed(outcome_of(subject, call)):
                continue
            for folder in _folders_of(subject, text):
                found.add(name)
                yield Store(folder, text, call, name)


def _folders_of(subject: Subject, text: str) -> list[Path]:
    """Return the folders, other than the workspace, that have a file of this relative path."""
    sandbox, steps = subject.sandbox, Path(text).parts
    if not steps or Path(text).is_absolute() or ".." in steps:
        return []
    files = (path for top in (sandbox.temp, sandbox.home) for path in top.rglob(f"*{Path(text).suffix}"))
    return [path.parents[len(steps) - 1] for path in files if path.is_file() and path.parts[-len(steps) :] == steps][:1]


def _slots(subject: Subject) -> Iterator[tuple[str, Role]]:
    for name, node in list(FlatSchema(subject.schema).arguments.items())[:_MAX_SLOTS]:
        role = role_of(name, node)
        if role is Role.GLOB or role in PATH_ROLES:
            yield name, role


def store_of(
    subject: Subject, maker: Subject, *, call: _Call | None = None, usual: _Call | None = None
) -> Store | None:
    """Return the folder in which a call of a maker makes a file with the name that it is given; None if none does.

    Args:
        subject: A tool of the same server.
        maker: The tool that makes the file.
        call: A call that has made it before, on this server or another one.
        usual: An ordinary call of the maker, if one is known.
    """
    view = FlatSchema(maker.schema)
    for base in candidate_arguments(maker.schema, limit=1) if usual is None else [usual]:
        texts = [name for name, value in base.items() if isinstance(value, str)]
        for name in [name for name in texts if not view.choices(view.arguments[name])]:
            for ending in _ENDINGS:
                named = {**base, name: f"{_NAME}{ending}"}
                if call not in (None, named) or not view.fits(view.root, named):
                    continue
                # A file that is there already may be refused.
                if looks_failed(outcome_of(maker, named)) and call is None:
                    continue
                found = _made_files(subject)
                if found:
                    return Store(found[0].parent, found[0].name, named, name)
                break
    return None


def _made_files(subject: Subject) -> list[Path]:
    sandbox = subject.sandbox
    folders = (sandbox.temp, sandbox.home, sandbox.workspace)
    return [path for folder in folders for path in folder.rglob(f"{_NAME}*") if path.is_file()]


def is_limit(maker: Subject, store: Store) -> bool:
    """Tell whether a maker refuses a path that leads out of its folder, and makes nothing there."""
    outside = store.folder.parent / store.file
    outcome = outcome_of(maker, {**store.call, store.name: f"../{store.call[store.name]}"})
    if outside.exists():
        outside.unlink()
        return False
    return looks_failed(outcome)


def _is_of_store(subject: Subject, store: Store, usual: _Call, name: str, role: Role) -> bool:
    """Tell whether an argument leads to the file in the folder by its name alone, or lists it."""
    if role is Role.FILE_PATH:
        there, missing = ({**usual, name: one} for one in (store.file, f"{HIDDEN}{Path(store.file).suffix}"))
        made = (outcome_of(subject, one) for one in _calls(subject, there, name)[:1])
        return not any(map(looks_failed, made)) and looks_failed(outcome_of(subject, missing))
    ways = ("**/*", "*", f"{_NAME[:3]}*") if role is Role.GLOB else (".", "", "/")
    calls = (call for way in ways for call in _calls(subject, {**usual, name: way}, name)[:1])
    fits = FlatSchema(subject.schema).fits
    return any(fits(subject.schema, call) and _NAME in outcome_of(subject, call).text for call in calls)


def _refuse(subject: Subject, store: Store, usual: _Call, name: str, role: Role) -> None:
    """Raise for the first value of an argument with which the answer tells of a file beside the folder.

    A path is not judged if the reader refuses neither '..' nor an absolute one: it may read anywhere.
    """
    beside, ending = store.folder.parent / BESIDE, Path(store.file).suffix
    plain, alike = (_ways(role, folder, ending) for folder in (beside, store.alike))
    fits = FlatSchema(subject.schema).fits
    found: dict[str, _Call] = {}
    for text, folder in [*((one, beside) for one in plain), *((one, store.alike) for one in alike)]:
        calls = [call for call in _calls(subject, {**usual, name: text}, name) if fits(subject.schema, call)]
        for call in calls:
            told = [_tells(subject, call, folder, ending, is_there=one) for one in (True, False, True)]
            if told == [True, False, True]:
                found.setdefault(text, call)
                break
        if found and role is Role.GLOB:
            break
    if not found or (role is not Role.GLOB and plain[0] in found and plain[-1] in found):
        return
    text, call = next(iter(found.items()))
    raise CheckFailure(
        "path_traversal",
        f"Given {text!r} in {name!r}, the tool tells of a file beside the folder in which the server keeps its files, "
        "which other paths or tools do not leave. Refuse '..' in every step of a path or a pattern, or resolve what is "
        "found and leave out what is not below the folder.",
        about=name,
        arguments=call,
    )


def _ways(role: Role, beside: Path, ending: str) -> list[str]:
    """Return the ways to a file in a folder beside that of the server."""
    file = f"{beside.name}/{HIDDEN}{ending}"
    if role is Role.GLOB:
        patterns = (f"{beside.name}/*", "*/*", "**/*")
        ways = [f"../{one}" for one in patterns]
        return [*ways, f"*/../../{beside.name}/*", f"**/../../{beside.name}/*", f"{beside}/*"]
    if role is Role.DIRECTORY:
        return [f"../{beside.name}", f"./../{beside.name}", "..", str(beside)]
    return [f"../{file}", f"{_NAME}/../../{file}", str(beside / f"{HIDDEN}{ending}")]


def _calls(subject: Subject, call: _Call, name: str) -> list[_Call]:
    """Return a call as it is, without what it does not need, and with a word of the file to search for."""
    required = subject.schema.get("required") or ()
    plain = {key: value for key, value in call.items() if key in required or key == name}
    arguments = FlatSchema(subject.schema).arguments
    texts = [key for key, node in arguments.items() if key != name and node.get("type") == "string"]
    worded = [{**plain, key: WORDS.split()[1]} for key in texts]
    return [one for number, one in enumerate([plain, *worded, call]) if one not in [plain, *worded][:number]]


def _tells(subject: Subject, call: _Call, beside: Path, ending: str, *, is_there: bool) -> bool:
    """Tell whether an answer has the name or the content of a file beside the folder, and the call has not."""
    if is_there:
        beside.mkdir()
        (beside / f"{HIDDEN}{ending}").write_text(f"{WORDS}\n")
    try:
        told = outcome_of(subject, call)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    text = told.text if told.succeeded else ""
    return WORDS in text or (HIDDEN in text and not _is_in(HIDDEN, call))


def _is_in(word: str, call: Mapping[str, Any]) -> bool:
    return any(isinstance(value, str) and word in value for value in call.values())


def outcome_of(tool: Subject, call: _Call) -> Outcome:
    """Make a call with a fake sleep."""
    with fake_sleep():
        return tool.call(dict(call))
