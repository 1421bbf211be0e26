"""Token estimates without a tokenizer, and the check that a request fits before it is sent.

Prose counts as one token for every 3.5 characters, slightly more than tokenizers count. Text that tokenizers split
further has higher weights: Chinese, Japanese, Korean and other scripts, emoji, numbers, and random-looking runs such as
base64. The weights were measured against the vocabularies cl100k, o200k, Claude 2 and Llama 3, none of which counts
more on such text. They may count a tenth more on JSON, tables and URLs, and twice as many on random small letters.
Source: seed 001, "Token-budget pre-flight & compaction".
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..errors import ContextOverflowError
from ..json_text import json_writer
from ..messages import Message
from ..tool import ToolDefinition
from .context_windows import get_context_window

__all__ = [
    "DEFAULT_OUTPUT_RESERVATION",
    "check_budget",
    "count_message_tokens",
    "estimate_tokens",
    "most_message_tokens",
    "token_budget",
]

#: Tokens reserved for the answer, at most half of the model's window.
DEFAULT_OUTPUT_RESERVATION = 4096

_CHARACTERS_A_TOKEN = 3.5
_MESSAGE_OVERHEAD = 4

#: Byte-pair vocabularies never merge across these pieces, so a text has at least as many tokens.
_PIECES = re.compile(r"[A-Za-z]+|\d{1,2}|[!-/:-@\[-`{-~]+|[ \t](?=\d)|\n(?=[ \t])", re.ASCII)
_RUNS = re.compile(r"[A-Za-z0-9+/=_-]{20,}")
_CHANGES = re.compile(r"(?<=[a-z])[A-Z]|(?<=[A-Za-z])\d|(?<=\d)[A-Za-z]")
_MIN_CHANGES = 0.22

#: The most tokens of one character; an ASCII character is never more than one.
_MAX_WEIGHT = 4.0

_MIN_REMEMBERED = 200
_MAX_REMEMBERED = 20_000
_remembered: dict[tuple[int, int], int] = {}


def estimate_tokens(text: str) -> int:
    """Return an estimate of the tokens of *text*, made to be high rather than low.

    Prose, non-Latin scripts, numbers and base64 are not underestimated. JSON, tables and URLs may have a tenth more
    tokens than the estimate, and random small letters twice as many.
    """
    return _estimate(text) if len(text) < _MIN_REMEMBERED else _remember(text)


def _remember(text: str) -> int:
    # Every turn counts the whole history again. The hash stands for the text, so the text need not be kept alive.
    key = (hash(text), len(text))
    known = _remembered.get(key)
    if known is None:
        if len(_remembered) >= _MAX_REMEMBERED:
            _remembered.clear()
        known = _remembered[key] = _estimate(text)
    return known


def _estimate(text: str) -> int:
    total = 0.0
    if not text.isascii():
        counts = Counter(text)
        total = sum(_weight(character) * count for character, count in counts.items() if not character.isascii())
        text = text.encode("ascii", "ignore").decode("ascii")
    dense = sum(len(run) for run in _RUNS.findall(text) if _looks_random(run))
    if dense:
        text = _RUNS.sub(lambda found: "" if _looks_random(found[0]) else found[0], text)
    # An ASCII character is at most one token, and most characters of random text are one each.
    total += dense + max(len(text) / _CHARACTERS_A_TOKEN, _PIECES.subn("", text)[1])
    return math.ceil(total)


def count_message_tokens(messages: Iterable[Message], tools: Sequence[ToolDefinition] = ()) -> int:
    """Return the estimated tokens of *messages* and of the definitions of *tools*; see `estimate_tokens`."""
    total = 0
    for message in messages:
        total += _MESSAGE_OVERHEAD + estimate_tokens(message.text)
        for call in message.tool_calls:
            total += _MESSAGE_OVERHEAD + estimate_tokens(call.name) + estimate_tokens(_as_json(call.arguments))
        total += sum(estimate_tokens(_as_json(block)) for block in message.opaque)
    for tool in tools:
        # Each run counts the same tools again, so short ones are remembered too.
        total += _MESSAGE_OVERHEAD + _remember(tool.name + tool.description + _as_json(tool.input_schema))
    return total


def most_message_tokens(message: Message) -> int:
    """Return an upper bound of `count_message_tokens` for *message*, which is far quicker.

    It is at least the number of characters of the text, and of the arguments of each call.
    """
    total = _MESSAGE_OVERHEAD + _most(message.text)
    for call in message.tool_calls:
        total += _MESSAGE_OVERHEAD + _most(call.name) + _most(_as_json(call.arguments))
    for block in message.opaque:
        total += _most(_as_json(block))
    return total


def _most(text: str) -> int:
    return len(text) if text.isascii() else math.ceil(_MAX_WEIGHT * len(text))


def token_budget(model: str, *, capability_matrix: Mapping[str, Any] | None = None) -> int:
    """Return the most tokens that a prompt to *model* may have.

    Args:
        model: The model's name.
        capability_matrix: May hold ``context_window`` and ``output_reservation``, in tokens.

    Raises:
        ValueError: If one of the two is not a valid number.
    """
    matrix = capability_matrix or {}
    window = _number(matrix, "context_window", minimum=1)
    window = get_context_window(model) if window is None else window
    reservation = _number(matrix, "output_reservation", minimum=0)
    return window - (min(DEFAULT_OUTPUT_RESERVATION, window // 2) if reservation is None else reservation)


def check_budget(
    messages: Iterable[Message],
    *,
    model: str,
    provider: str = "",
    tools: Sequence[ToolDefinition] = (),
    capability_matrix: Mapping[str, Any] | None = None,
    tokens: int | None = None,
) -> int:
    """Refuse a prompt that cannot fit, before anything is sent.

    Args:
        messages: The whole conversation, the system prompt included.
        model: The model's name.
        provider: The provider's name, for the error's field.
        tools: The tools that go with it.
        capability_matrix: As for `token_budget`; a true ``disable_token_preflight`` disables the check.
        tokens: The tokens of the conversation and the tools, if they are already counted.

    Returns:
        The tokens of the prompt, or 0 if they were not counted.

    Raises:
        ContextOverflowError: If they exceed the budget.
    """
    if (capability_matrix or {}).get("disable_token_preflight"):
        return 0
    budget = token_budget(model, capability_matrix=capability_matrix)
    if tokens is None:
        tokens = count_message_tokens(messages, tools)
    if tokens > budget:
        message = (
            f"The prompt has about {tokens} tokens, and {model!r} leaves {budget} for it. "
            "Send less, or choose a model with a larger context window."
        )
        raise ContextOverflowError(
            message, provider=provider, context={"model": model, "tokens": tokens, "budget": budget}
        )
    return tokens


def _number(matrix: Mapping[str, Any], key: str, *, minimum: int) -> int | None:
    value = matrix.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
        message = f"{key}={value!r} is not a number of tokens. Use a whole number of {minimum} or more."
        raise ValueError(message)
    return value


def _looks_random(run: str) -> bool:
    return len(_CHANGES.findall(run)) >= _MIN_CHANGES * len(run)


@lru_cache(maxsize=4096)
def _weight(character: str) -> float:
    """Return the tokens of a non-ASCII character, averaged over real text of its script."""
    point = ord(character)
    if point < 0x370:
        return 2.5
    if point < 0x800:
        return 0.75 if 0x400 <= point < 0x530 else 1.5
    if 0x2010 <= point < 0x2028:
        return 1.0
    if 0x3000 <= point < 0x3100 or 0xFF00 <= point < 0xFFF0:
        return 2.0
    if 0x4E00 <= point < 0xA000:
        return 2.0 if any(_is_common(character, *plane) for plane in _COMMON_HAN) else 3.0
    if 0xAC00 <= point < 0xD7A4:
        # Syllables outside KS X 1001 take more bytes.
        return 2.0 if len(character.encode("euc_kr")) == 2 else 3.0
    if point < 0x10000 or 0x1F000 <= point < 0x1FB00:
        return 3.0
    return _MAX_WEIGHT


#: Character sets whose first level, between two lead bytes, holds the characters in common use.
_COMMON_HAN = (("gb2312", 0xB0, 0xD7), ("big5", 0xA4, 0xC6), ("euc_jp", 0xB0, 0xCF))


def _is_common(character: str, charset: str, first: int, last: int) -> bool:
    encoded = character.encode(charset, "ignore")
    return len(encoded) == 2 and first <= encoded[0] <= last


_as_json = json_writer(default=str)
