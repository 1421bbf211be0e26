"""Every recorded block has its test module, and every deviation from one is used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from . import deviations
from .deviations import DEVIATIONS, Deviation, outcomes

#: The recorded blocks that the data, file, code and script tools answer.
BLOCKS = (
    *("REGISTRY", "REGISTER_ALL"),
    *("CODE_AGENT_TOOLS", "CODE_AGENT_SEARCH", "CODE_AGENT_READ", "CODE_AGENT_WRITE", "FILE_TOOLS"),
    *("MATH", "MATH_WANT", "MATH_ARGS"),
    *("JSON_PARSE", "JSON_PARSE_WANT"),
    *("CSV_PARSE", "CSV_PARSE_WANT"),
    *("DATETIME", "UUID"),
    *("FILE_CREATE", "FILE_CREATE_KEYS", "FILE_CREATE_MIME", "FILE_CREATE_DIR", "FILE_CREATE_WANT"),
    *("PATH_RESOLVE", "PATH_RESOLVE_WANT", "TRAVERSAL_EVERY_TOOL"),
    *("FILE_READ", "FILE_READ_WANT", "TRUNCATE", "TRUNCATION_NOTE"),
    *("FILE_WRITE", "FILE_WRITE_WANT"),
    *("FILE_EDIT", "FILE_EDIT_OUTPUT", "FILE_EDIT_WANT"),
    *("FILE_PATCH", "FILE_PATCH_WANT"),
    *("GREP", "GREP_WANT", "SKIP_DIRS", "BINARY_RULE"),
    *("GLOB", "GLOB_WANT"),
    "TREE",
    *("DENY_COMMANDS", "DENY_COMMANDS_WANT", "GUARDRAIL_COMPILE", "PLATFORM_GUARD"),
    *("DENY_OUTPUT", "DENY_PROMPTS", "DENY_RESPONSES", "DECISION_ORDER"),
    *("READ_SKILL", "READ_SKILL_FOOTER", "SAFE_SKILL_JOIN"),
    *("TOOL_CATEGORY", "TOOL_FILTER", "TOOL_INTERFACE_VERSION", "AGENT_SPEC", "AGENT_SPEC_OMIT_EMPTY"),
    *("TOOL_CLI", "LOCAL_SHELL", "LOCAL_FILE_BROWSER"),
    *("HTTP_REQUEST", "WEB_FETCH", "WEB_FETCH_CONTENT_TYPES", "WEBHOOK", "REDIRECT_HEADERS"),
    *("WEB_SEARCH_PROVIDER", "WEB_SEARCH_REQUEST", "WEB_SEARCH_RESPONSE"),
    *("STRICT_IPV4", "HOST_REJECTED", "BLOCKED_IP", "PRIVATE_CIDR", "DOMAINS"),
    *("TCP_RULES", "TCP_RULES_INVALID", "EGRESS_CONFIG"),
    *("MCP_TOOL", "MCP_ERROR_REASON", "MCP_NAMES"),
    "API_TOOL",
    *("CUSTOM_DISCOVERY", "CUSTOM_RUNTIME", "CUSTOM_IO", "CUSTOM_ENTRYPOINT", "CUSTOM_DOCSTRING", "CUSTOM_WANT"),
    "SCHEMA_KEYS",
    *("CLI_CONFIG", "CLI_SCHEMA", "CLI_RESULT_KEYS", "CLI_AVAILABILITY", "CLI_BINARY", "CLI_BINARY_WANT"),
    *("CLI_ARG", "CLI_ARG_BAD_TYPES", "CLI_ARG_WANT", "LOOKS_LIKE_PATH", "PATH_ARG", "PATH_ARG_WANT", "OWASP_ARGS"),
    *("CLI_ENV", "CLI_RUN", "CLI_RUN_WANT"),
)


@pytest.fixture(scope="module")
def uses() -> tuple[set[str], set[str]]:
    """The names that the test modules assign and read again, and those whose outcomes they take."""
    blocks: set[str] = set()
    taken: set[str] = set()
    for path in Path(__file__).parent.parent.rglob("test_*.py"):
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        if not any(block in text for block in BLOCKS):
            continue
        nodes = list(ast.walk(ast.parse(text)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        assigned = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        blocks |= assigned & {name.id for name in names if isinstance(name.ctx, ast.Load)}
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "outcomes":
                taken |= {str(keyword.arg) for keyword in node.keywords if keyword.arg in assigned}
    return blocks, taken


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_has_a_test_module(block: str, uses: tuple[set[str], set[str]]) -> None:
    assert block in uses[0]


@pytest.mark.parametrize(
    "deviation", DEVIATIONS, ids=lambda deviation: f"{deviation.block}-{ascii(deviation.row)[:40]}"
)
def test_every_deviation_is_used_and_says_why(deviation: Deviation, uses: tuple[set[str], set[str]]) -> None:
    assert deviation.block in uses[1]
    assert deviation.reason.endswith(".")


def test_a_row_takes_the_outcome_of_its_deviation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deviations, "DEVIATIONS", (Deviation("ROWS", "b", 3, "Three is better."),))

    assert [row.values for row in outcomes(ROWS=[("a", 1), ("b", 2)])] == [("a", 1), ("b", 3)]
    assert [row.values for row in outcomes(OTHERS=[("b", 2)])] == [("b", 2)]


def test_a_deviation_from_no_row_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deviations, "DEVIATIONS", (Deviation("ROWS", "c", 3, "Three is better."),))

    with pytest.raises(ValueError, match="No row of ROWS begins with"):
        outcomes(ROWS=[("a", 1)])
