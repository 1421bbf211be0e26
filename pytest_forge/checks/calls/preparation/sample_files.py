"""Sample files: files of the type that a tool demands, if none in the workspace is what it reads.

A tool that loads ``*.tm`` refuses every ordinary file. One of each content is written under a name that its schema
allows, until the tool takes one; that content is noted for later checks.
"""

from __future__ import annotations

import functools
import json
import pickle
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.workspace_files import ordinary_content, planted_contents
from ....targets.subject import Subject

__all__ = ["SAMPLE_NAME", "SampleFile", "calls_with_samples", "plant_sample"]

#: The name of a file in the workspace, and the name of its content.
SampleFile = tuple[str, str]

#: The name of every sample file, without its ending.
SAMPLE_NAME = "sample"

_MAX_SUFFIX = 8
_MAP = {"hello": "world", "name": "Ada"}
_JSON = {
    "a map of texts": _MAP,
    "a map of numbers": {"hello": 1, "name": 2},
    "a list of texts": ["hello", "world"],
    "a list of numbers": [1, 2, 3],
    "a list of lists": [[1, 2], [3, 4]],
}


def calls_with_samples(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], SampleFile]]:
    """Write files, one after another, and yield for each the call that names it; the file is removed afterwards.

    Args:
        subject: The tool.
        calls: Ordinary calls of it.
    """
    workspace = subject.sandbox.workspace
    view = FlatSchema(subject.schema)
    for call in calls[:1]:
        for name, value in call.items():
            file = _free_name(workspace, value)
            if file is None:
                continue
            start = f"{workspace}/" if value.startswith("/") else ""
            named = {**call, name: f"{start}{file}"}
            if not view.fits(subject.schema, named):
                continue
            for content in _contents_for(PurePosixPath(file).suffix):
                plant_sample(workspace, (file, content))
                yield named, (file, content)
                with suppress(OSError):
                    (workspace / file).unlink()


def plant_sample(workspace: Path, sample: SampleFile) -> None:
    """Write a sample file; an existing file stays."""
    file, content = sample
    data = _contents().get(content)
    with suppress(OSError):
        if data is not None and not (workspace / file).exists():
            (workspace / file).write_bytes(data)


def _free_name(workspace: Path, value: Any) -> str | None:
    """Return the name of a new file of the type that a value names; None if it names none."""
    if not isinstance(value, str) or not value.isprintable() or " " in value:
        return None
    suffix = PurePosixPath(value).suffix
    if not suffix[1:].isalnum() or suffix[1:].isdigit() or len(suffix) > _MAX_SUFFIX:
        return None
    name = f"{SAMPLE_NAME}{suffix}"
    return None if (workspace / name).exists() else name


def _contents_for(suffix: str) -> list[str]:
    """Return the names of contents for files with an ending: all of them for an unknown one."""
    names = list(_contents())
    if suffix == ".json":
        return [*_JSON, "data/items.json", "data.json"]
    own = [name for name in names if PurePosixPath(name).suffix == suffix]
    return own or names


@functools.cache
def _contents() -> Mapping[str, bytes]:
    """Return contents by their names, those that most programs write first."""
    made = {name: json.dumps(value).encode() for name, value in _JSON.items()}
    packed = {
        "pickle": pickle.dumps(_MAP),
        "plain.tar": ordinary_content(".tar"),
        "packed.tgz": ordinary_content(".tgz"),
    }
    return {**made, **packed, "packed.gz": packed["packed.tgz"], **planted_contents()}
