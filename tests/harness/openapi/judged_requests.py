"""Generated calls of every operation in the corpus, judged by openapi-core as requests of their document.

    python tests/harness/openapi/judged_requests.py [CALLS [FOLDER]]

For each document: its operations, how many are tools, the calls made, those that the tool itself refuses (a value that
cannot stand in a path or a header), those that openapi-core accepts, and the reasons for the others. openapi-core reads
OpenAPI 3 alone, so requests of Swagger 2.0 are judged by the same document in OpenAPI 3 (`as_openapi_3`).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from forge_harness import ToolError, ToolValidationError
from forge_harness.kinds.json_arguments import JsonArguments
from forge_harness.openapi.document import OpenApiDocument, read_document
from forge_harness.openapi.operation import LeftOutOperation, Operation, read_operations
from forge_harness.openapi.request import PreparedRequest, prepared_request
from forge_harness.openapi.security import scheme_names
from pytest_forge.strategies.arguments import UnsupportedSchemaError, random_arguments

SERVER = "https://api.example.com/base"
VARIABLE = "FORGE_JUDGED_SECRET"
#: Operations that openapi-core does not judge by the document, with the reason.
JUDGES_OWN = {
    "create-realtime-call": "It takes a part of the type application/sdp for bytes, which are never of the type string."
}


class JudgedRequest:
    """A prepared request as openapi-core reads one."""

    def __init__(self, request: PreparedRequest) -> None:
        from openapi_core.datatypes import RequestParameters
        from werkzeug.datastructures import Headers, ImmutableMultiDict

        parts = urlsplit(request.url)
        headers = dict(request.headers)
        cookies = {name: morsel.value for name, morsel in SimpleCookie(headers.get("Cookie", "")).items()}
        self.host_url = f"{parts.scheme}://{parts.netloc}"
        self.path = parts.path
        self.method = request.method.lower()
        self.body = request.content
        self.content_type = headers.get("Content-Type", "")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(parts.query, keep_blank_values=True)),
            header=Headers(list(headers.items())),
            cookie=ImmutableMultiDict(cookies),
        )


@dataclass
class Judgement:
    """What became of the operations and calls of a document."""

    operations: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    made: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    bare: list[str] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)


def operations_of(document: OpenApiDocument) -> Iterator[Operation | LeftOutOperation]:
    """Yield the operations of a document with a secret for each of its schemes."""
    return read_operations(document, base_url=SERVER, security=dict.fromkeys(scheme_names(document), VARIABLE))


def judged(document: OpenApiDocument, *, calls: int, seed: int = 1) -> Judgement:
    """Return what openapi-core says of *calls* generated calls of each operation."""
    found = Judgement()
    judge = _judge(document)
    for operation in operations_of(document):
        found.operations += 1
        if operation.name in JUDGES_OWN:
            continue
        if isinstance(operation, LeftOutOperation):
            found.left_out[operation.name] = operation.reason
            continue
        checked = JsonArguments(operation.name, operation.arguments.schema)
        proofs = [credential.proof({VARIABLE: "user:word"}) for credential in operation.credentials]
        made = 0
        try:
            for arguments in random_arguments(operation.arguments.schema, seed=seed, limit=calls):
                made += 1
                _judge_call(found, judge, operation, checked, proofs, arguments)
        except UnsupportedSchemaError as error:
            found.examples[f"{operation.name}: no arguments"] = str(error)
        found.made += made
        if not made:
            found.bare.append(operation.name)
    return found


def _judge_call(found: Judgement, judge: Any, operation: Operation, checked: Any, proofs: Any, arguments: Any) -> None:
    try:
        request = prepared_request(operation, checked.check(arguments), proofs)
    except (ToolError, ToolValidationError) as error:
        found.refused[f"{type(error).__name__} {getattr(error, 'code', '')}".strip()] += 1
        found.examples.setdefault("refused", f"{operation.name} {error} {arguments!r:.200}")
        return
    try:
        judge.validate_request(JudgedRequest(request))
    except Exception as error:
        inner = error
        while inner.__cause__ is not None:
            inner = inner.__cause__
        why = f"{operation.name}: {type(error).__name__} {inner!s:.150}"
        found.reasons[why] += 1
        found.examples.setdefault(why, f"{request.method} {request.url} {request.content!r:.300} {arguments!r:.300}")
        return
    found.accepted += 1


def _judge(document: OpenApiDocument) -> Any:
    from openapi_core import Config, OpenAPI

    data = json.loads(json.dumps(as_openapi_3(document.data)))
    _without_discriminators(data)
    # Where the requests go is not the document's matter here.
    for item in data.get("paths", {}).values():
        for node in (item, *item.values()):
            if isinstance(node, dict):
                node.pop("servers", None)
    return OpenAPI.from_dict({**data, "servers": [{"url": SERVER}]}, config=Config(spec_validator_cls=None))


def _without_discriminators(node: Any) -> None:
    """Remove what only says which of several schemas to try first; openapi-core takes it for a rule of its own."""
    if isinstance(node, dict):
        if isinstance(node.get("discriminator"), dict):
            del node["discriminator"]
        for part in node.values():
            _without_discriminators(part)
    elif isinstance(node, list):
        for part in node:
            _without_discriminators(part)


def as_openapi_3(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document of Swagger 2.0 with parameters and bodies as OpenAPI 3.0 has them; others as they are."""
    if "swagger" not in data:
        return dict(data)
    schemas = json.loads(json.dumps(data.get("definitions", {})).replace("#/definitions/", "#/components/schemas/"))
    paths: dict[str, Any] = {}
    text = json.dumps(data.get("paths", {})).replace("#/definitions/", "#/components/schemas/")
    for path, item in json.loads(text).items():
        paths[path] = {key: _as_operation(value) if isinstance(value, dict) else value for key, value in item.items()}
    return {"openapi": "3.0.3", "info": data["info"], "paths": paths, "components": {"schemas": schemas}}


