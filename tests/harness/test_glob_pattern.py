from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness import ToolError
from forge_harness.texts.glob_pattern import GlobPattern

NAMED = [  # (pattern, paths that it names, paths that it does not)
    ("*.go", ["a.go", "a/b.go", ".go"], ["a.gox", "a.go/x"]),
    ("/*.go", ["b.go"], ["a/b.go"]),
    ("./src/*.ts", ["src/a.ts"], ["src/a/b.ts", "x/src/a.ts"]),
    ("src/**/*.go", ["src/a.go", "src/x/y/a.go"], ["lib/a.go", "a.go", "src"]),
    ("src/**", ["src/a", "src/a/b"], ["src", "srcx/a"]),
    ("src/", ["src/a/b"], ["src"]),
    ("**/a/**/b/c", ["a/b/c", "x/a/y/b/b/c"], ["a/c", "b/c", "a/b/x/c"]),
    ("a/**/**/b", ["a/b", "a/x/y/b"], ["ab"]),
    ("**.go", ["x/a.go"], ["x.py"]),
    ("a**b/c", ["axb/c", "ab/c"], ["a/b/c"]),
    ("?.py", ["é.py"], [".py", "ab.py"]),
    ("a[!b-d]e", ["aae", "a\ne"], ["ace", "a/e", "ae"]),
    ("[^a]/b", ["b/b"], ["a/b"]),
    ("[]a-]", ["]", "a", "-"], ["b"]),
    ("[\\]&~|]", ["]", "&", "~", "|"], ["\\"]),
    ("x[+-9]y", ["x1y"], ["x/y"]),
    ("\\*\\{a", ["*{a"], ["x{a"]),
    ("{a,{b,}c}d", ["ad", "bcd", "cd"], ["bd", "d"]),
    ("{src,lib/x}/*.py", ["src/a.py", "lib/x/a.py"], ["lib/a.py", "x/src/a.py"]),
    ("{*.md,docs/*}", ["a/b.md", "docs/x"], ["a/docs/x"]),
    ("a}b,c", ["a}b,c"], ["a"]),
    ("*a*b*c", ["xaxbxcc", "abc"], ["acb", "abcd"]),
]
MALFORMED = [
    "[",
    "a[",
    "[]",
    "[!]",
    "[a\\",
    "[z-a]",
    "a{b",
    "{a,b",
    "{a,{b}",
    "a\\",
    "../x",
    "a/..",
    ".",
    "{" * 9 + "}" * 9,
]


@pytest.mark.parametrize(("pattern", "named", "others"), NAMED)
def test_a_pattern_names_paths(pattern: str, named: list[str], others: list[str]) -> None:
    matches = GlobPattern(pattern).matches

    assert [path for path in named if not matches(path)] == []
    assert [path for path in others if matches(path)] == []


@pytest.mark.parametrize("pattern", [*MALFORMED, "{a,b}" * 9, "x" * 1_001])
def test_a_malformed_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match=r"^The glob pattern .*\. .*\.$") as refusal:
        GlobPattern(pattern)

    assert refusal.value.code == "bad_pattern"


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 499 + "b", "a" * 4_000),
        ("**/a/" * 199 + "b", "a/" * 2_000 + "c"),
        ("**/" + "*a*/" * 240 + "z", "ab/" * 1_300 + "c"),
        ("**/*a*/*b/" * 90 + "b/c", "ab/" * 1_300 + "c"),
        ("{*a,*b}" * 6 + "z", "ab" * 2_000),
    ],
)
def test_no_pattern_is_catastrophic(pattern: str, path: str) -> None:
    matches = GlobPattern(pattern).matches
    began = time.process_time()

    assert not matches(path)
    assert time.process_time() - began < 2


def by_definition(pattern: list[str], path: list[str]) -> bool:
    """Compare name by name, with every way that a ** may go."""
    if not pattern or not path:
        return not pattern and not path
    if pattern[0] == "**":
        return (len(pattern) == 1) or any(by_definition(pattern[1:], path[at:]) for at in range(len(path)))
    name = re.escape(pattern[0]).replace(r"\*", ".*").replace(r"\?", ".")
    return bool(re.fullmatch(name, path[0])) and by_definition(pattern[1:], path[1:])


NAMES = st.sampled_from(["a", "b", "ab", "ba", "aab"])


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(["**", "*", "a*", "*b", "*a*b*", "a?", "?*a", "a", "b"]), min_size=2, max_size=7),
    st.lists(NAMES, min_size=1, max_size=7),
)
def test_a_pattern_means_what_it_is_defined_to_mean(pattern: list[str], path: list[str]) -> None:
    assert bool(GlobPattern("/".join(pattern)).matches("/".join(path))) is by_definition(pattern, path)
