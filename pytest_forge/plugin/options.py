"""Options and ini values of the plugin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..findings.project_settings import BUDGET_NAMES, LEVELS, ProjectSettings, SettingsError, read_project_settings

if TYPE_CHECKING:
    from ..report.shard import Shard

__all__ = ["ForgeOptions", "options_key"]

options_key = pytest.StashKey["ForgeOptions"]()
_project_key = pytest.StashKey[ProjectSettings]()

#: What the controller of xdist tells its workers.
_WORKER_TARGETS = "forge_project_targets"
_WORKER_DIST = "forge_dist"
#: Ways of xdist to distribute the items that give all those of a tool to one worker.
_BY_TOOL = ("loadscope", "loadfile")

_RECORD_MODES = ("none", "once", "new_episodes", "all")


@dataclass(frozen=True, slots=True)
class ForgeOptions:
    """The options of a run.

    Attributes:
        targets: The targets to check.
        project_targets: Those of them that only ``[tool.forge]`` names.
        is_tool_in_one_worker: Whether a worker of xdist gets all items of a tool or none.
        check_modules: Modules with checks of the project's own, named in ``[tool.forge]``.
        checks: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        budget: ``quick``, ``standard`` or ``deep``.
        level: ``must`` or ``should``.
        seed: Makes a run repeatable.
        reports: Formats and files to write; None for the terminal.
        record: The mode of cassettes; None if not given.
        is_record_given: Whether it was given on the command line, which overrides markers.
        resume: Whether to go on with the run that was cut off.
        replay: The id of the only finding to repeat; empty for all.
        env: Variables the tools may see, each ``NAME`` or ``NAME=VALUE``.
        prepare: The file that prepares the sandbox; None for none.
        allow_destructive: Whether tools that are marked as destructive are run.
        least_coverage: Per cent of the tools' contracts that the calls must exercise; None for no minimum.
        store: Where past findings are kept: a file, a folder or the address of a Redis server, or ``off``; empty for
            pytest's cache.
        tests: Where to write a test for each finding; None for nowhere.
        lock: The lock file that tools are compared with; None for none.
        shard: The part of the tools to judge; None for all.
        baseline: The file of accepted findings; None for none.
        rechunk: A seed for new chunk boundaries in replayed streams; None keeps the recorded ones.
        are_cassettes_strict: Whether unplayed interactions, and orphaned or unreadable cassettes, fail the run.
        cassette_report: Where to write a record of the cassettes used; None for nowhere.
        cassette_folder: The folder of cassettes, next to each test's file unless it is absolute.
        allowed_hosts: Hosts that tests with a cassette may reach.
    """

    targets: tuple[str, ...]
    checks: tuple[str, ...]
    skip: tuple[str, ...]
    budget: str
    level: str
    seed: int
    reports: tuple[tuple[str, Path | None], ...]
    record: str | None = None
    is_record_given: bool = False
    rechunk: int | None = None
    replay: str = ""
    resume: bool = False
    env: tuple[str, ...] = ()
    prepare: Path | None = None
    allow_destructive: bool = False
    least_coverage: float | None = None
    store: str = ""
    tests: Path | None = None
    lock: Path | None = None
    shard: Shard | None = None
    baseline: Path | None = None
    are_cassettes_strict: bool = False
    cassette_report: Path | None = None
    cassette_folder: str = "cassettes"
    allowed_hosts: tuple[str, ...] = ()
    project_targets: tuple[str, ...] = ()
    check_modules: tuple[str, ...] = ()
    is_tool_in_one_worker: bool = False

    @property
    def with_coverage(self) -> bool:
        """Whether the coverage of contracts is needed."""
        return self.least_coverage is not None or any(kind in ("cov", "html") for kind, _ in self.reports)


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
        "check the tools of TARGET: a module, a .py file, either with :attribute, definitions:FILE, "
        "a folder of script tools, forge:builtins, forge:copilot, forge:dev, "
        "mcp.json (the servers in a client's file), 'mcp:COMMAND …' or mcp+http://HOST:PORT/PATH",
        "linelist",
    )
    _add(group, parser, "checks", "store", "IDS", "only these checks or families, separated by commas", "string")
    _add(group, parser, "skip", "store", "IDS", "leave out these checks or families", "string")
    _add(
        group,
        parser,
        "budget",
        "store",
        "|".join(BUDGET_NAMES),
        "time that a check may take (default: quick)",
        "string",
    )
    _add(group, parser, "level", "store", "|".join(LEVELS), "'must' skips SHOULD checks (default: should)", "string")
    _add(group, parser, "seed", "store", "N", "seed of the generated calls (default: 0)", "string")
    _add(
        group,
        parser,
        "report",
        "append",
        "FORMAT:PATH",
        "write a report, for example json:forge.json",
        "linelist",
    )
    _add(group, parser, "replay", "store", "ID", "repeat only the finding of this id, 'tool[check]#code'", "string")
    text = "go on with the run of the same targets and checks that was killed or interrupted: its verdicts are taken up"
    group.addoption("--forge-resume", dest="forge_resume", action="store_true", help=text)
    text = "fail if the calls exercise less than N per cent of the contracts"
    _add(group, parser, "cov-fail-under", "store", "N", text, "string")
    _add(
        group, parser, "store", "store", "PLACE|off", "past findings, judged first (default: pytest's cache)", "string"
    )
    text = "write a test for each finding, which fails until the tool is fixed"
    _add(group, parser, "write-tests", "store", "FILE|DIR", text, "string")
    text = "only the tools of the K-th of N parts; 'forge report merge' puts the JSON reports of all parts together"
    _add(group, parser, "shard", "store", "K/N", text, "string")
    text = "a file of 'forge lock': report what would break the users of the tools, and changed texts"
    _add(group, parser, "lock", "store", "FILE", text, "string")
    _add(group, parser, "baseline", "store", "FILE", "findings that are accepted, each with its reason", "string")
    _add(
        group,
        parser,
        "record",
        "store",
        "|".join(_RECORD_MODES),
        "cassettes: 'none' only replays, 'once' records missing files, 'new_episodes' adds missing requests, "
        "'all' records everything again (default: none); on the command line it overrides markers",
        "string",
    )
    _add(group, parser, "rechunk", "store", "SEED", "split replayed streams into other chunks, by this seed", "string")
    _add(
        group,
        parser,
        "cassettes",
        "store",
        "strict,report:FILE",
        "fail unplayed interactions, and runs with orphaned or unreadable cassettes; write a record of the run",
        "string",
    )
    text = "a variable to pass on to the tools ({workspace} in its value stands for the sandbox's workspace)"
    _add(group, parser, "env", "append", "NAME[=VALUE]", text, "linelist")
    text = "a .py file whose function prepare(workspace) runs in the sandbox before the tools are imported"
    _add(group, parser, "prepare", "store", "FILE", text, "string")
    text = "call tools of MCP servers, and tools that are marked destructive; like all, they run in the sandbox"
    group.addoption("--forge-allow-destructive", dest="forge_allow_destructive", action="store_true", help=text)
    parser.addini("forge_allow_destructive", text, type="bool", default=None)
    parser.addini("forge_cassette_folder", "the folder of cassettes, next to each test's file (default: cassettes)")
    parser.addini("forge_allowed_hosts", "hosts that tests with a cassette may reach", type="linelist", default=[])


def _add(
    group: pytest.OptionGroup, parser: pytest.Parser, name: str, action: str, metavar: str, text: str, kind: Any
) -> None:
    option, name = f"--forge-{name}", name.replace("-", "_")
    group.addoption(option, dest=f"forge_{name}", action=action, default=None, metavar=metavar, help=text)
    parser.addini(f"forge_{name}", text, type=kind, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Read the options once, and refuse invalid values."""
    try:
        project = read_project_settings(config.invocation_params.dir)
    except SettingsError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[_project_key] = project
    given = tuple(_given(config, "tools") or ())
    of_project = () if given else _project_targets(config, project)
    config.addinivalue_line("markers", "forge(family): a check of a tool; '-m forge' selects them all")
    config.stash[options_key] = ForgeOptions(
        targets=(*given, *of_project),
        checks=_names(_value(config, "checks")),
        skip=_names(_value(config, "skip")),
        budget=_choice(config, "budget", BUDGET_NAMES, "quick"),
        level=_choice(config, "level", LEVELS, "should"),
        seed=_number(config, "seed"),
        reports=_reports(config),
        record=_choice(config, "record", _RECORD_MODES, "none") if _value(config, "record") else None,
        is_record_given=config.getoption("forge_record") is not None,
        replay=_value(config, "replay") or "",
        resume=config.getoption("forge_resume"),
        env=_variables(config),
        prepare=_file(config, "prepare"),
        allow_destructive=_is_destructive_allowed(config),
        least_coverage=_percent(config),
        store=_value(config, "store") or "",
        tests=_test_place(config),
        lock=_file(config, "lock", key="locked"),
        shard=_shard(config),
        baseline=_file(config, "baseline"),
        rechunk=_number(config, "rechunk") if _value(config, "rechunk") else None,
        are_cassettes_strict="strict" in _names(_value(config, "cassettes")),
        cassette_report=_cassette_report(config),
        cassette_folder=config.getini("forge_cassette_folder") or "cassettes",
        allowed_hosts=tuple(config.getini("forge_allowed_hosts")),
        project_targets=of_project,
        is_tool_in_one_worker=getattr(config, "workerinput", {}).get(_WORKER_DIST) in _BY_TOOL,
        check_modules=tuple(project.values.get("check-module", ())),
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist the project's targets and the distribution; it is started with other words."""
    node.workerinput[_WORKER_DIST] = node.config.getoption("dist", "no")
    node.workerinput[_WORKER_TARGETS] = list(node.config.stash[options_key].project_targets)


def _project_targets(config: pytest.Config, project: ProjectSettings) -> tuple[str, ...]:
    """Return the targets of ``[tool.forge]`` that belong to this run.

    They do where pytest takes its own ``testpaths``: without words on the command line, in the project's folder. The id
    of one of their items brings its target, too.
    """
    if hasattr(config, "workerinput"):
        return tuple(config.workerinput.get(_WORKER_TARGETS, ()))
    targets = project.values.get("targets", ())
    if project.folder != config.invocation_params.dir:
        return ()
    if config.args_source is config.ArgsSource.ARGS:
        return tuple(one for one in targets if any(word.startswith(f"{one}::") for word in config.args))
    return tuple(targets)


def _is_destructive_allowed(config: pytest.Config) -> bool:
    in_ini = config.getini("forge_allow_destructive")
    if config.getoption("forge_allow_destructive") or in_ini is not None:
        return bool(config.getoption("forge_allow_destructive") or in_ini)
    return bool(config.stash[_project_key].values.get("allow-destructive"))


def _variables(config: pytest.Config) -> tuple[str, ...]:
    given = tuple(_value(config, "env") or ())
    if not config.stash[_project_key].values.get("outside-only"):
        return given
    from ..targets.mcp.address import OUTSIDE_ONLY

    return (*given, f"{OUTSIDE_ONLY}=1")


def _cassette_report(config: pytest.Config) -> Path | None:
    place = None
    for word in _names(_value(config, "cassettes")):
        kind, _, name = word.partition(":")
        if kind == "report" and name:
            place = config.invocation_params.dir / name
            if place.is_dir() or not place.parent.is_dir():
                raise pytest.UsageError(
                    f"forge_cassettes names {name!r}, which is not a file in an existing folder. Name another file."
                )
        elif word not in ("strict", "plain"):
            raise pytest.UsageError(f"forge_cassettes is {word!r}. Use strict, plain, or report:FILE.")
    return place


def _given(config: pytest.Config, name: str) -> Any:
    given = config.getoption(f"forge_{name}")
    return config.getini(f"forge_{name}") if given is None else given


def _value(config: pytest.Config, name: str) -> Any:
    given = _given(config, name)
    if config.getoption(f"forge_{name}") is not None or given not in (None, "", []):
        return given
    return config.stash[_project_key].values.get(name.replace("_", "-"))


def _file(config: pytest.Config, name: str, *, key: str = "") -> Path | None:
    given = config.getoption(f"forge_{name}")
    if given is not None:
        return config.invocation_params.dir / str(given)
    # An ini file applies in any folder of the project, so its paths are relative to the root.
    value = config.getini(f"forge_{name}")
    if value:
        return config.rootpath / str(value)
    of_project = config.stash[_project_key].values.get(key or name.replace("_", "-"))
    return config.invocation_params.dir / str(of_project) if of_project else None


def _test_place(config: pytest.Config) -> Path | None:
    place = _file(config, "write_tests")
    if place is not None and not _is_worker(config):
        from ..findings.regression_test import RegressionTestError, check_test_place

        try:
            check_test_place(place, name=place.name)
        except RegressionTestError as error:
            raise pytest.UsageError(str(error)) from None
    return place


def _is_worker(config: pytest.Config) -> bool:
    """Whether this is a worker of xdist, perhaps on another host: the controller writes, and has checked the places."""
    return hasattr(config, "workerinput")


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


def _percent(config: pytest.Config) -> float | None:
    value = _value(config, "cov_fail_under")
    if value in (None, ""):
        return None
    try:
        percent = float(value)
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise pytest.UsageError(f"forge_cov_fail_under is {value!r}. Use a number from 0 to 100.")
    return percent


def _shard(config: pytest.Config) -> Shard | None:
    word = _value(config, "shard")
    if not word:
        return None
    from ..report.shard import Shard

    shard = Shard.parse(word)
    if shard is None:
        raise pytest.UsageError(f"forge_shard is {word!r}. Write K/N with K from 1 to N, such as 1/3.")
    if _value(config, "cov_fail_under") not in (None, ""):
        raise pytest.UsageError("forge_cov_fail_under needs every tool of the run. Leave it or forge_shard out.")
    if _value(config, "replay"):
        raise pytest.UsageError("forge_replay repeats one finding. Leave forge_shard out.")
    return shard


def _reports(config: pytest.Config) -> tuple[tuple[str, Path | None], ...]:
    words = _value(config, "report")
    if not words:
        return ()
    from ..report.formats import FormatError, named_reports
    from ..report.place import place_problem

    try:
        named = named_reports(words, option="forge_report")
    except FormatError as error:
        raise pytest.UsageError(str(error)) from None
    reports: list[tuple[str, Path | None]] = []
    for kind, path in named:
        if path == "-":
            reports.append((kind, None))
            continue
        place = config.invocation_params.dir / path
        if not _is_worker(config) and (problem := place_problem(place, name=path)):
            raise pytest.UsageError(f"forge_report: {problem}")
        reports.append((kind, place))
    return tuple(reports)
