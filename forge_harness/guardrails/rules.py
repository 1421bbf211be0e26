r"""GuardrailRules: what an operator or a skill denies, read strictly; a rule that cannot be used stops the start.

::

    deny_commands:
      - pattern: \bget\s+secrets?\b
        message: Secrets are not read here. Ask the user.
      - binary: kubectl
        args_any: [secret, secrets]
    deny_output:
      - pattern: sk-[A-Za-z0-9]{20,}
        action: redact
    deny_prompts: [...]
    deny_responses: [...]
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from ..errors import RegistrationError
from ..extra import install_extra
from .command_text import names_program, words_of
from .rule_pattern import RulePattern

__all__ = ["CommandRule", "GuardrailRules", "OutputRule", "TextRule"]

_MAX_SHOWN = 100


@dataclass(frozen=True, kw_only=True)
class TextRule:
    """A rule for texts.

    Args:
        pattern: A regular expression; a text in which it is found is denied.
        message: What is told instead, to the model or the user; empty for a fixed sentence.
        where: Where the rule stands, for the log; `GuardrailRules` fills it in.
    """

    pattern: str = ""
    message: str = ""
    where: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class CommandRule(TextRule):
    """A rule for commands: a pattern, or a program and arguments.

    Args:
        binary: The program's name. Case, and the folder of a path, do not matter.
        args_any: Words, one of which must stand among the arguments, in any order and case, alone or as a part of one:
            ``secrets`` is in ``pods,secrets`` and in ``--kind=Secrets``. None for any arguments.
    """

    binary: str = ""
    args_any: Sequence[str] | None = None

    def denies(self, words: Sequence[str]) -> bool:
        """Tell whether the program and one of the arguments stand among *words*; another program may start it."""
        if not self.binary or not any(names_program(word, self.binary) for word in words):
            return False
        if self.args_any is None:
            return True
        given = [part for word in words for part in words_of(word)]
        return any(_stands_in(words_of(entry), given) for entry in self.args_any)


@dataclass(frozen=True, kw_only=True)
class OutputRule(TextRule):
    """A rule for what tools return.

    Args:
        action: ``block`` withholds the whole output, ``redact`` puts a marker in place of each match.
    """

    action: Literal["block", "redact"] = "block"


@dataclass(frozen=True, kw_only=True)
class GuardrailRules:
    r"""What is denied. Each rule may be a pattern, or a mapping of its fields.

    Patterns are regular expressions of RE2, and are searched for, not matched as a whole. Those of commands and outputs
    distinguish case, unless they begin with ``(?i)``; those of prompts and responses do not.

    Args:
        deny_commands: Commands that are not run, and calls of other tools that hold such a text: ``{"pattern": ...}``
            or ``{"binary": "kubectl", "args_any": ["secret", "secrets"]}``, with a ``message`` or without.
        deny_output: Outputs that the model does not get: ``{"pattern": ..., "action": "block"}`` or ``"redact"``.
        deny_prompts: Requests that are not sent to the model.
        deny_responses: Answers of the model that are replaced; ``.`` stands for the end of a line, too.
        source: Whose rules they are, for the log and for errors, such as ``"skill 'kube'"``.

    Raises:
        RegistrationError: If a rule cannot be used: it does not compile, has an unknown or missing part, or is a
            pattern and google-re2 is not installed.

    Source: seed 002, "Skill-declared deny_commands and deny_output patterns block/redact".
    """

    deny_commands: Sequence[Any] = ()
    deny_output: Sequence[Any] = ()
    deny_prompts: Sequence[Any] = ()
    deny_responses: Sequence[Any] = ()
    source: str = "the operator"

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            given = getattr(self, name)
            if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
                raise RegistrationError(f"{name!r} of {self.source} is not a list. Begin each rule with '- pattern:'.")
            rules = tuple(
                _rule(kind, rule, f"rule {number} in {name!r} of {self.source}", name)
                for number, rule in enumerate(given, 1)
            )
            # A list that changes later must not change the rules.
            object.__setattr__(self, name, rules)

    @classmethod
    def read(cls, mapping: Mapping[str, Any], *, source: str) -> GuardrailRules:
        """Return the rules of a mapping in JSON types, as a file gives them.

        Args:
            mapping: ``deny_commands``, ``deny_output``, ``deny_prompts`` and ``deny_responses``; null counts as empty.
            source: Whose rules they are.

        Raises:
            RegistrationError: If a key or a rule cannot be used.
        """
        for key in mapping:
            if key not in _KINDS:
                raise RegistrationError(f"{_shown(key)} of {source} is not a guardrail. {_near(key, _KINDS)}")
        return cls(source=source, **{key: value for key, value in mapping.items() if value is not None})

    @classmethod
    def joined(cls, rules: Iterable[GuardrailRules]) -> GuardrailRules:
        """Return the rules of several sources, in their order; each keeps its place for the log."""
        every = list(rules)
        lists: dict[str, Any] = {name: [rule for given in every for rule in getattr(given, name)] for name in _KINDS}
        return cls(**lists)

    def as_data(self) -> dict[str, list[dict[str, Any]]]:
        """Return the rules in JSON types, as `read` takes them; lists without a rule are left out."""
        lists = {name: [_data_of(rule) for rule in getattr(self, name)] for name in _KINDS}
        return {name: rules for name, rules in lists.items() if rules}

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _KINDS)


_KINDS: dict[str, type[TextRule]] = {
    "deny_commands": CommandRule,
    "deny_output": OutputRule,
    "deny_prompts": TextRule,
    "deny_responses": TextRule,
}


def _rule(kind: type[TextRule], given: Any, where: str, name: str) -> TextRule:
    place, where = where, f"{where[0].upper()}{where[1:]}"
    rule = given if isinstance(given, kind) else kind(**_fields(kind, given, where))
    texts = {"pattern": rule.pattern, "message": rule.message}
    if isinstance(rule, OutputRule) and rule.action not in ("block", "redact"):
        raise RegistrationError(f"{where} has the action {_shown(rule.action)}. Write 'block' or 'redact'.")
    if isinstance(rule, CommandRule):
        texts["binary"] = rule.binary
        rule = _with_words(rule, where)
    for part, text in texts.items():
        if not isinstance(text, str):
            raise RegistrationError(f"{where} has {part!r} that is not a text. Put it in quotes.")
    if bool(rule.pattern) == bool(texts.get("binary")):
        needed = "'pattern' or 'binary'" if isinstance(rule, CommandRule) else "'pattern'"
        what = "has both a pattern and a binary" if rule.pattern else f"has no {needed}"
        raise RegistrationError(f"{where} {what}. Write {needed}, with what it denies.")
    if rule.pattern:
        try:
            pattern_of(rule, name)
        except ValueError:
            raise RegistrationError(
                f"{where} does not compile: {_shown(rule.pattern)}. Correct the regular expression, and use neither "
                "look-around nor references to groups."
            ) from None
        except ImportError:
            raise RegistrationError(
                f"{where} is a pattern, and the package google-re2 is not installed. Run: {install_extra('tools')}."
            ) from None
    return rule if rule.where else replace(rule, where=place)


def pattern_of(rule: TextRule, name: str) -> RulePattern:
    """Return the compiled pattern of a rule in the list *name* of `GuardrailRules`.

    Raises:
        ValueError: If it does not compile.
        ImportError: If google-re2 is not installed.
    """
    return RulePattern(
        rule.pattern,
        ignores_case=name in ("deny_prompts", "deny_responses"),
        spans_lines=name == "deny_responses",
    )


def _fields(kind: type[TextRule], given: Any, where: str) -> dict[str, Any]:
    if isinstance(given, str):
        return {"pattern": given}
    if not isinstance(given, Mapping):
        raise RegistrationError(f"{where} is {_shown(given)}. Write a pattern, or its fields as 'name: value'.")
    known = [part.name for part in fields(kind) if part.name != "where"]
    for key in given:
        if key not in known:
            raise RegistrationError(f"{where} has an unknown field {_shown(key)}. {_near(key, known)}")
    return dict(given)


def _with_words(rule: CommandRule, where: str) -> CommandRule:
    if rule.args_any is None:
        return rule
    if not rule.binary:
        raise RegistrationError(f"{where} has 'args_any' without 'binary'. Add the program's name as 'binary'.")
    if isinstance(rule.args_any, str) or not isinstance(rule.args_any, Sequence):
        raise RegistrationError(f"{where} has 'args_any' that is not a list. Write a list of texts.")
    if not rule.args_any or not all(isinstance(entry, str) and words_of(entry) for entry in rule.args_any):
        raise RegistrationError(
            f"{where} has 'args_any' that is empty, or holds what is not a word. Name the arguments, or leave it "
            "out to deny the program."
        )
    return replace(rule, args_any=tuple(rule.args_any))


def _data_of(rule: TextRule) -> dict[str, Any]:
    values = {part.name: getattr(rule, part.name) for part in fields(rule) if part.name != "where"}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items() if value}


def _stands_in(words: list[str], given: list[str]) -> bool:
    return any(given[at : at + len(words)] == words for at in range(len(given) - len(words) + 1))


def _near(key: Any, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(str(key), names, n=1)
    return f"Write {near[0]!r}." if near else f"Use one of {', '.join(names)}."


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
