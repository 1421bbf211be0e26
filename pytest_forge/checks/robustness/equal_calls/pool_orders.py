"""Pool orders: a list that follows the order in which the threads of a call end.

checksums(["a", "b"])     "a" ends first: [1, 2];  "b" ends first: [2, 1]
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from ....oracles.pool_orders import ended_in_order
from ....strategies.mined_constants import author_codes
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit

__all__ = ["judge_pool_orders"]

_MAX_CALLS, _TIMES, _STEP_S = 8, 2, 0.02
#: Names in the code of functions that use a thread pool.
_POOLS = frozenset(("ThreadPoolExecutor", "to_thread", "run_in_executor"))


def judge_pool_orders(subject: Subject) -> None:
    """Judge that the lists in the answer of a function do not follow the order in which its threads end.

    Raises:
        CheckFailure: If an answer has the same items in another order once the last thread ends first, twice.
    """
    if subject.is_served or all(_POOLS.isdisjoint(code.co_names) for code in author_codes(subject.tool)):
        return
    for call in subject.patience().each(calls_that_fit(subject, limit=_MAX_CALLS)):
        told: list[str] | None = in_a_copy(
            partial(_answers, subject, call), limit_s=2 * subject.call_s, tell=subject.has_left
        )
        # The orders take turns: what differs by chance or by the clock differs within one of them.
        orders = [set(told[start::2]) for start in range(2)] if told else []
        if orders and all(len(one) == 1 for one in orders) and orders[0] != orders[1]:
            (first,), (other,) = orders
            if _sorted(json.loads(first)) == _sorted(json.loads(other)):
                raise CheckFailure(
                    "thread_order",
                    "A list of the answer has another order when the threads of the call end in another order. "
                    "Collect the results in the order of the work: executor.map() does, as_completed() does not.",
                    arguments=call,
                )


def _answers(subject: Subject, call: dict[str, Any]) -> list[str]:
    """Return the answers in turns: the first thread ends first, or last; none if a call fails or has one thread."""
    told, places = [], dict[str, int]()
    for is_reversed in (False, True) * _TIMES:
        make_fresh_for(subject, [call])
        with ended_in_order(_STEP_S, places, is_reversed=is_reversed) as given, fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded or len(given) <= 1:
            return []
        told.append(json.dumps(in_json_types(outcome.returned), sort_keys=True, default=repr))
    return told


def _sorted(value: Any) -> str:
    """Return a value with its lists in one order."""
    if isinstance(value, dict):
        return json.dumps({key: _sorted(part) for key, part in value.items()}, sort_keys=True)
    return json.dumps(sorted(_sorted(part) for part in value) if isinstance(value, list) else value)
