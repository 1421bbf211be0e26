"""Guardrails: rules of an operator and of skills, compared with calls, outputs, prompts and answers.

It fails closed: where rules for commands exist, input that is not text is refused.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .command_text import command_texts, shell_words, tool_text
from .rule_pattern import RulePattern
from .rules import CommandRule, GuardrailRules, OutputRule, TextRule, pattern_of

__all__ = ["REDACTED", "Guardrails"]

log = logging.getLogger(__name__)

#: What stands in place of redacted text.
REDACTED = "[BLOCKED BY POLICY]"

_DENIED_COMMAND = "A rule of the operator denies this command. Choose another way, or tell the user."
_UNREADABLE = "The input of this command is not text, and the operator's rules are compared with text. Send text."
_DENIED_OUTPUT = "A rule of the operator withholds this output. Continue without it."
_DENIED_PROMPT = "A rule of the operator denies this request. Ask for something else."
_DENIED_RESPONSE = "A rule of the operator withholds this answer. Ask for something else."

#: The tool whose arguments are a command.
_COMMAND_TOOL = "cli_execute"

_Compiled = tuple[TextRule, RulePattern | None]


class Guardrails:
    """Rules, ready to be compared.

    Args:
        rules: Those of the operator and of each active skill; the first that denies gives its message.
    """

    def __init__(self, *rules: GuardrailRules) -> None:
        self._commands = list(_compiled(rules, "deny_commands"))
        outputs = list(_compiled(rules, "deny_output"))
        self._blocks = [entry for entry in outputs if _action(entry[0]) == "block"]
        self._redactions = [entry for entry in outputs if _action(entry[0]) == "redact"]
        self._prompts = list(_compiled(rules, "deny_prompts"))
        self._responses = list(_compiled(rules, "deny_responses"))

    def __bool__(self) -> bool:
        return bool(self._commands or self.has_output_rules or self._prompts or self._responses)

    @property
    def has_output_rules(self) -> bool:
        """Whether an output may be withheld or changed."""
        return bool(self._blocks or self._redactions)

    @property
    def has_response_rules(self) -> bool:
        """Whether an answer may be replaced, so that it must not be shown before it is complete."""
        return bool(self._responses)

    def command_refusal(self, argv: Sequence[str], stdin: str | bytes | None = None) -> str | None:
        """Return why a command is denied, for the model; None if it is not.

        Args:
            argv: The program and its arguments.
            stdin: What it reads. Bytes that are not UTF-8 are refused.
        """
        if not self._commands:
            return None
        try:
            given = stdin.decode() if isinstance(stdin, bytes) else stdin or ""
            "".join([*argv, given]).encode()
        except UnicodeError:
            return _UNREADABLE
        # What a program reads may be its commands, or further arguments.
        return self._refusal_of(list(command_texts(argv, given)), [*argv, *shell_words(given)])

    def call_refusal(self, tool_name: str, arguments: Mapping[str, Any] | str | bytes) -> str | None:
        """Return why a call of a tool is denied, for the model; None if it is not.

        Args:
            tool_name: The tool's name. The arguments of `cli_execute` are compared as a command.
            arguments: The arguments, decoded or as JSON text; text that is not a JSON object is refused.
        """
        if not self._commands:
            return None
        if not isinstance(arguments, Mapping):
            decoded = _decoded(arguments)
            if not isinstance(decoded, dict):
                return _UNREADABLE
            arguments = decoded
        if tool_name == _COMMAND_TOOL:
            command = _command_in(arguments)
            if command is not None:
                return self.command_refusal(*command)
        try:
            text, words = tool_text(arguments)
            text.encode()
        except (ValueError, TypeError, RecursionError):
            return _UNREADABLE
        return self._refusal_of([text], words)

    def _refusal_of(self, texts: list[str], words: list[str]) -> str | None:
        def is_denied(rule: TextRule, pattern: RulePattern | None) -> bool:
            if pattern is not None:
                return any(map(pattern.is_found, texts))
            return isinstance(rule, CommandRule) and rule.denies(words)

        return _first(self._commands, is_denied, _DENIED_COMMAND)

    def output_refusal(self, text: str) -> str | None:
        """Return why an output is withheld, for the model; None if it is not. `redacted` comes afterwards.

        Args:
            text: The whole output, as it is.
        """
        return _denied(self._blocks, text, _DENIED_OUTPUT)

    def redacted(self, text: str, beyond: str = "") -> str:
        """Return an output with a marker in place of what rules take out, one rule after the other.

        Args:
            text: The output. If it was cut, a rule may not know its last half of a secret.
            beyond: What followed where it was cut. It is not returned; what a rule finds across the cut is taken out.
        """
        whole, end = text + beyond, len(text)
        for rule, pattern in self._redactions:
            if pattern is not None and pattern.is_found(whole):
                log.info("Output was redacted by %s.", rule.where)
                whole, end = pattern.replaced(whole, REDACTED, end)
        return whole[:end]

    def prompt_refusal(self, text: str) -> str | None:
        """Return why a request is not sent to the model, for the user; None if it is."""
        return _denied(self._prompts, text, _DENIED_PROMPT)

    def response_refusal(self, text: str) -> str | None:
        """Return what stands in place of the model's whole answer; None if the answer stays."""
        return _denied(self._responses, text, _DENIED_RESPONSE)


def _compiled(rules: Sequence[GuardrailRules], field: str) -> Iterator[_Compiled]:
    for given in rules:
        for rule in getattr(given, field):
            yield rule, pattern_of(rule, field) if rule.pattern else None


def _action(rule: TextRule) -> str:
    return rule.action if isinstance(rule, OutputRule) else ""


def _denied(rules: list[_Compiled], text: str, default: str) -> str | None:
    return _first(rules, lambda _, pattern: pattern is not None and pattern.is_found(text), default)


def _first(
    rules: list[_Compiled], is_denied: Callable[[TextRule, RulePattern | None], bool], default: str
) -> str | None:
    for rule, pattern in rules:
        if is_denied(rule, pattern):
            # Not what was found: it may be the secret.
            log.warning("Denied by %s.", rule.where)
            return rule.message or default
    return None


def _decoded(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _command_in(arguments: Mapping[str, Any]) -> tuple[list[str], str | None] | None:
    """Return the command in the arguments of `cli_execute`; None if they are not of its shape, which it refuses."""
    binary, args, stdin = arguments.get("binary"), arguments.get("args", []), arguments.get("stdin")
    if not isinstance(binary, str) or not isinstance(args, list) or not all(isinstance(word, str) for word in args):
        return None
    if set(arguments) - {"binary", "args", "stdin"} or not isinstance(stdin, str | None):
        return None
    return [binary, *args], stdin
