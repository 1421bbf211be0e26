"""The targets of a pytest run: which there are, which checks are made, and the loaded sessions."""

from __future__ import annotations

import importlib
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from .options import options_key

if TYPE_CHECKING:
    from ..checks.check import Check
    from ..engine.session import Session
    from ..findings.baseline import Baseline
    from ..findings.store import FindingStore

__all__ = [
    "LoadedTargets",
    "accepted_findings",
    "loaded_targets",
    "named_targets",
    "past_findings",
    "selected_checks",
    "unload_targets",
]


class LoadedTargets:
    """The loaded targets of a run; each is loaded once, and unloaded at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._options = config.stash[options_key]
        self._stack = ExitStack()
        self._open: dict[str, Session] = {}

    def open(self, target: str) -> Session:
        """Return the session of *target*.

        Raises:
            TargetError: If it cannot be loaded, or a variable that it may see is not set.
        """
        from ..engine.budget import BUDGETS
        from ..engine.session import open_session
        from ..targets.given_variables import given_variables

        if target not in self._open:
            self._open[target] = self._stack.enter_context(
                open_session(
                    target,
                    budget=BUDGETS[self._options.budget],
                    seed=self._options.seed,
                    base=self._config.invocation_params.dir,
                    environment=given_variables(self._options.env, option="--forge-env"),
                    allow_destructive=self._options.allow_destructive,
                    with_coverage=self._options.with_coverage,
                )
            )
        return self._open[target]

    def close(self) -> None:
        """Unload every target."""
        self._stack.close()


_baseline_key = pytest.StashKey["Baseline"]()
_store_key = pytest.StashKey["FindingStore"]()
_loaded_key = pytest.StashKey[LoadedTargets]()


def loaded_targets(config: pytest.Config) -> LoadedTargets:
    """Return the loaded targets of this run."""
    if _loaded_key not in config.stash:
        config.stash[_loaded_key] = LoadedTargets(config)
    return config.stash[_loaded_key]


def unload_targets(config: pytest.Config) -> None:
    """End every session of this run."""
    if _loaded_key in config.stash:
        config.stash[_loaded_key].close()
        del config.stash[_loaded_key]


def selected_checks(config: pytest.Config) -> list[Check]:
    """Return the checks to make in this run, the project's own included.

    Raises:
        pytest.UsageError: If a check is named that does not exist.
    """
    from ..engine.selection import SelectionError, replayed, select_checks

    options = config.stash[options_key]
    for modules in config.hook.pytest_forge_checks(config=config):
        for module in modules or ():
            try:
                importlib.import_module(module)
            except Exception as error:  # noqa: BLE001  # the project's module may raise anything
                raise pytest.UsageError(
                    f"pytest_forge_checks names the module {module!r}, which raised {type(error).__name__} while it "
                    "was imported. Make it importable from the folder of the run."
                ) from None
    try:
        if options.replay:
            return [replayed(options.replay)[1]]
        return select_checks(include=options.checks, skip=options.skip, level=options.level)
    except SelectionError as error:
        raise pytest.UsageError(str(error)) from None


def accepted_findings(config: pytest.Config) -> Baseline:
    """Return the baseline of this run; an empty one unless a file is named.

    Raises:
        pytest.UsageError: If the file cannot be used.
    """
    from ..findings.baseline import Baseline, BaselineError

    if _baseline_key not in config.stash:
        path = config.stash[options_key].baseline
        try:
            config.stash[_baseline_key] = Baseline("") if path is None else Baseline.read(path, place=path.name)
        except BaselineError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[_baseline_key]


def past_findings(config: pytest.Config) -> FindingStore:
    """Return what earlier runs have found."""
    from ..findings.store import store_at

    if _store_key not in config.stash:
        cache, place = getattr(config, "cache", None), None
        if cache is not None:
            with suppress(OSError):
                place = cache.mkdir("forge") / "findings.json"
        word, base = config.stash[options_key].store, config.invocation_params.dir
        config.stash[_store_key] = store_at(word, place, base=base)
    return config.stash[_store_key]


def named_targets(config: pytest.Config) -> list[str]:
    """Return the targets that the options and the project name, each once."""
    options = config.stash[options_key]
    further = [target for targets in config.hook.pytest_forge_tools(config=config) for target in targets or ()]
    return list(dict.fromkeys([*options.targets, *further]))
