"""`openapi_call`: an operation of an API, by its document. Source: seed 002, "Call OpenAPI-described endpoints"."""

from __future__ import annotations

import difflib
import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import Any

from pydantic import Field

from ...egress.client import EgressClient
from ...errors import RegistrationError, ToolError, ToolValidationError
from ...kinds.json_arguments import JsonArguments
from ...kinds.typed_tool import ForgeTool
from ...openapi.document import OpenApiDocument, parsed_document
from ...openapi.operation import LeftOutOperation, Operation, operation_names, read_operation
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ...workspace.workspace import Workspace
from ..openapi_operations.sending import CALL_S, send_operation
from ..tool_arguments import ToolArguments

__all__ = ["openapi_call"]

_NAME = "openapi_call"
_MAX_URL, _MAX_NAME = 4096, 300
#: YAML is read at about 500 KB a second.
_MAX_DOCUMENT_BYTES = 2 << 20
_KEPT_DOCUMENTS, _MAX_NAMED = 4, 20
_SUFFIXES = frozenset({".json", ".yaml", ".yml"})


class OpenApiCallArguments(ToolArguments):
    """A document, one of its operations, and what it is called with."""

    spec_url: str = Field(
        description="Where the document of Swagger 2.0 or OpenAPI 3 is, in JSON or YAML and of at most 2 MiB: its path "
        f"in the workspace, or its whole http or https address, at most {_MAX_URL} characters.",
        min_length=1,
        max_length=_MAX_URL,
        examples=["petstore.json", "https://api.example.com/openapi.json"],
    )
    operation_id: str = Field(
        description="The operationId of the operation, or its method and path, such as get_pets, if it has none; at "
        f"most {_MAX_NAME} characters.",
        min_length=1,
        max_length=_MAX_NAME,
        examples=["showPetById"],
    )
    params: dict[str, Any] = Field(
        default_factory=dict,
        description="The operation's parameters and the fields of its body by name; a body that is not a plain object "
        "is 'body'.",
        examples=[{"petId": "7"}],
    )


def openapi_call(client: EgressClient) -> ForgeTool:
    """Return the tool that calls operations where *client* may send. No call has a secret of the environment."""
    documents = _Documents(client)

    @forge_tool(
        name=_NAME,
        args_schema=OpenApiCallArguments,
        tier=ToolTier.EXECUTE,
        category=ToolCategory.ADAPTER,
        facts={
            "open_world": True,
            "varies": True,
            "creates": True,
            "replaces": True,
            "reports_failures": True,
            # A path is one of the workspace, and an address goes through the policy.
            "takes_local_addresses": False,
        },
        workspace_root_aware=True,
        timeout_s=2 * CALL_S + 10,
        register=False,
    )
    def call(arguments: OpenApiCallArguments, *, workspace_root: Path) -> dict[str, Any]:
        """Call an operation of an API as its OpenAPI document describes it, and return the reply.

        `mismatch` says where the reply is not what the document describes; `truncated` if it is cut at 768 KiB.
        """
        document = documents.read(arguments.spec_url, workspace_root)
        operation = _operation(document, arguments.operation_id)
        return send_operation(operation, _checked(operation, arguments.params), client=client, environment={})

    return call


class _Documents:
    """Reads documents, and keeps the last few by their content: a model calls several operations of one."""

    def __init__(self, client: EgressClient) -> None:
        self._client = client
        self._kept: OrderedDict[tuple[str, bytes], OpenApiDocument] = OrderedDict()

    def read(self, place: str, workspace_root: Path) -> OpenApiDocument:
        """Return the document at a path or an address.

        Raises:
            ToolError: ``bad_document`` if there is none.
        """
        is_address = "://" in place
        content = self._fetched(place) if is_address else _file_content(place, workspace_root)
        address = place if is_address else ""
        key = (address, hashlib.sha256(content).digest())
        document = self._kept.get(key)
        if document is None:
            try:
                document = parsed_document(content, label="The document", address=address)
            except RegistrationError:
                raise _bad_document() from None
            self._kept[key] = document
            while len(self._kept) > _KEPT_DOCUMENTS:
                # Another thread may have been here.
                self._kept.pop(next(iter(self._kept), key), None)
        return document

    def _fetched(self, url: str) -> bytes:
        answer = self._client.request(
            "GET",
            url,
            headers={"Accept": "application/json, application/yaml, text/*;q=0.5, */*;q=0.1"},
            timeout_s=CALL_S,
            max_bytes=_MAX_DOCUMENT_BYTES,
        )
        if answer.status != 200 or answer.is_truncated:
            raise _bad_document()
        return answer.body


def _bad_document() -> ToolError:
    return ToolError(
        "There is no document of Swagger 2.0 or OpenAPI 3.0 to 3.2, of at most 2 MiB, at 'spec_url'. "
        "Name the document itself.",
        code="bad_document",
    )


def _file_content(path: str, workspace_root: Path) -> bytes:
    with (
        Workspace(workspace_root) as workspace,
        workspace.open_read(path, suffixes=_SUFFIXES, max_bytes=_MAX_DOCUMENT_BYTES) as file,
    ):
        return file.read()


def _operation(document: OpenApiDocument, name: str) -> Operation:
    found = read_operation(document, name)
    if found is None:
        names = operation_names(document)
        near = difflib.get_close_matches(name, names, 5, 0.4) or names[:_MAX_NAMED]
        told = ", ".join(repr(item[:_MAX_NAME]) for item in near) or "none"
        raise ToolError(
            f"The document has no operation {name!r}. Use one of its operations, such as {told}.",
            code="unknown_operation",
        )
    if isinstance(found, LeftOutOperation):
        raise ToolError(
            f"The operation {name!r} cannot be called: {found.reason}. Use another one.", code="operation_unusable"
        )
    return found


def _checked(operation: Operation, params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters if they fit the operation.

    Raises:
        ToolError: ``invalid_params`` if they do not.
    """
    try:
        return JsonArguments(_NAME, operation.arguments.schema).check(params)
    except ToolValidationError as error:
        known = ", ".join(argument.name for argument in operation.arguments.arguments[:_MAX_NAMED]) or "none"
        raise ToolError(
            f"The params do not fit the operation: {error.reason}. Send values that do; its params are: {known}.",
            code="invalid_params",
        ) from None
    except RegistrationError:
        raise _bad_document() from None
