"""Hash seed: answers that follow from the hash of a text, which is another one in each process.

arm("P-7")     hash("P-7") % 3     "light" in this process, "control" in the next
owners(...)    a set of names      the first of several that are alike is another one in the next process

The author's modules are executed again with a hash(), or with sets, of other seeds, so that tables which they make by
them agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ....oracles.own_code import OwnCode
from ....oracles.set_orders import code_with_own_sets, own_sets, plain_sets, uses_sets
from ....profile.told_repeats import forgets_at_restart
from ....profile.varies import varies
from ....regex import regex
from ....strategies.mined_constants import author_codes, author_functions
from ....targets.held_values import nested_codes
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ..lasting_reads import calls_that_fit
from .quiet_calls import are_quiet

__all__ = ["judge_hash_seed"]

_MAX_CALLS = 4
_OWN_SEED = 0
_SEEDS = range(1, 9)
_NAME = "hash"
#: The last digits of a sum depend on its order.
_LAST_DIGITS = regex(r"(?<=\.\d{9})\d+")


def judge_hash_seed(subject: Subject) -> None:
    """Judge that the answers of a function, whose calls change nothing, are the same for each hash seed.

    Raises:
        CheckFailure: If one differs for another seed, twice.
    """
    if subject.is_served or varies(subject.facts) or forgets_at_restart(subject.facts):
        return
    for code, is_used, execute, message in _WAYS:
        if not is_used(subject):
            continue
        for call in subject.patience().each(calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS]):
            told = _answers(subject, call, [_OWN_SEED, _OWN_SEED, *_SEEDS, _OWN_SEED], execute)
            is_stable = len(told) > 1 and told[0] == told[1] == told[-1]
            if not is_stable or len(set(told)) == 1 or not are_quiet(subject, [call]):
                continue
            # Chance does not repeat.
            if _answers(subject, call, [*_SEEDS], execute) == told[2:-1]:
                raise CheckFailure(code, message, arguments=call)


def _names_hash(subject: Subject) -> bool:
    """Tell whether the code uses the built-in hash(), and not to compare objects alone."""
    return any(_NAME in code.co_names and code.co_name != "__hash__" for code in author_codes(subject.tool))


def _uses_sets(subject: Subject) -> bool:
    return any(map(uses_sets, author_codes(subject.tool)))


_Execute = Callable[[Subject, ModuleType, int], None]
"""Executes a module of a tool again, in its own names, with a hash seed."""


def _answers(subject: Subject, call: dict[str, Any], seeds: Sequence[int], execute: _Execute) -> list[str]:
    """Return the answers to a call, one for each seed; none if one fails or a module cannot be executed again."""
    told: list[str] | None = in_a_copy(
        partial(_made, subject, call, seeds, execute), limit_s=2 * subject.call_s, tell=subject.has_left
    )
    return told or []


def _made(subject: Subject, call: dict[str, Any], seeds: Sequence[int], execute: _Execute) -> list[str]:
    modules = [one for one in OwnCode(subject.tool).modules() if getattr(one, "__file__", None)]
    told = []
    for seed in seeds:
        try:
            for module in modules:
                execute(subject, module, seed)
        except Exception:  # noqa: BLE001  # a module may refuse to be executed twice, with anything
            return []
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded:
            return []
        told.append(_LAST_DIGITS.sub("", repr(in_json_types(outcome.returned))))
    return told


def _with_hash(subject: Subject, module: ModuleType, seed: int) -> None:
    del subject
    path = Path(str(module.__file__))
    vars(module)[_NAME] = hash if seed == _OWN_SEED else _seeded(seed)
    exec(compile(path.read_bytes(), str(path), "exec"), vars(module))  # noqa: S102  # the target's own module


def _with_sets(subject: Subject, module: ModuleType, seed: int) -> None:
    path = Path(str(module.__file__))
    vars(module).update(plain_sets() if seed == _OWN_SEED else own_sets(seed))
    code = code_with_own_sets(path.read_bytes(), str(path))
    exec(code, vars(module))  # noqa: S102  # the target's own module
    # The tool holds the functions that were made before.
    made = {one.co_qualname: one for one in nested_codes(code)}
    for function in author_functions(subject.tool):
        new = made.get(function.__code__.co_qualname)
        is_of_module = function.__globals__ is vars(module)
        if is_of_module and new is not None and new.co_freevars == function.__code__.co_freevars:
            function.__code__ = new


def _seeded(seed: int) -> Callable[[Any], int]:
    """Return a hash() of another seed, on which the numbers of texts depend, and of what is made of texts."""

    def seeded(value: Any) -> int:
        if isinstance(value, str | bytes):
            return hash((seed, value))
        if type(value) in (tuple, frozenset):
            return hash(type(value)(map(seeded, value)))
        return hash(value)

    return seeded


_OF_HASH = (
    "The answer follows from the built-in hash() of a text, which is another one in each process. Use a digest of "
    "hashlib, or zlib.crc32."
)
_OF_SETS = (
    "The answer follows from the order of a set, which differs from process to process. Sort its items, also those "
    "that are alike, or use dict.fromkeys() to keep the order of the input."
)
#: Code of the finding, whether a function's code may show it, how its modules are executed again, and the message.
_WAYS: tuple[tuple[str, Callable[[Subject], bool], _Execute, str], ...] = (
    (
        "hash_seed",
        _names_hash,
        _with_hash,
        _OF_HASH,
    ),
    (
        "hash_order",
        _uses_sets,
        _with_sets,
        _OF_SETS,
    ),
)
