"""How a data product is built: the logic of its builds, when they run, and the workflows that run them."""

from __future__ import annotations

from .node import BOOLEAN, INTEGER, NUMBER, TEXT, TEXTS, Node, choice, closed, items, matching, opened, texts
from .values import DURATION, IDENTIFIER, LABELS, labelled

__all__ = ["BUILD", "ORCHESTRATION"]

_ANY_OBJECT: Node = {"type": "object"}
_POSITIVE: Node = {"type": "integer", "minimum": 1}
_OUTPUTS = items(IDENTIFIER)
_TEXT_OR_TEXTS: Node = {"type": ["string", "array"], "items": TEXT}

_RETRIES = opened(
    maxAttempts=_POSITIVE,
    backoffStrategy=choice("fixed exponential linear"),
    initialDelay=TEXT,
    maxDelay=TEXT,
)

#: What the properties of a build hold, by its pattern.
_PATTERNS: dict[str, Node] = {
    "hybrid-reference": labelled(
        "model",
        model=TEXT,
        target=TEXT,
        select=_TEXT_OR_TEXTS,
        models=_TEXT_OR_TEXTS,
        vars=_ANY_OBJECT,
        materializations={"type": "object", "additionalProperties": choice("table view incremental ephemeral")},
    ),
    "embedded-logic": labelled(
        "sql", sql=TEXT, language=choice("sql flink_sql pyspark scala python r"), parameters=_ANY_OBJECT
    ),
    "multi-stage": labelled(
        stages=items(
            labelled(
                name=TEXT,
                pattern=choice("hybrid-reference embedded-logic"),
                properties=_ANY_OBJECT,
                dependsOn=TEXTS,
                outputs=_OUTPUTS,
            )
        ),
        orchestration=opened(parallelism=_POSITIVE, retryPolicy=_RETRIES),
    ),
}

_EXPOSE_REFERENCE = opened("productId exposeId", productId=IDENTIFIER, exposeId=IDENTIFIER, versionConstraint=TEXT)

_TRIGGER = opened(
    type=choice("schedule event manual dependency dataset schedule_and_dataset timetable"),
    datasets=items({**_EXPOSE_REFERENCE, "type": ["string", "object"]}),
    datasetsOperator=choice("any all"),
    timetable=_ANY_OBJECT,
    **texts("schedule event condition cron timezone"),
)
_RUNTIME = opened(
    resources=opened(cpu=TEXT, memory=TEXT, disk=TEXT),
    timeout=TEXT,
    environment=LABELS,
    platform=choice("gcp aws azure local kubernetes composer mwaa databricks snowflake"),
    executor=choice("LocalExecutor CeleryExecutor KubernetesExecutor SequentialExecutor"),
    image=TEXT,
    serviceAccount=TEXT,
)


def _unless(field: str, value: str, operator: str, then: Node) -> Node:
    """Return the rule *then* for every task but those whose *field* and operator both name something else.

    The published schema also holds tasks without a type, or without an operator, to the rules of all types.
    """
    other_type = {"required": [field], "not": {"properties": {field: {"const": value}}}}
    other_operator = {
        "required": ["operator"],
        "properties": {"operator": TEXT},
        "not": {"properties": {"operator": {"pattern": operator}}},
    }
    return {"if": {"not": {"allOf": [other_type, other_operator]}}, "then": {"properties": {"params": then}}}


def _one_of(*names: str) -> Node:
    return {"anyOf": [{"required": [name]} for name in names]}


