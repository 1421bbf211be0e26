"""`forge tool list|describe [TARGET]`: show tools as a model and a host see them; without a target, our own."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from forge_harness import CommandError, ToolCategory, ToolTier, provider_shape

from ..engine.budget import BUDGETS
from ..engine.session import open_session
from ..report.output import json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from ..targets.builtins import load_builtins
from ..targets.facts import ToolFacts
from ..targets.resolve import BUILTINS, COPILOT, is_builtin_target
from ..targets.target_error import TargetError
from .sandbox_options import add_sandbox_options, sandbox_variables

__all__ = ["HELP", "configure", "run"]

HELP = "List the tools of the harness or of a target, or describe one."

_PROVIDERS = ("openai", "openai_responses", "openai_strict", "anthropic", "gemini", "ollama", "mcp")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="list|describe")
    listing = actions.add_parser("list", help="one line per tool")
    describing = actions.add_parser("describe", help="one tool, or all, as they are sent to a provider")
    for action in (listing, describing):
        action.add_argument("target", nargs="?", metavar="TARGET", help="as for forge check (default: our own tools)")
        add_sandbox_options(action)
        action.add_argument("--format", choices=["text", "json"], default="text")
    listing.add_argument("--category", metavar="|".join(ToolCategory), help="only tools of this category")
    listing.add_argument("--tier", metavar="|".join(ToolTier), help="only tools of this tier")
    describing.add_argument(
        "name", nargs="?", metavar="NAME", help="the tool's name (default: every tool); alone, a tool of our own"
    )
    describing.add_argument("--provider", choices=_PROVIDERS, default=None, help="show the shape for this provider")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the description."""
    if arguments.action == "describe":
        _read_lone_name(arguments)
        text = _described(_tools(arguments), arguments)
    else:
        category = _known(arguments.category, ToolCategory, "category")
        tier = _known(arguments.tier, ToolTier, "tier")
        chosen = [tool for tool in _tools(arguments) if category in (None, tool.category) and tier in (None, tool.tier)]
        text = _listed(chosen, arguments)
    write_output(text)
    return 0


def _tools(arguments: argparse.Namespace) -> list[ToolFacts]:
    try:
        if arguments.target is None:
            return _own_tools()
        if is_builtin_target(arguments.target):
            # Our own code needs no sandbox to be listed.
            return [facts for facts, _ in load_builtins(arguments.target)]
        environment = sandbox_variables(arguments, base=Path.cwd())
        with open_session(arguments.target, budget=BUDGETS["quick"], environment=environment) as session:
            return list(session.tools)
    except TargetError as error:
        raise CommandError(str(error)) from None


def _own_tools() -> list[ToolFacts]:
    """Return our tools by name, without those for development."""
    own = [facts for room in (BUILTINS, COPILOT) for facts, _ in load_builtins(room)]
    return sorted(own, key=lambda facts: facts.name)


def _read_lone_name(arguments: argparse.Namespace) -> None:
    """Take the only word as a tool of ours if it is one, and refuse it if it is no module either."""
    word = arguments.target
    if word is None or arguments.name is not None or not word.isidentifier():
        return
    ours = [facts.name for facts in _own_tools()]
    if word in ours:
        arguments.target, arguments.name = None, word
    elif not Path(word).is_dir() and not Path(f"{word}.py").is_file() and importlib.util.find_spec(word) is None:
        near = _near(word, ours) or "`forge tool list` names ours."
        raise CommandError(f"There is no tool {word!r}, and no module of that name. {near}")


def _known(word: str | None, choices: Iterable[str], what: str) -> str | None:
    known = [str(choice) for choice in choices]
    if word is None or word in known:
        return word
    near = _near(word, known) or f"Use one of {', '.join(known)}."
    raise CommandError(f"There is no {what} {word!r}. {near}")


def _near(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, list(known), 3)
    return f"Close to it: {', '.join(close)}." if close else ""


def _listed(tools: list[ToolFacts], arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        keys = ("name", "target", "kind", "tier", "category", "description")
        rows = [{key: getattr(tool, key) for key in keys} | {"left_out": _why_left_out(tool)} for tool in tools]
        return json_text(rows)
    if not tools:
        filters = [f"the {key} {word!r}" for key in ("category", "tier") if (word := getattr(arguments, key))]
        of = f" of {' and '.join(filters)}" if filters else ""
        return f"{printable(arguments.target or 'The harness')} holds no tools{of}."
    names = [printable(tool.name) for tool in tools]
    width = max(map(len, names))
    paint = Paint.for_stream(sys.stdout)
    lines = []
    for tool, name in zip(tools, names, strict=True):
        reason = _why_left_out(tool)
        first = (f"left out: {reason}" if reason else tool.description or "").strip().splitlines()
        summary = printable(first[0]) if first else ""
        lines.append(f"{paint.bold(f'{name:<{width}}')}  {tool.tier or '-':<8} {_origin(tool):<10} {summary}")
    return "\n".join(lines)


def _described(tools: list[ToolFacts], arguments: argparse.Namespace) -> str:
    wanted = [tool for tool in tools if arguments.name in (None, tool.name, printable(tool.name))]
    if not wanted:
        names = [tool.name for tool in tools]
        near = _near(arguments.name, names) or f"It has: {', '.join(names[:5]) or 'none'}."
        raise CommandError(f"There is no tool {arguments.name!r} in {arguments.target!r}. {near}")
    shown = [_definition(tool, arguments.provider) for tool in wanted]
    if arguments.format == "json" or arguments.provider is not None:
        return json_text(shown[0] if arguments.name else shown)
    return "\n\n".join(_page(tool) for tool in wanted)


def _why_left_out(tool: ToolFacts) -> str:
    """Return why it is not a tool; empty if it is one. Of a bad script, nothing is known but its problem."""
    return tool.left_out or (" ".join(tool.problems) if tool.input_schema is None and tool.description is None else "")


def _origin(tool: ToolFacts) -> str:
    return tool.category if is_builtin_target(tool.target) and tool.category else tool.kind


def _definition(tool: ToolFacts, provider: str | None) -> dict[str, object]:
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {"type": "object", "properties": {}}
    return provider_shape(tool.name, tool.description or "", schema, provider)


def _page(tool: ToolFacts) -> str:
    paint = Paint.for_stream(sys.stdout)
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    properties = schema.get("properties")
    tier = tool.tier or "not given"
    lines = [
        f"{paint.bold(printable(tool.name))}  {paint.dim(f'{_origin(tool)}, tier {tier}')}",
        *(printable(line) for line in (_why_left_out(tool) or tool.description or "No description.").splitlines()),
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
