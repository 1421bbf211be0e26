"""Private values: no answer contains a secret, or a path of the host."""

from __future__ import annotations

from typing import Any

from ...oracles.faults import Trial
from ...oracles.secret_glance import password_in_address
from ...oracles.secret_search import find_canary
from ...profile.told_paths import tells_full_paths
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding
from ..calls.answered import raise_unless_answered
from ..calls.asking import own_server
from ..calls.candidates import judge_candidates
from ..calls.excuses import Excuses
from ..calls.told_words import told_words
from ..check import check
from .failing_calls import (
    calls_naming_variables,
    commands_for_variables,
    commands_in,
    faulted_calls,
    plain_trials,
)
from .told_details.answer_search import (
    HOME,
    PATHS,
    Needles,
    leaks_in,
    private_values,
    quoted_value,
    shown_place,
)
from .told_details.damaged_contents import trials_with_damaged_files
from .told_details.kept_passwords import judge_kept_passwords
from .told_details.later_secrets import judge_later_secrets
from .told_details.masked_cases import judge_masked_cases
from .told_details.masked_depths import judge_masked_depths
from .told_details.own_constants import judge_own_constants, secret_constants
from .told_details.own_secrets import calls_with_own_keys, judge_own_secrets
from .told_details.searched_secrets import judge_searched_secrets
from .told_details.settings_files import judge_hidden_values, judge_incomplete_settings, judge_settings
from .told_details.stored_secrets import judge_flagged_values, judge_stored_addresses

__all__ = ["results_hold_no_environment"]

#: The check that reports answers that quote an exception.
_REPORTS_QUOTES = "errors_carry_no_detail"


