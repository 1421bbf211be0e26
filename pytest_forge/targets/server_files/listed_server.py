"""ListedServer: one server of a client's server file, as it can be started or reached."""

from __future__ import annotations

import difflib
import shlex
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from ...regex import regex
from ...sandbox import WORKSPACE_WORD
from ..target_error import TargetError
from .placeholders import Placeholders

__all__ = ["ListedServer", "read_entry"]

_URLS = ("url", "serverUrl", "httpUrl")
#: The keys that matter here. Clients have many of their own, and ignore the rest.
_KEYS = ("command", "args", "env", "envFile", "cwd", "type", "transport", "headers", "disabled", *_URLS)
_OLD = ("sse", "ws", "websocket")
#: Runs projects, so that folders in its arguments are those of a project.
_PROJECT_RUNNER = "uv"
#: Shorter values are not treated as secrets: they would be found in many other words.
_MIN_SECRET = 6
_LINE = regex(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")


class ListedServer(Struct, frozen=True):
    """One server of a client's server file.

    Attributes:
        address: The target that names it by its command or URL.
        environment: The variables that the file gives it.
        headers: The HTTP headers that the file gives it.
        folder: Folder that relative paths in its command start from.
        secrets: Values of its variables, headers and placeholders, which nothing may show.
    """

    address: str
    environment: Mapping[str, str]
    headers: Mapping[str, str]
    folder: Path
    secrets: tuple[str, ...] = ()


def read_entry(entry: Any, *, folder: Path, placeholders: Placeholders | None) -> ListedServer:
    """Return the server of an entry.

    Args:
        entry: As decoded.
        folder: The project's folder.
        placeholders: Their values; None for a client that does not replace any.

    Raises:
        TargetError: If it cannot be used; the message is to follow the name of the server.
    """
    if not isinstance(entry, Mapping):
        raise TargetError("it is not an object. Write {'command': ..., 'args': [...]} or {'url': ...}, in JSON.")
    filled = _filled(entry, placeholders)
    _check_keys(filled)
    environment = _variables(filled, folder)
    headers = _texts(filled, "headers")
    cwd = filled.get("cwd")
    if isinstance(cwd, str) and cwd:
        folder = folder / Path(cwd).expanduser()
        if not folder.is_dir():
            raise TargetError(f"its 'cwd' {entry['cwd']!r} is not a folder. Correct the path.")
    url = next((filled[key] for key in _URLS if isinstance(filled.get(key), str)), None)
    words = _words(filled, raw=entry)
    if words is None and url is None:
        raise TargetError(f"it has neither a 'command' nor a 'url'{_told(entry)}. Write one of them.")
    address = f"mcp:{shlex.join(words)}" if words is not None else f"mcp+{_checked(str(url), filled)}"
    inserted = [] if placeholders is None else placeholders.found
    secrets = _secrets([*environment.values(), *_parts(headers.values()), *_of_url(url), *inserted])
    return ListedServer(address, environment, headers, folder, secrets)


def _filled(entry: Mapping[str, Any], placeholders: Placeholders | None) -> dict[str, Any]:
    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return value if placeholders is None else placeholders.replaced(value)
        if isinstance(value, list):
            return [filled(one) for one in value]
        return {key: filled(one) for key, one in value.items()} if isinstance(value, Mapping) else value

    # Other keys are the client's own, and so are placeholders in them.
    return {key: filled(value) if key in (*_KEYS, "environment") else value for key, value in entry.items()}


def _check_keys(entry: Mapping[str, Any]) -> None:
    """Refuse a misspelt key, which a client would ignore: the server would start without it."""
    for key in entry:
        near = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0.8)
        if key not in _KEYS and near and near[0] not in entry and key.rstrip("s") != "header":
            raise TargetError(f"clients do not know its key {key!r}. Write {near[0]!r}, or remove it.")


