"""`grep_search`: lines of files by their text. Source: seed 002, "Search file contents with regex".

The seed starts ripgrep where it is installed. This search runs in the process: it gives the same answer everywhere, and
a reading tool starts no program.
"""

from __future__ import annotations

import functools
import itertools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import Field

from ...deadline.answer_time import AnswerTime
from ...registry.process_tools import forge_tool
from ...texts import glob_pattern
from ...texts.found_lines import LineSearch, is_text_without_match
from ...texts.glob_pattern import GlobPattern
from ...texts.line_pattern import MAX_LENGTH, LinePattern
from ...texts.shown_name import shown_name
from ...tool import ToolCategory, ToolTier
from ...workspace.tree import STANDARD_FOLDERS, Tree
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["grep_search"]

_DEFAULT_RESULTS = 50
_MAX_RESULTS = 1_000
_MAX_CONTEXT = 20
_MAX_BYTES = 102_400
_MAX_CHARACTERS = 1_000
_MAX_SECONDS = 20

# The model is given more than the first line of the docstring.
_DESCRIPTION = (
    "Find the lines that a regular expression matches, as path:line:text; lines of context as path:line-text. "
    "`matches` counts the matching lines shown. `truncated` tells that there may be more matches: a limit was "
    "reached, or a line was too long. `skipped` counts files that were not searched whole: binary, unreadable, or "
    "with a line of more than 4 MiB (less for a pattern with large repetitions), searched at its beginning only. "
    "Folders of dependencies and generated files (.git, node_modules, vendor, __pycache__, .venv, dist, build) "
    "are not entered, and links are not followed; hidden files and other hidden folders are searched."
)


class GrepSearchArguments(ToolArguments):
    """What to find, and in which files."""

    pattern: str = Field(
        description="Regular expression in the syntax of RE2, compared with single lines; (?i) at its beginning "
        "ignores case.",
        pattern=r"\S",
        max_length=MAX_LENGTH,
        examples=[r"def \w+_total\("],
    )
    path: str = Field(
        default=".",
        description="The file or folder to search, relative to the workspace (default '.', the workspace itself).",
        examples=["src"],
    )
    include: str | None = Field(
        default=None,
        description="One glob pattern of the files to search, from the searched folder; braces for several: "
        "'*.{ts,tsx}' or 'src/**/*.py' (default, and if empty: all).",
        max_length=glob_pattern.MAX_LENGTH,
    )
    exclude: str | None = Field(
        default=None,
        description="One glob pattern of files and folders to leave out, from the searched folder; braces for several, "
        "for example '*_test.{go,py}' (default, and if empty: none).",
        max_length=glob_pattern.MAX_LENGTH,
    )
    context: int = Field(
        default=0,
        description="Lines to show before and after each match, up to 20 (default 0). Less than 0 means none.",
        strict=True,
    )
    max_results: int = Field(
        default=_DEFAULT_RESULTS,
        description="Most lines of the answer, up to 1000 with their context (default 50). Less than 1 means the "
        "default.",
        strict=True,
    )


