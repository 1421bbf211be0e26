"""Templates of data products: what each is for, and how it is exposed and built. Source: seed 000, list_templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .platforms import PLATFORMS

__all__ = ["TEMPLATES", "Template", "templates_for"]

_STREAMS = tuple(name for name, platform in PLATFORMS.items() if platform.stream)
_TABLES = tuple(name for name in PLATFORMS if name != "kafka")


@dataclass(frozen=True)
class Template:
    """A template.

    Args:
        description: What it is, in a sentence.
        use_cases: What it is for.
        technologies: What its products are made with.
        providers: The platforms that it is made for.
        expose: The kind of what it exposes.
        pattern: The pattern of its build.
        engines: The engines of its build, the best first; the first that a platform has is taken.
        trigger: What starts its build.
    """

    description: str
    use_cases: tuple[str, ...]
    technologies: tuple[str, ...]
    providers: tuple[str, ...]
    expose: str
    pattern: str
    engines: tuple[str, ...]
    trigger: Mapping[str, str]


#: Every template by its name.
TEMPLATES: Mapping[str, Template] = MappingProxyType(
    {
        "starter": Template(
            description="One table that a single query makes of its sources, built by hand.",
            use_cases=("first data product", "prototype", "clean-up of one source"),
            technologies=("SQL", "Python"),
            providers=_TABLES,
            expose="table",
            pattern="embedded-logic",
            engines=("sql", "python"),
            trigger={"type": "manual"},
        ),
        "analytics": Template(
            description="A table for reports with measures and dimensions, built by dbt each morning.",
            use_cases=("dashboards", "reporting", "self-service analysis", "metrics"),
            technologies=("dbt", "SQL", "semantic model"),
            providers=_TABLES,
            expose="table",
            pattern="hybrid-reference",
            engines=("dbt",),
            trigger={"type": "schedule", "cron": "0 6 * * *", "timezone": "UTC"},
        ),
        "etl_pipeline": Template(
            description="A table that is extracted, transformed and loaded in three stages, each night.",
            use_cases=("data integration", "migration", "warehouse loading", "several sources"),
            technologies=("Spark", "Python", "SQL"),
            providers=_TABLES,
            expose="table",
            pattern="multi-stage",
            engines=("spark", "python"),
            trigger={"type": "schedule", "cron": "0 2 * * *", "timezone": "UTC"},
        ),
        "ml_pipeline": Template(
            description="Features for the training and the use of a model, built each week.",
            use_cases=("machine learning", "feature store", "prediction", "training data"),
            technologies=("Python", "Spark", "MLflow"),
            providers=_TABLES,
            expose="feature_store",
            pattern="embedded-logic",
            engines=("python",),
            trigger={"type": "schedule", "cron": "0 3 * * 1", "timezone": "UTC"},
        ),
        "streaming": Template(
            description="A stream of events that are handled as they arrive.",
            use_cases=("real time", "events", "alerts", "sensor data"),
            technologies=("Kafka", "Pub/Sub", "Spark"),
            providers=_STREAMS,
            expose="stream",
            pattern="embedded-logic",
            engines=("spark", "python"),
            trigger={"type": "event", "event": "source.changed"},
        ),
    }
)


def templates_for(wish: str) -> list[str]:
    """Return the names of the templates that share a word with *wish*, most first; all of them if it is empty.

    Args:
        wish: What the product is for, such as ``sales dashboards``. Words of up to three letters do not count.
    """
    if not wish.strip():
        return list(TEMPLATES)
    wanted = _words(wish)
    shared = {name: len(wanted & _words(_text(name, template))) for name, template in TEMPLATES.items()}
    return sorted((name for name, count in shared.items() if count), key=lambda name: -shared[name])


def _text(name: str, template: Template) -> str:
    return " ".join((name, template.description, *template.use_cases, *template.technologies))


def _words(text: str) -> set[str]:
    # Plurals are the same words.
    return {word.removesuffix("s") for word in re.findall(r"[^\W_]{4,}", text.casefold())} | set(
        re.findall(r"\b(?:dbt|sql|etl)\b", text.casefold().replace("_", " "))
    )