def _words(entry: Mapping[str, Any], *, raw: Mapping[str, Any]) -> list[str] | None:
    """Return the command with its arguments; None if there is none."""
    command, given = entry.get("command"), entry.get("args")
    if isinstance(command, Mapping):
        # Zed, before 2025.
        given, command = command.get("args"), command.get("path")
    if command is None:
        return None
    words = [*command] if isinstance(command, list) else [command]
    words += given if isinstance(given, list) else []
    if not words or not all(isinstance(word, str) for word in words) or not isinstance(given, list | None):
        raise TargetError("its command is not a list of strings. Write a string in 'command', and a list in 'args'.")
    if not words[0].strip() or any("\0" in word for word in words):
        raise TargetError("its 'command' is empty. Name the program that starts the server.")
    if len(words) == 1 and len(words[0].split()) > 1 and shutil.which(words[0]) is None:
        words = shlex.split(words[0])
    if [word.lower() for word in words[:2]] == ["cmd", "/c"] and len(words) > 2:
        # As clients on Windows need it.
        words = words[2:]
    if Path(words[0]).name == _PROJECT_RUNNER:
        return words
    own = raw.get("args")
    originals = own if isinstance(own, list) and len(own) == len(words) - 1 else words[1:]
    return [words[0], *map(_in_sandbox, originals, words[1:])]


def _in_sandbox(original: Any, word: str) -> str:
    """Return the sandbox's workspace for an argument that is the project's folder: the server is to work in it."""
    return WORKSPACE_WORD if original == "${workspaceFolder}" else word


def _variables(entry: Mapping[str, Any], folder: Path) -> dict[str, str]:
    place = entry.get("envFile")
    found = _from_file(folder / Path(place).expanduser(), place) if isinstance(place, str) and place else {}
    return {**found, **_texts(entry, "environment"), **_texts(entry, "env")}


def _from_file(path: Path, name: str) -> dict[str, str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TargetError(
            f"its 'envFile' {name!r} cannot be read ({type(error).__name__}). Correct the path."
        ) from None
    matches = filter(None, map(_LINE.fullmatch, text.splitlines()))
    return {match[1]: _unquoted(match[2]) for match in matches}


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def _texts(entry: Mapping[str, Any], key: str) -> dict[str, str]:
    """Return the strings of an object, such as ``env``; numbers count as strings, and null as missing."""
    given = entry.get(key)
    if given is None:
        return {}
    scalars = (str, int, float, bool)
    if not isinstance(given, Mapping) or any(not isinstance(one, scalars) for one in given.values() if one is not None):
        raise TargetError(f"its {key!r} is not an object of strings. Write {{'NAME': 'value'}}, in JSON.")
    found = {str(name): _text(one) for name, one in given.items() if one is not None}
    if any("\0" in name + value or not name or "=" in name for name, value in found.items()):
        raise TargetError(f"its {key!r} has a name or a value that no program can be given. Correct it.")
    return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def _checked(url: str, entry: Mapping[str, Any]) -> str:
    kind = entry.get("type") or entry.get("transport")
    if isinstance(kind, str) and kind.lower() in _OLD:
        raise TargetError(f"its transport {kind!r} is not supported. Name its address for streamable HTTP.")
    try:
        is_url = urlsplit(url).scheme in ("http", "https") and bool(urlsplit(url).hostname)
    except ValueError:
        is_url = False
    if not is_url:
        raise TargetError("its 'url' is not an HTTP address. Write 'http://HOST:PORT/PATH'.")
    return url


def _told(entry: Mapping[str, Any]) -> str:
    names = ", ".join(repr(str(key)[:30]) for key in list(entry)[:5])
    return f", only {names}" if names else ""


def _parts(values: Iterable[str]) -> Iterable[str]:
    """Yield each value of a header, and what follows its scheme: a server may show the token alone."""
    for value in values:
        yield value
        yield value.rpartition(" ")[2]


def _of_url(url: Any) -> Iterable[str]:
    if isinstance(url, str):
        parts = urlsplit(url)
        yield from (value for _, value in parse_qsl(parts.query))
        yield parts.password or ""


def _secrets(values: Iterable[str]) -> tuple[str, ...]:
    kept = {value for value in values if len(value) >= _MIN_SECRET and WORKSPACE_WORD not in value}
    # A secret may contain another one.
    return tuple(sorted(kept, key=lambda value: (-len(value), value)))
