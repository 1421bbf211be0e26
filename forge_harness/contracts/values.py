"""Values that occur all over a Fluid contract: names, versions, durations, labels and the types of columns."""

from __future__ import annotations

from .node import TEXT, Node, choice, closed, items, matching

__all__ = [
    "COLUMN_TYPE",
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

_TEXT_TYPES = "string text varchar varchar2 nvarchar char nchar character clob enum"
_WHOLE_TYPES = (
    "int integer int2 int4 int8 int16 int32 int64 tinyint smallint mediumint bigint long longint serial bigserial"
)
_NUMBER_TYPES = (
    "float float4 float8 float32 float64 double real decimal dec numeric number bignumeric money boolean bool bit"
)
_TIME_TYPES = (
    "date time datetime datetime2 smalldatetime timestamp timestamptz timestamp_tz timestamp_ntz timestamp_ltz "
    "timestampntz interval year"
)
_NESTED_TYPES = "variant object array struct map record row json jsonb super"
_BYTE_TYPES = "binary varbinary bytes blob bytea raw"
_OTHER_TYPES = "geography geometry geom point uuid uniqueidentifier guid hll"
#: Types of several words.
_TYPE_PHRASES = ("double precision", "timestamp with time zone", "timestamp without time zone")


def _either_case(words: str) -> str:
    # JSON Schema's dialect has no flag for it.
    letters = (f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in words)
    return "".join(r"\s+" if letter == " " else letter for letter in letters)


_TYPE_FAMILIES = (_TEXT_TYPES, _WHOLE_TYPES, _NUMBER_TYPES, _TIME_TYPES, _NESTED_TYPES, _BYTE_TYPES, _OTHER_TYPES)
_TYPES = (*(word for family in _TYPE_FAMILIES for word in family.split()), *_TYPE_PHRASES)
_ANY_TYPE = "|".join(map(_either_case, _TYPES))
#: The type of a column in any case, and what it is limited to in brackets, such as ``decimal(10, 2)``.
COLUMN_TYPE = matching(rf"\s*(?:{_ANY_TYPE})(?:\s*\([0-9A-Za-z_,\s'\"-]*\))?\s*", "varchar(40)")


def labelled(required: str = "", /, **fields: Node) -> Node:
    """Return the schema of a closed object that may have tags and labels, as most in a contract may."""
    return closed(required, **fields, tags=TAGS, labels=LABELS)
