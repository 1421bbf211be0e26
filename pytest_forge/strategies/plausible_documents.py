"""Plausible documents: texts in the format that an argument's name or description mentions.

A tool for CSV refuses "hello", which hides bugs in its handling of rows. The columns and fields are those of the files
planted in the workspace, so other arguments of the same call can name them.
"""

from __future__ import annotations

from collections.abc import Callable

from ..profile.document_kinds import document_kinds

__all__ = ["COLUMNS", "grown_document", "odd_documents", "plausible_documents"]

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

#: Kind to ordinary documents, and documents that parse but that the caller may not expect.
_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "csv": (
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
    "tsv": ((_CSV.replace(",", "\t"),), (_HEADER.replace(",", "\t"), "id\tname\n1\n")),
    "jsonl": (
        ('{"id": 1, "name": "ada", "value": 10}\n{"id": 2, "name": "bob", "value": 20}\n',),
        ('{"id": 1}\n', "[]\n", "null\n", '{"id": 1, "name": null, "value": null}\n', '{"id": 1}\n\n{"id": 2}\n'),
    ),
    "rss": (
        (_RSS,),
        (_RSS.replace("<link>https://example.com/1</link>", ""), "<rss/>"),
    ),
    "atom": ((_ATOM,), ("<feed/>",)),
    "svg": ((_SVG,), ("<svg/>",)),
    "html": ((_HTML,), ("<p", "<a href>x</a>", "</p>", "<table></table>", "&#x110000;")),
    "xml": (
        (_XML,),
        ("<a/>", "<items/>", "<items><item/></items>", "<items><item id=''><name/></item></items>"),
    ),
    "yaml": (("name: hello\nvalue: 1\nitems:\n  - ada\n  - bob\n",), ("a", "- a", "null", "name:", "1")),
    "toml": (
        ('name = "hello"\nvalue = 1\n\n[items]\nada = 1\n',),
        ("name = []", "[[name]]", "a = 2024-01-01"),
    ),
    "ini": (
        ("[main]\nname = hello\nvalue = 1\n",),
        ("[main]\nname = %(b)s\n",),
    ),
    "ical": ((_ICAL,), ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",)),
    "srt": (
        ("1\n00:00:01,000 --> 00:00:02,500\nhello\n\n2\n00:00:03,000 --> 00:00:04,500\nada\n",),
        ("1\n00:00:01,000 --> 00:00:02,500\n", "00:00:02,500 --> 00:00:01,000\nhello\n"),
    ),
    "vtt": (
        ("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nhello\n",),
        ("WEBVTT\n", "WEBVTT\n\n00:01.000 --> 00:02.500\nhello\n"),
    ),
    "diff": ((_DIFF,), ("--- a\n+++ b\n", "@@ -1 +1 @@\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n")),
    "markdown": (
        ("# Hello\n\nFirst [one](https://example.com/1).\n\n- ada\n- bob\n",),
        ("#", "[", "```", "| a |\n|---|\n"),
    ),
    "env": (("NAME=hello\nVALUE=1\n",), ("NAME", "=1", "NAME='")),
}


def plausible_documents(name: str, description: str) -> list[str]:
    """Return ordinary documents for a text argument; empty if it does not take documents."""
    return _documents(name, description, 0)


def odd_documents(name: str, description: str) -> list[str]:
    """Return documents that are well-formed but may be unexpected."""
    return _documents(name, description, 1)


def _documents(name: str, description: str, number: int) -> list[str]:
    found = [(kind, text) for kind in document_kinds(name, description)[:2] for text in _KINDS[kind][number]]
    # Where a comma separates decimals, a semicolon separates columns.
    separator = ";" if "semicolon" in description.lower() else ","
    return [text.replace(",", separator) if kind == "csv" else text for kind, text in found]


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
