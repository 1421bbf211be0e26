"""A cassette's file as plain values; reading one can never run code.

The content decides between YAML, JSON and JSON Lines. Of YAML's tags only ``!!binary`` (and Ruby's ``!binary``) has
a meaning. A tag of a Python or Ruby object, which an unsafe loader would import and call, is ignored, and its text,
list or mapping is read; a call with one text, such as the header names of multidict, is read as that text.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from pathlib import Path
from typing import Any

import yaml

__all__ = ["CassetteError", "parse_document", "read_document", "read_file"]

_MAX_BYTES = 512 * 1024 * 1024
#: Files of others by their first bytes: what they hold, and what to do.
_OTHERS = (
    ((b"\x0a\x0d\x0d\x0a", b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4"), "captured packets. Record an HTTP session"),
    ((b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"), "a packed file. Unpack it first"),
    ((b"SQLite format 3\0",), "a database. Export its messages as JSON"),
)
#: How mitmproxy begins each flow.
_FLOWS = re.compile(rb"\d+:\d+:[a-z_]+[;,]")


class CassetteError(Exception):
    """A file is not a cassette or cannot be read; the message is two sentences."""


def read_document(path: Path) -> Any:
    """Return the content of the file as plain values.

    Raises:
        CassetteError: If it cannot be read, or is neither YAML nor JSON.
    """
    return parse_document(read_file(path), path)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file of at most 512 MiB.

    Raises:
        CassetteError: If it is larger, or cannot be read.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise CassetteError(f"{str(path)!r} is larger than 512 MiB. Record shorter sessions, one per file.")
        return path.read_bytes()
    except OSError as error:
        raise CassetteError(
            f"{str(path)!r} cannot be read ({error.strerror}). Check that it is a file and that you may read it."
        ) from None


def parse_document(data: bytes, path: Path) -> Any:
    """Return the values in *data*, which was read from *path*.

    Raises:
        CassetteError: If it is neither YAML nor JSON.
    """
    if other := _told_apart(data):
        raise CassetteError(f"{str(path)!r} holds {other}.")
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        try:
            return json.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            if (lines := _json_lines(data)) is not None:
                return lines
            # Flow-style YAML begins with a bracket as well.
            if path.suffix.lower() in (".json", ".jsonl", ".har"):
                raise CassetteError(f"{str(path)!r} is not JSON. Record it again, or fix it by hand.") from None
    try:
        return yaml.load(data, Loader=_Loader)  # noqa: S506  # a safe loader, with fewer types than the library's own
    except (yaml.YAMLError, ValueError, RecursionError, TypeError):
        raise CassetteError(f"{str(path)!r} is neither YAML nor JSON. Record it again, or fix it by hand.") from None


def _told_apart(data: bytes) -> str:
    """Return what a file holds that is neither YAML nor JSON, and what to do; empty if it is none that is known."""
    if _FLOWS.match(data):
        return "flows of mitmproxy. Export them as HAR"
    return next((what for starts, what in _OTHERS if data.startswith(starts)), "")


def _json_lines(data: bytes) -> list[Any] | None:
    """Return the objects of JSON Lines; the last line of a session that was cut off may be incomplete."""
    lines = [line for line in data.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    values: list[Any] = []
    for number, line in enumerate(lines, 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            if number == len(lines) and number > 1:
                break
            return None
        if not isinstance(value, dict):
            return None
        values.append(value)
    return values


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # one of the two, at run time
    """YAML's safe loader, in C if available; dates stay text, and foreign tags are ignored."""


def _untagged(loader: yaml.SafeLoader, _: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        items = loader.construct_sequence(node, deep=True)
        return items[0] if len(items) == 1 and isinstance(items[0], str) else items
    return loader.construct_scalar(node)  # type: ignore[arg-type]  # the third and last kind of node


def _binary(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    text = "".join(str(loader.construct_scalar(node)).split())  # type: ignore[arg-type]  # a mapping fails in there
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        # One damaged body must not hide the rest of the file.
        return text


_Loader.add_multi_constructor("", _untagged)
_Loader.add_constructor("tag:yaml.org,2002:binary", _binary)
_Loader.add_constructor("!binary", _binary)
# Dates stay text, as in JSON: a JSON body may have been written as YAML.
_Loader.yaml_implicit_resolvers = {
    first: [entry for entry in entries if entry[0] != "tag:yaml.org,2002:timestamp"]
    for first, entries in _Loader.yaml_implicit_resolvers.items()
}
