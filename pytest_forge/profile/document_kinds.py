"""Document kinds: which kinds of document an argument takes as text. It decides values, and never a verdict."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["document_kinds"]

_WORDS = {
    kind: regex(rf"(?<![\w.])(?:{pattern})(?![\w])", re.IGNORECASE)
    for kind, pattern in {
        "csv": r"csv|comma[- ]separated",
        "tsv": r"tsv|tab[- ]separated",
        "jsonl": r"jsonl|ndjson|json lines",
        "rss": r"rss|news ?feed|feed xml|xml feed",
        "atom": r"atom",
        "svg": r"svg",
        "html": r"html?|web ?page|markup",
        "xml": r"xml",
        "yaml": r"ya?ml",
        "toml": r"toml",
        "ini": r"ini|properties file|config(?:uration)? (?:text|file content)",
        "ical": r"ics|ical|icalendar",
        "srt": r"srt|subrip|subtitles?",
        "vtt": r"vtt|webvtt|captions?",
        "diff": r"diff|patch",
        "markdown": r"markdown|md",
        "env": r"dotenv|\.env",
    }.items()
}
#: Endings of names that are about a document and do not hold one.
_ABOUT = frozenset(
    {"path", "file", "filename", "url", "name", "id", "key", "column", "field", "format", "delimiter", "tag", "type"}
)
#: Beginnings of descriptions of a part of a document, or of a place for one.
_PART = regex(
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
    by_name = [kind for kind, pattern in _WORDS.items() if pattern.search(" ".join(words))]
    if _PART.match(description):
        return by_name
    said = [(match.start(), kind) for kind, pattern in _WORDS.items() if (match := pattern.search(description))]
    kinds = dict.fromkeys([*by_name, *(kind for _, kind in sorted(said))])
    # Another word in the name is more specific.
    return sorted(kinds, key=lambda kind: kind == "xml")
