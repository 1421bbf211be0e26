"""OpenAPI documents of `forge run` and `forge serve`: their options, and the tools that are made of them."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from ..errors import CommandError, RegistrationError
from ..project.project_file import ProjectFileError, read_project_file
from ..registry.tool_registry import ToolRegistry
from .given_name import named

__all__ = ["add_openapi_tools", "configure_openapi"]

_MAX_TOLD = 10
#: The messages name parameters of the function; the command has options.
_OPTIONS = (
    (re.compile(r"Pass security=\{'(.*)': 'VARIABLE'\}\."), r"Add --openapi-key '\1=VARIABLE'."),
    (re.compile(r"Pass base_url=\."), "Add --openapi-server URL."),
    (re.compile(r"Pass another name=\."), "Write --openapi NAME=FILE."),
)


def configure_openapi(parser: argparse.ArgumentParser) -> None:
    """Declare the options of OpenAPI documents."""
    parser.add_argument(
        "--openapi",
        metavar="[NAME=]FILE",
        action="append",
        default=[],
        help="an OpenAPI document; its operations are tools, called NAME__OPERATION with a name",
    )
    parser.add_argument(
        "--openapi-key",
        metavar="SCHEME=VARIABLE",
        action="append",
        default=[],
        help="the variable that holds the secret of a security scheme of the document",
    )
    parser.add_argument(
        "--openapi-server", metavar="URL", help="where the requests go; default: the document's first server"
    )


def add_openapi_tools(arguments: argparse.Namespace, tools: ToolRegistry, note: Callable[[str], object]) -> None:
    """Add the operations of the documents to *tools*.

    Args:
        arguments: The parsed arguments.
        tools: The other tools.
        note: Called with a line about each operation that is left out.

    Raises:
        CommandError: If a document or an option cannot be used, no operation can, or two tools have the same name.
    """
    if not arguments.openapi:
        if arguments.openapi_key or arguments.openapi_server:
            raise CommandError("--openapi-key and --openapi-server are for a document. Add --openapi FILE.")
        return
    if len(arguments.openapi) > 1 and (arguments.openapi_key or arguments.openapi_server):
        # A secret of one API would go to the other.
        raise CommandError("--openapi-key and --openapi-server are for one document. Use one --openapi with them.")
    from ..openapi.document import read_document  # few runs use a document
    from ..tools.openapi_operations.registering import register_openapi_tools

    security = dict(_key(given) for given in arguments.openapi_key)
    try:
        settings = read_project_file(Path.cwd()).tool_settings()
        for given in arguments.openapi:
            name, file = named(given)
            document = read_document(file)
            left_out: list[str] = []
            registered = register_openapi_tools(
                document,
                tools,
                name=name,
                base_url=arguments.openapi_server or "",
                security=security,
                settings=settings,
                tell=left_out.append,
            )
            for sentence in left_out[:_MAX_TOLD]:
                note(_as_options(sentence))
            if len(left_out) > _MAX_TOLD:
                note(f"{len(left_out) - _MAX_TOLD} more operations of {document.label!r} are left out.")
            if not registered:
                raise CommandError(f"{document.label!r} has no operation that can be a tool. Use another document.")
    except (RegistrationError, ProjectFileError) as error:
        raise CommandError(_as_options(str(error))) from None


def _key(given: str) -> tuple[str, str]:
    scheme, equals, variable = given.rpartition("=")
    if not equals or not scheme or not variable:
        raise CommandError(f"{given!r} is not a key of a document. Write --openapi-key SCHEME=VARIABLE.")
    if not os.environ.get(variable):
        raise CommandError(f"The variable {variable!r} is not set. Set it to the key, or name another variable.")
    return scheme, variable


def _as_options(sentence: str) -> str:
    for parameter, option in _OPTIONS:
        sentence = parameter.sub(option, sentence)
    return sentence
