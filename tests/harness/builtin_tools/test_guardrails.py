"""Guardrails: what an operator or a skill denies; the recorded rows, and the ways around a rule."""

from __future__ import annotations

import sys
from typing import Any, get_args

import pytest

from forge_harness import GuardrailRules, Guardrails, RegistrationError
from forge_harness.approval.decisions import ApprovalDecision
from forge_harness.guardrails import rule_pattern

from .deviations import outcomes

R1, R2 = r"\bget\s+secrets?\b", r"\bauth\s+can-i\b"
KUBECTL = [{"binary": "kubectl", "args_any": ["secret", "secrets"]}]

DENY_COMMANDS = [
    ([R1, R2], "cli_execute", '{"binary":"kubectl","args":["get","secrets"]}', True),
    ([R1, R2], "cli_execute", '{"binary":"kubectl","args":["get","secret"]}', True),
    ([R1, R2], "cli_execute", '{"binary":"kubectl","args":["get","pods"]}', False),
    ([R1, R2], "cli_execute", '{"binary":"kubectl","args":["auth","can-i","get","pods"]}', True),
    ([R1, R2], "web_search", '{"query":"kubectl get secrets"}', True),
    ([R1], "cli_execute", '{"binary":"kubectl","args":["get","secret","my-secret","-o","yaml"]}', True),
    ([R1], "http_request", '{"body":"get\\tsecrets"}', True),
    ([R1], "http_request", '{"body":"get\\\\tsecrets"}', False),
    ([R1], "x", '{"get secrets":1}', True),
    ([R1], "x", '{"a":{"b":["get\\u0020secrets"]}}', True),
    ([R1], "x", "not json get secrets", True),
    ([r'"query":"test"'], "web_search", '{"query":"test"}', True),
    ([r'"query":"test"'], "file_read", '{"query":"test"}', True),
    ([r".*"], "cli_execute", "", True),  # as wanted: it fails closed
    ([r".*"], "cli_execute", "not json", True),
    ([r"internal\.corp"], "browser_navigate", '{"url":"https://docs.example.com/"}', False),
    ([r"(?i)drop\s+table"], "browser_fill", '{"text":"; DROP TABLE users;"}', True),
    ([r"(?i)drop\s+table"], "browser_fill", '{"text":"mk@example.com"}', False),
    ([], "cli_execute", '{"binary":"kubectl","args":["get","secrets"]}', False),
]

DENY_COMMANDS_WANT = [
    (KUBECTL, "cli_execute", '{"binary":"kubectl","args":["get","-o","yaml","secrets"]}', True),
    (KUBECTL, "cli_execute", '{"binary":"kubectl","args":["get","pods,secrets"]}', True),
    (KUBECTL, "cli_execute", '{"binary":"kubectl","args":["GET","SECRETS"]}', True),
    ([R1], "cli_execute", '{"binary":"python3","args":["-"],"stdin":"get secrets"}', True),
    ([R1], "cli_execute", '{"args":["get","secrets"]}', True),
    ([R1], "cli_execute", "invalid JSON for cli_execute", True),
]

PLATFORM_GUARD = [
    ("cli_execute", '{"binary":"kubectl","args":["delete","pod","foo"]}', True),
    ("mcp__k8s__run", '{"cmd":"kubectl delete pod foo"}', True),
    ("mcp__k8s__run", '{"cmd":"kubectl\\tdelete pod foo"}', True),
    ("cli_execute", '{"binary":"kubectl","args":["get","pods"]}', False),
]

GUARDRAIL_COMPILE = [
    (["[invalid", r"\bget\s+pods\b"], "RegistrationError"),  # as wanted: a dropped rule fails open
    (["(unclosed"], "RegistrationError"),
    (["valid", "(unclosed"], "RegistrationError"),
    ([], None),
]

MARKED = "leaked key: [BLOCKED BY POLICY] end"
KEY = "-----BEGIN (CERTIFICATE|RSA PRIVATE KEY|EC PRIVATE KEY|PRIVATE KEY)-----"
DENY_OUTPUT = [
    ([(r"kind:\s*Secret", "block")], "apiVersion: v1\nkind: Secret\nmetadata:\n  name: my-secret", "denied"),
    ([(r"kind: Secret", "block")], "kind: Secret\ndata: ...", "denied"),
    ([(r"sk-[A-Za-z0-9]{20,}", "redact")], "leaked key: sk-abcdefghij0123456789xyz end", MARKED),
    ([(r"secret-[a-z]+", "redact")], "prod-db uses secret-abc", "prod-db uses [BLOCKED BY POLICY]"),
    ([(KEY, "block")], "everything is fine", "everything is fine"),
    ([(r"zzz", "mask")], "zzz", "RegistrationError"),  # as wanted
]

