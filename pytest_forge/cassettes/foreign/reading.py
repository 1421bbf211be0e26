"""Reading cassettes: a file in any dialect that records a session -> `Cassette`.

VCR.py                 {"interactions": [{"request": …, "response": …}], "version": 1}; older ones are a list alone
VCR for Ruby           {"http_interactions": […]}
one exchange a file    {"request": {"url": …}, "response": …}
HAR                    {"log": {"entries": […]}}
a bare answer          only the JSON body of an answer
another session        what was not HTTP, see `other_sessions`
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .body import BodyError, json_bytes
from .document import CassetteError, read_document
from .entries import http_entries
from .frames import read_frames
from .interaction import Cassette, Interaction, UnreadableInteraction, read_interaction
from .other_sessions import describe_other, read_other_session
from .records import records_in

__all__ = ["find_cassettes", "read_cassette", "read_entries"]

_CASSETTES = {".yaml", ".yml", ".json"}
#: Transcripts of agents, and archives of browsers.
_SESSIONS = _CASSETTES | {".jsonl", ".ndjson", ".har"}


def find_cassettes(path: Path, *, sessions: bool = False) -> list[Path]:
    """Return *path* itself, or, of a folder, every YAML and JSON file in it, in order.

    Args:
        path: A file or a folder.
        sessions: Whether to add files of JSON Lines and HAR, which no test replays.

    Raises:
        CassetteError: If *path* does not exist, or the folder holds no such file.
    """
    if not path.is_dir():
        if not path.exists():
            raise CassetteError(f"There is no file {str(path)!r}. Check the path.")
        return [path]
    suffixes = _SESSIONS if sessions else _CASSETTES
    found = sorted(file for file in path.rglob("*") if file.suffix.lower() in suffixes and file.is_file())
    if not found:
        kinds = ".yaml, .json, .jsonl or .har" if sessions else ".yaml, .yml or .json"
        raise CassetteError(f"The folder {str(path)!r} holds no {kinds} file. Name one that does.")
    return found


def read_cassette(path: Path) -> Cassette:
    """Read a recorded session, HTTP or not; unreadable interactions hold the reason.

    Raises:
        CassetteError: If the file is not a recorded session.
    """
    document = read_document(path)
    if (replies := read_other_session(document)) is not None:
        return Cassette(str(path), replies, is_http=False)
    entries = read_entries(document, path)
    if isinstance(entries, Interaction):
        return Cassette(str(path), (entries,))
    read = tuple(interaction for entry in entries for interaction in _interactions(entry))
    return Cassette(str(path), read, is_http=len(read) == len(entries))


def _interactions(entry: Any) -> tuple[Interaction | UnreadableInteraction, ...]:
    """Read an entry; the frames of a web socket, which a HAR file keeps in its request, are read as replies."""
    read = read_interaction(entry)
    frames = records_in(entry) if isinstance(entry, Mapping) and "_webSocketMessages" in entry else ()
    replies = read_frames(frames, url=read.url.partition("?")[0]) if frames else None
    return replies or (read,)


def read_entries(document: Any, path: Path) -> list[Any] | Interaction:
    """Return the raw entries of a cassette; for a bare answer, the interaction.

    Raises:
        CassetteError: If the document, read from *path*, is not a cassette.
    """
    entries = http_entries(document)
    if entries is None:
        bare = _bare_answer(document)
        if bare is None:
            raise CassetteError(f"{str(path)!r} is not a recording of HTTP. {describe_other(document)}")
        return bare
    exchanges = [entry for entry in entries if isinstance(entry, Mapping) and "request" in entry]
    if entries and not exchanges:
        raise CassetteError(f"{str(path)!r} is not a recording of HTTP. {describe_other(document)}")
    return entries


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
