"""Plausible documents: texts in the format that an argument's name or description mentions.

A tool for CSV refuses "hello", which hides bugs in its handling of rows. The columns and fields are those of the files
planted in the workspace, so other arguments of the same call can name them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..profile.roles import name_words

__all__ = ["COLUMNS", "document_kinds", "grown_document", "odd_documents", "plausible_documents"]

COLUMNS = ("name", "value", "id")
"""The columns and fields of plausible documents that other arguments may name, the likeliest first."""

_ROWS = (("1", "ada", "10"), ("2", "bob", "20"), ("3", "eve", "30"))
_HEADER = "id,name,value\n"
_CSV = _HEADER + "".join(",".join(row) + "\n" for row in _ROWS)
_RSS = (
    '<rss version="2.0"><channel><title>News</title><item><title>Hello</title><link>https://example.com/1</link>'
    "<description>First</description></item></channel></rss>"
)
_ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>Hello</title>'
    '<link href="https://example.com/1"/><summary>First</summary></entry></feed>'
)
_XML = "<items><item id='1'><name>ada</name><value>10</value></item><item id='2'><name>bob</name></item></items>"
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>Hello</title><rect width="5"/></svg>'
_HTML = (
    "<!doctype html><html><head><title>Hello</title></head><body><h1>Hello</h1><p>First</p>"
    '<a href="https://example.com/1">one</a><table><tr><td>1</td></tr></table></body></html>'
)
_ICAL = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20240101T120000Z\r\n"
    "DTSTART:20240101T120000Z\r\nDTEND:20240101T130000Z\r\nSUMMARY:Hello\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
_DIFF = "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-hello\n+hello world\n"

#: Kind to its words, ordinary documents, and documents that parse but that the caller may not expect.
_KINDS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "csv": (
        r"csv|comma[- ]separated",
        (_CSV, _HEADER + "1,ada,10\n"),
        (
            _HEADER,
            _HEADER + "1,ada\n",
            _HEADER + "1,ada,\n",
            _HEADER + "1,ada,x\n",
            _HEADER + "1,ada,nan\n",
            _HEADER + "1,ada,10,11\n",
            _HEADER + "\n1,ada,0\n",
            "name\nada\n",
        ),
    ),
    "tsv": (r"tsv|tab[- ]separated", (_CSV.replace(",", "\t"),), (_HEADER.replace(",", "\t"), "id\tname\n1\n")),
    "jsonl": (
        r"jsonl|ndjson|json lines",
        ('{"id": 1, "name": "ada", "value": 10}\n{"id": 2, "name": "bob", "value": 20}\n',),
        ('{"id": 1}\n', "[]\n", "null\n", '{"id": 1, "name": null, "value": null}\n', '{"id": 1}\n\n{"id": 2}\n'),
    ),
    "rss": (
        r"rss|news ?feed|feed xml|xml feed",
        (_RSS,),
        (_RSS.replace("<link>https://example.com/1</link>", ""), "<rss/>"),
    ),
    "atom": (r"atom", (_ATOM,), ("<feed/>",)),
    "svg": (r"svg", (_SVG,), ("<svg/>",)),
    "html": (r"html?|web ?page|markup", (_HTML,), ("<p", "<a href>x</a>", "</p>", "<table></table>", "&#x110000;")),
    "xml": (
        r"xml",
        (_XML,),
        ("<a/>", "<items/>", "<items><item/></items>", "<items><item id=''><name/></item></items>"),
    ),
    "yaml": (r"ya?ml", ("name: hello\nvalue: 1\nitems:\n  - ada\n  - bob\n",), ("a", "- a", "null", "name:", "1")),
    "toml": (
        r"toml",
        ('name = "hello"\nvalue = 1\n\n[items]\nada = 1\n',),
        ("name = []", "[[name]]", "a = 2024-01-01"),
    ),
    "ini": (
        r"ini|properties file|config(?:uration)? (?:text|file content)",
        ("[main]\nname = hello\nvalue = 1\n",),
        ("[main]\nname = %(b)s\n",),
    ),
    "ical": (r"ics|ical|icalendar", (_ICAL,), ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",)),
    "diff": (r"diff|patch", (_DIFF,), ("--- a\n+++ b\n", "@@ -1 +1 @@\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n")),
    "markdown": (
        r"markdown|md",
        ("# Hello\n\nFirst [one](https://example.com/1).\n\n- ada\n- bob\n",),
        ("#", "[", "```", "| a |\n|---|\n"),
    ),
    "env": (r"dotenv|\.env", ("NAME=hello\nVALUE=1\n",), ("NAME", "=1", "NAME='")),
}
_SAYS = {
    kind: re.compile(rf"(?<![\w.])(?:{pattern})(?![\w])", re.IGNORECASE) for kind, (pattern, _, _) in _KINDS.items()
}
#: Endings of names that are about a document and do not hold one.
_ABOUT = frozenset(
    {"path", "file", "filename", "url", "name", "id", "key", "column", "field", "format", "delimiter", "tag", "type"}
)
#: Beginnings of descriptions of a part of a document, or of a place for one.
_PART = re.compile(
    r"\W*(?:the |a |an )?(?:(?:name|title|path|file ?name|key|label|url|kind|type|format|column|field|"
    r"tag|element|attribute|header|section|delimiter|separator|expression|xpath|selector|condition)s?\b)",
    re.IGNORECASE,
)


def document_kinds(name: str, description: str) -> list[str]:
    """Return the kinds of document that a text argument may take, by its name first; empty if unknown.

    Args:
        name: As in the schema.
        description: As in the schema.
    """
    words = name_words(name)
    if words and words[-1] in _ABOUT:
        return []
    by_name = [kind for kind, pattern in _SAYS.items() if pattern.search(" ".join(words))]
    if _PART.match(description):
        return by_name
    said = [(match.start(), kind) for kind, pattern in _SAYS.items() if (match := pattern.search(description))]
    kinds = dict.fromkeys([*by_name, *(kind for _, kind in sorted(said))])
    # Another word in the name is more specific.
    return sorted(kinds, key=lambda kind: kind == "xml")


def plausible_documents(name: str, description: str) -> list[str]:
    """Return ordinary documents for a text argument; empty if it does not take documents."""
    return [text for kind in document_kinds(name, description)[:2] for text in _KINDS[kind][1]]


def odd_documents(name: str, description: str) -> list[str]:
    """Return documents that are well-formed but may be unexpected."""
    return [text for kind in document_kinds(name, description)[:2] for text in _KINDS[kind][2]]


def grown_document(name: str, description: str) -> Callable[[int], str] | None:
    """Return a maker of documents of about a given length, with distinct records; None for other arguments."""
    kinds = document_kinds(name, description)
    makers: dict[str, Callable[[int], str]] = {
        "csv": lambda size: _HEADER + "".join(f"{n},name{n},{n}\n" for n in range(size // 16 + 1)),
        "tsv": lambda size: "id\tname\tvalue\n" + "".join(f"{n}\tname{n}\t{n}\n" for n in range(size // 16 + 1)),
        "jsonl": lambda size: "".join(f'{{"id": {n}, "name": "name{n}"}}\n' for n in range(size // 30 + 1)),
        "xml": lambda size: "<items>" + "".join(f"<item id='{n}'/>" for n in range(size // 20 + 1)) + "</items>",
        "html": lambda size: "".join(f"<p>name{n}</p>" for n in range(size // 16 + 1)),
        "yaml": lambda size: "".join(f"name{n}: {n}\n" for n in range(size // 14 + 1)),
    }
    return next((makers[kind] for kind in kinds if kind in makers), None)
