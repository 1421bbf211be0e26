"""Settings of the tools of the seeds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..egress.client import EgressClient
from ..egress.policy import EgressPolicy
from .cli_settings import CliSettings

if TYPE_CHECKING:
    from ..guardrails.rules import GuardrailRules

__all__ = ["ToolSettings"]


@dataclass(frozen=True, kw_only=True)
class ToolSettings:
    """The settings that `register_builtins` and `register_code_agent_tools` make their tools from.

    Args:
        files_folder: The folder of `file_create`, relative to the workspace. Source: seed 002, "written to the agent's
            .forge/files/ directory".
        egress: Where tools may send requests; None sends nothing. A client that is made already, as in a test, is used
            as it is.
        guardrails: What programs may not be given, and what may not be read of their output; None for no
            rules.
        cli: Which programs `cli_execute` may run; none by default.
        skills: The folder of the skills, for `read_skill`; None registers no such tool.
        environment: The variables that tools read keys from; None for those of the process, at every call.
    """

    files_folder: str = ".forge/files"
    egress: EgressPolicy | EgressClient | None = None
    guardrails: GuardrailRules | None = None
    cli: CliSettings = field(default_factory=CliSettings)
    skills: Path | None = None
    environment: Mapping[str, str] | None = None

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables that tools read keys from."""
        return os.environ if self.environment is None else self.environment

    @property
    def client(self) -> EgressClient:
        """The client of the tools that send requests; another one each time if a policy is given."""
        return self.egress if isinstance(self.egress, EgressClient) else EgressClient(self.egress)
