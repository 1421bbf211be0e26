"""Samples of Parquet and Avro, which declare their columns: no row is read.

The readers are installed by the extra ``samples``, and imported when a file needs one. They are other people's code on
bytes from anywhere, so whatever they raise means that the file cannot be read.
"""

from __future__ import annotations

import io
from typing import Any, BinaryIO

from ..errors import ToolError
from .sample import Sample, declared, unreadable

__all__ = ["avro_sample", "parquet_sample"]

_REMEDY = "Choose another file, or tell the user."
#: Avro's schema is in the beginning of the file; and what Parquet's description may hold.
_MAX_AVRO_HEADER = 4 * 1024**2
_MAX_STRING = 16 * 1024**2
_MAX_ITEMS = 1_000_000

_AVRO_TYPES = {
    **dict.fromkeys(("int", "long"), "integer"),
    **dict.fromkeys(("float", "double"), "number"),
    **dict.fromkeys(("map", "record", "error"), "object"),
    **dict.fromkeys(("null", "boolean", "array"), ""),
}
_AVRO_LOGICAL = {"decimal": "number", "date": "date"}
#: Types of Arrow by the beginning of their names, in this order.
_ARROW_TYPES = (
    (("null",), "null"),
    (("bool",), "boolean"),
    (("int", "uint"), "integer"),
    (("halffloat", "float", "double", "decimal"), "number"),
    (("date",), "date"),
    (("timestamp",), "datetime"),
    (("list", "large_list", "fixed_size_list"), "array"),
    (("struct", "map"), "object"),
)


def parquet_sample(file: BinaryIO) -> Sample:
    """Return the columns of a Parquet file.

    Raises:
        ToolError: ``unreadable_sample``, or ``not_installed`` without pyarrow.
    """
    try:
        from pyarrow import parquet  # an extra
    except ImportError:
        raise _not_installed("Parquet", "pyarrow") from None
    try:
        found = parquet.ParquetFile(
            file, thrift_string_size_limit=_MAX_STRING, thrift_container_size_limit=_MAX_ITEMS, pre_buffer=False
        )
        fields = [(field.name, _arrow_type(field.type)) for field in found.schema_arrow]
        return declared(fields, found.metadata.num_rows)
    except Exception:  # noqa: BLE001  # see the module
        raise unreadable("The file is not readable as Parquet", _REMEDY) from None


def avro_sample(file: BinaryIO) -> Sample:
    """Return the columns of an Avro file, which does not say how many rows it has.

    Raises:
        ToolError: ``unreadable_sample``, or ``not_installed`` without fastavro.
    """
    try:
        import fastavro  # an extra
    except ImportError:
        raise _not_installed("Avro", "fastavro") from None
    try:
        # A copy of the header: a length in it may be anything, and would be allocated before it is read.
        schema: Any = fastavro.reader(io.BytesIO(file.read(_MAX_AVRO_HEADER))).writer_schema
        fields = [(field["name"].rpartition(".")[2], _avro_type(field["type"])) for field in schema["fields"]]
        return declared(fields, None)
    except Exception:  # noqa: BLE001  # see the module
        raise unreadable("The file is not readable as Avro with a record schema", _REMEDY) from None


def _not_installed(kind: str, package: str) -> ToolError:
    return ToolError(
        f"{kind} files cannot be read here, because {package!r} is not installed. "
        f"Ask the user to install {package} (extra 'samples'), or use a CSV or JSON file.",
        code="not_installed",
    )


def _arrow_type(kind: Any) -> str:
    # A dictionary is how values are stored; its values have the type.
    name = str(getattr(kind, "value_type", kind) if str(kind).startswith("dictionary") else kind)
    return next((ours for beginnings, ours in _ARROW_TYPES if name.startswith(beginnings)), "string")


def _avro_type(kind: Any) -> str:
    if isinstance(kind, list):
        others = [_avro_type(one) for one in kind if one != "null"]
        return others[0] if len(set(others)) == 1 else "string" if others else "null"
    name = kind
    if isinstance(kind, dict):
        logical = str(kind.get("logicalType", ""))
        if logical in _AVRO_LOGICAL:
            return _AVRO_LOGICAL[logical]
        if "timestamp" in logical:
            return "datetime"
        name = kind["type"]
        if not isinstance(name, str):
            return _avro_type(name)
    return _AVRO_TYPES.get(name, "string") or name
