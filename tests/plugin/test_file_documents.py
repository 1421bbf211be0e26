from __future__ import annotations

import io
import xml.sax
import xml.sax.handler

import pytest

from pytest_forge.strategies.payloads.documents import plain_document, shaped_documents

URL = "file:///secret.txt"


class _Entities(xml.sax.handler.EntityResolver):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def resolveEntity(self, publicId: str | None, systemId: str) -> io.BytesIO:
        self.asked.append(systemId)
        return io.BytesIO(b"")


def asked_for(document: str) -> list[str]:
    entities = _Entities()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    parser.setEntityResolver(entities)
    parser.parse(io.BytesIO(document.encode()))
    return entities.asked


@pytest.mark.parametrize(
    ("says", "root"),
    [
        ("feed The RSS feed.", "rss"),
        ("entries of an Atom feed", "feed"),
        ("parse_sitemap", "urlset"),
        ("svg", "svg"),
        ("read_invoice", "invoice"),
        ("A SOAP message", "soap:Envelope"),
        ("opml", "opml"),
        ("xhtml", "html"),
        ("gpx", "gpx"),
        ("kml", "kml"),
        ("plist", "plist"),
        ("junit", "testsuites"),
        ("orders", "order"),
        ("catalog", "catalog"),
        ("settings", "configuration"),
        ("An <Order> with an <Order_Id> and <Item> elements", "Order"),
    ],
)
def test_a_document_of_the_kind_that_is_spoken_of_names_the_file(says: str, root: str) -> None:
    found = [document for document in shaped_documents(URL, says=says) if f"<!DOCTYPE {root} " in document]

    assert len(found) >= 2
    assert all(set(asked_for(document)) == {URL} for document in found)


def test_the_usual_document_is_kept_but_for_its_texts() -> None:
    example = '<?xml version="1.0"?>\n<note to="ada"><head>One</head><body>Two</body><empty/></note>'

    first, second, _ = shaped_documents(URL, says="document", example=example)

    assert first.endswith('<note to="ada"><head>&file;</head><body>&file;</body><empty/></note>')
    assert second.endswith('<note to="ada"><head>&file;</head><body>hello</body><empty/></note>')


@pytest.mark.parametrize("example", ["", "hello", "<", "<<>>", "<a>", "< b", "<!-- x -->"])
def test_what_is_no_document_makes_none(example: str) -> None:
    assert shaped_documents(URL, says="text", example=example) == []


def test_the_plain_document_names_nothing() -> None:
    assert asked_for(plain_document()) == []
