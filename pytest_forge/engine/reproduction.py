"""Reproduction: the command line that shows a finding again."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from ..checks.check import Check
from ..targets.prepare_file import PREPARE
from ..targets.project_copy import module_file
from .budget import BUDGETS, Budget

__all__ = ["reproduce_line"]

_OURS = "pytest_forge."
#: Longer values are not written into a command line.
_MAX_VALUE = 200
_MAX_CALL = 2_000


def reproduce_line(
    target: str,
    identifier: str,
    check: Check,
    *,
    seed: int,
    budget: Budget,
    base: Path,
    variables: Mapping[str, str] | None = None,
    secrets: Collection[str] = (),
    lock: str = "",
    allow_destructive: bool = False,
    call: Mapping[str, Any] | None = None,
) -> str:
    """Return the command line, to be run in *base*.

    Args:
        target: The target of the tool alone.
        identifier: The finding's id.
        check: The check; one of the project's own is loaded by its module.
        seed: Of the run.
        budget: Of the run.
        base: Folder that relative paths start from.
        variables: The variables that the tool may see. A value is written if it is not set in this environment, and
            neither it nor its name looks like a secret.
        secrets: Values that are not written either.
        lock: The lock file that the tool is compared with; empty for none.
        allow_destructive: Whether the tool needs --allow-destructive.
        call: The arguments of a call that the check does not make by itself; left out if too long for a line.
    """
    words = ["forge", "check", target, "--replay", identifier]
    if lock:
        words.append(f"--locked={lock}")
    if not check.judge.__module__.startswith(_OURS):
        words += ["--check-module", _module_word(check.judge.__module__, base)]
    if seed:
        words += ["--seed", str(seed)]
    name = next((name for name, known in BUDGETS.items() if known == budget), "quick")
    if name != "quick":
        words += ["--budget", name]
    for variable, value in (variables or {}).items():
        if variable == PREPARE:
            words += ["--prepare", value]
            continue
        is_secret = value in secrets or _may_be_secret(variable, value)
        is_told = os.environ.get(variable) != value and not is_secret
        words += ["--env", f"{variable}={value}" if is_told else variable]
    text = "" if call is None else json.dumps(call, default=repr)
    if text and len(text) <= _MAX_CALL:
        words += ["--call", text]
    if allow_destructive:
        words.append("--allow-destructive")
    return shlex.join(words)


def _may_be_secret(name: str, value: str) -> bool:
    from ..cassettes.redaction.secret_names import is_telling  # slow to import, and needed in few runs
    from ..cassettes.redaction.secret_search import find_secrets
    from ..cassettes.redaction.secret_value import is_random

    long = len(value) > _MAX_VALUE or not value.isprintable()
    return long or is_telling(name) or is_random(value) or bool(find_secrets(f"{name}={value}"))


def _module_word(module: str, base: Path) -> str:
    """Return the word for ``--check-module``: the module's name, or its file if only pytest knows the folder."""
    file = Path(module_file(sys.modules.get(module)) or "")
    at_base = base.joinpath(*module.split("."))
    if file in (at_base.with_suffix(".py"), at_base / "__init__.py") or not file.is_relative_to(base):
        return module
    return str(file.relative_to(base))