def _as_operation(operation: dict[str, Any]) -> dict[str, Any]:
    parameters = []
    made: dict[str, Any] = {"responses": {"default": {"description": "any"}}}
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "body":
            content = {"application/json": {"schema": parameter["schema"]}}
            made["requestBody"] = {"required": parameter.get("required", False), "content": content}
            continue
        schema = {
            key: value
            for key, value in parameter.items()
            if key not in ("name", "in", "required", "description", "collectionFormat")
        }
        is_exploded = parameter.get("collectionFormat", "csv") == "multi"
        parameters.append(
            {
                "name": parameter["name"],
                "in": parameter["in"],
                "required": parameter.get("required", False),
                "schema": schema,
                **({"explode": is_exploded} if parameter["in"] == "query" else {}),
            }
        )
    return {**made, "parameters": parameters}


def documents(folder: Path) -> list[Path]:
    """Return the documents of the corpus, the smallest first."""
    return sorted(folder.iterdir(), key=lambda file: file.stat().st_size)


def main() -> int:
    """Print what was judged, and return how many documents have a call that is not accepted."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    folders = sorted(Path.home().glob(".cache/forge-corpus/*/corpus/openapi"))
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else folders[-1]
    bad = 0
    for file in documents(folder):
        document = read_document(file)
        found = judged(document, calls=calls)
        bad += bool(found.reasons or found.bare)
        print(
            f"{file.name[:44]:<44} {document.version} operations {found.operations:>3}, left out "
            f"{len(found.left_out):>2}, calls {found.made:>6}, refused {found.refused.total():>5}, "
            f"accepted {found.accepted:>6}, not accepted {found.reasons.total():>4}",
            flush=True,
        )
        for name, reason in found.left_out.items():
            print(f"    left out  {name}: {reason}")
        for what, times in found.refused.most_common():
            print(f"    refused   {times} {what}; such as {found.examples.get('refused', '')}")
        for why, times in found.reasons.most_common(40):
            print(f"    not taken {times} {why}\n              {found.examples[why]}")
        for name in found.bare:
            print(f"    no calls  {name} {found.examples.get(name + ': no arguments', '')}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