@check(
    family="errors",
    level="MUST",
    source="Typed Errors: What gets scrubbed before reaching the LLM (S-013)",
    codes={
        "private_value_in_answer": "A secret of the environment, a key, or a path of the host gets into an answer.",
        "password_in_answer": "An answer contains the password of an address or of a settings file, or a part of it.",
        "secret_shown": "A result shows a secret of the tool's own code, or one of a name that is masked elsewhere.",
    },
)
def results_hold_no_environment(subject: Subject) -> None:
    """No answer contains a secret of the environment, a key of the home directory, or a path of the host.

    The rule S-013 keeps paths under $HOME and values of environment variables out of the model's context. A relative
    path is all that a model needs. An absolute one reveals the user name, the layout of the disk and where to try next.

    The check searches the answers of calls that succeed and that fail. It also makes ordinary calls while a file that
    they read is damaged, empty, or a folder. It fails when an answer contains, plain or encoded:

    - A secret of the environment, a key of the home directory, or an absolute path of the host.
    - The address of a database or a service with a password. The password must be neither in the arguments nor a
      placeholder.
    - The password of a settings file that the tool looks for and no argument names.
    - A secret of the function's own data: a value below a key that is named like a secret, or beside such a name in a
      record. This counts if another value of that name is masked in the same result, or the description says that they
      are.
    - A constant of the tool's modules that is named like a secret, such as a token in an address. The tool's name and
      description must not tell of secrets, unless it says that it masks them.
    - A value of an argument, beside a name in one letter case, that the tool hides beside the same name in another. The
      description must say that it hides all of the kind, such as passwords, or that letter case does not matter.
    - A value of an argument beside such a name in a record or list within, if the tool hides it outside. Lists count
      if the tool hides values in records within. Otherwise the description must say that it hides all of the kind, or
      at any depth.

    - A value beside the name of a secret that another reader of the server masks. The tool must not tell of secrets.
    - A value that another tool has stored with a flag, such as secret=true, if some reader shows it without the flag
      and not with it. The description must say that secrets are masked, or that of the other tool that nothing shows
      them. This counts as well if the value shows only after a further call for the same record, as when it is removed
      or gets another value that is no secret.
    - A record that another tool has stored, if a part of its secret finds it and the secret itself is not shown.
    - The user, the password or the query of an address that it is given, or that another tool has stored. The
      description must say that it gives none.
    - A part of the password or the user of an address that it is given and refuses, also in the message of what a
      function raises. The description must say that it never shows up.

    The data of a server are not at hand. In the answers of its readers, such values count if they consist of letters
    and digits, or of four digits and more.

    Not judged:

    - A path that the arguments contain.
    - A full path in a result, if the description or the docstring says that the tool answers with one.
    - A tool that names a secret, unless it masks such values.
    - A variable that a command in an argument asks for. The tool's purpose must be to run commands, and others of them
      must show none.
    - Text that comes from an exception, which `errors_carry_no_detail` judges.
    - What a function raises otherwise, since the dispatcher scrubs it.
    - Absolute paths in the results of servers, except that of the home directory.
    """
    if subject.is_served:
        own_server(subject)
    judge_masked_cases(subject)
    judge_masked_depths(subject)
    judge_flagged_values(subject)
    judge_later_secrets(subject)
    judge_stored_addresses(subject)
    judge_kept_passwords(subject)
    judge_searched_secrets(subject)
    excuses = Excuses()
    full_paths = tells_full_paths(subject.facts, told_words(subject))
    untouched = subject.tool
    calls = faulted_calls(subject)
    needles = private_values(subject)
    own_file = {"the path of its own source file": min(calls.own.files)} if calls.own.files else {}
    quotes = False
    asked: list[CheckFailure] = []
    keeps_quiet = False

    def hidden_in(trial: Trial, values: Needles) -> Needles:
        """Return the values that the answer may not contain: paths may be promised."""
        promised = {name: value for name, value in values.items() if name in PATHS}
        if not (full_paths and trial.outcome.succeeded):
            return values
        if any(leaks_in(trial.outcome, promised)):
            excuses.note(full_paths)
        return {name: value for name, value in values.items() if name not in promised}

    def judge_plain(trial: Trial) -> None:
        _judge_environment(trial, hidden_in(trial, {**needles, **({} if trial.errors else own_file)}))

    constants = secret_constants(subject)
    for trial in calls.trials:
        judge_own_constants(trial.outcome, constants)
        if not trial.is_plain:
            if quotes:
                break
            if not any(shown.arguments == trial.outcome.arguments for shown in asked):
                _judge_environment(trial, hidden_in(trial, needles))
        elif quoted_value(trial, needles) is not None:
            quotes = True
        else:
            try:
                judge_plain(trial)
            except CheckFailure as failure:
                asked.append(failure)
            else:
                keeps_quiet = keeps_quiet or trial.outcome.succeeded
                judge_settings(subject, trial.outcome, excuses)
                judge_own_secrets(subject, trial.outcome)
    for shown in asked:
        # If other commands show nothing, this one has asked for it.
        excuses.report(shown, *(commands_in(subject, shown.arguments or {}) if keeps_quiet else ()))
    subject.tool = untouched
    for trial, _ in trials_with_damaged_files(subject) if keeps_quiet else ():
        if quoted_value(trial, needles) is None:
            _judge_environment(trial, hidden_in(trial, needles), when="While a file that the call reads was damaged, ")

    def judge(*calls: dict[str, Any]) -> None:
        subject.tool = untouched
        for trial in plain_trials(subject, list(calls)):
            judge_own_constants(trial.outcome, constants)
            if quoted_value(trial, needles) is None:
                try:
                    judge_plain(trial)
                except CheckFailure as failure:
                    asking = commands_in if keeps_quiet else commands_for_variables
                    excuses.report(failure, *asking(subject, trial.outcome.arguments))

    if not subject.is_served:
        subject.tool = untouched
        judge_incomplete_settings(subject, excuses)
        judge_hidden_values(subject)
    for call in subject.patience().each(calls_with_own_keys(subject)):
        judge_own_secrets(subject, subject.call(call))
    judge(*calls_naming_variables(subject))
    judge_candidates(subject, "results_hold_no_environment", judge)
    if subject.is_served:
        raise_unless_answered(subject)
    excuses.tell()
    if quotes:
        message = f"Not judged: answers after failures, since one quotes an exception; see {_REPORTS_QUOTES}."
        raise FollowsFinding(message, check=_REPORTS_QUOTES)


def _judge_environment(trial: Trial, needles: Needles, *, when: str = "") -> None:
    arguments = trial.outcome.arguments
    password = password_in_address(repr(trial.outcome.value))
    if password and find_canary(password, arguments) is None:
        raise CheckFailure(
            "password_in_answer",
            "A result contained an address with a password. Remove the password before returning the address.",
            arguments=arguments,
        )
    if trial.outcome.answer is not None and not trial.outcome.succeeded:
        needles = {name: value for name, value in needles.items() if name != HOME}
    unknown = {name: value for name, value in needles.items() if find_canary(value, arguments) is None}
    for name, part, leak in leaks_in(trial.outcome, unknown):
        sentence = f"{shown_place(part, leak)} held {name}."
        when = f"After {trial.fault}, " if trial.fault else when
        if when:
            raise CheckFailure("private_value_in_answer", f"{when}{sentence}", arguments=arguments)
        raise CheckFailure("private_value_in_answer", sentence[0].upper() + sentence[1:], arguments=arguments)
