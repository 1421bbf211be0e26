"""The Data Contract Specification: a Fluid contract as one, and what it still needs for that.

Source: seed 001, "Same shape, for DCS".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .column_type import logical_type
from .contract_error import path_text
from .readiness import readiness

__all__ = ["dcs_document", "dcs_warnings"]

_VERSION = "1.2.1"
#: The types of DCS that have other names than in ODCS.
_TYPES = {"number": "decimal", "time": "string", "object": "record"}


def dcs_warnings(contract: Any) -> list[str]:
    """Return what a Fluid contract lacks for DCS, each with its path; an empty list if nothing.

    DCS describes columns, so an expose that is only described by OpenAPI is one of the warnings.
    """
    missing, valid = readiness(contract, "DCS")
    if missing or not valid:
        return missing
    return [
        f"{path_text(['exposes', number, 'contract', 'schema'])} is missing, which DCS needs. Add it."
        for number, expose in enumerate(contract["exposes"])
        if "schema" not in expose["contract"]
    ]


def dcs_document(contract: dict[str, Any]) -> dict[str, Any]:
    """Return a valid Fluid contract as one of DCS: a model for each expose that has columns."""
    exposes = contract["exposes"]
    owner = contract["metadata"]["owner"]
    versions = [expose["version"] for expose in exposes if "version" in expose]
    info = {
        "title": contract["name"],
        "version": versions[0] if versions else "1.0.0",
        "status": contract.get("lifecycle", {}).get("state", "active"),
        "description": contract.get("description"),
        "owner": owner.get("team"),
    }
    return {
        "dataContractSpecification": _VERSION,
        "id": contract["id"],
        "info": {key: value for key, value in info.items() if value is not None},
        "models": _models(expose for expose in exposes if "schema" in expose["contract"]),
        **({"tags": contract["tags"]} if "tags" in contract else {}),
    }


def _models(exposes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for expose in exposes:
        # Names of models have no dots.
        name = own = expose["exposeId"].replace(".", "_")
        number = 1
        while name in found:
            number += 1
            name = f"{own}_{number}"
        found[name] = _model(expose)
    return found


def _model(expose: dict[str, Any]) -> dict[str, Any]:
    fields = {column["name"]: _field(column) for column in expose["contract"]["schema"]}
    kind = expose["kind"] if expose["kind"] in ("table", "view") else "object"
    described = {"description": expose["description"]} if "description" in expose else {}
    return {"type": kind, **described, "fields": fields}


def _field(column: dict[str, Any]) -> dict[str, Any]:
    kind = logical_type(column["type"])
    same: dict[str, Any] = {key: column[key] for key in ("required", "description", "tags") if key in column}
    secrecy = {"classification": column["sensitivity"]} if "sensitivity" in column else {}
    return {"type": _TYPES.get(kind, kind), **same, **secrecy}
