"""Masked cases: a value that a tool hides beside a name, and shows beside the same name in another letter case.

clean("token=a7")     token=***
clean("Token=a7")     Token=a7
"""

from __future__ import annotations

import json

from ....profile.letter_cases import says_case_is_ignored
from ....profile.secrets import hidden_names
from ....targets.subject import Subject
from ....verdict import CheckFailure
from .named_values import PLAIN_NAME, TEXTS, VALUE, is_shown, makers

__all__ = ["judge_masked_cases"]

_SHARE = 0.2
_MAX_NAMES = 6


def judge_masked_cases(subject: Subject) -> None:
    """Judge that a tool which hides the value of a name hides it in every letter case of the name.

    Judged are names that its description says to hide, if it also says that letter case does not matter, or means all
    of the kind, such as passwords.

    Raises:
        CheckFailure: If it shows one.
    """
    says = f"{subject.facts.description or ''}\n\n{json.dumps(subject.schema, default=repr)}"
    is_told = says_case_is_ignored(" ".join(says.split()))
    names = [name for name, is_kind in hidden_names(subject.facts.description or "").items() if is_told or is_kind]
    for make in subject.patience(_SHARE).each(makers(subject, TEXTS) if names else ()):
        if not is_shown(subject, make, PLAIN_NAME):
            continue
        for name in names[:_MAX_NAMES]:
            others = [one for one in (name.title(), name.upper(), name.lower()) if one != name]
            shown = next((one for one in others if is_shown(subject, make, one)), None)
            # Once more, since a tool may hide at random.
            if shown and [is_shown(subject, make, one) for one in (name, shown, name)] == [False, True, False]:
                raise CheckFailure(
                    "secret_shown",
                    f"A result shows the value beside {shown!r}, though the tool hides that beside {name!r}. Change "
                    "the letter case of a name before you compare it.",
                    about=name,
                    arguments=make(shown, VALUE),
                )
