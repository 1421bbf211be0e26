"""A first contract for a data product, from what is known of it. Source: seed 000, `ProposeContractArgs`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .column_type import COLUMN_TYPE
from .fluid_contract import FLUID_VERSION
from .platforms import PLATFORMS
from .templates import TEMPLATES, Template

__all__ = ["UnsupportedProviderError", "proposed_contract"]

#: What stands where the context says nothing, for the user to fill in.
UNASSIGNED = "unassigned"

_MAX_SOURCES = 50
_MAX_COLUMNS = 500
_MAX_TEXT = 2_000
_MAX_NAME = 120
_MAX_SLUG = 48

#: The types of samples that columns of contracts have other words for.
_SAMPLED_TYPES = {"null": "string", "integer": "bigint", "number": "double", "datetime": "timestamp", "object": "json"}
_TYPE = re.compile(COLUMN_TYPE["pattern"])
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


class UnsupportedProviderError(ValueError):
    """A template is not made for a platform."""


@dataclass(frozen=True)
class _Source:
    name: str
    slug: str
    columns: list[dict[str, Any]]


def proposed_contract(context: Mapping[str, Any], template: str, provider: str) -> dict[str, Any]:
    """Return a valid contract, which has no errors whatever *context* holds.

    Args:
        context: What is known, all of it optional: ``project_goal``, ``use_case``, ``domain``, ``owner_team``, and
            ``data_sources``: names, or objects with a ``name`` or ``path`` and with ``columns``, as
            `read_sample_schema` tells them. Anything else is left alone, and so is what has another type.
        template: A name of `TEMPLATES`.
        provider: A platform that the template is made for.

    Raises:
        UnsupportedProviderError: If the template is not made for the platform.
    """
    pattern = TEMPLATES[template]
    if provider not in pattern.providers:
        raise UnsupportedProviderError(
            f"The template {template} is not made for {provider}. Use {' or '.join(pattern.providers)}, "
            "or another template."
        )
    goal, use_case = _text(context.get("project_goal")), _text(context.get("use_case"))
    title = _line(goal or use_case) or "New data product"
    slug = _slug(title)
    sources = list(_sources(context.get("data_sources")))
    domain = _line(_text(context.get("domain"))) or UNASSIGNED
    names = {"name": slug, "domain": _slug(domain)}
    machine_learning = (
        {"machineLearning": {"enabled": True, "framework": "mlflow"}} if template == "ml_pipeline" else {}
    )
    return {
        "fluidVersion": FLUID_VERSION,
        "kind": "MLPipeline" if machine_learning else "DataProduct",
        "id": f"generated.{slug}",
        "name": title,
        "description": _cut("\n\n".join(dict.fromkeys(filter(None, (goal, use_case)))) or pattern.description),
        "domain": domain,
        "metadata": {"owner": {"team": _line(_text(context.get("owner_team"))) or UNASSIGNED}},
        "consumes": [
            {"productId": f"source.{source.slug}", "exposeId": source.slug, "purpose": f"Read {source.name}."}
            for source in sources
        ],
        "builds": [_build(slug, sources, pattern, provider)],
        "exposes": [_expose(names, title, sources, pattern, provider)],
        **machine_learning,
    }


def _expose(
    names: dict[str, str], title: str, sources: list[_Source], template: Template, provider: str
) -> dict[str, Any]:
    platform = PLATFORMS[provider]
    is_stream = template.expose == "stream"
    location = platform.stream_location if is_stream else platform.table_location
    return {
        "exposeId": names["name"],
        "title": title,
        "description": f"What {title} offers to others.",
        "version": "1.0.0",
        "kind": template.expose,
        "contract": {"schema": _columns(sources)},
        "binding": {
            "platform": provider,
            "format": platform.stream if is_stream else platform.table,
            "location": {key: place.format_map(names) for key, place in location.items()},
        },
    }


def _build(slug: str, sources: list[_Source], template: Template, provider: str) -> dict[str, Any]:
    platform = PLATFORMS[provider]
    engine = next((engine for engine in template.engines if engine in platform.engines), "custom")
    source = sources[0].slug if sources else "source"
    columns = [column["name"] for one in sources[:1] for column in one.columns]
    properties: dict[str, Any]
    match template.pattern:
        case "hybrid-reference":
            properties = {"model": slug, "materializations": {slug: "table"}}
        case "multi-stage":
            reads = {"extract": source, "transform": "extract", "load": "transform"}
            stages = [
                {"name": stage, "pattern": "embedded-logic", "properties": _logic(columns, read, engine)}
                for stage, read in reads.items()
            ]
            for before, stage in zip(reads, stages[1:], strict=False):
                stage["dependsOn"] = [before]
            properties = {"stages": [*stages[:-1], {**stages[-1], "outputs": [slug]}]}
        case _:
            properties = _logic(columns, source, engine)
    return {
        "id": f"build_{slug}",
        "pattern": template.pattern,
        "engine": engine,
        "properties": properties,
        "execution": {"trigger": dict(template.trigger), "runtime": {"platform": platform.runtime}},
        "outputs": [slug],
    }


def _logic(columns: list[str], source: str, engine: str) -> dict[str, Any]:
    """Return the properties of a build that selects *columns*, or all; names are quoted, as they come from data."""
    query = f"SELECT {', '.join(map(_quoted, columns)) or '*'} FROM {_quoted(source)}"  # noqa: S608  # a draft, not executed
    if engine in ("spark", "python"):
        return {"sql": f"{'spark.sql' if engine == 'spark' else 'query'}({query!r})", "language": "python"}
    return {"sql": query, "language": "sql"}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _columns(sources: list[_Source]) -> list[dict[str, Any]]:
    found = {column["name"]: column for source in reversed(sources) for column in source.columns}
    order = dict.fromkeys(column["name"] for source in sources for column in source.columns)
    if not order:
        return [{"name": "id", "type": "string", "required": True, "description": "What tells one row from another."}]
    return [dict(found[name]) for name in order][:_MAX_COLUMNS]


def _sources(given: Any) -> Iterator[_Source]:
    """Yield the sources that a context names, each with a name for machines that no other has."""
    listed = given if isinstance(given, list) else [given]
    taken: set[str] = set()
    for one in listed[:_MAX_SOURCES]:
        details = one if isinstance(one, Mapping) else {"name": one}
        name = _line(_text(details.get("name")) or _text(details.get("path")))
        columns = list(_source_columns(details.get("columns")))
        if name or columns:
            own = _slug(re.sub(r"^.*[/\\]|\.\w{1,8}$", "", name) or name or "source")
            slug, number = own, 1
            while slug in taken:
                number += 1
                slug = f"{own}_{number}"
            taken.add(slug)
            yield _Source(name or slug, slug, columns)


def _source_columns(given: Any) -> Iterator[dict[str, Any]]:
    if isinstance(given, Mapping):
        pairs: list[tuple[Any, Any]] = list(given.items())
    else:
        listed = given if isinstance(given, list) else []
        pairs = [(one.get("name"), one.get("type")) if isinstance(one, Mapping) else (one, None) for one in listed]
    for name, kind in pairs[:_MAX_COLUMNS]:
        if isinstance(name, str) and (shown := _line(name)):
            told = _SAMPLED_TYPES.get(kind, kind) if isinstance(kind, str) else "string"
            yield {"name": shown, "type": told if len(told) <= _MAX_NAME and _TYPE.search(told) else "string"}


def _text(value: Any) -> str:
    return _CONTROLS.sub(_spaced, value).strip() if isinstance(value, str) else ""


def _spaced(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] else " "


def _line(text: str) -> str:
    """Return *text* as one line that is short enough for a name."""
    return " ".join(text.split())[:_MAX_NAME].strip()


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"


def _slug(text: str) -> str:
    """Return a name for machines, with the letters of *text* that are Latin."""
    latin = unicodedata.normalize("NFKD", text[:1_000]).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", latin).strip("_")[:_MAX_SLUG].strip("_") or "product"