_TASK = {
    **opened(
        "taskId",
        taskId=IDENTIFIER,
        type=choice(
            "provider_action fluid_validate fluid_plan fluid_apply fluid_execute fluid_verify fluid_dq_check bash "
            "python branch_python sensor email http snowflake_query bigquery_query bigquery_job glue_job "
            "databricks_job custom"
        ),
        operator=TEXT,
        provider=choice("aws gcp azure snowflake databricks kafka kubernetes local custom"),
        action=matching(r"[a-z0-9_]+\.[a-z0-9_]+", "storage.copy"),
        buildStepRef=TEXT,
        dependencies=TEXTS,
        params=_ANY_OBJECT,
        produces=items(
            opened(
                "exposeId",
                exposeId=IDENTIFIER,
                dataset=TEXT,
                updateStrategy=choice("replace append merge upsert"),
            )
        ),
        dataProductDependencies=items(
            opened(
                "productId exposeId",
                productId=IDENTIFIER,
                exposeId=IDENTIFIER,
                versionConstraint=TEXT,
                awaitFreshness=DURATION,
            )
        ),
        overrides=_ANY_OBJECT,
        xcom=opened(
            push=items(opened(key=TEXT, value={}, serializer=choice("json pickle cloudpickle custom"))),
            pull=items(opened(key=TEXT, task_id=TEXT, dag_id=TEXT, map_indexes={"type": "array"})),
        ),
        accessControl=opened(requiredRoles=TEXTS, approvalRequired=BOOLEAN, approvers=TEXTS),
        costEstimate=opened(
            compute=opened(units=NUMBER, pricePerUnit=NUMBER, currency=TEXT),
            storage=opened(units=NUMBER, pricePerUnit=NUMBER),
            total=NUMBER,
            trackActual=BOOLEAN,
            alertThreshold=NUMBER,
            budget=opened(monthly=NUMBER, stopOnExceed=BOOLEAN, alertOnExceed=BOOLEAN),
        ),
        **texts("doc docMd uiColor uiFgcolor"),
    ),
    "allOf": [
        {
            "if": {"required": ["type"], "properties": {"type": {"const": "provider_action"}}},
            "then": {"required": ["provider", "action", "params"]},
        },
        _unless("type", "fluid_execute", "FluidExecute", opened("contract_path", contract_path=TEXT, build_id=TEXT)),
        _unless("type", "bash", "Bash", _one_of("bash_command", "command")),
        _unless("type", "python", "Python", _one_of("python_callable", "callable")),
    ],
}

_AIRFLOW = opened(
    "dagId",
    dagId=IDENTIFIER,
    dagConfig=opened(
        catchup=BOOLEAN,
        maxActiveRuns=_POSITIVE,
        dagRunTimeout=DURATION,
        defaultArgs=_ANY_OBJECT,
        tags=TEXTS,
        **texts("description schedule startDate endDate onSuccessCallback onFailureCallback slaCallback"),
    ),
    taskDefaults=opened(
        retries={"type": "integer", "minimum": 0},
        retryDelay=DURATION,
        executionTimeout=DURATION,
        pool=TEXT,
        queue=TEXT,
        priority=INTEGER,
        triggerRule=choice("all_success all_failed all_done one_success one_failed none_failed none_skipped"),
        errorHandling=opened(
            strategy=choice("fixed exponential_backoff linear_backoff"),
            retryableErrors=TEXTS,
            nonRetryableErrors=TEXTS,
            onError=items(
                opened(
                    action=choice("notify create_incident log custom"),
                    channel=TEXT,
                    severity=choice("low medium high critical"),
                    when=choice("always maxAttemptsExceeded nonRetryableError"),
                )
            ),
        ),
    ),
    tasks=items(_TASK, at_least=1),
    sensors=items(
        opened(
            "taskId sensorType",
            taskId=TEXT,
            sensorType=choice("FileSensor ExternalTaskSensor TimeSensor HttpSensor S3KeySensor GCSObjectSensor custom"),
            params=_ANY_OBJECT,
            pokInterval=_POSITIVE,
            timeout=_POSITIVE,
            mode=choice("poke reschedule"),
            dependencies=TEXTS,
        )
    ),
    taskGroups=items(opened("groupId", groupId=TEXT, description=TEXT, tasks=items(_TASK))),
)

ORCHESTRATION = opened(
    "engine",
    engine=choice("airflow dagster prefect kubeflow custom none"),
    mode=choice("generated manual hybrid"),
    generateOnChange=BOOLEAN,
    airflow=_AIRFLOW,
    dagster=_ANY_OBJECT,
    prefect=_ANY_OBJECT,
)

BUILD = {
    **labelled(
        id=IDENTIFIER,
        description=TEXT,
        pattern=choice(" ".join(_PATTERNS)),
        engine=matching("dbt|sql|python|spark|glue|custom|dbt-[a-z0-9]+(?:[_-][a-z0-9]+)*", "dbt"),
        repository=TEXT,
        properties=_ANY_OBJECT,
        execution=closed(
            trigger=_TRIGGER,
            runtime=_RUNTIME,
            retries=_RETRIES,
            notifications=items(
                closed(
                    type=choice("email slack webhook pagerduty"),
                    target=TEXT,
                    condition=choice("success failure always"),
                )
            ),
            orchestration=ORCHESTRATION,
        ),
        outputs=_OUTPUTS,
        dependencies=items(closed(buildId=IDENTIFIER, condition=choice("success completion always"))),
        transformations=items(labelled("name", name=TEXT, model=TEXT, outputs=_OUTPUTS)),
    ),
    # The published schema holds properties without a pattern to all three patterns, which nothing fits.
    "dependentRequired": {"properties": ["pattern"]},
    "allOf": [
        {
            "if": {"required": ["pattern"], "properties": {"pattern": {"const": pattern}}},
            "then": {"properties": {"properties": held}},
        }
        for pattern, held in _PATTERNS.items()
    ],
}