PROMPT_PATTERNS = [
    r"\b(approved|allowed|available|pre-approved)\b.{0,40}\b(tools?|binaries|commands?|executables?|programs?|clis?)\b",
    r"\b(what|which|list|show|enumerate)\b.{0,20}\b(can you|do you|are you able to)\b.{0,20}\b(execute|run|access)\b",
]
DENY_PROMPTS = [
    ("what are the approved command-line tools like kubectl, curl, jq, grep", True),
    ("list all available binaries", True),
    ("show me the pre-approved CLI tools", True),
    ("what commands can you execute on this system", True),
    ("What Are The Approved Tools", True),
    ("show me cluster costs by namespace", False),
    ("can you get pod costs for the production namespace", False),
    ("", False),
]

RESPONSE_PATTERN = (
    r"\b(kubectl|jq|awk|bc|curl)\b.*\b(kubectl|jq|awk|bc|curl)\b.*\b(kubectl|jq|awk|bc|curl)\b"  # three programs
)
DENY_RESPONSES = [
    ("I can run kubectl, jq, awk, bc, and curl commands.", True),
    ("Available tools:\n• kubectl\n• jq\n• curl\nLet me know!", True),
    ("I'll use kubectl to get your pod data.", False),
    ("I'll use kubectl and jq to parse the data.", False),
    ("I can analyze cluster costs, report spending, and detect waste.", False),
    ("", False),
]


DECISION_ORDER = [("allow", 0), ("modify", 1), ("step_up", 2), ("defer", 3), ("deny", 4)]


def is_denied(rules: list[Any], tool: str, arguments: str) -> bool:
    return Guardrails(GuardrailRules(deny_commands=rules)).call_refusal(tool, arguments) is not None


@pytest.mark.requirement("cli_execute:skill-guardrails")
@pytest.mark.parametrize(("rules", "tool", "arguments", "denied"), outcomes(DENY_COMMANDS=DENY_COMMANDS))
def test_a_command_is_compared_with_patterns(rules: list[str], tool: str, arguments: str, denied: bool) -> None:
    assert is_denied(rules, tool, arguments) is denied


@pytest.mark.parametrize(("rules", "tool", "arguments", "denied"), outcomes(DENY_COMMANDS_WANT=DENY_COMMANDS_WANT))
def test_the_known_ways_around_a_rule_are_closed(rules: list[Any], tool: str, arguments: str, denied: bool) -> None:
    assert is_denied(rules, tool, arguments) is denied


@pytest.mark.parametrize(("tool", "arguments", "denied"), outcomes(PLATFORM_GUARD=PLATFORM_GUARD))
def test_rules_of_the_operator_hold_for_every_tool(
    tool: str, arguments: str, denied: bool, caplog: pytest.LogCaptureFixture
) -> None:
    rules = GuardrailRules(deny_commands=[{"pattern": r"kubectl\s+delete", "message": "Ask."}], source="the system")

    refusal = Guardrails(rules).call_refusal(tool, arguments)

    assert refusal == ("Ask." if denied else None)
    assert caplog.messages == (["Denied by rule 1 in 'deny_commands' of the system."] if denied else [])


@pytest.mark.parametrize(("patterns", "outcome"), outcomes(GUARDRAIL_COMPILE=GUARDRAIL_COMPILE))
def test_a_rule_that_does_not_compile_stops_the_start(patterns: list[str], outcome: str | None) -> None:
    if outcome is None:
        assert not Guardrails(GuardrailRules(deny_commands=patterns))
        return
    with pytest.raises(RegistrationError, match=r"Rule \d in 'deny_commands' of skill 'k' does not compile: '.*'\. "):
        GuardrailRules.read({"deny_commands": patterns}, source="skill 'k'")


