"""Operation: one request that an API takes, as a document describes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import RegistrationError
from .argument import ArgumentList, read_arguments
from .body import RequestBody, read_body, read_swagger_body
from .document import OpenApiDocument
from .left_out import LeftOut
from .parameter import Parameter, read_parameter
from .security import Credential, credentials_of
from .server import checked_base_url, server_url

__all__ = ["LeftOutOperation", "Operation", "operation_names", "read_operation", "read_operations"]

#: The methods that have a key of their own, in the order of OpenAPI 3.2.
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
#: Methods that speak to the servers on the way.
_NOT_SENT = frozenset({"TRACE", "CONNECT"})
_MAX_DESCRIPTION = 1_024
_MAX_NAME = 64
#: What the client writes, or the description of the body and the reply says.
_NOT_PARAMETERS = frozenset({"accept", "authorization", "content-type"})
_FRAMING = frozenset(
    {"connection", "content-length", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_PLACE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True)
class Operation:
    """One request that an API takes.

    Attributes:
        name: The ``operationId``, or the method and the path if it has none or one that another has.
        method: The method in capitals.
        path: The path with its places for parameters.
        base_url: Where it is sent, without a slash at its end.
        description: What it does.
        arguments: What a model sends.
        body: The body of its requests.
        credentials: What its requests need beside the arguments.
        replies: What the document says of replies, by status, not resolved.
    """

    name: str
    method: str
    path: str
    base_url: str
    description: str
    arguments: ArgumentList = field(repr=False)
    body: RequestBody | None = field(repr=False)
    credentials: tuple[Credential, ...]
    document: OpenApiDocument = field(repr=False)
    replies: Mapping[str, Any] = field(repr=False)
    produces: tuple[str, ...] = ()

    @property
    def is_read(self) -> bool:
        """Whether HTTP defines its method as one that only reads."""
        return self.method in ("GET", "HEAD", "OPTIONS", "QUERY")


@dataclass(frozen=True, slots=True)
class LeftOutOperation:
    """An operation that cannot be offered.

    Attributes:
        name: Its name.
        reason: The reason, a clause without its full stop.
        remedy: What an operator can do about it, a sentence; empty if it is a matter of the document.
    """

    name: str
    reason: str
    remedy: str = ""


def read_operations(
    document: OpenApiDocument, *, base_url: str = "", security: Mapping[str, str] | None = None
) -> Iterator[Operation | LeftOutOperation]:
    """Yield each operation of a document in its order, or why it cannot be offered.

    Args:
        document: The document.
        base_url: Where all requests go; by default to the first server that the document declares.
        security: Names of variables by those of security schemes.

    Raises:
        RegistrationError: If *base_url* is not a whole http or https address.
    """
    base = checked_base_url(base_url) if base_url else ""
    for name, method, path, item, node in _listed(document):
        yield _read(document, name, method, path, item, node, base, security or {})


def read_operation(
    document: OpenApiDocument, name: str, *, base_url: str = "", security: Mapping[str, str] | None = None
) -> Operation | LeftOutOperation | None:
    """Return the operation of that name, or why it cannot be offered; None if there is none."""
    base = checked_base_url(base_url) if base_url else ""
    for found, method, path, item, node in _listed(document):
        if found == name:
            return _read(document, found, method, path, item, node, base, security or {})
    return None


def operation_names(document: OpenApiDocument) -> list[str]:
    """Return the names of the operations of a document, in its order."""
    return [name for name, *_ in _listed(document)]


def _listed(document: OpenApiDocument) -> Iterator[tuple[str, str, str, Any, Mapping[str, Any]]]:
    """Yield the name, method, path, path item and node of each operation."""
    taken: set[str] = set()
    for path, item in document.path_items():
        try:
            found = document.resolved(item)
        except LeftOut:
            # Which methods it has is not known, so it is named by its path.
            yield _free("", "get", path, taken), "get", path, item, {}
            continue
        for method, node in _methods(document, found):
            if isinstance(node, Mapping):
                told = node.get("operationId")
                yield _free(told if isinstance(told, str) else "", method, path, taken), method, path, found, node


def _methods(document: OpenApiDocument, item: Any) -> Iterator[tuple[str, Any]]:
    """Yield each method of a path and what stands there; those without a key of their own since OpenAPI 3.2."""
    if not isinstance(item, Mapping):
        return
    is_newest = document.version == "3.2"
    yield from ((method, item[method]) for method in _METHODS if method in item and (is_newest or method != "query"))
    others = item.get("additionalOperations") if is_newest else None
    yield from ((str(method), node) for method, node in (others.items() if isinstance(others, Mapping) else ()))


def _free(told: str, method: str, path: str, taken: set[str]) -> str:
    """Return a name that no operation before has."""
    for name in (told.strip(), f"{method}_{path.strip('/')}"):
        if name and _slug(name) and _slug(name) not in taken:
            taken.add(_slug(name))
            return name
    number = len(taken)
    while _slug(f"{method}_{path}_{number}") in taken:
        number += 1
    taken.add(_slug(f"{method}_{path}_{number}"))
    return f"{method}_{path.strip('/')}_{number}"


def _slug(name: str) -> str:
    """Return what of a name is left in that of a tool."""
    return re.sub(r"[^a-zA-Z0-9-]+", "_", name).strip("_-").lower()


def _read(
    document: OpenApiDocument,
    name: str,
    method: str,
    path: str,
    item: Any,
    node: Mapping[str, Any],
    base_url: str,
    security: Mapping[str, str],
) -> Operation | LeftOutOperation:
    try:
        document.resolved(item)
        return _operation(document, name, method, path, item, node, base_url, security)
    except LeftOut as error:
        return LeftOutOperation(name, error.reason, error.remedy)
    except (RecursionError, TypeError, AttributeError, KeyError, ValueError, RegistrationError):
        # A part of another shape than the specification has, at a place that is not worth a reason of its own.
        return LeftOutOperation(name, "its description is not valid")


def _operation(
    document: OpenApiDocument,
    name: str,
    method: str,
    path: str,
    item: Mapping[str, Any],
    node: Mapping[str, Any],
    base_url: str,
    security: Mapping[str, str],
) -> Operation:
    is_swagger = document.version == "2.0"
    _check_method(method)
    credentials = credentials_of(document, node, security)
    nodes = _parameter_nodes(document, item, node)
    bodies = [found for found in nodes if is_swagger and found.get("in") in ("body", "formData")]
    parameters = [read_parameter(found, is_swagger=is_swagger) for found in nodes if found not in bodies]
    kept = [parameter for parameter in parameters if _is_argument(parameter, credentials)]
    if "?" in path or "#" in path:
        raise LeftOut("its path holds a query or a fragment")
    places = set(_PLACE.findall(path))
    missing = sorted(places - {found.name for found in kept if found.location == "path"})
    if missing:
        raise LeftOut(f"its path needs {missing[0]!r}, which is not a parameter")
    kept = [found for found in kept if found.location != "path" or found.name in places]
    _check_query(kept, credentials)
    body = read_swagger_body(document, node, bodies) if is_swagger else read_body(document, node)
    if method.lower() in ("get", "head", "options") and body is not None:
        if body.is_required:
            raise LeftOut(f"it is a {method.upper()} with a body")
        body = None
    replies, produces = node.get("responses"), node.get("produces", document.data.get("produces"))
    return Operation(
        name=name,
        method=method.upper(),
        path=path,
        base_url=base_url or server_url(document, (node, item)),
        description=_description(node, method, path),
        arguments=read_arguments(document, kept, body),
        body=body,
        credentials=credentials,
        document=document,
        replies={str(status): reply for status, reply in replies.items()} if isinstance(replies, Mapping) else {},
        produces=tuple(map(str, produces)) if is_swagger and isinstance(produces, list) else (),
    )


def _check_method(method: str) -> None:
    """Leave out a method that is not one to send.

    Raises:
        LeftOut: If it is one.
    """
    shown = repr(method[:_MAX_NAME])
    if not _TOKEN.fullmatch(method) or method.upper() in _NOT_SENT:
        raise LeftOut(f"its method {shown} is not one that is sent")
    if method not in _METHODS and method != method.upper():
        raise LeftOut(f"its method {shown} is not written in capitals")


def _check_query(parameters: Sequence[Parameter], credentials: tuple[Credential, ...]) -> None:
    """Leave out an operation whose query is described as a whole and in parts.

    Raises:
        LeftOut: If it is.
    """
    wholes = [found for found in parameters if found.location == "querystring"]
    if not wholes:
        return
    if len(wholes) > 1 or any(found.location == "query" for found in parameters):
        raise LeftOut("its query is described as a whole and in parts")
    if wholes[0].is_json and any(credential.location == "query" for credential in credentials):
        raise LeftOut("its query is JSON as a whole, and has no place for a secret")


def _parameter_nodes(
    document: OpenApiDocument, item: Mapping[str, Any], node: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """Return the parameters of the path and the operation; the operation's replace those of the same name."""
    found: dict[tuple[Any, Any], Mapping[str, Any]] = {}
    for holder in (item, node):
        declared = holder.get("parameters")
        for part in declared if isinstance(declared, list) else ():
            parameter = document.resolved(part)
            if not isinstance(parameter, Mapping):
                raise LeftOut("one of its parameters is not an object")
            content = parameter.get("content")
            if isinstance(content, Mapping):
                # Since OpenAPI 3.2, the description of a media type may be a reference.
                parameter = {**parameter, "content": {key: document.resolved(media) for key, media in content.items()}}
            found[parameter.get("in"), parameter.get("name")] = parameter
    return list(found.values())


def _is_argument(parameter: Parameter, credentials: tuple[Credential, ...]) -> bool:
    """Whether a model has to send a parameter; the client and the environment send the others."""
    name = parameter.name.lower() if parameter.location == "header" else parameter.name
    for credential in credentials:
        own = credential.name.lower() if credential.location == "header" else credential.name
        if (credential.location, own) == (parameter.location, name):
            return False
    if parameter.location != "header" or name in _NOT_PARAMETERS:
        return parameter.location != "header"
    if not _TOKEN.fullmatch(name) or name in _FRAMING or name.startswith("proxy-"):
        if parameter.is_required:
            raise LeftOut(f"its header {parameter.name[:_MAX_NAME]!r} is not one that a caller may write")
        return False
    return True


def _description(node: Mapping[str, Any], method: str, path: str) -> str:
    summary, text = (str(node.get(key) or "").strip() for key in ("summary", "description"))
    told = text if text.startswith(summary) else f"{summary.rstrip('.')}. {text}".strip()
    return (told or f"Send {method.upper()} {path}.")[:_MAX_DESCRIPTION]
