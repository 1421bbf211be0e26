"""The Open Data Contract Standard: a Fluid contract as one, and what it still needs for that.

Source: seed 001, "Checks the contract carries the fields a future ODCS exporter needs".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .column_type import logical_type
from .contract_error import path_text
from .readiness import readiness

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["odcs_document", "odcs_warnings"]

_VERSION = "v3.2.0"
_NOT_INSTALLED = (
    "The contract was not compared with ODCS itself, as open-data-contract-standard is not installed. "
    "Install it for that (extra 'contracts')."
)

#: What servers of ODCS are made of, by the formats of Fluid bindings: their fields, with where a binding has them.
_SERVERS: dict[str, tuple[str, dict[str, str]]] = {
    "bigquery_table": ("bigquery", {"project": "project", "dataset": "dataset"}),
    "snowflake_table": ("snowflake", {"account": "account", "database": "database", "schema": "schema"}),
    "http_api": ("api", {"location": "baseUrl"}),
    "pubsub_topic": ("pubsub", {"project": "project"}),
    "s3_file": ("s3", {"location": "path"}),
}


def odcs_warnings(contract: Any) -> list[str]:
    """Return what a Fluid contract lacks for ODCS, each with its path; an empty list if nothing.

    A contract that has what ODCS needs, and is valid itself, is written as ODCS and compared with its schema, if
    ``open-data-contract-standard`` is installed; one warning tells if it is not.
    """
    missing, valid = readiness(contract, "ODCS")
    return missing if missing or not valid else [*_server_gaps(contract), *_misfits(odcs_document(contract))]


def odcs_document(contract: dict[str, Any]) -> dict[str, Any]:
    """Return a valid Fluid contract as a contract of ODCS: an object of its schema and a server for each expose.

    An expose that is described by OpenAPI has no columns, and one whose binding lacks what its server needs has no
    server.
    """
    exposes = contract["exposes"]
    owner = contract["metadata"]["owner"]
    versions = [expose["version"] for expose in exposes if "version" in expose]
    document = {
        "apiVersion": _VERSION,
        "kind": "DataContract",
        "id": contract["id"],
        "name": contract["name"],
        "version": versions[0] if versions else "1.0.0",
        "status": contract.get("lifecycle", {}).get("state", "active"),
        "domain": contract.get("domain"),
        "description": {"purpose": contract["description"]} if "description" in contract else None,
        "tags": contract.get("tags"),
        "team": {"name": owner["team"]} if "team" in owner else None,
        "schema": [_object(expose) for expose in exposes],
        "servers": [_server(expose) for expose in exposes if not _missing_of_server(expose)],
    }
    return {key: value for key, value in document.items() if value is not None}


def _object(expose: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {key: expose[key] for key in ("description", "tags") if key in expose}
    columns = expose["contract"].get("schema", [])
    return {
        "name": expose["exposeId"],
        "physicalType": expose["kind"],
        **described,
        "properties": [_property(column) for column in columns],
    }


def _property(column: dict[str, Any]) -> dict[str, Any]:
    same = ("name", "required", "description", "businessName", "tags")
    kept = {key: column[key] for key in same if key in column}
    secrecy = {"classification": column["sensitivity"]} if "sensitivity" in column else {}
    kind = logical_type(column["type"])
    items = {"items": {"logicalType": "string"}} if kind == "array" else {}
    return {**kept, "logicalType": kind, "physicalType": column["type"], **secrecy, **items}


def _server(expose: dict[str, Any]) -> dict[str, Any]:
    binding = expose["binding"]
    location = binding["location"]
    kind, fields = _SERVERS.get(binding["format"], ("custom", {}))
    if binding["format"] not in _SERVERS:
        known = ("account", "project", "dataset", "database", "schema", "path", "region")
        fields = {key: key for key in known if key in location}
    return {"server": expose["exposeId"], "type": kind, **{key: location[name] for key, name in fields.items()}}


def _missing_of_server(expose: dict[str, Any]) -> list[str]:
    binding = expose["binding"]
    _, fields = _SERVERS.get(binding["format"], ("custom", {}))
    return [name for name in fields.values() if name not in binding["location"]]


def _server_gaps(contract: dict[str, Any]) -> Iterator[str]:
    for number, expose in enumerate(contract["exposes"]):
        for name in _missing_of_server(expose):
            kind, _ = _SERVERS[expose["binding"]["format"]]
            path = path_text(["exposes", number, "binding", "location", name])
            yield f"{path} is missing, which a server of the type {kind} needs in ODCS. Add it."


def _misfits(document: dict[str, Any]) -> list[str]:
    validator = _validator()
    if validator is None:
        return [_NOT_INSTALLED]
    paths = dict.fromkeys(path_text(error.absolute_path) for error in validator.iter_errors(document))
    return [f"{path} of the contract in ODCS does not fit its schema. Change what it is made of." for path in paths]


@cache
def _validator() -> Validator | None:
    """Return the validator of the standard; None if the package that brings its schema is not installed."""
    try:
        import open_data_contract_standard  # the extra `contracts`
    except ImportError:
        return None
    from jsonschema.validators import Draft201909Validator
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it ships no types

    schema = json.loads(resources.files(open_data_contract_standard).joinpath("schema.json").read_bytes())
    return Draft201909Validator(schema, registry=REGISTRY)