@forge_tool(
    description=_DESCRIPTION,
    args_schema=GrepSearchArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.CODE,
    facts={"takes_patterns": True},
    register=False,
)
def grep_search(arguments: GrepSearchArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Find the lines that a regular expression matches, as path:line:text; lines of context as path:line-text."""
    limit = min(arguments.max_results, _MAX_RESULTS) if arguments.max_results > 0 else _DEFAULT_RESULTS
    # The first match must fit together with the lines before it.
    context = max(0, min(arguments.context, _MAX_CONTEXT, limit - 1))
    found = _Found(LinePattern(arguments.pattern), context, limit)
    wanted = _wanted(arguments)
    with Workspace(workspace_root) as workspace:
        start = workspace.relative(arguments.path)
        if workspace.is_file(start):
            if wanted is None or wanted(start.rpartition("/")[2]):
                with workspace.open_read(start, max_bytes=sys.maxsize) as file:
                    found.add(start, file.read)
        else:
            with workspace.tree(start, skip=STANDARD_FOLDERS, only=wanted, status=False) as tree:
                found.add_tree(tree, "" if start == "." else f"{start}/")
    return {
        "text": "".join(found.lines),
        "matches": found.matches,
        "truncated": found.is_full or found.is_incomplete,
        "skipped": found.skipped,
    }


def _wanted(arguments: GrepSearchArguments) -> Callable[[str], object] | None:
    """Return what tells of a file's path whether the file is searched; None if every file is."""
    included = _given(arguments.include)
    excluded = _given(arguments.exclude)
    if excluded is None:
        return included

    def is_wanted(path: str) -> bool:
        # A pattern may name a folder above the file.
        if included is not None and not included(path):
            return False
        return not any(map(excluded, itertools.accumulate(path.split("/"), "{}/{}".format)))

    return is_wanted


def _given(pattern: str | None) -> Callable[[str], object] | None:
    # Models also write an empty text for what they leave out.
    return GlobPattern(pattern).matches if pattern and not pattern.isspace() else None


class _Found:
    """The lines of the answer.

    Attributes:
        lines: The lines, with their ends.
        matches: How many of them match.
        skipped: The files and folders that could not be searched whole.
        is_full: Whether no more fits, or the time is over.
        is_incomplete: Whether something was not searched that is not in *skipped*.
    """

    def __init__(self, pattern: LinePattern, context: int, limit: int) -> None:
        self.lines: list[str] = []
        self.matches = 0
        self.skipped = 0
        self.is_full = False
        self.is_incomplete = False
        self._pattern = pattern
        self._context = context
        self._limit = limit
        self._size = 0
        self._whole = 0  # the lines without those that lead to a match that is not there yet
        self._time = AnswerTime(_MAX_SECONDS)

    def add_tree(self, tree: Tree, prefix: str) -> None:
        """Search the files of a tree; *prefix* is what leads to it."""
        for entry in tree:
            if entry.kind != "file":
                continue
            try:
                descriptor, size = tree.open_file(entry.path)
            except OSError:
                self.skipped += 1
                continue
            try:
                self._add_opened(prefix + entry.path, descriptor, size)
            finally:
                os.close(descriptor)
            if self.is_full:
                return
        self.skipped += len(tree.unreadable)
        self.is_incomplete |= tree.truncated or tree.too_deep

    def _add_opened(self, path: str, descriptor: int, size: int) -> None:
        if self._time.is_over():
            self.is_full = True
            return
        try:
            # No more than is there: the memory is allocated before it is read.
            begun = os.read(descriptor, min(size, self._pattern.block_bytes)) if size else b""
        except OSError:
            self.skipped += 1
            return
        if not begun or len(begun) < size or not is_text_without_match(begun, self._pattern):
            self.add(path, functools.partial(os.read, descriptor), size, begun)

    def add(self, path: str, read: Callable[[int], bytes], size: int = 0, begun: bytes = b"") -> None:
        """Search a file; *size* is in bytes, 0 if it is not known; *begun* is what was read already."""

        def read_in_time(count: int) -> bytes:
            if self._time.is_over():
                raise TimeoutError
            return read(count)

        search = LineSearch(read_in_time, self._pattern, context=self._context, size=size, begun=begun)
        try:
            self._add_lines(path, search)
        except TimeoutError:
            self.is_full = True
        except OSError:
            self.skipped += 1
        self.skipped += search.is_binary or search.has_cut_line
        self.is_incomplete |= search.has_cut_line
        del self.lines[self._whole :]

    def _add_lines(self, path: str, search: LineSearch) -> None:
        last = last_match = -_MAX_CONTEXT - 1
        for number, is_match, data in search:
            if self._context and self.lines and number != last + 1 and not self._put("--\n"):
                return
            mark = ":" if is_match else "-"
            text = data.decode(errors="replace")
            if len(text) > _MAX_CHARACTERS:
                text = f"{text[:_MAX_CHARACTERS]}…"
            if not self._put(f"{shown_name(path)}:{number}{mark}{text}\n"):
                return
            last = number
            if is_match:
                self.matches += 1
                last_match = number
            if number <= last_match + self._context:
                self._whole = len(self.lines)

    def _put(self, line: str) -> bool:
        self._size += len(line.encode())
        self.is_full = len(self.lines) == self._limit or self._size > _MAX_BYTES
        if not self.is_full:
            self.lines.append(line)
        return not self.is_full
