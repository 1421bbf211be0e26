"""Types of columns: those that a Fluid contract may name, and what they are in other standards."""

from __future__ import annotations

import re

from .node import matching

__all__ = ["COLUMN_TYPE", "logical_type"]

#: What types of columns are by the words of ODCS, with the words for each that a contract may use.
_FAMILIES = {
    "string": (
        "string text varchar varchar2 nvarchar char nchar character clob enum uuid uniqueidentifier guid interval "
        "binary varbinary bytes blob bytea raw geography geometry geom point hll"
    ),
    "integer": (
        "int integer int2 int4 int8 int16 int32 int64 tinyint smallint mediumint bigint long longint serial bigserial "
        "year"
    ),
    "number": "float float4 float8 float32 float64 double real decimal dec numeric number bignumeric money",
    "boolean": "boolean bool bit",
    "date": "date",
    "time": "time",
    "timestamp": (
        "datetime datetime2 smalldatetime timestamp timestamptz timestamp_tz timestamp_ntz timestamp_ltz timestampntz"
    ),
    "array": "array",
    "map": "map",
    "object": "variant object struct record row json jsonb super",
}
#: Types of several words.
_PHRASES = {
    "double precision": "number",
    "timestamp with time zone": "timestamp",
    "timestamp without time zone": "timestamp",
}
_LOGICAL = {word: kind for kind, words in _FAMILIES.items() for word in words.split()} | _PHRASES


def _either_case(words: str) -> str:
    # JSON Schema's dialect has no flag for it.
    letters = (f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in words)
    return "".join(r"\s+" if letter == " " else letter for letter in letters)


_ANY_TYPE = "|".join(map(_either_case, _LOGICAL))
#: The type of a column in any case, and what it is limited to in brackets, such as ``decimal(10, 2)``.
COLUMN_TYPE = matching(rf"\s*(?:{_ANY_TYPE})(?:\s*\([0-9A-Za-z_,\s'\"-]*\))?\s*", "varchar(40)")


def logical_type(text: str) -> str:
    """Return what a type that fits `COLUMN_TYPE` is: ``string``, ``integer``, ``number``, ``timestamp`` and so on."""
    return _LOGICAL[" ".join(re.sub(r"\(.*", "", text, flags=re.DOTALL).lower().split())]
