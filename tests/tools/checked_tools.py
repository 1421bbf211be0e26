"""What `forge check` says of a target: for the scripts that judge tools in other environments."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Finding", "Judged", "must_findings", "print_table"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A MUST finding.

    Attributes:
        check: Id of the check.
        code: What it found, as a name.
        message: What it found, as a sentence.
        call: The smallest call that shows it, as JSON; empty for none.
    """

    check: str
    code: str
    message: str
    call: str = ""


@dataclass(slots=True)
class Judged:
    """A tool and what the MUST checks say of it.

    Attributes:
        passed: How many passed.
        findings: The findings.
        errors: The checks that could not be made, each with the reason.
    """

    passed: int = 0
    findings: list[Finding] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def must_findings(
    python: str,
    target: str,
    folder: Path,
    *,
    budget: str = "quick",
    max_seconds: int = 1800,
    variables: Sequence[str] = (),
) -> dict[str, Judged]:
    """Return what the MUST checks say of each tool of a target, by name.

    Args:
        python: The interpreter of an environment where Forge Harness and the tools are installed.
        target: What `forge check` is given.
        folder: Its working directory.
        budget: Its budget.
        max_seconds: When its run is ended.
        variables: What is passed to the environment of the tools, each as ``NAME=VALUE``.

    Raises:
        RuntimeError: If it printed no report; the text is what it printed instead.
    """
    words = [str(Path(python).with_name("forge")), "check", target, "--level", "must", "--store", "off"]
    words += ["--format", "json", "--budget", budget, "--max-seconds", str(max_seconds), "--allow-destructive"]
    words += [word for variable in variables for word in ("--env", variable)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=max_seconds + 120, check=False)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError((done.stderr or done.stdout).strip()) from None
    judged: defaultdict[str, Judged] = defaultdict(Judged)
    for one in report["results"]:
        tool = judged[one["tool"]]
        if one["status"] == "passed":
            tool.passed += 1
        elif one["status"] == "failed":
            call = json.dumps(one["arguments"], ensure_ascii=True) if one.get("arguments") is not None else ""
            tool.findings.append(Finding(one["check"], one.get("code") or "", one.get("message") or "", call))
        elif one["status"] == "error":
            tool.errors.append(f"{one['check']}: {one.get('message') or ''}")
    return judged


def print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows of cells in columns; the first row is the head."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), flush=True)
