"""Remedies: how to fix a miss, as commands to copy."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from ...report.printable import printable
from ..exchange import RecordedRequest
from .difference import Difference
from .json_path import JsonPathError
from .match_options import ALL_PARTS, DATES, MatchOptions
from .normalise import NormalisedRequest, normalise

__all__ = ["AskedBy", "paths_to_ignore", "remedies"]

#: With more differences it is another request, and ignoring them would be wrong.
_MAX_IGNORED = 3
_MAX_TEXT = 300


class AskedBy(Struct, frozen=True):
    """The user of a cassette.

    Attributes:
        node_id: The test's id, if ``--forge-record`` decides how the cassette is used; else None.
        is_block: Whether `use_cassette` opened it, to which markers do not apply.
        is_shared: Whether other tests use the same file, which recording again replaces.
    """

    node_id: str | None = None
    is_block: bool = True
    is_shared: bool = False


def remedies(
    wanted: NormalisedRequest,
    asked_by: AskedBy,
    options: MatchOptions,
    *,
    ignored: Sequence[str],
    is_missing: bool,
    is_changed: bool,
) -> list[str]:
    """Return lines with the parts that were not compared, and the ways to fix the miss.

    Args:
        wanted: The request.
        asked_by: The user of the cassette.
        options: The parts that are compared.
        ignored: Paths to ignore for a recorded request to match; see `paths_to_ignore`.
        is_missing: Whether the request is an additional one and can be added to the recording.
        is_changed: Whether it replaces the closest recorded one, which would stay unplayed if it were added.
    """
    lines = []
    if wanted.changes:
        lines.append(f"Not compared: {', '.join(printable(change[:_MAX_TEXT]) for change in wanted.changes[:12])}.")
    if set(options.parts) != set(ALL_PARTS):
        lines.append(f"Compared only: {', '.join(part for part in ALL_PARTS if part in options.parts)}.")
    found = []
    if is_missing:
        found.append(f"add the missing requests: {_recording('new_episodes', asked_by)}")
    if is_changed or not is_missing:
        others = ", with every test that shares the cassette" if asked_by.is_shared else ""
        found.append(f"record again{others}: {_recording('all', asked_by)}")
    if ignored:
        told = f"ignore={[*options.ignore, *ignored]!r}"
        place = f"use_cassette(…, {told})" if asked_by.is_block else f"@pytest.mark.forge_cassette({told})"
        found.append(f"if the difference does not matter: {place}")
    return [*lines, "How to fix it:", f"  {found[0]}", *(f"  or, {each}" for each in found[1:])]


def paths_to_ignore(
    differing: Sequence[Difference], sent: RecordedRequest, recorded: RecordedRequest, options: MatchOptions
) -> list[str]:
    """Return what to ignore for the two requests to be equal: dates, or the JSON paths of *differing*; else none."""
    if differing and not options.ignores_dates:
        # The least that may be ignored comes first.
        undated = replace(options, ignore=(*options.ignore, DATES))
        if len({normalise(request, options=undated).key.partition(":")[0] for request in (sent, recorded)}) == 1:
            return [DATES]
    paths = [each.path for each in differing]
    if not 0 < len(paths) <= _MAX_IGNORED or not all(path.startswith(("$.", "$[")) for path in paths):
        return []
    try:
        without = replace(options, ignore=(*options.ignore, *paths))
    except JsonPathError:
        # A name that a path cannot hold, or that was cut.
        return []
    one, other = (normalise(request, options=without).key.partition(":")[0] for request in (sent, recorded))
    return paths if one == other else []


def _recording(mode: str, asked_by: AskedBy) -> str:
    if asked_by.node_id is None:
        return f"use_cassette(…, mode='{mode}')"
    if mode == "all" and asked_by.is_shared:
        return "pytest --forge-record=all TESTS"
    return f"pytest --forge-record={mode} {shlex.quote(printable(asked_by.node_id[:_MAX_TEXT]))}"
