from __future__ import annotations

import ast

import pytest

from forge_harness.tools.custom.argument_reads import may_be_missing


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ('args.get("query", "")', {"query", "limit"}),
        ('args.get("query"); args["limit"]', {"query"}),
        ('args["query"]; args["limit"]', set()),
        ('args["query"]; options.get("colour")', set()),
        ("run(**args)", set()),
        ('args.get("query"); found["limit"] = 1', {"query", "limit"}),
    ],
)
def test_what_a_script_reads_with_get_may_be_missing(code: str, missing: set[str]) -> None:
    assert may_be_missing(ast.parse(code), ("query", "limit")) == missing
