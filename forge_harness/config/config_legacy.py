"""The config files of older releases, one for each feature, read as sections of the unified config.

================  ===============================================================  ===========
file              holds                                                            section
================  ===============================================================  ===========
ai_config.json    one provider's settings, or ``active`` and ``providers``          llm
sources.yaml      sources by name, below ``sources`` or not                        sources
prices.json       prices by model, below ``prices`` or not                         prices
================  ===============================================================  ===========

Secrets stay in the old files: of the model, only the settings named here are taken; of a source, all settings except
those whose name or value looks like a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..cost.prices import parse_prices
from ..private_text import holds_secret
from .config_file import fluid_home, read_json, read_yaml

__all__ = ["LegacyConfig", "read_legacy", "without_secrets"]

_LLM_KEYS = ("provider", "model", "tiered", "temperature")

_SECRET_NAME = re.compile(
    r"passw|passphrase|\bpwd\b|\bpass\b|secret|token|credentials?$|(?:api|access|private|account|shared|signing|encryption)"
    r"[ _-]?key|apikey|^key$|bearer|cookie|\bauth$|authorization|connection[ _-]?string|\bdsn$|\bsas\b|\bpat\b|\bpin\b",
    re.IGNORECASE,
)
#: Endings of names whose value is a reference to a secret, not the secret.
_REFERENCE = re.compile(r"(?:_env|_variable|_var|_path|_file|_ref|_url|_uri|_method|_type)$", re.IGNORECASE)
#: A long run of letters and digits that looks random.
_RANDOM = re.compile(r"(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[A-Za-z0-9+/=_\-]{32,}")


@dataclass(frozen=True, slots=True)
class LegacyConfig:
    """The contents of the older files.

    Attributes:
        sections: Sections of the unified config, without secrets.
        consumed: The files that were read.
        dropped: Settings left out because they may be secrets, as ``source.setting``.
        problems: Files and entries that could not be read, one or two sentences each.
    """

    sections: dict[str, Any] = field(default_factory=dict)
    consumed: tuple[Path, ...] = ()
    dropped: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def read_legacy() -> LegacyConfig:
    """Read the older files of `fluid_home`; an unreadable file is a problem, and does not hide the others."""
    home = fluid_home()
    sections: dict[str, Any] = {}
    consumed: list[Path] = []
    dropped: list[str] = []
    problems: list[str] = []
    for name, section, read in _FILES:
        path = home / name
        try:
            data = (read_json if path.suffix == ".json" else read_yaml)(path)
        except ValueError as error:
            problems.append(str(error))
            continue
        if data is None:
            continue
        consumed.append(path)
        found = read(data, dropped, problems)
        if found:
            sections[section] = found
    return LegacyConfig(sections, tuple(consumed), tuple(dropped), tuple(problems))


def without_secrets(sources: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return *sources* without settings whose name or value looks like a secret."""
    return {name: _without_secrets(entry, name, []) for name, entry in sources.items()}


def _llm(data: dict[str, Any], dropped: list[str], problems: list[str]) -> dict[str, Any]:
    providers = data.get("providers")
    entry, active = data, data.get("active")
    if isinstance(providers, dict):
        if not isinstance(active, str) and len(providers) == 1:
            active = next(iter(providers))
        chosen = providers.get(active)
        if not isinstance(chosen, dict):
            problems.append(
                f"ai_config.json does not contain the active provider {active!r}. Set 'active' to one of its providers."
            )
            return {}
        entry = {"provider": active, **chosen}
    dropped += [f"llm.{name}" for name in entry if _SECRET_NAME.search(str(name))]
    found = {name: entry[name] for name in _LLM_KEYS if entry.get(name) is not None}
    return {name: value for name, value in found.items() if not _is_secret(name, value)}


def _sources(data: dict[str, Any], dropped: list[str], problems: list[str]) -> dict[str, Any]:
    inner = data.get("sources")
    sources = {}
    for name, entry in (inner if isinstance(inner, dict) else data).items():
        if isinstance(entry, dict):
            sources[str(name)] = _without_secrets(entry, str(name), dropped)
        else:
            problems.append(f"The source {str(name)!r} is not a mapping. It is left out.")
    return {"sources": sources} if sources else {}


def _prices(data: dict[str, Any], dropped: list[str], problems: list[str]) -> dict[str, Any]:
    del dropped, problems  # prices are not secret, and `parse_prices` logs its own warnings
    prices = parse_prices(data)
    return {"prices": {name: list(pair) for name, pair in prices.items()}} if prices else {}


_Read = Callable[[dict[str, Any], list[str], list[str]], dict[str, Any]]
_FILES: tuple[tuple[str, str, _Read], ...] = (
    ("ai_config.json", "llm", _llm),
    ("sources.yaml", "sources", _sources),
    ("prices.json", "prices", _prices),
)


def _without_secrets(data: Mapping[Any, Any], where: str, dropped: list[str]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in data.items():
        place = f"{where}.{name}"
        if _is_secret(str(name), value):
            dropped.append(place)
        elif isinstance(value, Mapping):
            kept[str(name)] = _without_secrets(value, place, dropped)
        elif isinstance(value, list):
            kept[str(name)] = _list_without_secrets(value, place, dropped)
        else:
            kept[str(name)] = value
    return kept


def _list_without_secrets(values: list[Any], where: str, dropped: list[str]) -> list[Any]:
    kept: list[Any] = []
    for place, value in enumerate(values):
        if isinstance(value, Mapping):
            kept.append(_without_secrets(value, f"{where}.{place}", dropped))
        elif isinstance(value, list):
            kept.append(_list_without_secrets(value, f"{where}.{place}", dropped))
        elif _is_secret("", value):
            dropped.append(f"{where}.{place}")
        else:
            kept.append(value)
    return kept


def _is_secret(name: str, value: Any) -> bool:
    if _SECRET_NAME.search(name) and not _REFERENCE.search(name):
        return True
    return isinstance(value, str) and (holds_secret(value) or bool(_RANDOM.search(value) and "/" not in value[:1]))
