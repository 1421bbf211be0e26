"""The settings of a test's cassette: options, then the project's hook, then markers; the last one wins."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ..cassettes.use.settings import CassetteSettings
from .cassette_place import cassette_path
from .options import options_key

__all__ = ["asks_for_cassette", "marked", "owned_cassette", "replayed_settings", "settings_of"]

_MARKER = "forge_cassette"
_FIXTURE = "forge_cassette"
#: Keywords of a marker besides the settings.
_PLACE_WORDS = ("name", "folder")
#: Keywords of pytest-recording's marker, each with ours.
_OF_RECORDING = {
    "record_mode": "mode",
    "match_on": "parts",
    "filter_headers": "redact",
    "filter_query_parameters": "redact",
    "filter_post_data_parameters": "redact",
    "before_record_request": "redact",
    "before_record_response": "redact",
    "ignore_hosts": "allowed_hosts",
    "ignore_localhost": "allowed_hosts",
    "allow_playback_repeats": "",
    "decode_compressed_response": "",
    "drop_unused_requests": "",
    "record_on_exception": "keep_on_failure",
}


def asks_for_cassette(item: pytest.Item) -> bool:
    """Whether a test has the fixture or the marker of a cassette."""
    return _FIXTURE in getattr(item, "fixturenames", ()) or item.get_closest_marker(_MARKER) is not None


def marked(item: pytest.Item) -> dict[str, Any]:
    """Return the keywords of a test's markers; for each keyword the nearest marker counts."""
    said: dict[str, Any] = {}
    known = {*_PLACE_WORDS, *(field.name for field in fields(CassetteSettings))}
    for marker in reversed(list(item.iter_markers(_MARKER))):
        if len(marker.args) > 1 or (marker.args and not isinstance(marker.args[0], str)):
            raise pytest.UsageError(
                f"The marker forge_cassette of {item.nodeid!r} has the arguments {marker.args!r}. "
                "Give at most one name, and the rest as keywords."
            )
        for word in marker.kwargs:
            if word in _OF_RECORDING:
                ours = _OF_RECORDING[word]
                raise pytest.UsageError(
                    f"The marker forge_cassette of {item.nodeid!r} has pytest-recording's keyword {word!r}. "
                    f"Remove it{f', or use {ours!r}' * bool(ours)}."
                )
            if word not in known:
                raise pytest.UsageError(
                    f"The marker forge_cassette of {item.nodeid!r} has the keyword {word!r}. "
                    f"Use one of {', '.join(sorted(known))}."
                )
        said |= {"name": marker.args[0]} if marker.args else {}
        said |= marker.kwargs
    for word in _PLACE_WORDS:
        value = said.get(word)
        if value is not None and not (isinstance(value, str | os.PathLike) and str(value)):
            raise pytest.UsageError(
                f"The marker forge_cassette of {item.nodeid!r} has the {word} {value!r}. Give a string, or nothing."
            )
    return {word: str(value) if word in _PLACE_WORDS and value is not None else value for word, value in said.items()}


def settings_of(config: pytest.Config, said: dict[str, Any]) -> CassetteSettings:
    """Return the settings of a test's cassette: those of the options, the project's hook and its markers.

    Args:
        config: Of the run.
        said: The keywords of the test's markers.
    """
    options = config.stash[options_key]
    settings = CassetteSettings(allowed_hosts=options.allowed_hosts, rechunk=options.rechunk)
    if options.record is not None:
        settings.mode = options.record
    config.hook.pytest_forge_configure_vcr(config=config, settings=settings)
    for word, value in said.items():
        if word == "redact" and isinstance(value, list | tuple):
            settings.redact = [*settings.redact, *value]
        elif word == "redact":
            # One rule; anything else is refused later.
            settings.redact = [*settings.redact, value]
        elif word not in _PLACE_WORDS:
            setattr(settings, word, value)
    if options.is_record_given and options.record is not None:
        # A mode on the command line applies to every test of the run.
        settings.mode = options.record
    return settings


def owned_cassette(item: pytest.Item) -> Path | None:
    """Return the file that a collected test will use; None if it asks for no cassette, or its marker is wrong."""
    if not asks_for_cassette(item):
        return None
    try:
        said = marked(item)
    except pytest.UsageError:
        # The test itself says so.
        return None
    return cassette_path(item, name=said.get("name"), folder=said.get("folder"))


def replayed_settings(item: pytest.Item) -> CassetteSettings | None:
    """Return the settings of a test that replays its cassette; None if it records, or its marker is wrong."""
    try:
        said = marked(item)
        settings = settings_of(item.config, said).settled()
    except (pytest.UsageError, ValueError):
        # The test itself says so.
        return None
    path = cassette_path(item, name=said.get("name"), folder=said.get("folder"))
    return settings if settings.mode == "none" or (settings.mode == "once" and path.exists()) else None
