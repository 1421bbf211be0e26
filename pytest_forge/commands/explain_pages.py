"""Pages about the checks, in Markdown: one for each, and an index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..checks.check import FAMILIES
from .written_checks import WrittenCheck

__all__ = ["check_page", "check_pages"]


def check_pages(checks: Iterable[WrittenCheck], examples: Mapping[str, str]) -> dict[str, str]:
    """Return the pages by their file name, ``README.md`` is the index.

    Args:
        checks: The checks.
        examples: By check id, the source of a tool that breaks it, and of the same tool fixed.
    """
    listed = list(checks)
    return {"README.md": _index(listed)} | {f"{check.id}.md": check_page(check, examples[check.id]) for check in listed}


def check_page(check: WrittenCheck, example: str) -> str:
    """Return the page about a check."""
    parts = [
        f"# {check.id}",
        check.promise,
        f"**{check.level}**, family `{check.family}`. Source: {check.source}.",
        check.reason,
        f"**Tools of MCP servers are not judged.** {check.unseen}" if check.unseen else "",
        f"**Tools of other frameworks are not judged.** {check.foreign}" if check.foreign else "",
        _codes(check),
        "## A tool that breaks it, and the same tool fixed",
        f"```python\n{example}\n```",
        "## Run it, or leave it out",
        f"```sh\nforge check TARGET --checks {check.id}\nforge check TARGET --skip {check.id}\n```",
    ]
    return "\n\n".join(part for part in parts if part)


def _index(checks: list[WrittenCheck]) -> str:
    lines = ["# Checks", ""]
    for family in FAMILIES:
        rows = [check for check in checks if check.family == family]
        if rows:
            lines += [f"## {family}", "", "| check | level | requirement |", "|---|---|---|"]
            lines += [f"| [{check.id}]({check.id}.md) | {check.level} | {_cell(check.promise)} |" for check in rows]
            lines.append("")
    return "\n".join(lines)


def _codes(check: WrittenCheck) -> str:
    rows = [
        f"| `{code}` | {_cell(meaning)}{' A SHOULD for tools of others.' if code in check.advice else ''} |"
        for code, meaning in check.codes.items()
    ]
    return "\n".join(["## Codes of its findings", "", "| code | meaning |", "|---|---|", *rows]) if rows else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
