"""Options and ini values of the plugin, and what they amount to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ForgeOptions", "options_key"]

options_key = pytest.StashKey["ForgeOptions"]()

_BUDGETS = ("quick", "standard", "deep")
_LEVELS = ("must", "should")
_FORMATS = ("json",)


@dataclass(frozen=True, slots=True)
class ForgeOptions:
    """What the user set.

    Attributes:
        targets: What to check.
        checks: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        budget: ``quick``, ``standard`` or ``deep``.
        level: ``must`` or ``should``.
        seed: Makes a run repeatable.
        reports: Formats and files to write.
    """

    targets: tuple[str, ...]
    checks: tuple[str, ...]
    skip: tuple[str, ...]
    budget: str
    level: str
    seed: int
    reports: tuple[tuple[str, Path], ...]


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks of `hookspecs`."""
    from . import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare every option with its ini twin."""
    group = parser.getgroup("forge", "checks of LLM tools (Forge Harness)")
    _add(
        group,
        parser,
        "tools",
        "append",
        "TARGET",
        "check the tools of TARGET: a module, a .py file, either with :attribute, or definitions:FILE",
        "linelist",
    )
    _add(group, parser, "checks", "store", "IDS", "make only these checks or families, separated by commas", "string")
    _add(group, parser, "skip", "store", "IDS", "leave out these checks or families", "string")
    _add(group, parser, "budget", "store", "|".join(_BUDGETS), "time that a check may take (default: quick)", "string")
    _add(
        group, parser, "level", "store", "|".join(_LEVELS), "'must' leaves out every SHOULD (default: should)", "string"
    )
    _add(group, parser, "seed", "store", "N", "repeat a run exactly (default: 0)", "string")
    _add(group, parser, "report", "append", "FORMAT:PATH", "write a report, for example json:forge.json", "linelist")


def _add(
    group: pytest.OptionGroup, parser: pytest.Parser, name: str, action: str, metavar: str, text: str, kind: Any
) -> None:
    group.addoption(f"--forge-{name}", dest=f"forge_{name}", action=action, default=None, metavar=metavar, help=text)
    parser.addini(f"forge_{name}", text, type=kind, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Read the options once, and refuse values that mean nothing."""
    config.stash[options_key] = ForgeOptions(
        targets=tuple(_value(config, "tools") or ()),
        checks=_names(_value(config, "checks")),
        skip=_names(_value(config, "skip")),
        budget=_choice(config, "budget", _BUDGETS, "quick"),
        level=_choice(config, "level", _LEVELS, "should"),
        seed=_number(config, "seed"),
        reports=tuple(_report(config, word) for word in _value(config, "report") or ()),
    )


def _value(config: pytest.Config, name: str) -> Any:
    given = config.getoption(f"forge_{name}")
    return config.getini(f"forge_{name}") if given is None else given


def _names(words: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in (words or "").split(",") if word.strip())


def _choice(config: pytest.Config, name: str, known: Sequence[str], default: str) -> str:
    value = _value(config, name) or default
    if value not in known:
        raise pytest.UsageError(f"forge_{name} is {value!r}. Use one of {', '.join(known)}.")
    return str(value)


def _number(config: pytest.Config, name: str) -> int:
    value = _value(config, name) or "0"
    try:
        return int(value)
    except ValueError:
        raise pytest.UsageError(f"forge_{name} is {value!r}. Use a whole number.") from None


def _report(config: pytest.Config, word: str) -> tuple[str, Path]:
    kind, colon, path = word.partition(":")
    if not colon or kind not in _FORMATS or not path:
        raise pytest.UsageError(f"forge_report is {word!r}. Write FORMAT:PATH; the formats are {', '.join(_FORMATS)}.")
    place = config.invocation_params.dir / path
    if place.is_dir() or not place.parent.is_dir():
        raise pytest.UsageError(
            f"forge_report names {path!r}, which is no file in a folder that exists. Name one that is."
        )
    return kind, place
