"""XML documents: whether a tool reads or makes XML or HTML, and an argument may take a document."""

from __future__ import annotations

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["makes_markup", "mentions_xml", "takes_documents"]

#: Words of an argument that may take a document.
_MAY_BE_XML = regex(r"\b(?:xml|svg|rss|atom|feed|html|markup|document|content|data|text|body|soap|xslt)\b")
#: Words of a tool that reads XML.
_IS_XML = regex(
    r"\b(?:xml|svg|rss|atom|feeds?|sitemaps?|soap|xslt|opml|gpx|kml|plist|xhtml|wsdl|xsd|saml|dtd|ubl|e?-?invoices?)\b"
)
#: Words of a tool that makes elements with attributes.
_MARKUP = regex(r"(?<![a-z])(?:x?html5?|svg|xml|markup|web ?pages?)(?![a-z])")


def makes_markup(tool: ToolFacts) -> bool:
    """Tell whether a tool mentions HTML or XML, so that elements in its answers are such."""
    return _MARKUP.search(f"{tool.name} {tool.description or ''}".lower()) is not None


def mentions_xml(says: str) -> bool:
    """Tell whether words in lower case mention XML or a format of XML."""
    return _IS_XML.search(says) is not None


def takes_documents(says: str) -> bool:
    """Tell whether the words of an argument suggest a document, which may be XML."""
    return mentions_xml(says) or _MAY_BE_XML.search(says) is not None
