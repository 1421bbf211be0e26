"""Markup: a quote in an argument that ends an attribute of the HTML or XML that the tool makes.

<td title="Owner: x" onmouseover="alert(1)">        of the owner 'x" onmouseover="alert(1)'
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from ....profile.xml_documents import makes_markup
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, mark_of
from .headers import written_and_returned

__all__ = ["judge_markup"]

_MAX_SIZE = 1 << 20
#: What ends an attribute in double quotes, in single quotes, and in none.
_ENDS = ('"', "'", "")
_ESCAPED = r"\s?&(?:lt|#60|#x3c);"


def judge_markup(subject: Subject, point: InjectionPoint) -> None:
    """Judge that a text within an attribute of HTML or XML adds no attribute to its element.

    Tags in a text are not judged: they may be meant. Nor are elements around texts for a model, which no browser reads:
    either the tool says that it makes HTML or XML, or it escapes the text otherwise.

    Raises:
        CheckFailure: If it does.
    """
    mark, added = mark_of(subject), mark_of(subject)
    plain = point.texts(mark)[0]
    if not any(mark in value for value in _attributes(_markup(subject, point, plain)).values()):
        return
    if not makes_markup(subject.facts) and not _is_escaped(subject, point, mark):
        return
    for quote in _ENDS:
        text = point.texts(f"{mark}{quote} {added}={quote}1")[0]
        if added in _attributes(_markup(subject, point, text)):
            raise point.finding(
                "markup_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool made {added!r} an attribute of its own. Put values "
                "of attributes in quotes, and escape quotes in them: html.escape(text), with quote=True.",
                point.with_text(text),
            )


def _is_escaped(subject: Subject, point: InjectionPoint, mark: str) -> bool:
    """Tell whether the tool escapes a sign of markup in a text."""
    documents = _markup(subject, point, point.texts(f"{mark} <")[0])
    return any(re.search(mark + _ESCAPED, document, re.IGNORECASE) for document in documents)


def _markup(subject: Subject, point: InjectionPoint, text: str) -> list[str]:
    """Return the texts with tags that a call writes or returns."""
    written, returned = written_and_returned(subject, point, text)
    return [one[:_MAX_SIZE] for one in (*written, *returned) if "<" in one]


def _attributes(documents: list[str]) -> dict[str, str]:
    """Return the attributes of all elements by name, the values of one name joined."""
    found: dict[str, str] = {}
    for document in documents:
        reader = _AttributeReader()
        reader.feed(document)
        reader.close()
        for name, value in reader.attributes:
            found[name] = f"{found.get(name, '')} {value or ''}"
    return found


class _AttributeReader(HTMLParser):
    """Reads the attributes of all elements.

    Attributes:
        attributes: The name and the value of each, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the parser gives it
        """Take the attributes of an element."""
        self.attributes += attrs
