"""Injection documents: XML with entities for files, or for each other.

Many tools only read the text of elements that they expect, so the entity is put into the free text of documents of the
usual kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...regex import regex

__all__ = ["expanding_document", "file_documents", "flat_document", "plain_document", "shaped_documents"]

_LEVELS = "abcde"
_WIDTH = 10
#: Words for a kind of document, to documents with a mark in the place of free text.
_TEXT = "&text;"
_SHAPES = (
    (
        r"rss|feeds?|podcasts?|news|blog|channels?",
        (
            f'<rss version="2.0"><channel><title>{_TEXT}</title><link>https://example.com/</link>'
            f"<description>{_TEXT}</description><item><title>{_TEXT}</title><link>https://example.com/1</link>"
            f"<description>{_TEXT}</description><guid>1</guid><pubDate>Mon, 06 Jan 2025 10:00:00 GMT</pubDate></item>"
            "</channel></rss>"
        ),
    ),
    (
        r"atom|feeds?|news|blog|entry|entries",
        (
            f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{_TEXT}</title><id>urn:x:1</id>'
            f"<updated>2025-01-06T10:00:00Z</updated><author><name>{_TEXT}</name></author><entry><title>{_TEXT}</title>"
            f'<id>urn:x:2</id><link href="https://example.com/1"/><updated>2025-01-06T10:00:00Z</updated>'
            f"<summary>{_TEXT}</summary></entry></feed>"
        ),
    ),
    (
        r"site ?maps?|urlset",
        (
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>'
            f"<loc>https://example.com/{_TEXT}</loc><lastmod>2025-01-06</lastmod><priority>0.5</priority></url></urlset>"
        ),
    ),
    (
        r"svg|drawings?|vector|icons?|images?",
        (
            '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10">'
            f'<title>{_TEXT}</title><desc>{_TEXT}</desc><text x="1" y="9">{_TEXT}</text></svg>'
        ),
    ),
    (
        r"e?-?invoices?|bills?|receipts?|ubl",
        (
            f"<invoice><id>{_TEXT}</id><number>{_TEXT}</number><date>2025-01-06</date><currency>EUR</currency>"
            f"<customer><name>{_TEXT}</name></customer><supplier><name>{_TEXT}</name></supplier><items><item><name>{_TEXT}"
            f"</name><description>{_TEXT}</description><quantity>1</quantity><price>10.00</price></item></items>"
            "<total>10.00</total></invoice>"
        ),
    ),
    (
        r"orders?|purchases?",
        (
            f"<order><id>{_TEXT}</id><customer>{_TEXT}</customer><items><item><sku>{_TEXT}</sku><name>{_TEXT}</name>"
            "<quantity>1</quantity><price>10.00</price></item></items><total>10.00</total></order>"
        ),
    ),
    (
        r"soap|envelopes?|wsdl",
        (
            '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header/><soap:Body>'
            f"<Request><name>{_TEXT}</name></Request></soap:Body></soap:Envelope>"
        ),
    ),
    (
        r"opml|outlines?|subscriptions?",
        (
            f'<opml version="2.0"><head><title>{_TEXT}</title></head><body><outline text="one" type="rss" '
            'xmlUrl="https://example.com/1"/></body></opml>'
        ),
    ),
    (
        r"x?html|web ?pages?",
        (
            f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{_TEXT}</title></head><body><h1>{_TEXT}</h1>'
            f"<p>{_TEXT}</p></body></html>"
        ),
    ),
    (
        r"gpx|tracks?|waypoints?",
        (
            f'<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="x"><trk><name>{_TEXT}</name>'
            '<trkseg><trkpt lat="1.0" lon="2.0"><ele>3</ele></trkpt></trkseg></trk></gpx>'
        ),
    ),
    (
        r"kml|placemarks?",
        (
            f'<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>{_TEXT}</name><Placemark><name>{_TEXT}</name>'
            f"<description>{_TEXT}</description><Point><coordinates>1,2,0</coordinates></Point></Placemark></Document></kml>"
        ),
    ),
    (
        r"plist|property lists?",
        f'<plist version="1.0"><dict><key>name</key><string>{_TEXT}</string></dict></plist>',
    ),
    (
        r"junit|test ?(?:report|suite|result)s?",
        (
            f'<testsuites><testsuite name="a" tests="1" failures="1"><testcase classname="a" name="b" '
            f'time="0.1"><failure message="no">{_TEXT}</failure></testcase></testsuite></testsuites>'
        ),
    ),
    (
        r"catalogs?|catalogues?|books?|librar(?:y|ies)|products?",
        (
            f'<catalog><book id="1"><title>{_TEXT}</title><author>{_TEXT}</author><price>10.00</price></book>'
            f'<product id="1"><name>{_TEXT}</name><price>10.00</price></product></catalog>'
        ),
    ),
    (
        r"config(?:uration)?|settings?|preferences",
        f'<configuration><name>{_TEXT}</name><settings><setting name="a">{_TEXT}</setting></settings></configuration>',
    ),
)
_MAX_SHAPES = 3
#: An element named in a description, the name of a document's root, and the text of its elements.
_NAMED = regex(r"<([A-Za-z][\w.-]{0,40})(?:\s[^<>]*)?/?>")
_ROOT = regex(r"<([A-Za-z_][\w.:-]*)")
_FILLED = regex(r"(?<=>)\s*[^<>&\s][^<>&]*(?=</)")
_MAX_NAMED, _MAX_EXAMPLE = 8, 20_000


def file_documents(url: str) -> Iterator[str]:
    """Yield documents with an entity for a file.

    Args:
        url: Its URL.
    """
    yield f'<!DOCTYPE root [<!ENTITY file SYSTEM "{url}">]>\n<root><item id="1">&file;</item></root>'
    yield f'<!DOCTYPE root SYSTEM "{url}">\n<root><item id="1">hello</item></root>'
    yield f'<!DOCTYPE root [<!ENTITY % file SYSTEM "{url}"> %file;]>\n<root><item id="1">hello</item></root>'


def plain_document() -> str:
    """Return a document without entities."""
    return '<root><item id="1">hello</item></root>'


def shaped_documents(url: str, *, says: str, example: str = "") -> list[str]:
    """Return documents with an entity for a file, of the mentioned kinds.

    Args:
        url: Its URL.
        says: Names and descriptions of the document.
        example: The usual value; possibly a document.
    """
    shapes = [_marked(example)] if example.lstrip().startswith("<") and len(example) <= _MAX_EXAMPLE else []
    shapes += [_of_elements(names)] if len(names := list(dict.fromkeys(_NAMED.findall(says)))[:_MAX_NAMED]) > 1 else []
    words = says.lower().replace("_", " ")
    shapes += [shape for pattern, shape in _SHAPES if re.search(rf"\b(?:{pattern})\b", words)][:_MAX_SHAPES]
    found: list[str] = []
    for shape in shapes:
        root = _ROOT.search(shape)
        if root is None or _TEXT not in shape:
            continue
        start = f'<?xml version="1.0"?>\n<!DOCTYPE {root[1]}'
        entity = f'{start} [<!ENTITY file SYSTEM "{url}">]>\n'
        # In one place only, for tools that validate the other places.
        found.append(entity + shape.replace(_TEXT, "&file;"))
        found.append(entity + shape.replace(_TEXT, "&file;", 1).replace(_TEXT, "hello"))
        found.append(f'{start} SYSTEM "{url}">\n{shape.replace(_TEXT, "hello")}')
    return list(dict.fromkeys(found))


def _marked(example: str) -> str:
    """Return the root of a document, with the mark in the place of each element's text."""
    root = _ROOT.search(example)
    return "" if root is None else _FILLED.sub(_TEXT, example[root.start() :])


def _of_elements(names: list[str]) -> str:
    """Return a document of the elements named in a description, the first one around the others."""
    root, *inner = names
    return f"<{root}>{''.join(f'<{name}>{_TEXT}</{name}>' for name in inner)}</{root}>"


def expanding_document(mark: str) -> str:
    """Return a document of less than a kilobyte that expands to about a megabyte."""
    return f'{_declared(mark)}<root><item id="1">&{_LEVELS[-1]};</item></root>'


def flat_document(mark: str) -> str:
    """Return the same document without the expanding reference."""
    return f'{_declared(mark)}<root><item id="1">hello</item></root>'


def _declared(mark: str) -> str:
    entities = [f'<!ENTITY {_LEVELS[0]} "{mark * 14}">']
    entities += [f'<!ENTITY {name} "{f"&{inner};" * _WIDTH}">' for inner, name in pairwise(_LEVELS)]
    return f"<!DOCTYPE root [{''.join(entities)}]>\n"
