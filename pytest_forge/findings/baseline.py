"""Baseline: findings that a project has accepted, each with its reason.

    {"version": 1,
     "accepted": [{"id": "fetch[urls_are_checked]#open_redirect", "tool": "fetch", "check": "urls_are_checked",
                   "reason": "The address comes from our own configuration."}]}

An accepted finding is shown and not counted, and so are errors that follow from it. Any other error is accepted by its
own id, such as ``fetch[urls_are_checked]#not_enough_seen``. An entry that no longer fails is stale and a finding
itself, since it could hide a new one. An id without the part after the colon accepts every finding of that code, and
one without ``#code`` every finding of that check of that tool. Ids from before findings had codes are still read.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..checks.catalogue import all_checks
from ..finding_id import FindingId, parse_finding_id
from ..verdict import CheckResult

__all__ = ["AcceptedFinding", "Baseline", "BaselineError"]

_VERSION = 1
#: Written by `text_for` in place of a missing reason; does not count as one.
_TO_FILL_IN = "FILL IN"
#: The family of stale entries whose check did not run.
_OWN_FAMILY = "baseline"


class BaselineError(Exception):
    """A baseline cannot be used; the message says why and what to do."""


class AcceptedFinding(Struct, frozen=True):
    """One entry.

    Attributes:
        id: The finding or findings that it accepts.
        reason: Why they are accepted.
        text: The id as the file has it, perhaps with the former check of its code.
    """

    id: FindingId
    reason: str
    text: str


class Baseline(Struct, frozen=True):
    """The accepted findings of one file.

    Attributes:
        place: The file, as the user named it.
        accepted: Its entries.
    """

    place: str
    accepted: tuple[AcceptedFinding, ...] = ()

    @classmethod
    def read(cls, path: Path, *, place: str | None = None, with_empty_reasons: bool = False) -> Baseline:
        """Read a file.

        Args:
            path: The file.
            place: Its name in messages; the path unless given.
            with_empty_reasons: Whether to accept entries without a reason.

        Raises:
            BaselineError: If it is missing, broken, or gives no reason for an entry.
        """
        place = str(path) if place is None else place
        try:
            value = json.loads(path.read_bytes().decode("utf-8-sig"))
        except FileNotFoundError:
            raise BaselineError(
                f"There is no baseline {place!r}. 'forge check TARGET --write-baseline FILE' writes one."
            ) from None
        except OSError as error:
            raise BaselineError(f"The baseline {place!r} cannot be read ({error.strerror}). Name a file.") from None
        except (ValueError, RecursionError):
            raise BaselineError(
                f"The baseline {place!r} is not JSON. Fix it, or write a new one with --write-baseline."
            ) from None
        entries = value.get("accepted") if isinstance(value, dict) and value.get("version") == _VERSION else None
        if not isinstance(entries, list):
            raise BaselineError(
                f"The baseline {place!r} is not of version {_VERSION}. "
                f"Begin with {{'version': {_VERSION}, 'accepted': […]}}, in JSON."
            )
        accepted = tuple(_entry(entry, number, place) for number, entry in enumerate(entries, 1))
        for entry in accepted:
            if not with_empty_reasons and _is_empty(entry.reason):
                raise BaselineError(
                    f"The baseline {place!r} gives no reason for {entry.text!r}. Write why it is accepted."
                )
        return cls(place, accepted)

    def accepting(self, result: CheckResult) -> AcceptedFinding | None:
        """Return the entry that accepts a finding; None if there is none."""
        if result.status not in ("failed", "error"):
            return None
        return next((entry for entry in self.accepted if _covers(entry.id, result)), None)

    def accepting_cause(self, result: CheckResult) -> AcceptedFinding | None:
        """Return an entry of the check that an error follows from; None if there is none."""
        wanted = (result.tool, result.follows) if result.follows else None
        return next((entry for entry in self.accepted if (entry.id.tool, entry.id.check) == wanted), None)

    def applied(
        self, results: Iterable[CheckResult], *, made: Collection[str] = (), is_whole: bool = False
    ) -> list[CheckResult]:
        """Return the verdicts of a run with this baseline.

        Args:
            results: The verdicts without it.
            made: Ids of the checks that ran.
            is_whole: Whether every tool was judged, so that a missing tool no longer exists.
        """
        judged = list(results)
        accepted = {(result.target, result.tool, result.check) for result in judged if self._accepts_finding(result)}
        applied = [self._with_entry(result, accepted) for result in judged]
        return applied + [
            self._stale(entry, judged) for entry in self.accepted if _is_stale(entry.id, judged, made, is_whole)
        ]

    def _accepts_finding(self, result: CheckResult) -> bool:
        return result.status == "failed" and self.accepting(result) is not None

    def _with_entry(self, result: CheckResult, accepted: Collection[tuple[str, str, str]]) -> CheckResult:
        entry = self.accepting(result)
        if entry is None and result.follows and (result.target, result.tool, result.follows) in accepted:
            return replace(result, status="not_applicable", is_accepted=True)
        if entry is None:
            return result
        # Neither a pass nor a finding; version 1 of the report has only these four words.
        message = f"Accepted in {self.place!r}, as {entry.reason!r}: {result.message}"
        return replace(
            result,
            status="not_applicable",
            message=message,
            is_accepted=True,
            accepted_status=result.status,
            accepted_reason=entry.reason,
            accepted_message=result.message,
        )

    def _stale(self, entry: AcceptedFinding, results: Iterable[CheckResult]) -> CheckResult:
        like = next(
            (result for result in results if (result.tool, result.check) == (entry.id.tool, entry.id.check)), None
        )
        return CheckResult(
            tool=entry.id.tool,
            target=like.target if like else self.place,
            check=entry.id.check,
            family=like.family if like else _OWN_FAMILY,
            level="MUST",
            status="failed",
            message=f"The baseline {self.place!r} accepts {entry.text!r}, which no longer shows. Remove the entry.",
            is_stale=True,
        )

    def text_for(self, results: Iterable[CheckResult]) -> tuple[str, int]:
        """Return the text of a baseline of these findings, and how many of them have no reason yet.

        Reasons that are in this one already are kept.
        """
        entries: dict[str, dict[str, str]] = {}
        for result in results:
            if result.status in ("failed", "error") and result.id and not result.follows:
                known = self.accepting(result)
                reason = f"{_TO_FILL_IN}: why is this accepted?" if known is None else known.reason
                entries[result.id] = {"id": result.id, "tool": result.tool, "check": result.check, "reason": reason}
        value = {"version": _VERSION, "accepted": [entries[key] for key in sorted(entries)]}
        return json.dumps(value, indent=1, ensure_ascii=True), sum(_is_empty(one["reason"]) for one in entries.values())


def _entry(value: Any, number: int, place: str) -> AcceptedFinding:
    fields = {key: value.get(key) for key in ("id", "tool", "check", "reason")} if isinstance(value, dict) else {}
    wrong = next((key for key in ("id", "tool", "check") if not isinstance(fields.get(key), str)), None)
    if wrong is not None:
        raise BaselineError(
            f"Entry {number} of the baseline {place!r} has no {wrong!r} that is a string. "
            "Copy the id, the tool and the check from the report."
        )
    name = parse_finding_id(str(fields["id"]))
    # A code may have moved to another check since the entry was written.
    named = FindingId(str(fields["tool"]), str(fields["check"]), "" if name is None else name.cause)
    if name is None or name != parse_finding_id(str(named)):
        raise BaselineError(
            f"Entry {number} of the baseline {place!r} has the id {fields['id']!r}, which belongs to another tool or "
            "check. Copy all three from the report."
        )
    return AcceptedFinding(name, fields["reason"] if isinstance(fields["reason"], str) else "", str(fields["id"]))


def _covers(name: FindingId, result: CheckResult) -> bool:
    found = (parse_finding_id(result.id), parse_finding_id(result.old_id))
    if result.status == "error" and not name.cause:
        # Accepting a finding does not accept that it can no longer be judged.
        return False
    return any(other is not None and name.covers(other) for other in found)


def _is_empty(reason: str) -> bool:
    return not reason.strip() or reason.strip().startswith(_TO_FILL_IN)


def _is_stale(name: FindingId, results: Iterable[CheckResult], made: Collection[str], is_whole: bool) -> bool:
    of_check = [result for result in results if (result.tool, result.check) == (name.tool, name.check)]
    if not of_check:
        return is_whole and (name.check in made or name.check not in all_checks())
    # A check that could not judge may still fail.
    return all(result.status != "error" and result.was_made and not _covers(name, result) for result in of_check)
