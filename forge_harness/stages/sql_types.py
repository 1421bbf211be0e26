"""Types of SQL in four dialects: an expression of one with the types of another, by a table and without a model.

Types are found where an expression is nothing but a type, and in ``CAST(... AS type)``; everything else stays as it is.
Sources: the manuals of Snowflake, BigQuery and Databricks on their data types; SQL:2016.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["MAPPED_DIALECTS", "TypeUse", "has_other_types", "is_type", "mapped_expression", "mapped_type", "type_kind"]

#: The dialects with types that are known here; each is one that OSI knows, too.
MAPPED_DIALECTS = ("ANSI_SQL", "SNOWFLAKE", "BIGQUERY", "DATABRICKS")

#: What is longer is left as it is.
_MAX_EXPRESSION = 4_000

#: For each kind of type and each dialect the names of that type; the first is the one to write. Of kinds that a dialect
#: writes alike, the widest comes first.
_NAMES: dict[str, tuple[str, str, str, str]] = {
    "text": (
        "VARCHAR CHAR CHARACTER CHARACTER_VARYING TEXT STRING CLOB",
        "VARCHAR CHAR CHARACTER NCHAR STRING TEXT NVARCHAR NVARCHAR2 CHARACTER_VARYING CHAR_VARYING",
        "STRING",
        "STRING VARCHAR CHAR",
    ),
    "big integer": ("BIGINT LONG", "BIGINT INTEGER INT", "INT64 BIGINT INTEGER INT", "BIGINT LONG"),
    "integer": ("INTEGER INT", "INTEGER INT BIGINT SMALLINT", "INT64 INTEGER INT BIGINT", "INT INTEGER"),
    "small integer": (
        "SMALLINT",
        "SMALLINT TINYINT BYTEINT INT INTEGER BIGINT",
        "INT64 SMALLINT INT",
        "SMALLINT SHORT",
    ),
    "decimal": (
        "DECIMAL NUMERIC DEC NUMBER",
        "NUMBER DECIMAL NUMERIC DEC",
        "NUMERIC DECIMAL BIGNUMERIC BIGDECIMAL",
        "DECIMAL DEC NUMERIC",
    ),
    "double": (
        "DOUBLE_PRECISION DOUBLE FLOAT FLOAT8",
        "FLOAT DOUBLE DOUBLE_PRECISION REAL FLOAT8 FLOAT4",
        "FLOAT64",
        "DOUBLE",
    ),
    "real": ("REAL FLOAT4", "FLOAT REAL FLOAT4 FLOAT8 DOUBLE DOUBLE_PRECISION", "FLOAT64", "FLOAT REAL"),
    "boolean": ("BOOLEAN BOOL", "BOOLEAN", "BOOL BOOLEAN", "BOOLEAN"),
    "date": ("DATE", "DATE", "DATE", "DATE"),
    "time": ("TIME", "TIME", "TIME", "STRING"),
    "timestamp": (
        "TIMESTAMP DATETIME TIMESTAMP_WITHOUT_TIME_ZONE",
        "TIMESTAMP_NTZ DATETIME TIMESTAMP TIMESTAMP_WITHOUT_TIME_ZONE",
        "DATETIME",
        "TIMESTAMP_NTZ TIMESTAMP",
    ),
    "zoned timestamp": (
        "TIMESTAMP_WITH_TIME_ZONE TIMESTAMPTZ",
        "TIMESTAMP_TZ TIMESTAMP_LTZ TIMESTAMP_WITH_TIME_ZONE",
        "TIMESTAMP",
        "TIMESTAMP TIMESTAMP_LTZ",
    ),
    "bytes": ("VARBINARY BINARY BLOB", "BINARY VARBINARY", "BYTES", "BINARY"),
    "json": ("JSON", "VARIANT OBJECT", "JSON", "VARIANT STRING"),
}

#: How long a text may be is said in Databricks by tables alone, and a number of digits belongs to decimals.
_WITH_LENGTH = {"ANSI_SQL", "SNOWFLAKE", "BIGQUERY"}
#: The digits that a NUMERIC of BigQuery has before and after the point.
_NUMERIC_WHOLE, _NUMERIC_SCALE = 29, 9

_TYPE_PATTERN = (
    r"[A-Za-z][A-Za-z0-9_]*(?:\s+(?:precision|varying))?"
    r"(?:\s*\(\s*\d{1,9}\s*(?:,\s*\d{1,9}\s*)?\))?"
    r"(?:\s+with(?:out)?\s+time\s+zone)?"
)
_TYPE = re.compile(_TYPE_PATTERN, re.IGNORECASE)
_AS_TYPE = re.compile(rf"\bAS\s+({_TYPE_PATTERN})\s*\)", re.IGNORECASE)
_CAST = re.compile(r"\b(?:TRY_|SAFE_)?CAST\s*$", re.IGNORECASE)
_PARAMETERS = re.compile(r"\s*\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type in an expression.

    Attributes:
        text: The type as it is written.
        start: Where it begins.
        end: Where it ends.
    """

    text: str
    start: int
    end: int


