"""Hygiene baseline: accepted findings, each with a reason; an entry without a finding is stale.

{"version": 1, "accepted": [{"id": "…", "file": "…", "rule": "…", "message": "…", "reason": "…"}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from ..foreign.document import CassetteError
from .hygiene_finding import HYGIENE_RULES, HygieneFinding

__all__ = ["Accepted", "baseline_text", "read_baseline"]

_FIELDS = ("id", "file", "rule", "message", "reason")


class Accepted(Struct, frozen=True):
    """A finding that was accepted.

    Attributes:
        id: That of the finding.
        file: The cassette.
        rule: One of `HYGIENE_RULES`.
        message: What was found, for those who read the file.
        reason: Why it may stay.
    """

    id: str
    file: str
    rule: str
    message: str
    reason: str


def read_baseline(path: Path) -> dict[str, Accepted]:
    """Return the accepted findings by their ids.

    Raises:
        CassetteError: If the file cannot be read, is not a baseline, or accepts a finding without a reason.
    """
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise CassetteError(
            f"The baseline {str(path)!r} cannot be read ({error.strerror}). Begin one with --write-baseline."
        ) from None
    except (ValueError, RecursionError):
        raise CassetteError(
            f"The baseline {str(path)!r} is not JSON. Fix it, or create it again with --write-baseline."
        ) from None
    entries = found.get("accepted") if isinstance(found, dict) else None
    if not isinstance(entries, list) or found.get("version") != 1:
        raise CassetteError(f"{str(path)!r} is not a baseline of version 1. Name one written by --write-baseline.")
    accepted = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in _FIELDS):
            raise CassetteError(f"Entry {number} of {str(path)!r} lacks one of {', '.join(_FIELDS)}. Fix it by hand.")
        one = Accepted(*(entry[name] for name in _FIELDS))
        if one.rule not in HYGIENE_RULES:
            raise CassetteError(
                f"Entry {number} of {str(path)!r} names the rule {one.rule!r}. Use one of {', '.join(HYGIENE_RULES)}."
            )
        if not one.reason.strip():
            raise CassetteError(f"{str(path)!r} accepts {one.id!r} without a reason. Write why it may stay.")
        accepted[one.id] = one
    return accepted


def baseline_text(findings: Iterable[HygieneFinding], *, known: dict[str, Accepted], reason: str) -> str:
    """Return a baseline that accepts *findings*.

    Args:
        findings: What is accepted.
        known: What was accepted before; its reasons stay.
        reason: Why the others may stay.
    """
    entries = {}
    for finding in findings:
        told = known[finding.id].reason if finding.id in known else reason
        entry = Accepted(finding.id, finding.file, finding.rule, finding.message, told)
        entries[entry.file, entry.rule, entry.id] = {name: getattr(entry, name) for name in _FIELDS}
    accepted = [entries[place] for place in sorted(entries)]
    return json.dumps({"version": 1, "accepted": accepted}, indent=1, ensure_ascii=True) + "\n"
