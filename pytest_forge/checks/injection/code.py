"""Checks of code injection: text is not run as code, and loading data calls no functions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from ...observe.observation import Seen, Unseen
from ...oracles.code_log import CodeLog
from ...profile.code import takes_code
from ...profile.roles import PATH_ROLES
from ...profile.templates import mentions_expressions
from ...strategies.payloads.objects import YAML_ENDINGS, object_document, object_files, object_texts
from ...strategies.payloads.texts import CODE, FILE_CODE
from ...strategies.workspace_files import planted_contents
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.answered import needs_answer
from ..calls.asking import shown
from ..calls.plausible_calls import plausible_calls
from ..calls.read_files import called_with_content, files_read
from ..check import check
from .attempts import Attempt, attempts, has_run, made_files, needs_files, tries, watched
from .excused import without_meant
from .injection_point import InjectionPoint, mark_of, text_points

__all__ = ["loaded_data_runs_nothing", "text_is_not_executed"]

_MAX_CALLS, _MAX_OWN = 6, 2
#: Texts for a tool that was not seen to load objects: pickled data in three encodings, YAML twice and JSON.
_FIRST_OBJECTS = 7
#: The line before and behind the YAML at the head of a text.
_FRONT_MATTER = "---\n"
#: Letters of an ending, with the dot.
_LONGEST_ENDING = 8
#: Payloads for a tool that was not seen to compile code.
_FIRST_CODE = 2
#: Delimiters of expressions in templates.
_FIELDS = ("{{ … }}", "{{…}}", "${…}", "{…}", "<%= … %>", "{% … %}", "#{…}")


@check(
    family="injection",
    level="MUST",
    source="CWE-95: eval injection",
    codes={"code_injection": "An argument is run as code."},
)
@needs_answer
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as code.

    A calculator that evaluates a model's text with ``eval`` is a shell: an expression reaches every class of the
    process through the attributes of a number, even with empty builtins. The check passes expressions with a random
    mark and fails if code compiled from the argument read an attribute of a class or opened a file. Servers get Python
    and JavaScript that create a file, and fail if it exists afterwards.

    Not judged: arguments that are meant to be code; evaluators that refuse unknown attributes and calls.
    """
    needs_files(subject)
    patience = subject.patience()
    found = without_meant(subject, text_points(subject), takes_code)
    used = _used(subject, patience)
    made = _code_attempts(subject, found.judged, used)
    if subject.is_served:
        made = attempts(found.judged, FILE_CODE, subject)
    for tried in tries(subject, made, patience, lambda: CodeLog(is_slow=not used)):
        attempt, log = tried.attempt, tried.heard
        if isinstance(log, Unseen):
            has_shown = has_run(subject, attempt)
        else:
            used.update(log.value.used)
            has_shown = any(log.value.ran(name, attempt.mark) for name in ("__class__", "open"))
        if has_shown:
            raise attempt.finding(
                "code_injection",
                f"Given {shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool ran it as code. Parse the text "
                "and evaluate only the node types that you expect, without eval or exec.",
            )
    found.raise_for_excused()


