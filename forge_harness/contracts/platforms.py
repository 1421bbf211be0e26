"""Platforms that data products are made for: where their data is, and which engines build it there.

Source: seed 000, list_templates and propose_contract (`provider`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["BUILD_ENGINES", "PLATFORMS", "Platform"]

#: The engines of Fluid builds; `dbt` also stands for its adapters, such as ``dbt-snowflake``.
BUILD_ENGINES = ("dbt", "sql", "python", "spark", "glue", "custom")


@dataclass(frozen=True)
class Platform:
    """A platform.

    Args:
        engines: The engines that build data there.
        table: The format of a table in a binding.
        table_location: Where a table is; ``{name}`` and ``{domain}`` stand for the product's and its domain's.
        stream: The format of a stream; empty if it has none.
        stream_location: Where a stream is.
        runtime: Where builds run, by the word of Fluid.
    """

    engines: tuple[str, ...]
    table: str
    table_location: Mapping[str, str]
    stream: str = ""
    stream_location: Mapping[str, str] = field(default_factory=dict)
    runtime: str = "kubernetes"


#: Every platform by its word in Fluid.
PLATFORMS: Mapping[str, Platform] = MappingProxyType(
    {
        "local": Platform(
            engines=("sql", "python", "dbt", "custom"),
            table="csv",
            table_location={"path": "data/{name}.csv"},
            runtime="local",
        ),
        "aws": Platform(
            engines=("sql", "python", "dbt", "spark", "glue", "custom"),
            table="s3_file",
            table_location={"bucket": "{domain}-data", "path": "s3://{domain}-data/{name}/", "region": "eu-west-1"},
            stream="other",
            stream_location={"topic": "{name}", "region": "eu-west-1"},
            runtime="aws",
        ),
        "azure": Platform(
            engines=("sql", "python", "dbt", "spark", "custom"),
            table="parquet",
            table_location={"account": "{domain}data", "path": "{domain}/{name}/"},
            stream="other",
            stream_location={"account": "{domain}data", "topic": "{name}"},
            runtime="azure",
        ),
        "databricks": Platform(
            engines=("sql", "python", "dbt", "spark", "custom"),
            table="delta_table",
            table_location={"database": "{domain}", "schema": "main", "table": "{name}"},
            stream="delta_table",
            stream_location={"database": "{domain}", "schema": "main", "table": "{name}"},
            runtime="databricks",
        ),
        "gcp": Platform(
            engines=("sql", "python", "dbt", "spark", "custom"),
            table="bigquery_table",
            table_location={"project": "{domain}-data", "dataset": "{domain}", "table": "{name}"},
            stream="pubsub_topic",
            stream_location={"project": "{domain}-data", "topic": "{name}"},
            runtime="gcp",
        ),
        "kafka": Platform(
            engines=("python", "spark", "custom"),
            table="kafka_topic",
            table_location={"topic": "{name}"},
            stream="kafka_topic",
            stream_location={"topic": "{name}"},
        ),
        "snowflake": Platform(
            engines=("sql", "python", "dbt", "custom"),
            table="snowflake_table",
            table_location={"account": "{domain}", "database": "{domain}", "schema": "main", "table": "{name}"},
            runtime="snowflake",
        ),
    }
)
