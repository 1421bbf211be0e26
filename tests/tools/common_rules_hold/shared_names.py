"""Functions of two arguments, of which one holds barrels, and the records of the other what flows between them."""

from __future__ import annotations

from ..marks import breaks, keeps


def _litres(litres: dict[str, float], flows: list[dict[str, str]]) -> dict[str, float]:
    for flow in flows:
        if flow["source"] not in litres or flow["target"] not in litres or flow["source"] == flow["target"]:
            raise ValueError("A flow needs two barrels that are there. Name two of them.")
    return dict(litres)


@breaks("common_rules_hold")
def after_flows(litres: dict[str, float], flows: list[dict[str, str]]) -> dict[str, float]:
    """Tell what barrels hold once a tenth of each source has flowed to its target, all at the same time.

    The order of the flows is immaterial.

    Args:
        litres: What each barrel holds before.
        flows: Objects with "source" and "target", the names of two barrels.
    """
    now = _litres(litres, flows)
    for flow in flows:
        tenth = now[flow["source"]] / 10
        now[flow["source"]] -= tenth
        now[flow["target"]] += tenth
    return {name: round(amount, 6) for name, amount in now.items()}


@keeps("common_rules_hold", judged=True)
def after_all_flows(litres: dict[str, float], flows: list[dict[str, str]]) -> dict[str, float]:
    """Tell what barrels hold once a tenth of each source has flowed to its target, all at the same time.

    The order of the flows is immaterial.

    Args:
        litres: What each barrel holds before.
        flows: Objects with "source" and "target", the names of two barrels.
    """
    now = _litres(litres, flows)
    for flow in flows:
        now[flow["source"]] -= litres[flow["source"]] / 10
        now[flow["target"]] += litres[flow["source"]] / 10
    return {name: round(amount, 6) for name, amount in now.items()}
