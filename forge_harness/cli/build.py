"""`forge build`: the project's agent as files for its host."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..errors import CommandError, RegistrationError
from ..project.project_file import PROJECT_FILE, ProjectFileError

__all__ = ["HELP", "configure", "run"]

HELP = "Build the project's agent: its specification, its tools' schemas, and a manifest."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "project", nargs="?", default=Path(), type=Path, metavar="PROJECT", help="its folder; default: the current one"
    )
    parser.add_argument("--prod", action="store_true", help="for production: leave development tools out of every file")
    parser.add_argument("--output", type=Path, metavar="DIR", help="default: .forge/build in the project")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of agent.json, and build nothing")
    parser.add_argument("--json", action="store_true", help="print the manifest instead of a line about the build")


def run(arguments: argparse.Namespace) -> int:
    """Build the agent; 0 if it was written."""
    from ..build.agent_spec import agent_spec_schema  # the help needs none of it
    from ..build.build import build_agent
    from ..build.build_folder import MANIFEST

    if arguments.schema:
        print(json.dumps(agent_spec_schema(), indent=2))  # noqa: T201  # the command's output
        return 0
    if not (arguments.project / PROJECT_FILE).is_file() and arguments.project.name != PROJECT_FILE:
        raise CommandError(
            f"There is no {PROJECT_FILE!r} in {str(arguments.project.absolute())!r}. "
            "Name the folder of a project, or create the file; it may be empty."
        )
    try:
        built = build_agent(arguments.project, prod=arguments.prod, output=arguments.output)
    except (ProjectFileError, RegistrationError) as error:
        raise CommandError(str(error)) from None
    if arguments.json:
        print((built.folder / MANIFEST).read_text(encoding="utf-8"), end="")  # noqa: T201  # the command's output
        return 0
    counted = ", ".join(f"{number} {category}" for category, number in built.counts.items())
    total = sum(built.counts.values())
    line = f"Built {built.spec.agent_id} {built.spec.version} in {_short(built.folder)}: {total} tools ({counted})."
    if built.left_out:
        line += f" {built.left_out} for development left out."
    elif "dev" in built.counts:
        line += " With development tools: use --prod for production."
    print(line)  # noqa: T201  # the command's output
    return 0


def _short(folder: Path) -> str:
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
