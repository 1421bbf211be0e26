"""Our rules for logical models: Data Vault 2.0, dimensional, and what the conceptual model names.

Names of fields are those of seed 001, such as ``dv2.hubs``, ``entity_name`` and ``business_key_columns``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .draft import is_given, is_record, named, part, parts, shown
from .rules import Remark, Rule, rule

__all__ = ["LOGICAL_RULES"]


@rule(stage="logical", severity="warning", register=False)
def hubs_have_business_keys(logical: Any) -> Iterator[Remark]:
    """A hub is identified by the columns of its business key."""
    for number, hub in enumerate(parts(part(logical, "dv2"), "hubs")):
        if not is_given(hub, "business_key_columns"):
            name = _hub_name(hub) or f"hubs[{number}]"
            yield Remark(
                f"{name} has no business_key_columns",
                target=f"dv2.hubs.{name}.business_key_columns",
                suggestion="set business_key_columns to the columns that identify the entity in its sources",
            )


@rule(stage="logical", severity="error", register=False)
def links_join_hubs(logical: Any) -> Iterator[Remark]:
    """A link joins two hubs or more; a hub that is linked with itself counts twice."""
    for number, link in enumerate(parts(part(logical, "dv2"), "links")):
        joined = len(parts(link, "hubs_involved", "hubs"))
        if joined < 2:
            name = _link_name(link, number)
            count = "one hub" if joined == 1 else "no hubs"
            yield Remark(
                f"{name} joins {count}, and a link joins two or more",
                target=f"dv2.links.{name}.hubs_involved",
                suggestion="name each hub that the link joins, or remove the link",
            )


@rule(stage="logical", severity="info", register=False)
def links_have_join_keys(logical: Any) -> Iterator[Remark]:
    """A link says by which columns its hubs are joined."""
    for number, link in enumerate(parts(part(logical, "dv2"), "links")):
        if not is_given(link, "join_keys"):
            name = _link_name(link, number)
            yield Remark(
                f"{name} has no join_keys",
                target=f"dv2.links.{name}.join_keys",
                suggestion="set join_keys to the columns that the hubs are joined by",
            )


@rule(stage="logical", severity="error", register=False)
def dimensional_models_have_facts(logical: Any) -> Iterator[Remark]:
    """A dimensional model has a fact table."""
    if is_record(part(logical, "dimensional")) and not _facts(logical):
        yield Remark("the dimensional model has no facts", target="dimensional.facts", suggestion="add a fact table")


@rule(stage="logical", severity="warning", register=False)
def facts_come_with_dimensions(logical: Any) -> Iterator[Remark]:
    """Facts are described by dimensions, unless the model is one flat table."""
    if _facts(logical) and not _dimensions(logical) and _variant(logical) != "flat":
        yield Remark(
            "the dimensional model has facts and no dimensions",
            target="dimensional.dimensions",
            suggestion="add the dimensions by which the facts are grouped and filtered",
        )


@rule(stage="logical", severity="warning", register=False)
def facts_have_measures(logical: Any) -> Iterator[Remark]:
    """A fact table has something to measure."""
    for number, fact in enumerate(_facts(logical)):
        if not is_given(fact, "measures"):
            name = named(fact, "name") or f"facts[{number}]"
            yield Remark(
                f"fact {name} has no measures",
                target=f"dimensional.facts.{name}.measures",
                suggestion="add the columns that are summed, counted or averaged",
            )


@rule(stage="logical", severity="warning", register=False)
def facts_refer_to_dimensions(logical: Any) -> Iterator[Remark]:
    """A fact table refers to the dimensions of its model."""
    if not _dimensions(logical):
        return
    for number, fact in enumerate(_facts(logical)):
        if not is_given(fact, "foreign_keys"):
            name = named(fact, "name") or f"facts[{number}]"
            yield Remark(
                f"fact {name} has no foreign_keys to the dimensions",
                target=f"dimensional.facts.{name}.foreign_keys",
                suggestion="add a foreign key for each dimension of the fact",
            )


@rule(stage="logical", severity="warning", register=False)
def dimensions_have_attributes(logical: Any) -> Iterator[Remark]:
    """A dimension has attributes to group and filter by."""
    for number, dimension in enumerate(_dimensions(logical)):
        if not is_given(dimension, "attributes"):
            name = named(dimension, "name") or f"dimensions[{number}]"
            yield Remark(
                f"dimension {name} has no attributes",
                target=f"dimensional.dimensions.{name}.attributes",
                suggestion="add the columns that facts are grouped and filtered by",
            )


@rule(stage="logical", severity="info", register=False)
def galaxies_have_several_facts(logical: Any) -> Iterator[Remark]:
    """A galaxy has two fact tables or more, which share dimensions."""
    count = len(_facts(logical))
    if _variant(logical) == "galaxy" and count < 2:
        yield Remark(
            f"the model is a galaxy with {count} fact tables, and a galaxy has two or more",
            target="dimensional.variant",
            suggestion="call it a star, or add the fact tables that share its dimensions",
        )


@rule(stage="logical", severity="info", register=False)
def entities_are_modelled(logical: Any) -> Iterator[Remark]:
    """Each entity of the conceptual model becomes a hub, a fact or a dimension."""
    modelled = {
        _entity(text)
        for hub in parts(part(logical, "dv2"), "hubs")
        for text in (part(hub, "entity_name"), part(hub, "hub_table_name"), part(hub, "name"))
    }
    modelled |= {_entity(part(table, "name")) for table in [*_facts(logical), *_dimensions(logical)]}
    for entity in parts(part(logical, "conceptual"), "entities"):
        text = entity if isinstance(entity, str) else part(entity, "name")
        if isinstance(text, str) and text.strip() and _entity(text) not in modelled:
            name = shown(text.strip())
            yield Remark(
                f"the conceptual entity {name} has no matching hub, fact or dimension",
                target=f"conceptual.entities.{name}",
                suggestion="model the entity, or remove it from the conceptual model",
            )


#: Every rule for logical models.
LOGICAL_RULES: tuple[Rule, ...] = (
    hubs_have_business_keys,
    links_join_hubs,
    links_have_join_keys,
    dimensional_models_have_facts,
    facts_come_with_dimensions,
    facts_have_measures,
    facts_refer_to_dimensions,
    dimensions_have_attributes,
    galaxies_have_several_facts,
    entities_are_modelled,
)


def _hub_name(hub: Any) -> str:
    """Return the name of a hub's table, such as ``hub_customer``; that of its entity with the prefix if it has none."""
    table = named(hub, "hub_table_name", "name")
    entity = named(hub, "entity_name")
    if table or not entity:
        return table
    return entity if entity.lower().startswith("hub_") else f"hub_{entity}"


def _link_name(link: Any, number: int) -> str:
    return named(link, "link_name", "link_table_name", "name") or f"links[{number}]"


def _facts(logical: Any) -> list[Any]:
    return parts(part(logical, "dimensional"), "facts")


def _dimensions(logical: Any) -> list[Any]:
    return parts(part(logical, "dimensional"), "dimensions")


def _variant(logical: Any) -> str:
    return named(part(logical, "dimensional"), "variant").lower()


#: What names of tables begin with, and what words are joined by.
_PREFIX = re.compile(r"^(?:hub|fact|fct|dim)_")
_JOINT = re.compile(r"[\W_]+")


def _entity(name: Any) -> str:
    """Return a name as it is compared: ``"Order Line"``, ``"fct_order_line"`` and ``"OrderLine"`` are one entity."""
    return _JOINT.sub("", _PREFIX.sub("", name.strip().casefold())) if isinstance(name, str) else ""
