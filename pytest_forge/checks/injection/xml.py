"""The check of XML: a document reads no files and does not expand to a multiple of its size."""

from __future__ import annotations

import tracemalloc

from ...oracles.audit import AuditLog
from ...profile.roles import PATH_ROLES
from ...strategies.payloads.documents import expanding_document, file_documents, flat_document
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .injection_point import InjectionPoint, call, has_opened, injection_points, mark_of

__all__ = ["xml_entities_are_refused"]

_MAX_CALLS = 4
#: Memory that a document of less than a kilobyte must not need.
_MUCH_BYTES = 600_000
_FILES = (".xml", ".svg", ".rss", ".html", ".xsd", ".plist", ".gpx", ".kml")


@check(
    family="injection",
    level="MUST",
    source="CWE-611 and CWE-776: XML entities",
    codes={
        "xml_external_entity": "An entity in a document makes the tool read a file.",
        "xml_entity_expansion": "Entities in a document expand to a thousand times its size.",
    },
)
@needs_answer
def xml_entities_are_refused(subject: Subject) -> None:
    """No entity in an XML document makes the tool read a file or expands to a thousand times its size.

    A document declares its own entities: one can stand for a local file, and a few nested ones for gigabytes. The check
    passes such documents. It fails if a file outside was opened, or if a small document took much more memory than the
    same document without its last reference.

    Not judged: documents that other programs read.
    """
    found = list(injection_points(plausible_calls(subject, limit=_MAX_CALLS), subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    patience = subject.patience()
    endings = [(one, end) for one in found for end in (_FILES if one.slot.role in PATH_ROLES else ("",))]
    for point, ending in patience.each(endings):
        _judge_files(subject, point, ending, patience)
        _judge_growth(subject, point, ending)


def _judge_files(subject: Subject, point: InjectionPoint, ending: str, patience: Patience) -> None:
    secret = subject.sandbox.outside / "secret.txt"
    for document in patience.each(file_documents(secret.as_uri())):
        arguments = _given(subject, point, ending, document)
        with AuditLog() as audit:
            outcome = call(subject, arguments)
        if has_opened(audit, secret) or _tells(subject, outcome):
            raise point.finding(
                "xml_external_entity",
                f"Given a document in {point.slot.shown!r} whose entity names a file outside, the tool opened it. "
                "Refuse documents that declare entities, and do not resolve external ones.",
                arguments,
            )


def _judge_growth(subject: Subject, point: InjectionPoint, ending: str) -> None:
    mark = mark_of(subject)
    arguments = _given(subject, point, ending, expanding_document(mark))
    most = _peak(subject, arguments)
    if most < _MUCH_BYTES:
        return
    # Memory that any document takes, such as a buffer, does not count.
    usual = max(_peak(subject, _given(subject, point, ending, flat_document(mark))) for _ in range(2))
    _given(subject, point, ending, expanding_document(mark))
    if min(most, _peak(subject, arguments)) - usual < _MUCH_BYTES:
        return
    raise point.finding(
        "xml_entity_expansion",
        f"Given a document of 700 bytes in {point.slot.shown!r} with nested entities, the tool expanded it "
        "to a thousand times its size. Refuse documents that declare entities.",
        arguments,
    )


def _given(subject: Subject, point: InjectionPoint, ending: str, document: str) -> dict[str, object]:
    if not ending:
        return point.with_text(document)
    path = subject.sandbox.workspace / f"document-x{ending}"
    path.write_text(document)
    return point.with_text(path.name if subject.facts.workspace_root_aware else str(path))


def _tells(subject: Subject, outcome: Outcome) -> bool:
    return subject.sandbox.canaries["outside"] in f"{outcome.returned!r}{outcome.payload_text}"


def _peak(subject: Subject, arguments: dict[str, object]) -> int:
    tracemalloc.start()
    try:
        call(subject, arguments)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
