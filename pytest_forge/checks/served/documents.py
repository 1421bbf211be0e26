"""XML documents for a server: their entities do not make it read a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...oracles.secret_search import find_canary
from ...profile.roles import PATH_ROLES
from ...profile.xml_documents import mentions_xml, takes_documents
from ...strategies.payloads.documents import file_documents, plain_document, shaped_documents
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import own_server
from ..calls.reading import WatchedCalls
from ..calls.set_up import set_up_calls
from ..calls.world import SECRET_FILE
from ..check import served
from ..injection.injection_point import InjectionPoint, injection_points

_ENDINGS = (".svg", ".rss", ".atom", ".html", ".opml", ".gpx", ".kml", ".plist", ".xsd", ".xslt", ".wsdl")
_MAX_ENDINGS = 3
_MAX_SHAPED = 12


@dataclass(frozen=True, slots=True)
class _Place:
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


@served("xml_entities_are_refused")
@needs_answer
def xml_entities_are_refused(subject: Subject) -> None:
    """No entity in an XML document makes the server read a file.

    The check sends documents whose entities name a planted file outside, as text and in workspace files. It fails if
    an answer contains the file's content, or, on Linux, if the server reads the file.
    """
    own_server(subject)
    found = list(injection_points(set_up_calls(subject, limit=4), subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    about = f"{subject.facts.name} {subject.facts.description or ''}"
    reads_xml = mentions_xml(_words(about))
    patience = subject.patience()
    with WatchedCalls(subject, [subject.sandbox.outside / SECRET_FILE]) as calls:
        for point, ending in patience.each(_endings_of(found, about)):
            says = f"{_says(point)} {about}"
            is_spoken_of = reads_xml or takes_documents(point.says)
            _judge(subject, calls, _place(subject, point, ending), says if is_spoken_of else "", patience)


def _endings_of(found: list[InjectionPoint], about: str) -> Iterator[tuple[InjectionPoint, str]]:
    """Yield each argument with endings of files to name in it; "" for an argument that holds the document."""
    for point in found:
        is_path = point.slot.role in PATH_ROLES
        endings = _endings(f"{_says(point)} {about}", point.value) if is_path else [""]
        yield from ((point, ending) for ending in endings)


def _says(point: InjectionPoint) -> str:
    return f"{' '.join(point.slot.steps)} {point.slot.schema.get('description', '')}"


def _judge(subject: Subject, calls: WatchedCalls, place: _Place, says: str, patience: Patience) -> None:
    """Judge whether a document makes the server read a file, including documents of the formats in *says*."""
    url = (subject.sandbox.outside / SECRET_FILE).as_uri()
    shaped = shaped_documents(url, says=says, example=place.point.value)
    for document in patience.each((*file_documents(url), *shaped[:_MAX_SHAPED])):
        arguments = place.with_document(document)
        reply, read = calls.ask(arguments)
        is_shown = find_canary(subject.sandbox.canaries["outside"], reply.body) is not None
        if is_shown or (read and calls.reads_again(arguments, read, control=place.point.arguments)):
            how = "" if is_shown else ", although its answer does not show it"
            raise place.point.finding(
                "xml_external_entity",
                f"An entity in a document in {place.point.slot.shown!r} made the tool read a file{how}. "
                "Disable entities and external DTDs in the parser.",
                arguments,
            )


def _place(subject: Subject, point: InjectionPoint, ending: str) -> _Place:
    if not ending:
        return _Place(point)
    file = subject.sandbox.workspace / f"document-x{ending}"
    names = (str(file), file.name) if point.value.startswith("/") else (file.name, str(file))
    found = [_Place(point, file, name) for name in names]
    # Use the form of the path that works; a tool for another format accepts neither.
    return next((place for place in found if subject.call(place.with_document(plain_document())).succeeded), found[0])


def _endings(says: str, value: str) -> list[str]:
    own, words = Path(value).suffix, _words(says)
    known = [own] if own in _ENDINGS else []
    return list(dict.fromkeys([*known, *(one for one in _ENDINGS if one[1:] in words), ".xml"]))[:_MAX_ENDINGS]


def _words(text: str) -> str:
    return text.lower().replace("_", " ")
