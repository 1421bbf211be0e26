"""The check run of a pytest session: its settings, checks and targets, each loaded once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest

from .options import options_key

if TYPE_CHECKING:
    from ..checks.check import Check
    from ..engine.session import Session
    from ..findings.run import CheckRun

__all__ = [
    "LoadedTargets",
    "check_lock",
    "check_run",
    "loaded_targets",
    "named_targets",
    "selected_checks",
    "unload_targets",
    "usage_errors",
]


class LoadedTargets:
    """The targets of a run; each is loaded once, and unloaded at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._run = check_run(config)
        self._stack = ExitStack()
        self._open: dict[str, Session] = {}

    def open(self, target: str) -> Session:
        """Return the session of *target*.

        Raises:
            TargetError: If it cannot be loaded, or a variable that it may see is not set.
        """
        if target not in self._open:
            self._open[target] = self._stack.enter_context(self._run.open(target))
        return self._open[target]

    def close(self) -> None:
        """Unload every target."""
        self._stack.close()


#: What the controller of xdist tells its workers: its past findings. Other hosts have other stores, and the order of
#: the items depends on them.
_WORKER_PAST = "forge_past"

_run_key = pytest.StashKey["CheckRun"]()
_loaded_key = pytest.StashKey[LoadedTargets]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist the past findings."""
    if named_targets(node.config):
        node.workerinput[_WORKER_PAST] = json.dumps(check_run(node.config).store.known())


def check_run(config: pytest.Config) -> CheckRun:
    """Return the check run for the options."""
    from ..findings.run import CheckRun
    from ..findings.run_settings import RunSettings

    if _run_key not in config.stash:
        options = config.stash[options_key]
        cache, store = getattr(config, "cache", None), None
        folder = None
        if cache is not None:
            with suppress(OSError):
                folder = cache.mkdir("forge")
                store = folder / "findings.json"
        settings = RunSettings(
            base=config.invocation_params.dir,
            checks=options.checks,
            skip=options.skip,
            level=options.level,
            replay=options.replay or None,
            budget=options.budget,
            seed=options.seed,
            env=(*options.env, *_prepare(config)),
            env_option="--forge-env",
            allow_destructive=options.allow_destructive,
            with_coverage=options.with_coverage,
            store=options.store,
            default_store=store,
            known=_known(config),
            lock=options.lock,
            lock_name="" if options.lock is None else options.lock.name,
            baseline=options.baseline,
            baseline_name="" if options.baseline is None else options.baseline.name,
            shard=options.shard,
            tests=options.tests,
            tests_name="" if options.tests is None else options.tests.name,
            journals=None if folder is None or options.store == "off" else folder / "runs",
            resume=options.resume,
            made_by="pytest",
        )
        config.stash[_run_key] = CheckRun(settings)
    return config.stash[_run_key]


def _known(config: pytest.Config) -> list[dict[str, Any]] | None:
    """Return the past findings that the controller of xdist has told this worker; None if it did not."""
    text = getattr(config, "workerinput", {}).get(_WORKER_PAST)
    return None if text is None else list(json.loads(text))


def _prepare(config: pytest.Config) -> list[str]:
    """Return the variable that names the file of ``--forge-prepare`` or of the project's hook, if there is one."""
    from ..targets.prepare_file import PREPARE

    file = config.stash[options_key].prepare or config.hook.pytest_forge_prepare(config=config)
    return [f"{PREPARE}={os.path.relpath(file, config.invocation_params.dir)}"] if file else []


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn a mistake in the settings of a run into a `pytest.UsageError`."""
    from ..findings.run import USER_ERRORS

    try:
        yield
    except USER_ERRORS as error:
        raise pytest.UsageError(str(error)) from None


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


def check_lock(config: pytest.Config, targets: list[str]) -> None:
    """Refuse a lock file that cannot be used, or is one of other targets."""
    with usage_errors():
        lock = check_run(config).lock
        if lock is not None:
            lock.check_targets(targets, given=config.stash[options_key].targets)


def selected_checks(config: pytest.Config) -> list[Check]:
    """Return the checks of this run, including the project's own.

    Raises:
        pytest.UsageError: If a named check does not exist.
    """
    from ..engine.selection import import_check_module, load_check_module

    with usage_errors():
        for module in config.stash[options_key].check_modules:
            load_check_module(module, base=config.invocation_params.dir, named_by="[tool.forge] of pyproject.toml")
        for modules in config.hook.pytest_forge_checks(config=config):
            for module in modules or ():
                import_check_module(module, named_by="pytest_forge_checks")
        return check_run(config).checks


def named_targets(config: pytest.Config) -> list[str]:
    """Return the targets of the options and the project's hook, without duplicates, and each server of a file."""
    options = config.stash[options_key]
    further = [target for targets in config.hook.pytest_forge_tools(config=config) for target in targets or ()]
    targets = list(dict.fromkeys([*options.targets, *further]))
    if not any(".json" in target.lower() for target in targets):
        return targets
    from ..targets.server_files.server_file import expand_targets

    with usage_errors():
        return expand_targets(targets, base=config.invocation_params.dir).targets