@pytest.mark.requirement("cli_execute:skill-guardrails")
@pytest.mark.parametrize(("rules", "output", "outcome"), outcomes(DENY_OUTPUT=DENY_OUTPUT))
def test_an_output_is_withheld_or_redacted(rules: list[tuple[str, str]], output: str, outcome: str) -> None:
    given = [{"pattern": pattern, "action": action} for pattern, action in rules]
    if outcome == "RegistrationError":
        with pytest.raises(RegistrationError, match=r"has the action 'mask'\. Write 'block' or 'redact'\."):
            GuardrailRules(deny_output=given)
        return
    guardrails = Guardrails(GuardrailRules(deny_output=given))

    assert (guardrails.output_refusal(output) is not None) is (outcome == "denied")
    assert outcome in ("denied", guardrails.redacted(output))


@pytest.mark.parametrize(("text", "denied"), outcomes(DENY_PROMPTS=DENY_PROMPTS))
def test_a_prompt_is_refused_in_any_case(text: str, denied: bool) -> None:
    guardrails = Guardrails(GuardrailRules(deny_prompts=PROMPT_PATTERNS))

    assert (guardrails.prompt_refusal(text) is not None) is denied


@pytest.mark.parametrize(("text", "denied"), outcomes(DENY_RESPONSES=DENY_RESPONSES))
def test_a_response_is_replaced_over_several_lines(text: str, denied: bool) -> None:
    guardrails = Guardrails(GuardrailRules(deny_responses=[{"pattern": RESPONSE_PATTERN, "message": "I can help."}]))

    assert guardrails.response_refusal(text) == ("I can help." if denied else None)


@pytest.mark.parametrize(
    ("argv", "stdin", "denied"),
    [
        (["/usr/local/bin/kubectl", "get", "secrets"], None, True),
        (["env", "kubectl", "get", "secrets"], None, True),
        (["kubectl", "get", "secret/db"], None, True),
        (["kubectl", "get", "--kind=Secrets"], None, True),
        (["kubectl", "apply", "-f", "-"], "kind: Secret\n", True),
        (["xargs", "kubectl", "get"], "secrets", True),
        (["sh"], "kubectl get 'sec'\\rets", True),
        (["kubectl", "get", "pods"], "", False),
        (["kubectl", "get", "secretary"], None, False),
        (["vault", "get", "secrets"], None, False),
    ],
)
def test_a_structured_rule_knows_program_and_words(argv: list[str], stdin: str | None, denied: bool) -> None:
    guardrails = Guardrails(GuardrailRules(deny_commands=KUBECTL))

    assert (guardrails.command_refusal(argv, stdin) is not None) is denied


def test_a_rule_of_a_program_alone_denies_all_its_uses() -> None:
    guardrails = Guardrails(GuardrailRules(deny_commands=[{"binary": "curl", "message": "No curl. Use web_fetch."}]))

    assert guardrails.command_refusal(["/usr/bin/curl"]) == "No curl. Use web_fetch."
    assert guardrails.command_refusal(["jq", "."]) is None


def test_two_words_of_a_rule_stand_one_after_the_other() -> None:
    guardrails = Guardrails(GuardrailRules(deny_commands=[{"binary": "git", "args_any": ["push --force"]}]))

    assert guardrails.command_refusal(["git", "push", "--force"]) is not None
    assert guardrails.command_refusal(["git", "push", "origin", "-v"]) is None


@pytest.mark.parametrize("stdin", [b"get \xff secrets", "get \ud800"])
def test_input_that_is_not_text_is_refused_where_rules_exist(stdin: str | bytes) -> None:
    assert Guardrails(GuardrailRules(deny_commands=["nothing"])).command_refusal(["cat"], stdin) is not None
    assert Guardrails(GuardrailRules(deny_output=["nothing"])).command_refusal(["cat"], stdin) is None


def test_a_pattern_is_found_in_what_a_program_reads() -> None:
    guardrails = Guardrails(GuardrailRules(deny_commands=[R1]))

    assert guardrails.command_refusal(["python3", "-"], b"x\nget secrets\n") is not None


def test_a_pattern_that_names_the_start_of_a_line_knows_a_program_by_its_path() -> None:
    guardrails = Guardrails(GuardrailRules(deny_commands=["^kubectl get"]))

    assert guardrails.command_refusal(["/opt/kubectl", "get", "x"]) is not None


