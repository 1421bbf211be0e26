"""`forge tool list|describe TARGET…`: show the tools as a model and a host see them."""

from __future__ import annotations

import argparse
import json
import sys

from forge_harness import CommandError, provider_shape

from ..engine.budget import BUDGETS
from ..engine.session import open_session
from ..report.output import json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from ..targets.facts import ToolFacts
from ..targets.given_variables import given_variables
from ..targets.target_error import TargetError

__all__ = ["HELP", "configure", "run"]

HELP = "List the tools of a target, or describe one."

_PROVIDERS = ("openai", "openai_responses", "openai_strict", "anthropic", "gemini", "ollama", "mcp")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="list|describe")
    listing = actions.add_parser("list", help="one line per tool")
    describing = actions.add_parser("describe", help="one tool, or all, as they are sent to a provider")
    for action in (listing, describing):
        action.add_argument("target", metavar="TARGET", help="as for forge check")
        action.add_argument(
            "--env",
            action="append",
            default=[],
            metavar="NAME[=VALUE]",
            help="a variable to pass on to the tools ({workspace} in its value stands for the sandbox's workspace)",
        )
        action.add_argument("--format", choices=["text", "json"], default="text")
    describing.add_argument("name", nargs="?", metavar="NAME", help="the tool's name (default: every tool)")
    describing.add_argument("--provider", choices=_PROVIDERS, default=None, help="show the shape for this provider")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the description."""
    try:
        environment = given_variables(arguments.env, option="--env")
        with open_session(arguments.target, budget=BUDGETS["quick"], environment=environment) as session:
            tools = list(session.tools)
    except TargetError as error:
        raise CommandError(str(error)) from None
    text = _listed(tools, arguments) if arguments.action == "list" else _described(tools, arguments)
    write_output(text)
    return 0


def _listed(tools: list[ToolFacts], arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        keys = ("name", "target", "kind", "tier", "category", "description")
        return json_text([{key: getattr(tool, key) for key in keys} for tool in tools])
    if not tools:
        return f"{printable(arguments.target)} holds no tools."
    names = [printable(tool.name) for tool in tools]
    width = max(map(len, names))
    paint = Paint.for_stream(sys.stdout)
    lines = []
    for tool, name in zip(tools, names, strict=True):
        first = (f"left out: {tool.left_out}" if tool.left_out else tool.description or "").strip().splitlines()
        summary = printable(first[0]) if first else ""
        lines.append(f"{paint.bold(f'{name:<{width}}')}  {tool.tier or '-':<8} {tool.kind:<10} {summary}")
    return "\n".join(lines)


def _described(tools: list[ToolFacts], arguments: argparse.Namespace) -> str:
    wanted = [tool for tool in tools if arguments.name in (None, tool.name, printable(tool.name))]
    if not wanted:
        names = ", ".join(tool.name for tool in tools[:5]) or "none"
        raise CommandError(f"There is no tool {arguments.name!r} in {arguments.target!r}. It has: {names}.")
    shown = [_definition(tool, arguments.provider) for tool in wanted]
    if arguments.format == "json" or arguments.provider is not None:
        return json_text(shown[0] if arguments.name else shown)
    return "\n\n".join(_page(tool) for tool in wanted)


def _definition(tool: ToolFacts, provider: str | None) -> dict[str, object]:
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {"type": "object", "properties": {}}
    return provider_shape(tool.name, tool.description or "", schema, provider)


def _page(tool: ToolFacts) -> str:
    paint = Paint.for_stream(sys.stdout)
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    properties = schema.get("properties")
    tier = tool.tier or "not given"
    lines = [
        f"{paint.bold(printable(tool.name))}  {paint.dim(f'{tool.kind}, tier {tier}')}",
        *(printable(line) for line in (tool.left_out or tool.description or "No description.").splitlines()),
    ]
    required = schema.get("required")
    for name, field in (properties if isinstance(properties, dict) else {}).items():
        facts = field if isinstance(field, dict) else {}
        needed = "required" if isinstance(required, list) and name in required else "optional"
        lines.append(printable(f"  {name}: {_type_of(facts)}, {needed}"))
        if isinstance(facts.get("description"), str):
            lines += [f"      {printable(line)}" for line in facts["description"].splitlines()]
    if tool.required_scopes:
        lines.append(f"  needs the scopes {printable(', '.join(tool.required_scopes))}")
    return "\n".join(lines)


def _type_of(field: dict[str, object]) -> str:
    if "type" in field:
        return str(field["type"])
    for key in ("enum", "const", "$ref"):
        if key in field:
            return f"{key} {json.dumps(field[key])}"
    options = field.get("anyOf") or field.get("oneOf")
    if isinstance(options, list):
        return " or ".join(_type_of(option) for option in options if isinstance(option, dict))
    return "anything"
