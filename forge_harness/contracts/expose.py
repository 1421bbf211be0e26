"""What a data product exposes: its columns and their quality, who may read them, where they are, what they mean."""

from __future__ import annotations

from .column_type import COLUMN_TYPE
from .node import BOOLEAN, FRACTION, INTEGER, NUMBER, TEXT, TEXTS, Node, choice, closed, items, matching, opened, texts
from .values import (
    DURATION,
    IDENTIFIER,
    LABELS,
    PERCENTAGE,
    SENSITIVITY,
    URI,
    VERSION,
    labelled,
)

__all__ = ["BINDING", "DOCUMENTS", "EXPOSE", "LIFECYCLE", "QUALITY_OF_SERVICE"]

_URGENCY = choice("info warning critical")
_FILE_FORMAT = choice("parquet orc avro")
_ANY_OBJECT: Node = {"type": "object"}

LIFECYCLE = labelled(
    state=choice("preview active deprecated retired"),
    retention=DURATION,
    deprecationPolicy=labelled(noticePeriod=DURATION, contact=TEXT, replacement=TEXT),
)
DOCUMENTS = labelled(homepage=URI, runbook=URI, dictionary=URI, changeLog=URI)

_COLUMN = labelled(
    "name type",
    name={"type": "string", "minLength": 1},
    type=COLUMN_TYPE,
    required=BOOLEAN,
    description=TEXT,
    sensitivity=SENSITIVITY,
    semanticType=TEXT,
    businessName=TEXT,
    businessDefinition=TEXT,
    validationRules=items(closed(type=choice("range regex enum custom"), constraint=TEXT, message=TEXT)),
)

_QUALITY_RULE = labelled(
    "id type severity",
    id=TEXT,
    type=choice("freshness completeness uniqueness valid_values accuracy schema anomaly_detection drift_detection"),
    selector=TEXT,
    threshold=NUMBER,
    operator=choice(">= > <= < == !="),
    window=DURATION,
    severity=choice("info warn error critical"),
    description=TEXT,
)

_CONTRACT = {
    **labelled(
        schemaSignature=matching("sha256:[0-9a-fA-F]{64}", "sha256:" + "0" * 64),
        schema=items(_COLUMN),
        openapiRef=URI,
        guarantees=closed(
            compatibility=choice("none patch minor backward forward strict"),
            evolution=items(
                choice(
                    "additive_columns additive_fields additive_endpoints nullable_to_required_disallowed "
                    "field_removal_with_notice type_widening_allowed"
                )
            ),
        ),
        dq=labelled(rules=items(_QUALITY_RULE), monitoring=closed(enabled=BOOLEAN, window=DURATION, owner=TEXT)),
        quality=items(
            opened("rule expression severity", rule=TEXT, expression=TEXT, severity=choice("error warning info"))
        ),
    ),
    "anyOf": [{"required": ["schema"]}, {"required": ["openapiRef"]}],
}

QUALITY_OF_SERVICE = labelled(
    availability=PERCENTAGE,
    freshnessSLO=DURATION,
    dataLossSLO=TEXT,
    latencyP95=DURATION,
    completenessTarget=FRACTION,
    errorBudget=FRACTION,
)

_USE_CASES = items(
    choice(
        "inference reasoning analysis summarization classification embedding search qa code_generation fine_tuning "
        "training rag"
    ),
    unique=True,
)

_AGENT_POLICY = labelled(
    allowedModels=items(matching("[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?", "small-model-1.0"), unique=True),
    deniedModels=items(TEXT, unique=True),
    maxTokensPerRequest={"type": "integer", "minimum": 1},
    maxTokensPerDay={"type": "integer", "minimum": 1},
    allowedUseCases=_USE_CASES,
    deniedUseCases=_USE_CASES,
    canReason=BOOLEAN,
    canStore=BOOLEAN,
    retentionPolicy=opened(maxRetentionDays={"type": "integer", "minimum": 0}, requireDeletion=BOOLEAN),
    auditRequired=BOOLEAN,
    purposeLimitation=TEXT,
)

_POLICY = labelled(
    authn=choice("oidc oauth2 api_key none custom iam jwt"),
    authz=labelled(
        readers=TEXTS,
        writers=TEXTS,
        columnRestrictions=items(labelled(principal=TEXT, columns=TEXTS, access=choice("allow deny"))),
    ),
    privacy=labelled(
        masking=items(
            labelled(
                "column strategy",
                column=TEXT,
                strategy=choice("mask hash tokenize encrypt k_anonymity"),
                params=_ANY_OBJECT,
            )
        ),
        rowLevelPolicy=labelled("expression", expression=TEXT),
    ),
    classification=choice("Public Internal Confidential Restricted"),
    agentPolicy=_AGENT_POLICY,
)

