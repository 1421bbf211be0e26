"""Reading cassettes: a file in any dialect that records HTTP -> `Cassette`.

VCR.py                 {"interactions": [{"request": …, "response": …}], "version": 1}; older ones are a list alone
VCR for Ruby           {"http_interactions": […]}
one exchange a file    {"request": {"url": …}, "response": …}
a bare answer          only the JSON body of an answer
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .body import BodyError, json_bytes
from .document import CassetteError, read_document
from .interaction import Cassette, Interaction, read_interaction

__all__ = ["find_cassettes", "read_cassette", "read_entries"]

_SUFFIXES = {".yaml", ".yml", ".json"}


def find_cassettes(path: Path) -> list[Path]:
    """Return *path* itself, or, of a folder, every YAML and JSON file in it, in order.

    Raises:
        CassetteError: If *path* does not exist, or the folder holds no such file.
    """
    if not path.is_dir():
        if not path.exists():
            raise CassetteError(f"There is no file {str(path)!r}. Check the path.")
        return [path]
    found = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file())
    if not found:
        raise CassetteError(f"The folder {str(path)!r} holds no .yaml, .yml or .json file. Name one that does.")
    return found


def read_cassette(path: Path) -> Cassette:
    """Read a cassette; unreadable interactions hold the reason.

    Raises:
        CassetteError: If the file is not a cassette.
    """
    entries = read_entries(read_document(path), path)
    if isinstance(entries, Interaction):
        return Cassette(str(path), (entries,))
    return Cassette(str(path), tuple(read_interaction(entry) for entry in entries))


def read_entries(document: Any, path: Path) -> list[Any] | Interaction:
    """Return the raw entries of a cassette; for a bare answer, the interaction.

    Raises:
        CassetteError: If the document, read from *path*, is not a cassette.
    """
    entries = _entries(document)
    if entries is None:
        bare = _bare_answer(document)
        if bare is None:
            raise CassetteError(f"{str(path)!r} is not a recording of HTTP. {_hint(document)}")
        return bare
    exchanges = [entry for entry in entries if isinstance(entry, Mapping) and "request" in entry]
    if entries and not exchanges:
        raise CassetteError(f"{str(path)!r} is not a recording of HTTP. {_hint(entries[0])}")
    return entries


def _entries(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document or None
    if isinstance(document, Mapping):
        for key in ("interactions", "http_interactions"):
            if isinstance(document.get(key), list):
                return list(document[key])
        if isinstance(document.get("request"), Mapping) and isinstance(document.get("response"), Mapping):
            return [document]
    return None


def _bare_answer(document: Any) -> Interaction | None:
    if not isinstance(document, Mapping):
        return None
    # The providers' formats are a heavy import, and few files are bare answers.
    from forge_harness import guess_wire_format

    if guess_wire_format(document):
        try:
            body = json_bytes(document)
        except BodyError:
            return None
        return Interaction(method="", url="", request_body=None, status=200, headers={}, body=body)
    return None


def _hint(found: Any) -> str:
    keys = set(found) if isinstance(found, Mapping) else set()
    if {"kind", "direction"} <= keys:
        return "It holds frames of a web socket; record an HTTP session."
    if any(str(key).startswith(("request_sample", "request_stream")) for key in keys):
        return "It holds gRPC calls; record an HTTP session."
    return "Name a cassette of VCR.py, VCR for Ruby or a similar recorder."
