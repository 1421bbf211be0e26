"""The pytest plugin of Forge Harness: isolate, check and replay the tools of LLM agents.

Loading this package imports nothing but the standard library; each name below is imported when it is first used, since
every pytest run on a machine pays for what a plugin imports.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .argument_strategy import arguments, random_arguments
    from .assertions import assert_confined, assert_scrubbed, no_effects
    from .cassette_settings import CassetteSettings
    from .cassette_use import Cassette, use_cassette
    from .cassettes.playing.player import CassetteDriftError, CassetteMissError
    from .checks.check import check
    from .isolation import RecordedEvents, dispatching, recorded_events, restored_registry, temporary_workspace
    from .promise import assert_promise
    from .state_machine import ToolStateMachine, invariant
    from .strategies.schemas.unsupported import UnsupportedSchemaError
    from .suite import ToolSuite
    from .targets.facts import ToolFacts
    from .targets.subject import Subject
    from .trajectory import Trajectory
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
    "temporary_workspace",
    "use_cassette",
]

_HOMES = {
    "Cassette": "cassette_use",
    "CassetteDriftError": "cassettes.playing.player",
    "CassetteMissError": "cassettes.playing.player",
    "CassetteSettings": "cassette_settings",
    "CheckFailure": "verdict",
    "CheckResult": "verdict",
    "CouldNotRun": "verdict",
    "NotApplicable": "verdict",
    "RecordedEvents": "isolation",
    "Subject": "targets.subject",
    "ToolFacts": "targets.facts",
    "ToolStateMachine": "state_machine",
    "ToolSuite": "suite",
    "Trajectory": "trajectory",
    "UnsupportedSchemaError": "strategies.schemas.unsupported",
    "arguments": "argument_strategy",
    "assert_confined": "assertions",
    "assert_promise": "promise",
    "assert_scrubbed": "assertions",
    "check": "checks.check",
    "dispatching": "isolation",
    "invariant": "state_machine",
    "no_effects": "assertions",
    "random_arguments": "argument_strategy",
    "recorded_events": "isolation",
    "restored_registry": "isolation",
    "temporary_workspace": "isolation",
    "use_cassette": "cassette_use",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
