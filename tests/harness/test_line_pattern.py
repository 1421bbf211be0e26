from __future__ import annotations

import io
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness import ToolError
from forge_harness.texts.found_lines import LineSearch
from forge_harness.texts.line_pattern import LinePattern

LINES = [  # (pattern, lines that it matches, lines that it does not)
    ("a.c", ["abc", "xabcx"], ["a", "ac"]),
    (r"a\.c", ["a.c"], ["abc"]),
    ("^$", [""], ["a"]),
    ("^a|b$", ["ab", "ax", "xb"], ["ba", "xax"]),
    (r"\Aa", ["ab"], ["ba"]),
    (r"a\z", ["ba"], ["ab"]),
    (r"(?-m)^a", ["ab"], ["ba"]),
    (r"(?s)a.+b", ["axb"], ["a", "b", "ab"]),
    (r"a\s*b", ["a b", "ab"], ["a"]),
    ("[^x]*y", ["ay", "y"], ["a"]),
    (r"\bword\b", ["a word"], ["sword"]),
    ("(?i)ÄB", ["äb", "ÄB"], ["ab"]),
    ("é", ["café"], ["cafe"]),
    (r"\$\{x\}", ["${x}"], ["$x"]),
    ("--pre=x", ["--pre=x"], ["pre"]),
]


def found(pattern: str, text: bytes, *, context: int = 0) -> list[tuple[int, bool, bytes]]:
    return [tuple(line) for line in LineSearch(io.BytesIO(text).read, LinePattern(pattern), context=context)]


@pytest.mark.parametrize(("pattern", "matching", "others"), LINES)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_pattern_is_compared_with_single_lines(
    pattern: str, matching: list[str], others: list[str], end: bytes
) -> None:
    lines = [line.encode() for line in (*others, *matching, *others, *matching)]

    numbers = [number for number, _, _ in found(pattern, b"".join(line + end for line in lines))]

    first, second = len(others) + 1, 2 * len(others) + len(matching) + 1
    assert numbers == [*range(first, first + len(matching)), *range(second, second + len(matching))]


@pytest.mark.parametrize(
    "pattern", ["a(", "*", "(?=a)", r"(a)\1", "a{1001}", "((a{99}){99}){99}", r"\pL{60}", "a\nb", "x" * 1_001, "\ud800"]
)
def test_a_pattern_that_cannot_be_used_is_refused(pattern: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ToolError, match=r"^[^.]*\. [^.]*\.$") as refusal:
        LinePattern(pattern)

    assert refusal.value.code == "bad_pattern"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*b", "(.*)(.*)(.*)(.*)b", "(?:a?){200}a{200}b"])
def test_no_pattern_is_catastrophic(pattern: str) -> None:
    began = time.process_time()

    assert found(pattern, b"a" * 20_000 + b"!\n") == []
    assert time.process_time() - began < 2


@pytest.mark.parametrize("pattern", ["b", "b|c", r"\Ab|\Ac"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["", "a", "b", "xb", "aaaa", "bbbb"]), max_size=30),
    st.booleans(),
    st.integers(0, 4),
    st.integers(2, 40),
)
def test_blocks_and_context_leave_nothing_out(
    pattern: str, end: str, lines: list[str], ends: bool, context: int, block_bytes: int
) -> None:
    text = end.join(lines) + end * ends
    lines = text.removesuffix(end).split(end) if text else []
    compiled = LinePattern(pattern)
    compiled.block_bytes = block_bytes
    matching = {number for number, line in enumerate(lines, 1) if re.search(pattern, line)}
    shown = {near for number in matching for near in range(number - context, number + context + 1)}

    search = LineSearch(io.BytesIO(text.encode()).read, compiled, context=context, size=len(text) * ends)

    assert [tuple(line) for line in search] == [
        (number, number in matching, line.encode()) for number, line in enumerate(lines, 1) if number in shown
    ]


def test_a_byte_order_mark_belongs_to_no_line() -> None:
    assert found("^a", b"\xef\xbb\xbfabc\n") == [(1, True, b"abc")]
    assert found("^", b"\xef\xbb\xbf") == []


def test_a_line_of_many_blocks_is_searched_at_its_beginning() -> None:
    pattern = LinePattern("b")
    pattern.block_bytes = 10
    search = LineSearch(io.BytesIO(b"ab" + b"a" * 100 + b"\nb\n" + b"a" * 100).read, pattern, context=0)

    assert [line.number for line in search] == [1, 2]
    assert search.has_cut_line
