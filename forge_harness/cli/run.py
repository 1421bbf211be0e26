"""`forge run PROMPT`: a model with your tools, in the terminal."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ..approval.decisions import ApprovalDecision, ApprovalHandler, AutoApprove, Granted, Rejected, TierPolicy
from ..config.unified_config import RunSettings, load_unified_config, run_settings
from ..cost.cost_footer import cost_footer
from ..cost.prices import PriceBook
from ..cost.run_cost import RunCostTracker
from ..errors import AgentRunStopped, CommandError, FluidError
from ..events import EventBus
from ..loop.agent_loop import DEFAULT_MAX_ITERATIONS, run_agent_loop
from ..loop.agent_run import AgentRun
from ..providers.catalog import PROVIDER_NAMES, get_provider
from ..tool import ToolTier
from .mcp_servers import configure_mcp, mcp_tools
from .openapi_documents import add_openapi_tools, configure_openapi
from .project_tools import add_project_tools
from .terminal import RunTerminal
from .tool_targets import TARGET_HELP, load_tools

__all__ = ["HELP", "configure", "run"]

HELP = "Let a model answer a prompt, with your tools."

#: Entry points of this group take a path and return a context manager that records every request made inside it.
_RECORDERS = "forge_harness.recorders"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("prompt", metavar="PROMPT")
    parser.add_argument("--provider", choices=PROVIDER_NAMES, help="default: from the config")
    parser.add_argument("--model", help="the model's name, as the provider writes it; default: from the config")
    parser.add_argument(
        "--base-url", help="another host with the provider's API; keys are sent to it only with --key-env"
    )
    parser.add_argument("--key-env", metavar="VARIABLE", help="the environment variable that holds the key")
    parser.add_argument("--tools", metavar="TARGET", action="append", default=[], help=TARGET_HELP)
    parser.add_argument(
        "--dev", action="store_true", help="offer the development tools too: a shell, a console, files and tests"
    )
    configure_mcp(parser)
    configure_openapi(parser)
    parser.add_argument("--workspace", type=Path, help="folder in which the tools may work")
    parser.add_argument(
        "--approve",
        choices=["ask", "read", "all"],
        default="ask",
        help="calls that do more than read: ask you (the default), allow reads only, or allow all",
    )
    parser.add_argument("--scope", action="append", default=[], metavar="SCOPE", help="a scope the agent holds")
    parser.add_argument("--max-iterations", type=int, default=DEFAULT_MAX_ITERATIONS, metavar="N")
    parser.add_argument(
        "--cost-limit", type=float, metavar="USD", help="default: FLUID_COST_LIMIT_USD, else the config"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="record requests and answers in a new cassette")
    parser.add_argument("--quiet", action="store_true", default=None, help="hide notes on the model before the run")
    parser.add_argument("--verbose", action="store_true", help="show why calls failed, from the log")
    parser.add_argument("--json", action="store_true", help="one JSON object at the end, instead of the answer")


def run(arguments: argparse.Namespace) -> int:
    """Run the prompt; 0 if the model answered, 1 if the run was stopped first."""
    if not arguments.prompt.strip():
        raise CommandError("The prompt is empty. Write a task for the model.")
    terminal = RunTerminal(is_verbose=arguments.verbose)
    tools = load_tools(arguments.tools, note=terminal.note)
    add_openapi_tools(arguments, tools, terminal.note)
    rules = add_project_tools(tools, with_dev=arguments.dev)
    if arguments.workspace is not None and not arguments.workspace.is_dir():
        raise CommandError(f"The workspace {str(arguments.workspace)!r} is not a folder. Choose an existing folder.")
    settings = _settings(arguments)
    bus = EventBus()
    bus.subscribe(terminal.show)
    cost = RunCostTracker(limit_usd=settings.cost_limit_usd, prices=PriceBook(settings.prices), bus=bus)
    code = 0
    try:
        with (
            terminal.logs(),
            _recording(arguments.record),
            mcp_tools(arguments, tools, terminal.note),
            get_provider(
                settings.provider or "",
                model=settings.model or "",
                base_url=arguments.base_url,
                api_key=_key(arguments.key_env),
                temperature=settings.temperature,
            ) as provider,
        ):
            done = run_agent_loop(
                arguments.prompt,
                provider=provider,
                tools=tools,
                workspace_root=arguments.workspace,
                approval=_policy(arguments.approve, terminal),
                scopes=arguments.scope,
                guardrails=rules,
                max_iterations=arguments.max_iterations,
                stream_to=None if arguments.json else terminal.say,
                cost=cost,
                warn=_say_nothing if settings.quiet else terminal.note,
                bus=bus,
            )
    except AgentRunStopped as stopped:
        done, code = stopped.run, 1
        terminal.note(str(stopped))
    except (FluidError, ValueError) as error:
        terminal.end_line()
        # The message names a parameter of the function; the command has an option.
        raise CommandError(str(error).replace("pass api_key=", "name another variable with --key-env")) from None
    except KeyboardInterrupt:
        terminal.end_line()
        raise
    if terminal.hides_failures:
        terminal.note("Add --verbose to see why a call failed.")
    if arguments.json:
        print(json.dumps(_as_json(done)))  # noqa: T201  # the command's output
    else:
        terminal.end_line()
        price = "cost unknown" if done.cost_usd is None else f"${done.cost_usd:.4f}"
        terminal.note(
            f"{_counted(done.iterations, 'turn')}, {_counted(len(done.tool_calls), 'tool call')}, "
            f"{done.usage.input_tokens} tokens in, "
            f"{done.usage.output_tokens} out, {price}"
        )
        for line in cost_footer(cost.breakdown(), limit_usd=settings.cost_limit_usd):
            terminal.note(line)
    return code


def _settings(arguments: argparse.Namespace) -> RunSettings:
    """Return the settings of the run, from the arguments, the environment and the config."""
    try:
        config = load_unified_config()
    except ValueError as error:
        raise CommandError(str(error)) from None
    settings = run_settings(
        config,
        provider=arguments.provider,
        model=arguments.model,
        cost_limit=arguments.cost_limit,
        quiet=arguments.quiet,
    )
    for name, value in (("provider", settings.provider), ("model", settings.model)):
        if value is None:
            raise CommandError(f"The {name} is missing. Add --{name}, or set llm.{name} in the config.")
    # A limit that cannot be read must stop the run, not be ignored.
    unread = next((line for line in config.problems if "cost_limit_usd_per_run" in line), "") if config else ""
    if unread and settings.cost_limit_usd is None and arguments.cost_limit is None:
        raise CommandError(unread)
    return settings


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _as_json(done: AgentRun) -> dict[str, Any]:
    return {
        "version": 1,
        "text": done.text,
        "stop_reason": done.stop_reason,
        "iterations": done.iterations,
        "tool_calls": [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in done.tool_calls],
        "records": [asdict(record) for record in done.records],
        "usage": asdict(done.usage),
        "cost_usd": done.cost_usd,
    }


def _recording(place: Path | None) -> AbstractContextManager[object]:
    """Return a context manager that records the requests inside it; another package provides it."""
    if place is None:
        return nullcontext()
    found = sorted(entry_points(group=_RECORDERS), key=lambda point: point.name)
    if not found:
        raise CommandError("A recorder is not installed. Install forge-harness with its plugin, pytest_forge.")
    try:
        recorder: Callable[[Path], AbstractContextManager[object]] = found[0].load()
    except Exception as error:  # noqa: BLE001  # another package may raise anything
        raise CommandError(
            f"The recorder {found[0].name!r} cannot be loaded ({type(error).__name__}). "
            "Reinstall the package it comes from."
        ) from None
    return recorder(place)


def _key(variable: str | None) -> str | None:
    if variable is None:
        return None
    key = os.environ.get(variable, "")
    if not key:
        raise CommandError(f"The variable {variable!r} is not set. Set it to the key, or name another variable.")
    return key


def _say_nothing(line: str) -> None:
    """Ignore *line*."""


def _policy(name: str, terminal: RunTerminal) -> ApprovalHandler:
    if name == "all":
        return AutoApprove()
    if name == "read":
        return TierPolicy(review=lambda *_: Rejected("Only reads are allowed."))
    return TierPolicy(review=partial(_ask, terminal))


def _ask(terminal: RunTerminal, name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
    if not sys.stdin.isatty():
        terminal.note(
            f"{name} was rejected: this is not a terminal, so its approval cannot be asked. See --approve all."
        )
        return Rejected("Standard input is not a terminal.")
    # ASCII JSON cannot hold terminal control characters.
    terminal.note(f"{tier.value}: {name} {json.dumps(dict(arguments), default=repr)}\nMay it run? [y/N] ", end="")
    return Granted() if sys.stdin.readline().strip().lower() in ("y", "yes") else Rejected("The user said no.")
