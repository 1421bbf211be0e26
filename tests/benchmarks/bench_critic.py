"""What a review of a large transform plan costs, against reading its names and references once.

Run it by hand. The time is that of the processor, the best of some rounds.

    python tests/benchmarks/bench_critic.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from forge_harness import CriticAgent, Scratchpad

SIZE, SIDE, ROUNDS = 10_000, 100, 5
LIMIT_S = 2.0


def plan(references: Callable[[int], list[int]]) -> dict[str, Any]:
    """A plan of builds, each with the numbers of those that it depends on."""
    return {"builds": [{"name": f"n{i}", "depends_on": [f"n{j}" for j in references(i)]} for i in range(SIZE)]}


PLANS = {
    "a chain": plan(lambda i: [i + 1] if i + 1 < SIZE else []),
    "one cycle": plan(lambda i: [(i + 1) % SIZE]),
    "5,000 cycles of two": plan(lambda i: [i ^ 1]),
    "a grid of long cycles": plan(lambda i: [(i + SIDE) % SIZE, i - i % SIDE + (i + 1) % SIDE]),
}


def fastest(call: Callable[[], object]) -> float:
    """Return the best of some rounds, in seconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        call()
        best = min(best, time.process_time() - began)
    return best


def main() -> None:
    """Measure each plan."""
    critic, pad = CriticAgent(), Scratchpad()
    print(f"{f'{SIZE:,} builds':<28} {'floor ms':>9} {'ours ms':>9} {'ratio':>8} {'findings':>9}")
    for name, draft in PLANS.items():
        floor = fastest(lambda draft=draft: {build["name"]: list(build["depends_on"]) for build in draft["builds"]})
        ours = fastest(lambda draft=draft: critic.review_transform(draft, scratchpad=pad))
        verdict = "ok" if ours <= LIMIT_S else "OVER"
        found = len(pad.critic_findings)
        print(f"{name:<28} {floor * 1e3:9.1f} {ours * 1e3:9.1f} {ours / floor:6.0f} x {found:9,}   <= 2 s  {verdict}")


if __name__ == "__main__":
    main()
