"""The lines below a run: its usage and cost, and what is uncertain."""

from __future__ import annotations

from .breakdown import CostBreakdown, CostRow

__all__ = ["cost_footer"]


def cost_footer(used: CostBreakdown, *, limit_usd: float | None = None) -> list[str]:
    """Return the usage of a run in lines; dimensions without a count are left out.

    Args:
        used: The counts of the run.
        limit_usd: The limit of the run; None for no limit.
    """
    lines = [f"{'/'.join(filter(None, row.key))}: {_row(row)}" for row in used.rows]
    lines += [f"of these, {' '.join(filter(None, row.key))}: {_row(row)}" for row in used.agent_rows]
    if len(used.rows) > 1 or limit_usd is not None:
        limit = "" if limit_usd is None else f" of ${limit_usd:.4f}"
        open_end = " plus calls of unknown price" if used.total_usd is None and used.rows else ""
        lines.append(f"total: ${used.known_usd:.4f}{limit}{open_end}")
    if used.missing_usage_calls:
        lines.append(f"warning: {_count(used.missing_usage_calls, 'call')} without usage data")
    lines += [
        f"warning: {_count(count, 'finding')} of the variant {variant}"
        for variant, count in used.variant_lint_findings.items()
    ]
    lines += [f"catalog {name}: {milliseconds:.0f} ms" for name, milliseconds in used.catalog_fetch_ms.items()]
    return lines


def _row(row: CostRow) -> str:
    cost = "unknown price" if row.usd is None else f"${row.usd:.4f}"
    return f"{_count(row.calls, 'call')}, {row.input_tokens} tokens in, {row.output_tokens} out, {cost}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
