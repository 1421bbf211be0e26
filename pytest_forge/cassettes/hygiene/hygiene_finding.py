"""HygieneFinding: one thing that is wrong with a cassette, under an id that stays the same until it changes."""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec import Struct

__all__ = ["HYGIENE_RULES", "HygieneFinding", "sorted_worst_first"]

#: The rules, worst first, each with what it is about.
HYGIENE_RULES = {
    "secret": "a credential that anybody who reads the repository can read",
    "unreadable": "a file, or an interaction in it, that no test can be answered from",
    "unmatchable": "an interaction that no request of a client can match",
    "unplayed": "an interaction that no test has used",
    "orphan": "a cassette whose test no longer exists",
    "retired_model": "a model that its provider no longer serves, so the session cannot be recorded again",
    "age": "a recording that is too old",
    "too_large": "a file that is too large to review",
}
_RANKS = {rule: rank for rank, rule in enumerate(HYGIENE_RULES)}


class HygieneFinding(Struct, frozen=True):
    """One problem of a cassette.

    Attributes:
        file: The cassette's name in reports.
        rule: One of `HYGIENE_RULES`.
        message: The problem and the fix, in two sentences; it never quotes a secret.
        interaction: Its number in the file, from 1; None for the file as a whole.
        about: The subject, which distinguishes the ids of findings of the same rule.
    """

    file: str
    rule: str
    message: str
    interaction: int | None = None
    about: str = ""

    @property
    def id(self) -> str:
        """The rule and a digest of file and subject.

        It does not depend on the number of the interaction, so that a finding keeps its id when others are recorded.
        """
        text = f"{self.file}\0{self.rule}\0{self.about}"
        return f"{self.rule}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"

    def as_json(self) -> dict[str, Any]:
        """Return the finding as JSON reports print it."""
        return {
            "id": self.id,
            "file": self.file,
            "rule": self.rule,
            "interaction": self.interaction,
            "message": self.message,
        }


def sorted_worst_first(findings: list[HygieneFinding]) -> list[HygieneFinding]:
    """Return the findings file by file: the file with the worst one first, and in it the worst first."""
    by_file: dict[str, list[HygieneFinding]] = {}
    for finding in findings:
        by_file.setdefault(finding.file, []).append(finding)

    def rank(finding: HygieneFinding) -> tuple[int, int, str]:
        return _RANKS[finding.rule], finding.interaction or 0, finding.message

    files = sorted(by_file, key=lambda file: (min(map(rank, by_file[file]))[0], -len(by_file[file]), file))
    return [finding for file in files for finding in sorted(by_file[file], key=rank)]
