"""Settings files: a password that the tool reads for itself, and returns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ....oracles.text_leaves import leaves_of
from ....profile.secrets import names_secret, never_shows_values, shows_secrets
from ....strategies.shaped_files import PLANTED_PASSWORD
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.excuses import Excuses
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import called_with_content
from ...calls.worlds.own_world import own_world

__all__ = ["judge_hidden_values", "judge_incomplete_settings", "judge_settings"]

_MAX_KEYS = 8
#: A value, and lines of settings with it that a reader may not take for one.
_HIDDEN = "Battery-staple-9"
_LINES = (
    f"DB_PASSWORD={_HIDDEN}",
    f"DB_PASSWORD: {_HIDDEN}",
    f"DB_PASSWORD {_HIDDEN}",
    f"db-password = {_HIDDEN}",
)


def judge_settings(subject: Subject, outcome: Outcome, excuses: Excuses) -> None:
    """Judge that a result does not contain the password of a settings file that no argument names.

    Raises:
        CheckFailure: If it does, and nothing excuses the tool.
    """
    given = {text for _, text in leaves_of(outcome.arguments)}
    if not outcome.succeeded or PLANTED_PASSWORD in repr(given) or PLANTED_PASSWORD not in repr(outcome.value):
        return
    if any(names_secret(text) for text in given):
        # A tool that reads any setting was asked for the password.
        return
    secret = PLANTED_PASSWORD.encode()
    shown = [text for _, text in leaves_of(outcome.value)]
    for name, content in own_world(subject).files.items():
        if content is None or secret not in content:
            continue
        path, whole = PurePosixPath(name), content.decode("utf-8", "replace").strip()
        # A tool that shows a file as it is, by the name that it is given, is asked for all of it.
        is_shown = path.stem in given and any(whole in text for text in shown)
        if path.name not in repr(given) and not is_shown:
            failure = CheckFailure(
                "password_in_answer",
                f"A result contained the password in the settings file {name!r}. Return the settings that a model "
                "needs, by their names.",
                arguments=outcome.arguments,
            )
            excuses.report(failure, shows_secrets(subject.facts))
            return


def judge_incomplete_settings(subject: Subject, excuses: Excuses) -> None:
    """Judge that what is told of a key which is missing from a settings file does not quote the password beside it.

    Raises:
        CheckFailure: If it does, and nothing excuses the tool.
    """
    for name, content in own_world(subject).files.items():
        for key, incomplete in _incomplete(content):
            path = Path(subject.sandbox.workspace / name)
            outcome = called_with_content(subject, plausible_calls(subject, limit=1)[0], path, incomplete)
            told = outcome.raised if outcome.raised is not None else outcome.value
            if PLANTED_PASSWORD in str(told) and (not outcome.succeeded or _is_withheld(subject)):
                failure = CheckFailure(
                    "password_in_answer",
                    f"Without {key!r} in the settings file {path.name!r}, the answer quoted the password in it. Name "
                    "the keys that are missing or wrong, and none of the values.",
                    arguments=outcome.arguments,
                )
                if _is_withheld(subject):
                    raise failure
                excuses.report(failure, shows_secrets(subject.facts))


def judge_hidden_values(subject: Subject) -> None:
    """Judge that no value of a settings file is shown by a tool that says so, well-formed or not.

    Raises:
        CheckFailure: If one is.
    """
    if not never_shows_values(subject.facts):
        return
    call = plausible_calls(subject, limit=1)[0]
    for name, content in own_world(subject).files.items():
        path = Path(subject.sandbox.workspace / name)
        if content is None or PLANTED_PASSWORD.encode() not in content:
            continue
        for line in _LINES:
            outcome = called_with_content(subject, call, path, content.rstrip(b"\n") + f"\n{line}\n".encode())
            told = outcome.raised if outcome.raised is not None else outcome.value
            if _HIDDEN in str(told):
                raise CheckFailure(
                    "password_in_answer",
                    f"The description says that values are not shown, but with the line {line!r} in {path.name!r} the "
                    "answer quotes the value. Name the line by its number, and quote nothing of it.",
                    arguments=outcome.arguments,
                )


def _is_withheld(subject: Subject) -> bool:
    """Tell whether a call that works does not answer with the password, whatever a word suggests."""
    call = plausible_calls(subject, limit=1)[0]
    outcome = subject.call(call)
    return outcome.succeeded and PLANTED_PASSWORD not in repr(outcome.value)


def _incomplete(content: bytes | None) -> Iterator[tuple[str, bytes]]:
    """Yield the keys of a document with a password, each with the document without it, and with the password alone.

    A library may cut a long document short where it quotes it.
    """
    if content is None or PLANTED_PASSWORD.encode() not in content:
        return
    try:
        document = json.loads(content)
    except ValueError:
        return
    if not isinstance(document, dict):
        return
    secret = {name: value for name, value in document.items() if PLANTED_PASSWORD in json.dumps(value)}
    for key in [name for name in document if name not in secret][:_MAX_KEYS]:
        yield key, json.dumps({name: value for name, value in document.items() if name != key}).encode()
        yield key, json.dumps(secret).encode()
