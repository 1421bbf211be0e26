"""Values that occur all over a Fluid contract: names, versions, durations, labels and the types of columns."""

from __future__ import annotations

from .node import TEXT, Node, choice, closed, items, matching

__all__ = [
    "DURATION",
    "IDENTIFIER",
    "LABELS",
    "PERCENTAGE",
    "SENSITIVITY",
    "TAGS",
    "URI",
    "VERSION",
    "labelled",
]

_NUMERAL = "(?:0|[1-9][0-9]*)"

#: A name for machines, such as ``sales.orders_v1``.
IDENTIFIER = matching("[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?", "sales.orders_v1")
#: A semantic version.
VERSION = matching(rf"{_NUMERAL}\.{_NUMERAL}\.{_NUMERAL}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?", "1.0.0")
#: A duration of ISO 8601 in whole numbers.
DURATION = matching(
    "P(?=[0-9T])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+W)?(?:[0-9]+D)?(?:T(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?", "PT1H"
)
#: A percentage with at least two digits.
PERCENTAGE = matching(r"(?:100(?:\.0+)?|[0-9]{2}(?:\.[0-9]+)?)%", "99.9%")
#: An address; that it is one is not judged here.
URI: Node = {"type": "string", "format": "uri"}
TAGS = items(matching("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", "daily"), unique=True)
LABELS: Node = {"type": "object", "additionalProperties": TEXT}
SENSITIVITY = choice(
    "none internal confidential restricted pii phi cleartext treated anonymized pseudonymized tokenized encrypted"
)


def labelled(required: str = "", /, **fields: Node) -> Node:
    """Return the schema of a closed object that may have tags and labels, as most in a contract may."""
    return closed(required, **fields, tags=TAGS, labels=LABELS)