_PARTITION = opened(
    "sourceColumn transform",
    name=TEXT,
    sourceColumn=TEXT,
    transform=choice("identity year month day hour bucket truncate"),
    numBuckets=INTEGER,
    width=INTEGER,
)
_SORT_FIELD = opened("column", column=TEXT, direction=choice("asc desc"), nullOrder=choice("nulls-first nulls-last"))

#: Where the data is.
BINDING = labelled(
    "platform format location",
    platform=choice("gcp aws azure snowflake databricks kafka local kubernetes other"),
    format=choice(
        "bigquery_table snowflake_table gcs_file s3_file http_api grpc_api pubsub_topic kafka_topic delta_table "
        "iceberg parquet csv json other"
    ),
    icebergConfig=closed(
        writeVersion={"type": "integer", "enum": [1, 2]},
        fileFormat=_FILE_FORMAT,
        partitionSpec=items(_PARTITION),
        sortOrder=items(_SORT_FIELD),
        properties=LABELS,
    ),
    location=closed(
        **texts("account project dataset database schema table bucket path gateway"),
        baseUrl=URI,
        **texts("topic subscription region zone"),
    ),
    properties=_ANY_OBJECT,
)

_OBSERVABILITY = labelled(
    metrics=items(closed("name source", name=TEXT, source=TEXT, sli=TEXT)),
    onBreach=items(
        labelled(
            "type",
            type=choice("slack email webhook pagerduty custom"),
            channel=TEXT,
            target=TEXT,
            url=URI,
            severity=_URGENCY,
        )
    ),
    defaultSLIs=labelled(
        enabled=BOOLEAN,
        freshness=labelled(enabled=BOOLEAN, threshold=DURATION, severity=_URGENCY),
        completeness=labelled(enabled=BOOLEAN, threshold=FRACTION, severity=_URGENCY),
        latency=labelled(
            enabled=BOOLEAN,
            threshold=DURATION,
            percentile={"type": "number", "minimum": 0, "maximum": 100},
            severity=_URGENCY,
        ),
    ),
)

_SEMANTICS = labelled(
    name=TEXT,
    description=TEXT,
    defaultAggTimeDimension=TEXT,
    entities=items(
        closed("name type", name=TEXT, type=choice("primary foreign unique natural"), expr=TEXT, description=TEXT)
    ),
    measures=items(
        closed(
            "name agg",
            name=TEXT,
            description=TEXT,
            agg=choice("sum avg count count_distinct min max median percentile"),
            expr=TEXT,
            aggTimeDimension=TEXT,
            nonAdditiveDimension=closed(name=TEXT, windowChoice=choice("min max")),
            createMetric=BOOLEAN,
        )
    ),
    dimensions=items(
        closed(
            "name type",
            name=TEXT,
            type=choice("categorical time"),
            expr=TEXT,
            description=TEXT,
            typeParams=closed(timeGranularity=choice("day week month quarter year hour minute")),
        )
    ),
    metrics=items(
        closed(
            "name type",
            type=choice("simple derived ratio"),
            inputMetrics=TEXTS,
            **texts("name description measure filter expr numerator denominator owner"),
        )
    ),
)

_CRAWLER = opened(
    name=TEXT,
    role=TEXT,
    schedule=TEXT,
    classifiers=TEXTS,
    schemaChangePolicy=opened(
        updateBehavior=choice("UPDATE_IN_DATABASE LOG"),
        deleteBehavior=choice("LOG DELETE_FROM_DATABASE DEPRECATE_IN_DATABASE"),
    ),
)
_ICEBERG = opened(
    writeFormat=_FILE_FORMAT,
    snapshotRetention=opened(maxSnapshotAgeMs=INTEGER, minSnapshotsToKeep=INTEGER),
    compaction=opened(enabled=BOOLEAN, targetFileSizeMb=INTEGER),
)

EXPOSE = labelled(
    "exposeId kind contract binding",
    exposeId=IDENTIFIER,
    title=TEXT,
    description=TEXT,
    version=VERSION,
    kind=choice("table view api file stream topic feature_store model vector graph time_series other"),
    contract=_CONTRACT,
    qos=QUALITY_OF_SERVICE,
    policy=_POLICY,
    binding=BINDING,
    lifecycle=LIFECYCLE,
    observability=_OBSERVABILITY,
    docs=DOCUMENTS,
    semantics=_SEMANTICS,
    crawler=_CRAWLER,
    iceberg=_ICEBERG,
)