@check(
    family="injection",
    level="MUST",
    source="CWE-502: deserialization of untrusted data",
    codes={"unsafe_deserialization": "Loading data calls a function that the data names."},
)
@needs_answer
def loaded_data_runs_nothing(subject: Subject) -> None:
    """Loading an argument, or a file that it names, calls no function chosen by the data.

    `pickle`, `shelve`, `marshal` and YAML's full loaders build any object that the data describes, and call the
    functions that it names. The check passes data that creates a folder, as text and in workspace files, and fails if
    the folder exists afterwards.

    Not judged: marshalled data in files, and of servers anywhere; data that the tool has stored itself, unless it reads
    them as YAML, which needs no functions.
    """
    needs_files(subject)
    if not subject.is_served:
        _judge_own_documents(subject)
    patience = subject.patience()
    found = text_points(subject)
    used = _used(subject, patience)
    made = _object_attempts(subject, found, used)
    for tried in tries(subject, made, patience, lambda: CodeLog(is_slow=not used)):
        attempt, marshalled = tried.attempt, list[bytes]()
        if isinstance(tried.heard, Seen):
            used.update(tried.heard.value.used)
            marshalled = tried.heard.value.marshalled
        if made_files(subject, attempt.mark) or any(attempt.mark.encode() in data for data in marshalled):
            what = f"the file {attempt.payload!r}" if attempt.payload else "data that asks for it"
            raise attempt.finding(
                "unsafe_deserialization",
                f"Given {what} in {attempt.point.slot.shown!r}, the tool called a function that the data named. "
                "Load JSON, or YAML with safe_load; use pickle, shelve and marshal for your own data only.",
            )


def _judge_own_documents(subject: Subject) -> None:
    """Judge that a YAML document which the tool looks for itself calls no function.

    Raises:
        CheckFailure: If it does.
    """
    for arguments in plausible_calls(subject, limit=_MAX_OWN):
        for path in files_read(subject, arguments):
            mark = mark_of(subject)
            if path.suffix in YAML_ENDINGS:
                called_with_content(subject, arguments, path, object_document(mark))
                if made_files(subject, mark):
                    raise CheckFailure(
                        "unsafe_deserialization",
                        f"Reading {path.name!r}, the tool called a function that the document named. "
                        "Load YAML with safe_load.",
                        arguments=arguments,
                    )


def _used(subject: Subject, patience: Patience) -> set[str]:
    """Return the code and object loaders that ordinary calls use; of a server, none are seen."""
    used: set[str] = set()
    for arguments in patience.each(() if subject.is_served else plausible_calls(subject, limit=_MAX_CALLS)):
        _, heard = watched(subject, arguments, CodeLog(is_slow=True))
        used |= heard.value.used
    return used


def _code_attempts(subject: Subject, found: list[InjectionPoint], used: set[str]) -> Iterator[Attempt]:
    """Yield code in every argument; only the first two payloads while *used* is empty."""
    for point in found:
        mark = mark_of(subject)
        for number, payload in enumerate(CODE):
            if number >= _FIRST_CODE and not used:
                break
            written = payload.format(mark=mark)
            fields = [form.replace("…", written) for form in _FIELDS] if mentions_expressions(point.says) else []
            yield from (Attempt(point, mark, text) for text in [*point.texts(written), *fields])


def _object_attempts(subject: Subject, found: list[InjectionPoint], used: set[str]) -> Iterator[Attempt]:
    """Yield data that creates a folder, as text, and in files; only the first texts while *used* is empty."""
    for point in found:
        mark = mark_of(subject)
        is_path = point.slot.role in PATH_ROLES
        for number, text in enumerate(() if is_path else object_texts(mark)):
            if number < _FIRST_OBJECTS or used:
                yield Attempt(point, mark, text)
                if point.value.startswith(_FRONT_MATTER):
                    yield Attempt(point, mark, f"{_FRONT_MATTER}{text}\n{_FRONT_MATTER}\nhello\n")
        if is_path or used:
            keys = [value for value in point.arguments.values() if isinstance(value, str)]
            ending = _own_ending(point.value)
            for name in object_files(subject.sandbox.workspace, mark, keys=keys, ending=ending):
                forms = point.forms_of(subject, name)
                yield from (Attempt(point, mark, form, name) for form in forms[: 1 if subject.is_served else None])


def _own_ending(name: str) -> str:
    """Return the ending of a file name that no ordinary file has; "" for all others."""
    suffix = PurePosixPath(name).suffix
    is_ordinary = any(PurePosixPath(planted).suffix == suffix for planted in planted_contents())
    return suffix if suffix[1:].isalpha() and len(suffix) <= _LONGEST_ENDING and not is_ordinary else ""
