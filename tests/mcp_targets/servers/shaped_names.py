"""A server that lists the scores in its folder whose names have a shape, well or badly."""

from __future__ import annotations

import fnmatch
import glob
import os
import sys
from pathlib import Path

from raw import Refused, serve, tool

SCORES = Path(*sys.argv[1:2] or [Path.cwd() / "scores"])
SCORES.mkdir(exist_ok=True)
SHAPE = {"shape": {"type": "string", "minLength": 1, "maxLength": 120, "description": "Shape of the names; * stands."}}
WORDS = {"words": {"type": "string", "minLength": 1, "maxLength": 120, "description": "What the name contains."}}


def relative(shape: str) -> str:
    if os.path.isabs(shape):
        raise Refused("The shape begins in the folder.")
    return shape


def shaped(shape: str) -> str:
    return "\n".join(sorted(glob.glob(relative(shape), root_dir=SCORES))[:100])


def shaped_anywhere(shape: str) -> str:
    # An absolute shape replaces the folder.
    if ".." in shape:
        raise Refused("The shape begins in the folder.")
    return "\n".join(sorted(glob.glob(os.path.join(SCORES, shape)))[:100])  # the defect


def shaped_below(shape: str) -> str:
    if relative(shape).startswith(".."):
        raise Refused("The shape begins in the folder.")
    return "\n".join(sorted(os.path.relpath(path, SCORES) for path in SCORES.glob(shape))[:100])


def shaped_inside(shape: str) -> str:
    if ".." in Path(relative(shape)).parts:
        raise Refused("The shape begins in the folder.")
    return "\n".join(sorted(glob.glob(shape, root_dir=SCORES))[:100])


def shaped_names(shape: str) -> str:
    return "\n".join(fnmatch.filter(sorted(os.listdir(SCORES)), shape)[:100])


def named(words: str) -> str:
    return "\n".join(name for name in sorted(os.listdir(SCORES)) if words in name)


READS = {"readOnlyHint": True}
TOOLS = [
    tool("shaped", shaped, arguments=SHAPE, annotations=READS),
    tool("shaped_anywhere", shaped_anywhere, arguments=SHAPE, annotations=READS),
    tool("shaped_below", shaped_below, arguments=SHAPE, annotations=READS),
    tool("shaped_inside", shaped_inside, arguments=SHAPE, annotations=READS),
    tool("shaped_names", shaped_names, arguments=SHAPE, annotations=READS),
    tool("named", named, arguments=WORDS, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
