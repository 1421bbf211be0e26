"""Hash seed: answers that follow from the built-in hash() of a text, which is another one in each process.

arm("P-7")     hash("P-7") % 3     "light" in this process, "control" in the next

The author's modules are executed again with a hash() of other seeds, so that tables which they make by it agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ...oracles.own_code import OwnCode
from ...profile.told_repeats import forgets_at_restart
from ...profile.varies import varies
from ...strategies.mined_constants import author_codes
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import in_json_types
from ..calls.quiet_calls import are_quiet
from .lasting_reads import calls_that_fit

__all__ = ["judge_hash_seed"]

_MAX_CALLS = 4
_OWN_SEED = 0
_SEEDS = range(1, 9)
_NAME = "hash"


def judge_hash_seed(subject: Subject) -> None:
    """Judge that the answers of a function, whose calls change nothing, are the same for each seed of hash().

    Raises:
        CheckFailure: If one differs for another seed, twice.
    """
    if subject.is_served or not _names_hash(subject) or varies(subject.facts) or forgets_at_restart(subject.facts):
        return
    for call in subject.patience().each(calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS]):
        told = _answers(subject, call, [_OWN_SEED, _OWN_SEED, *_SEEDS, _OWN_SEED])
        if len(told) < 2 or not told[0] == told[1] == told[-1] or len(set(told)) == 1 or not are_quiet(subject, [call]):
            continue
        # Chance does not repeat.
        if _answers(subject, call, [*_SEEDS]) == told[2:-1]:
            raise CheckFailure(
                "hash_seed",
                "The answer follows from the built-in hash() of a text, which is another one in each process. Use a "
                "digest of hashlib, or zlib.crc32.",
                arguments=call,
            )


def _names_hash(subject: Subject) -> bool:
    """Tell whether the code uses the built-in hash(), and not to compare objects alone."""
    return any(_NAME in code.co_names and code.co_name != "__hash__" for code in author_codes(subject.tool))


def _answers(subject: Subject, call: dict[str, Any], seeds: Sequence[int]) -> list[str]:
    """Return the answers to a call, one for each seed; none if one fails or a module cannot be executed again."""
    told: list[str] | None = in_a_copy(partial(_made, subject, call, seeds), limit_s=2 * subject.call_s)
    return told or []


def _made(subject: Subject, call: dict[str, Any], seeds: Sequence[int]) -> list[str]:
    modules = [one for one in OwnCode(subject.tool).modules() if getattr(one, "__file__", None)]
    told = []
    for seed in seeds:
        try:
            for module in modules:
                _execute(module, hash if seed == _OWN_SEED else _seeded(seed))
        except Exception:  # noqa: BLE001  # a module may refuse to be executed twice, with anything
            return []
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded:
            return []
        told.append(repr(in_json_types(outcome.returned)))
    return told


def _execute(module: ModuleType, own_hash: Callable[[Any], int]) -> None:
    """Execute a module again, in its own names."""
    path = Path(str(module.__file__))
    vars(module)[_NAME] = own_hash
    exec(compile(path.read_bytes(), str(path), "exec"), vars(module))  # noqa: S102  # the target's own module


def _seeded(seed: int) -> Callable[[Any], int]:
    """Return a hash() of another seed, on which the numbers of texts depend, and of what is made of texts."""

    def seeded(value: Any) -> int:
        if isinstance(value, str | bytes):
            return hash((seed, value))
        if type(value) in (tuple, frozenset):
            return hash(type(value)(map(seeded, value)))
        return hash(value)

    return seeded
