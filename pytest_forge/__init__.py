"""The pytest plugin of Forge Harness: isolate, check and replay the tools of LLM agents.

Loading this package imports nothing but the standard library; each name below is imported when it is first used, since
every pytest run on a machine pays for what a plugin imports.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cassettes.playing.miss_errors import CassetteDriftError, CassetteMissError
    from .cassettes.use.cassette import Cassette, use_cassette
    from .cassettes.use.settings import CassetteSettings
    from .cassettes.use.trajectory import Trajectory
    from .checks.check import check
    from .plugin.rule_suite import RuleSuite
    from .plugin.suite import ToolSuite
    from .strategies.arguments import arguments, random_arguments
    from .strategies.schemas.unsupported import UnsupportedSchemaError
    from .targets.facts import ToolFacts
    from .targets.subject import Subject
    from .testing.assertions import assert_scrubbed, no_effects
    from .testing.confined import assert_confined
    from .testing.isolation import (
        RecordedEvents,
        dispatching,
        recorded_events,
        restored_registry,
        restored_rules,
        temporary_workspace,
    )
    from .testing.promise import assert_promise
    from .testing.state_machine import ToolStateMachine, invariant
    from .verdict import CheckFailure, CheckResult, CouldNotRun, NotApplicable

__all__ = [
    "Cassette",
    "CassetteDriftError",
    "CassetteMissError",
    "CassetteSettings",
    "CheckFailure",
    "CheckResult",
    "CouldNotRun",
    "NotApplicable",
    "RecordedEvents",
    "RuleSuite",
    "Subject",
    "ToolFacts",
    "ToolStateMachine",
    "ToolSuite",
    "Trajectory",
    "UnsupportedSchemaError",
    "arguments",
    "assert_confined",
    "assert_promise",
    "assert_scrubbed",
    "check",
    "dispatching",
    "invariant",
    "no_effects",
    "random_arguments",
    "recorded_events",
    "restored_registry",
    "restored_rules",
    "temporary_workspace",
    "use_cassette",
]

_HOMES = {
    "Cassette": "cassettes.use.cassette",
    "CassetteDriftError": "cassettes.playing.miss_errors",
    "CassetteMissError": "cassettes.playing.miss_errors",
    "CassetteSettings": "cassettes.use.settings",
    "CheckFailure": "verdict",
    "CheckResult": "verdict",
    "CouldNotRun": "verdict",
    "NotApplicable": "verdict",
    "RecordedEvents": "testing.isolation",
    "RuleSuite": "plugin.rule_suite",
    "Subject": "targets.subject",
    "ToolFacts": "targets.facts",
    "ToolStateMachine": "testing.state_machine",
    "ToolSuite": "plugin.suite",
    "Trajectory": "cassettes.use.trajectory",
    "UnsupportedSchemaError": "strategies.schemas.unsupported",
    "arguments": "strategies.arguments",
    "assert_confined": "testing.confined",
    "assert_promise": "testing.promise",
    "assert_scrubbed": "testing.assertions",
    "check": "checks.check",
    "dispatching": "testing.isolation",
    "invariant": "testing.state_machine",
    "no_effects": "testing.assertions",
    "random_arguments": "strategies.arguments",
    "recorded_events": "testing.isolation",
    "restored_registry": "testing.isolation",
    "restored_rules": "testing.isolation",
    "temporary_workspace": "testing.isolation",
    "use_cassette": "cassettes.use.cassette",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
