"""Unlimited caches: a tool that keeps whole texts beside what it has worked out for them, as many as it is given.

@functools.cache
def _words(page): ...

60 pages of 20 kB     1.2 MB more are in memory
60 other pages        2.4 MB
"""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from collections.abc import Iterable, Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ...oracles.own_code import OwnCode
from ...profile.roles import Role, role_of
from ...profile.told_caches import is_whole_text, keeps_for_good, keeps_recent_ones, tells_of_cache
from ...strategies.mined_constants import author_functions
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.held_values import nested_codes
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.told_words import told_words
from .kept_entries import removes

__all__ = ["judge_unlimited_caches"]

_MAX_CALLS, _MAX_DEPTH, _SHARE = 2, 2, 0.3
_LETTERS, _MOST_OF = 20_000, 0.9
#: Texts that are given, and the largest number in the code that may be the most that are kept.
_FEW, _MANY = 60, 1_000
_TEXTS = frozenset((Role.TEXT, Role.CODE, Role.JSON, Role.QUERY))


def judge_unlimited_caches(subject: Subject) -> None:
    """Judge a function with a cache of no limit, or of which only recent answers are said to be kept.

    What it keeps of short texts, such as names, does not matter: the whole text of each call must stay in memory. What
    is said to be kept for good, and code that may remove something or that has a limit, is not judged.

    Raises:
        CheckFailure: If its memory grows by each of many long texts, and by each of as many others.
    """
    told = told_words(subject)
    if keeps_for_good(told):
        return
    modules = OwnCode(subject.tool).modules()
    endless = [cache for module in modules for cache in _endless_caches(module)]
    is_told = tells_of_cache(subject.facts)
    if not endless and not is_told:
        return
    is_recent = is_told and keeps_recent_ones(told)
    names = [name for name, about in _text_arguments(subject) if is_recent or is_whole_text(name, about)]
    functions = list(author_functions(subject.tool)) if names else []
    codes = [code for function in functions for code in nested_codes(function.__code__)]
    codes += [code for module in modules if names for code in _codes_of_classes(module)]
    if not functions or any("cache_clear" in code.co_names for code in codes):
        return
    # Which caches must grow, and by how many entries.
    tried: list[tuple[list[Any], int]] = [(endless, _FEW)] if endless else []
    beyond = None if removes(codes) else _beyond_limits(functions, codes)
    if is_told and beyond is not None:
        tried.append(([], beyond))
    calls = [call for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if tried]
    slots = [(call, name) for call in calls for name in names if isinstance(call.get(name), str)]
    for (call, name), (caches, count) in subject.patience(_SHARE).each(itertools.product(slots, tried)):
        made = partial(_grown, subject, call, name, caches, count)
        grown = in_a_copy(made, limit_s=2 * subject.call_s + _SHARE * subject.check_s)
        if grown:
            raise CheckFailure(
                "unlimited_cache",
                f"{_FEW} texts of {_LETTERS // 1000} kB in {name!r} stay in memory when their calls are over, "
                f"{grown[0] / 1e6:.1f} MB, and {count} others after them as well. Limit the entries of the cache, "
                "or keep a digest of a text in place of the text.",
                about=name,
                arguments=call,
            )


def _grown(subject: Subject, call: dict[str, Any], name: str, caches: list[Any], count: int) -> list[int]:
    """Return the bytes that calls with long texts leave in memory, and so many others; none if they leave few.

    Args:
        subject: The tool.
        call: A call of it.
        name: The argument that gets the texts.
        caches: Those that must have an entry for each of them; none to judge memory alone.
        count: How many texts there are after the first ones.
    """
    ends = own_time() + _SHARE * subject.check_s

    def leaves(numbers: range) -> int:
        before, entries = _in_memory(), _entries(caches)
        for number in numbers:
            if own_time() > ends or not subject.call({**call, name: _long_text(call[name], number)}).succeeded:
                return 0
        left = _in_memory() - before
        is_kept = not caches or _entries(caches) - entries >= len(numbers)
        return left if is_kept and left >= _MOST_OF * len(numbers) * _LETTERS else 0

    tracemalloc.start()
    try:
        with fake_sleep():
            # What a first call imports and prepares is no cache.
            if not subject.call({**call, name: _long_text(call[name], 0)}).succeeded:
                return []
            few = leaves(range(1, _FEW + 1))
            more = leaves(range(_FEW + 1, _FEW + 1 + count)) if few else 0
    finally:
        tracemalloc.stop()
    return [few, more] if more else []


def _entries(caches: Iterable[Any]) -> int:
    return sum(cache.cache_info().currsize for cache in caches)


def _in_memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _long_text(text: str, number: int) -> str:
    part = f"{text}\n" if "\n" in text else f"{text} {number} "
    return f"{text} {number} {part * (_LETTERS // len(part) + 1)}"


def _text_arguments(subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the arguments that may have a text of any length, each with its description."""
    view = FlatSchema(subject.schema)
    for name, node in view.arguments.items():
        is_any = not {"enum", "const", "pattern", "format"} & set(node) and node.get("type", "string") == "string"
        if is_any and int(node.get("maxLength", 2 * _LETTERS)) >= 2 * _LETTERS and role_of(name, node) in _TEXTS:
            yield name, str(node.get("description") or "")


def _endless_caches(module: ModuleType) -> Iterator[Any]:
    """Yield the functions and methods of a module whose results `functools` keeps without a limit."""
    waiting = [(value, 0) for value in list(vars(module).values())]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, type):
            if value.__module__ == module.__name__ and depth < _MAX_DEPTH:
                waiting += [(getattr(part, "__func__", part), depth + 1) for part in list(vars(value).values())]
        elif hasattr(type(value), "cache_info") and value.cache_info().maxsize is None:
            yield value


def _codes_of_classes(module: ModuleType) -> Iterator[CodeType]:
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            for part in list(vars(value).values()):
                function = getattr(part, "__func__", part)
                if isinstance(function, FunctionType):
                    yield from nested_codes(function.__code__)


def _beyond_limits(functions: Iterable[FunctionType], codes: Iterable[CodeType]) -> int | None:
    """Return more texts than any number that may be a limit of entries; None if one is too large.

    Args:
        functions: The functions of the tool.
        codes: Their code, and that of the classes of their modules.
    """
    codes = list(codes)
    found = [one for code in codes for one in code.co_consts]
    for function in functions:
        found += function.__defaults__ or ()
        for name in {name for code in codes for name in code.co_names} & function.__globals__.keys():
            value = function.__globals__[name]
            found += [value, *getattr(value, "__dict__", {}).values()]
    largest = max((one for one in found if type(one) is int), default=0)
    return max(_FEW, largest + 1) if largest <= _MANY else None