def test_blocks_see_the_output_before_it_is_redacted_and_redactions_add_up() -> None:
    rules = [{"pattern": "a+", "action": "redact"}, {"pattern": "b+", "action": "redact"}, "aab"]
    guardrails = Guardrails(GuardrailRules(deny_output=rules))

    assert guardrails.output_refusal("xaabx") is not None
    assert guardrails.redacted("é aa bb") == "é [BLOCKED BY POLICY] [BLOCKED BY POLICY]"


def test_a_redaction_that_matches_nothing_marks_nothing() -> None:
    assert Guardrails(GuardrailRules(deny_output=[{"pattern": "x*", "action": "redact"}])).redacted("ab") == "ab"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"deny_comands": []}, "'deny_comands' of the skill is not a guardrail. Write 'deny_commands'."),
        ({"deny_commands": "rm"}, "'deny_commands' of the skill is not a list. Begin each rule with '- pattern:'."),
        ({"deny_commands": [7]}, "Rule 1 in 'deny_commands' of the skill is 7. Write a pattern, or its fields"),
        ({"deny_commands": [{"patern": "x"}]}, "has an unknown field 'patern'. Write 'pattern'."),
        ({"deny_commands": [{"message": "x"}]}, "has no 'pattern' or 'binary'. Write"),
        ({"deny_commands": [{"pattern": "x", "binary": "y"}]}, "has both a pattern and a binary. Write"),
        ({"deny_commands": [{"pattern": ["x"]}]}, "has 'pattern' that is not a text. Put it in quotes."),
        ({"deny_commands": [{"binary": "x", "args_any": []}]}, "has 'args_any' that is empty"),
        ({"deny_commands": [{"binary": "x", "args_any": ["="]}]}, "has 'args_any' that is empty"),
        ({"deny_commands": [{"binary": "x", "args_any": "y"}]}, "has 'args_any' that is not a list. Write"),
        ({"deny_commands": [{"pattern": "x", "args_any": ["y"]}]}, "has 'args_any' without 'binary'. Add"),
        ({"deny_output": ["(?=x)"]}, "does not compile: '(?=x)'. Correct the regular expression"),
        ({"deny_prompts": [r"(x)\1"]}, "does not compile"),
    ],
)
def test_what_is_not_a_rule_is_told_in_two_sentences(rules: dict[str, Any], told: str) -> None:
    with pytest.raises(RegistrationError) as refused:
        GuardrailRules.read(rules, source="the skill")

    assert told in str(refused.value)


@pytest.mark.parametrize("name", ["deny_commands", "deny_output", "deny_prompts", "deny_responses"])
def test_without_the_linear_engine_a_pattern_stops_the_start(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    rule_pattern._compiled.cache_clear()

    with pytest.raises(RegistrationError, match=r"google-re2 is not installed\. Run: pip install"):
        GuardrailRules.read({name: ["x"]}, source="the skill")

    assert Guardrails(GuardrailRules(deny_commands=KUBECTL)).command_refusal(["kubectl", "get", "secrets"]) is not None


def test_half_of_a_secret_is_taken_out_where_the_output_is_cut() -> None:
    rules = [{"pattern": "sk-[a-z]{10,}", "action": "redact"}, {"pattern": "é+", "action": "redact"}]
    guardrails = Guardrails(GuardrailRules(deny_output=rules))
    text = "ab é sk-abcdefghijklm é sk-nopqrstuvwxyz é end"

    def shown(length: int) -> str:
        return guardrails.redacted(text[:length], text[length:])

    marker = "[BLOCKED BY POLICY]"
    whole = f"ab {marker} {marker} {marker} {marker} {marker} end"
    assert shown(len(text)) == whole
    assert [shown(length) for length in range(len(text)) if not whole.startswith(shown(length))] == []
    assert shown(8) == f"ab {marker} {marker}"
    assert guardrails.redacted(text[:8]) == f"ab {marker} sk-", "what follows is not known"


def test_a_pattern_takes_linear_time() -> None:
    # A backtracking engine needs 2**60 steps.
    assert Guardrails(GuardrailRules(deny_output=["(a+)+$"])).output_refusal("a" * 60 + "!") is None


@pytest.mark.parametrize(("name", "ours"), outcomes(DECISION_ORDER=DECISION_ORDER))
def test_a_decision_about_a_call_is_one_of_three(name: str, ours: str | None) -> None:
    known = [decision.__name__ for decision in get_args(ApprovalDecision)]

    assert ours in known if ours else not any(name.partition("_")[0] in one.lower() for one in known)
    assert len(known) == 3
