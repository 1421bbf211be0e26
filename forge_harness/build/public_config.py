"""The settings of a tool as a build publishes them: a setting that holds a secret stops the build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..private_text import holds_secret
from ..project.project_file import ProjectFileError

__all__ = ["public_config"]


def public_config(config: Mapping[str, Any], *, tool: str, file: str) -> dict[str, Any]:
    """Return what a project sets for a tool, for a file that others read.

    Args:
        config: The settings, in JSON types.
        tool: The name of the tool.
        file: The name of the project file, for messages.

    Raises:
        ProjectFileError: If a text, or a text under the name of its setting, has the shape of a secret. The message
            names the setting and does not repeat the text.
    """
    for place, name, text in _texts("", config):
        if holds_secret(text) or holds_secret(f"{name}={text}"):
            raise ProjectFileError(
                f"{file!r}: the setting '{place}' of {tool!r} looks like a secret, and a build publishes its settings. "
                "Leave it out, and give it to the agent in its environment."
            )
    return dict(config)


def _texts(place: str, value: Any, name: str = "") -> Iterator[tuple[str, str, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(f"{place}.{key}" if place else str(key), item, str(key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _texts(f"{place}[{index}]", item, name)
    elif isinstance(value, str):
        yield place, name, value
