"""The Fluid data contract, version 0.7.2: its JSON Schema, and what is wrong with one.

The schema accepts what the published one does, except for texts with a line feed at their end, and for digits and
letters of other scripts in versions, durations, percentages and types, which it refuses. Source: seed 001, "Full Fluid
0.7.2 schema validator".
"""

from __future__ import annotations

import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from .build import BUILD, ORCHESTRATION
from .contract_error import error_text
from .expose import BINDING, DOCUMENTS, EXPOSE, LIFECYCLE, QUALITY_OF_SERVICE
from .node import BOOLEAN, FRACTION, INTEGER, NUMBER, TEXT, TEXTS, Node, choice, closed, items, opened
from .values import DURATION, IDENTIFIER, TAGS, VERSION, labelled

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["FLUID_VERSION", "MAX_ERRORS", "contract_errors", "contract_schema"]

#: The version of the contract format.
FLUID_VERSION = "0.7.2"
#: The most errors that are told of one contract.
MAX_ERRORS = 100

_TOO_MANY = f"There are more errors than these {MAX_ERRORS}. Correct these first, then validate again."
_TOO_DEEP = "The contract nests too deeply to be validated. Send one without values in values without end."

_MOMENT: Node = {"type": "string", "format": "date-time"}
_EMAIL: Node = {"type": "string", "format": "email"}

_METADATA = closed(
    "owner",
    owner=closed(team=TEXT, email=_EMAIL, slack=TEXT, oncall=TEXT),
    layer=TEXT,
    createdAt=_MOMENT,
    businessContext=closed(domain=TEXT, subdomain=TEXT, businessCapability=TEXT, valueStream=TEXT),
    provenance=opened(
        schema_version=INTEGER,
        kind=TEXT,
        generated_at=_MOMENT,
        generated_by=opened(tool=TEXT, version=TEXT, command=TEXT),
    ),
    tags=TAGS,
)

_CONSUME = labelled(
    "productId exposeId",
    productId=IDENTIFIER,
    exposeId=IDENTIFIER,
    versionConstraint=TEXT,
    qosExpectations=labelled(freshnessMax=DURATION, maxStaleness=DURATION, minCompleteness=FRACTION),
    requiredPolicies=TEXTS,
    purpose=TEXT,
)

_FIELD_MAPPING = labelled(
    "sourceField targetField",
    sourceField=TEXT,
    targetField=TEXT,
    transformation=labelled(type=choice("direct_mapping aggregation calculation lookup"), expression=TEXT),
)

_LINEAGE = labelled(
    granularity=choice("table_level field_level"),
    upstream=items(
        labelled(
            "productId exposeId",
            productId=IDENTIFIER,
            exposeId=IDENTIFIER,
            fieldMappings=items(_FIELD_MAPPING),
            relationship=choice("direct_consumption lookup_enrichment aggregation"),
        )
    ),
    downstream=items(labelled(consumer=IDENTIFIER, impact=choice("critical high medium low"))),
)

_SCHEMA_EVOLUTION = labelled(
    strategy=choice("semantic_versioning date_based sequential"),
    compatibility=choice("backward_compatible forward_compatible full_compatible breaking"),
    changePolicy=labelled(
        changeWindowDays={"type": "integer", "minimum": 0}, approvalRequired=BOOLEAN, approvers=TEXTS
    ),
)

_MACHINE_LEARNING = labelled(
    enabled=BOOLEAN,
    framework=choice("mlflow kubeflow sagemaker vertex_ai custom"),
    models=items(
        labelled(
            "name version type",
            name=TEXT,
            version=VERSION,
            type=choice("classification regression clustering recommendation other"),
            algorithm=TEXT,
            features=TEXTS,
            target=TEXT,
            validation=labelled(metrics=TEXTS, thresholds={"type": "object", "additionalProperties": NUMBER}),
        )
    ),
)

_ENVIRONMENT = labelled(
    metadata=labelled(owner=closed(team=TEXT, email=TEXT, slack=TEXT)),
    exposes=items(labelled(exposeId=IDENTIFIER, binding=BINDING, qos=QUALITY_OF_SERVICE)),
)

_SOVEREIGNTY = labelled(
    jurisdiction=choice("EU US UK CA AU JP CN IN BR Global Multi-Region"),
    allowedRegions=items(TEXT, unique=True),
    deniedRegions=items(TEXT, unique=True),
    dataResidency=BOOLEAN,
    crossBorderTransfer=BOOLEAN,
    transferMechanisms=items(choice("SCCs BCRs Adequacy DPF Consent Derogation"), unique=True),
    regulatoryFramework=items(choice("GDPR CCPA CPRA HIPAA PIPEDA LGPD PDPA POPIA DPA APPI"), unique=True),
    enforcementMode=choice("strict advisory audit"),
    validationRequired=BOOLEAN,
)

_GRANT = closed(
    "principal",
    principal=TEXT,
    permissions=items(choice("read select query write insert update delete create admin manage"), unique=True),
    resources=TEXTS,
    conditions={"type": "object"},
)

_CONTRACT = labelled(
    "fluidVersion kind id name metadata exposes",
    fluidVersion=choice(FLUID_VERSION),
    kind=choice("DataProduct MLPipeline"),
    id=IDENTIFIER,
    name={"type": "string", "minLength": 1},
    description=TEXT,
    domain=TEXT,
    metadata=_METADATA,
    exposes=items(EXPOSE, at_least=1),
    consumes=items(_CONSUME),
    builds=items(BUILD),
    build=BUILD,
    lineage=_LINEAGE,
    schemaEvolution=_SCHEMA_EVOLUTION,
    machineLearning=_MACHINE_LEARNING,
    environments={"type": "object", "additionalProperties": _ENVIRONMENT},
    lifecycle=LIFECYCLE,
    docs=DOCUMENTS,
    sovereignty=_SOVEREIGNTY,
    accessPolicy=closed(grants=items(_GRANT)),
    orchestration=ORCHESTRATION,
)


def contract_schema() -> Node:
    """Return the JSON Schema of a contract, in draft 2020-12; a new one in every call, which refers to nothing."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **copy.deepcopy(_CONTRACT)}


def contract_errors(contract: Any) -> list[str]:
    """Return what is wrong with a contract, each with its path; an empty list if nothing is.

    Paths are such as ``exposes[0].binding.location``. The errors name fields and what they take, never a value of the
    contract. After `MAX_ERRORS` of them, one more tells that there are others.

    Args:
        contract: Any value, though only a dict with JSON values can be a contract.
    """
    found: dict[str, None] = {}
    try:
        for error in _validator().iter_errors(contract):
            found.update(dict.fromkeys(error_text(error, root_fields=_CONTRACT["properties"])))
            if len(found) > MAX_ERRORS:
                return [*list(found)[:MAX_ERRORS], _TOO_MANY]
    except RecursionError:
        return [*found, _TOO_DEEP]
    except BaseException as error:
        # jsonschema uses a data structure in Rust, which panics at Python's recursion limit.
        if type(error).__name__ != "PanicException":
            raise
        return [*found, _TOO_DEEP]
    return list(found)


@cache
def _validator() -> Validator:
    # jsonschema is slower to import than the rest of the harness.
    from jsonschema.validators import Draft202012Validator

    return Draft202012Validator(_CONTRACT)