def type_kind(text: str, dialect: str) -> str:
    """Return the kind of a type by the names of *dialect*, such as ``"decimal"``; empty if that has no such type."""
    name, _ = _parsed(text)
    column = MAPPED_DIALECTS.index(dialect)
    kinds = [kind for kind, names in _NAMES.items() if name in names[column].split()]
    return next((kind for kind in kinds if _NAMES[kind][column].split()[0] == name), kinds[0] if kinds else "")


def mapped_type(text: str, source: str, target: str) -> str:
    """Return a type of the dialect *source* as *target* writes it; as it is if *source* has no such type."""
    kind = type_kind(text, source)
    if not kind or source == target:
        return text
    _, parameters = _parsed(text)
    name = _NAMES[kind][MAPPED_DIALECTS.index(target)].split()[0]
    if kind == "decimal" and target == "BIGQUERY" and parameters:
        precision, scale = parameters[0], parameters[1] if len(parameters) > 1 else 0
        if precision - scale > _NUMERIC_WHOLE or scale > _NUMERIC_SCALE:
            name = "BIGNUMERIC"
    keeps = kind == "decimal" or (kind == "text" and target in _WITH_LENGTH)
    shown = f"({', '.join(map(str, parameters))})" if parameters and keeps else ""
    words = name.replace("_", " ") if name in _PHRASES else name
    return words + shown


def is_type(expression: str, dialect: str) -> bool:
    """Tell whether an expression is nothing but a type, in capitals: a column may be called ``date``."""
    text = expression.strip()
    return bool(_TYPE.fullmatch(text)) and text == text.upper() and bool(type_kind(text, dialect))


def mapped_expression(expression: str, source: str, target: str) -> str:
    """Return an expression of the dialect *source* with the types that *target* has for them."""
    result = expression
    for use in reversed(_types_of(expression, source)):
        result = result[: use.start] + mapped_type(use.text, source, target) + result[use.end :]
    return result


def has_other_types(expression: str, target: str, reference: str, source: str) -> bool:
    """Tell whether the types of *expression* are not those of *reference*, or not types of the dialect *target*.

    Two names of *target* for one kind of type agree. Two column names must be the same. Other expressions without types
    may be written differently in each dialect, and are not compared.
    """
    expected, given = _types_of(reference, source), _types_of(expression, target)
    if is_type(reference, source):
        return not given or not _agree(mapped_type(reference.strip(), source, target), expression.strip(), target)
    if not expected and not given:
        both = (reference.strip(), expression.strip())
        return all(map(_COLUMN.fullmatch, both)) and both[0].casefold() != both[1].casefold()
    if len(expected) != len(given):
        return is_type(expression, target)
    return any(
        not _agree(mapped_type(wanted.text, source, target), use.text, target)
        for wanted, use in zip(expected, given, strict=True)
    )


_PHRASES = {
    "DOUBLE_PRECISION",
    "CHARACTER_VARYING",
    "CHAR_VARYING",
    "TIMESTAMP_WITH_TIME_ZONE",
    "TIMESTAMP_WITHOUT_TIME_ZONE",
}
_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_EVERY_NAME = {name for names in _NAMES.values() for words in names for name in words.split()}


def _parsed(text: str) -> tuple[str, list[int]]:
    """Return the name of a type in capitals, words joined by ``_``, and its parameters."""
    found = _PARAMETERS.search(text)
    parameters = [int(number) for number in found[1].split(",")] if found else []
    return "_".join(_PARAMETERS.sub("", text).upper().split()), parameters


def _types_of(expression: str, dialect: str) -> list[TypeUse]:
    """Return each type in an expression: the whole of it, or those of its casts."""
    if len(expression) > _MAX_EXPRESSION:
        return []
    if is_type(expression, dialect):
        start = len(expression) - len(expression.lstrip())
        return [TypeUse(expression.strip(), start, start + len(expression.strip()))]
    return [
        TypeUse(found[1], *found.span(1))
        for found in _AS_TYPE.finditer(expression)
        if _is_in_cast(expression, found.start()) and _parsed(found[1])[0] in _EVERY_NAME
    ]


def _is_in_cast(expression: str, end: int) -> bool:
    """Tell whether the innermost bracket that is open at *end* is that of a cast."""
    depth = 0
    for place in range(end - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(expression[place], 0)
        if depth < 0:
            return bool(_CAST.search(expression[:place]))
    return False


def _agree(wanted: str, given: str, dialect: str) -> bool:
    """Tell whether two types of one dialect are the same kind, with the same parameters if both have some."""
    column = MAPPED_DIALECTS.index(dialect)
    wanted_name, wanted_parameters = _parsed(wanted)
    given_name, given_parameters = _parsed(given)
    is_same_kind = (
        any(
            wanted_name == names[column].split()[0] and given_name in names[column].split() for names in _NAMES.values()
        )
        or wanted_name == given_name
    )
    both = wanted_parameters and given_parameters
    return is_same_kind and (not both or wanted_parameters == given_parameters)
