"""`register_openapi_tools`: the operations of an HTTP API as tools. Source: seed 002, "openapi_call"."""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...egress.client import EgressClient
from ...egress.policy import EgressPolicy
from ...errors import RegistrationError
from ...openapi.document import OpenApiDocument, read_document
from ...openapi.operation import LeftOutOperation, Operation, operation_names, read_operations
from ...openapi.security import scheme_names
from ...openapi.server import allowed_entry
from ...project.tool_settings import ToolSettings
from ...registry.process_tools import FORGE_TOOL_REGISTRY
from ...registry.tool_registry import ToolRegistry
from ...schema.dialect import DIALECTS, portability_problems
from ...schema.schema_facts import schema_facts
from ...scrub import escaped
from ...tool import NAME_PATTERN, ToolTier
from .operation_tool import OperationTool
from .sending import CALL_S

__all__ = ["register_openapi_tools"]

log = logging.getLogger(__name__)

_API_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_MAX_NAME = 64
_MAX_SHOWN = 100
#: Where a tool has to be portable; strict mode is a wish of the caller, and has a way back.
_PROVIDERS = ("openai", "anthropic", "gemini", "ollama")


def register_openapi_tools(
    document: str | Path | Mapping[str, Any] | OpenApiDocument,
    registry: ToolRegistry | None = None,
    *,
    name: str = "",
    base_url: str = "",
    security: Mapping[str, str] | None = None,
    allow: Iterable[str] | None = None,
    deny: Iterable[str] = (),
    tiers: Mapping[str, ToolTier | str] | None = None,
    call_s: float = CALL_S,
    settings: ToolSettings | None = None,
    tell: Callable[[str], object] | None = None,
) -> list[str]:
    """Register a tool for each operation of an API, and return their names in alphabetical order.

    A second call replaces them. An operation that cannot be a tool is left out and told; nothing but the document
    itself is read, so one that refers to another document is among them.

    Args:
        document: The path of a document of Swagger 2.0 or OpenAPI 3.0 to 3.2 in JSON or YAML, or its value.
        registry: Where to register the tools; by default `FORGE_TOOL_REGISTRY`.
        name: The API's name: the tools are called ``<name>__<operation>`` then, else ``<operation>``. A small letter,
            then small letters, digits and ``-``, at most 31 characters.
        base_url: Where all requests go; by default to the first server that the document declares.
        security: The name of the environment variable that holds the secret, by the name of its security scheme in the
            document. A token for ``apiKey``, ``oauth2``, ``openIdConnect`` and bearer, ``user:password`` for basic.
            An operation that needs another scheme is left out.
        allow: Names of operations; None for all.
        deny: Names of operations that are left out.
        tiers: What tools may do, by the name of the operation. By default GET, HEAD, OPTIONS and QUERY read, and all
            others execute.
        call_s: Seconds that the server gets for a call.
        settings: Where requests may go, and the variables. By default only to the servers of these operations, and on
            this machine only to *base_url*.
        tell: Called with a sentence for each operation that is left out; by default they are logged.

    Raises:
        RegistrationError: If the document cannot be used, a name is not valid, or another tool has one of the names.
            Nothing is registered then.
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    read = document if isinstance(document, OpenApiDocument) else read_document(document)
    if name and not _API_NAME.fullmatch(name):
        raise RegistrationError(
            f"{name!r} is not a name for an API. Begin with a small letter, then write at most 30 small letters, "
            "digits and '-'."
        )
    secrets = dict(security or {})
    chosen_tiers = _checked(read, secrets, allow, deny, tiers or {})
    told = tell or (lambda sentence: log.warning("%s", escaped(sentence)))
    wanted = None if allow is None else frozenset(allow)
    denied = frozenset(deny)
    operations: list[Operation] = []
    for found in read_operations(read, base_url=base_url, security=secrets):
        if found.name in denied or not (wanted is None or found.name in wanted):
            continue
        if isinstance(found, LeftOutOperation):
            told(_left_out(read, found))
        else:
            operations.append(found)
    given = settings or ToolSettings()
    client = given.client if given.egress is not None else _own_client(operations, is_chosen=bool(base_url))
    tools: dict[str, OperationTool] = {}
    for operation in operations:
        tool = OperationTool(
            operation,
            name=_tool_name(name, operation.name),
            client=client,
            environment=os.environ if given.environment is None else given.environment,
            tier=chosen_tiers.get(operation.name),
            call_s=call_s,
        )
        problem = next(_problems(tool), "")
        if not problem and tool.name in tools:
            problem = "another operation has its name for models"
        if problem:
            told(_left_out(read, LeftOutOperation(operation.name, problem)))
        else:
            tools[tool.name] = tool
    for tool in tools.values():
        present = into.get(tool.name)
        if present is not None and present.origin != tool.origin:
            raise RegistrationError(
                f"A tool named {tool.name!r} is already registered by {present.origin}. Pass another name=."
            )
    for tool in tools.values():
        into.register(tool, replace=True)
    return sorted(tools)


def _checked(
    document: OpenApiDocument,
    security: Mapping[str, str],
    allow: Iterable[str] | None,
    deny: Iterable[str],
    tiers: Mapping[str, ToolTier | str],
) -> dict[str, ToolTier]:
    """Return the tiers, after every name that an operator has written was found in the document."""
    for texts in (allow, deny):
        if isinstance(texts, str):
            raise RegistrationError(f"{texts!r} is a single text. Write a list of names of operations.")
    schemes = scheme_names(document)
    for scheme in security:
        if scheme not in schemes:
            known = ", ".join(map(repr, schemes[:10])) or "none"
            raise RegistrationError(f"{document.label!r} has no security scheme {scheme!r}. Its schemes: {known}.")
    known_names = set(operation_names(document))
    for unknown in sorted({*(allow or ()), *deny, *tiers} - known_names):
        raise RegistrationError(f"{document.label!r} has no operation {unknown!r}. Correct the name.")
    for operation, tier in tiers.items():
        if tier not in list(ToolTier):
            raise RegistrationError(
                f"{tier!r} is not a tier for the operation {operation!r}. Use 'read', 'write' or 'execute'."
            )
    return {operation: ToolTier(tier) for operation, tier in tiers.items()}


def _left_out(document: OpenApiDocument, found: LeftOutOperation) -> str:
    sentence = f"The operation {found.name[:_MAX_SHOWN]!r} of {document.label!r} is left out: {found.reason}."
    return f"{sentence} {found.remedy}".rstrip()


def _own_client(operations: Iterable[Operation], *, is_chosen: bool) -> EgressClient:
    """Return a client that reaches only the servers of these operations."""
    entries = {allowed_entry(operation.base_url, is_chosen=is_chosen) for operation in operations}
    return EgressClient(EgressPolicy(mode="allowlist", allow=sorted(entries)))


def _tool_name(api: str, operation: str) -> str:
    """Return the name of a tool: what of an operation's name every provider takes."""
    own = re.sub(r"[^a-zA-Z0-9-]+", "_", operation).strip("_-")
    own = own if own[:1].isalpha() else f"op_{own}"
    room = _MAX_NAME - (len(api) + 2 if api else 0)
    if len(own) > room:
        # The start alone may be that of another one.
        own = f"{own[: room - 7]}_{hashlib.sha256(operation.encode('utf-8', 'replace')).hexdigest()[:6]}"
    return f"{api}__{own}" if api else own


def _problems(tool: OperationTool) -> Iterator[str]:
    """Yield the reasons why a tool cannot be offered to every provider."""
    for problem in tool.problems():
        yield f"it cannot be a tool: {problem.rstrip('.')}"
    if not NAME_PATTERN.fullmatch(tool.name):
        yield "its name cannot be that of a tool"
    definition = tool.definition()
    facts = schema_facts(definition.input_schema)
    for provider in _PROVIDERS:
        for found in portability_problems(
            definition.name, definition.description, definition.input_schema, DIALECTS[provider], facts=facts
        ):
            yield f"not every provider takes it: {found.message.rstrip('.')}"
