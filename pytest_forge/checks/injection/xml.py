"""The check of XML: a document reads no files and does not expand to a multiple of its size."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...profile.roles import PATH_ROLES
from ...profile.xml_documents import mentions_xml, takes_documents
from ...strategies.payloads.documents import (
    expanding_document,
    file_documents,
    flat_document,
    plain_document,
    shaped_documents,
)
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..calls.answered import needs_answer
from ..check import check
from .attempts import needs_files
from .injection_point import InjectionPoint, call, mark_of, text_points
from .secret_file import SecretFile

__all__ = ["xml_entities_are_refused"]

_MAX_CALLS = 4
#: Memory that a document of less than a kilobyte must not need.
_MUCH_BYTES = 600_000
_USUAL_FILES = (".xml", ".svg", ".rss", ".html", ".xsd", ".plist", ".gpx", ".kml")
_FILES = (*_USUAL_FILES, ".atom", ".opml", ".xslt", ".wsdl")
#: Endings that are tried on a server, and documents of the kinds that the tool speaks of.
_MAX_ENDINGS, _MAX_SHAPED = 3, 12


class _Place(Struct, frozen=True):
    """A place for a document: an argument that holds it, or a workspace file that an argument names.

    Attributes:
        point: The argument.
        file: The file; None if the argument holds the document itself.
        name: The file's name in the argument.
    """

    point: InjectionPoint
    file: Path | None = None
    name: str = ""

    def with_document(self, document: str) -> dict[str, Any]:
        if self.file is None:
            return self.point.with_text(document)
        self.file.write_text(document)
        return self.point.with_text(self.name)


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
    passes such documents, as text and in workspace files. It fails if a file outside was read, or if a small document
    took much more memory than the same document without its last reference.

    Not judged: expansion in other programs, and in servers whose answers do not contain the expanded document.
    """
    needs_files(subject)
    patience = subject.patience()
    about = f"{subject.facts.name} {subject.facts.description or ''}"
    with SecretFile(subject) as secret:
        for point, ending in patience.each(_endings_of(subject, about)):
            place = _place(subject, point, ending)
            _judge_files(secret, place, about, patience)
            _judge_growth(subject, place)


def _endings_of(subject: Subject, about: str) -> Iterator[tuple[InjectionPoint, str]]:
    """Yield each argument with endings of files to name in it; "" for an argument that holds the document."""
    for point in text_points(subject, limit=_MAX_CALLS):
        if point.slot.role not in PATH_ROLES:
            yield point, ""
            continue
        own, words = Path(point.value).suffix, _words(f"{_says(point)} {about}")
        likely = [own] if own in _FILES else []
        likely += [".xml", *(one for one in _FILES if one[1:] in words)]
        endings = list(dict.fromkeys([*likely, *(() if subject.is_served else _USUAL_FILES)]))
        yield from ((point, one) for one in endings[: _MAX_ENDINGS if subject.is_served else len(_USUAL_FILES)])


def _place(subject: Subject, point: InjectionPoint, ending: str) -> _Place:
    if not ending:
        return _Place(point)
    file = subject.sandbox.workspace / f"document-x{ending}"
    found = [_Place(point, file, name) for name in point.forms_of(subject, file.name)]
    # Use the form of the path that works; a tool for another format accepts neither.
    works = (place for place in found[1:] and found if call(subject, place.with_document(plain_document())).succeeded)
    return next(works, found[0])


def _judge_files(secret: SecretFile, place: _Place, about: str, patience: Patience) -> None:
    """Judge whether a document makes the tool read a file, including documents of the kinds that it speaks of."""
    url, point = secret.path.as_uri(), place.point
    is_spoken_of = mentions_xml(_words(about)) or takes_documents(point.says)
    says = f"{_says(point)} {about}" if is_spoken_of else ""
    shaped = shaped_documents(url, says=says, example=point.value)[:_MAX_SHAPED]
    for document in patience.each((*file_documents(url), *shaped)):
        arguments = place.with_document(document)
        way = secret.way_of_reading(arguments, control=point.arguments)
        if way:
            raise point.finding(
                "xml_external_entity",
                f"An entity in a document in {point.slot.shown!r} made the tool read a file outside, {way}. "
                "Refuse documents that declare entities, and do not resolve external ones.",
                arguments,
            )


def _judge_growth(subject: Subject, place: _Place) -> None:
    mark = mark_of(subject)
    arguments = place.with_document(expanding_document(mark))
    most = _size(subject, arguments, mark)
    if most < _MUCH_BYTES:
        return
    if not subject.is_served:
        # Memory that any document takes, such as a buffer, does not count.
        usual = max(_size(subject, place.with_document(flat_document(mark)), mark) for _ in range(2))
        arguments = place.with_document(expanding_document(mark))
        if min(most, _size(subject, arguments, mark)) - usual < _MUCH_BYTES:
            return
    raise place.point.finding(
        "xml_entity_expansion",
        f"Given a document of 700 bytes in {place.point.slot.shown!r} with nested entities, the tool expanded it "
        "to a thousand times its size. Refuse documents that declare entities.",
        arguments,
    )


def _size(subject: Subject, arguments: dict[str, Any], mark: str) -> int:
    """Return the bytes of memory that a call needs; of a server, those of the expanded document in its answer."""
    if subject.is_served:
        return call(subject, arguments).text.count(mark) * len(mark)
    tracemalloc.start()
    try:
        call(subject, arguments)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _says(point: InjectionPoint) -> str:
    return f"{' '.join(point.slot.steps)} {point.slot.schema.get('description', '')}"


def _words(text: str) -> str:
    return text.lower().replace("_", " ")
