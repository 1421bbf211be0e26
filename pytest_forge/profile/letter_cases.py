"""Letter cases: whether words say that capitals and small letters count as the same."""

from __future__ import annotations

import re

__all__ = ["says_case_is_ignored"]

_CASES = (
    r"(?:letter[- ]?case|(?:upper|lower)(?:[- ]?case)?(?:[- ](?:and|or)[- ](?:lower|upper)[- ]?case)?|capitals?"
    r"(?:[- ]letters?)?(?: and small letters)?|case)"
)
_SAID = re.compile(
    r"\bcase[- ]?insensitiv\w+"
    rf"|\b(?:ignor\w+|regardless of|whatever) (?:the |its |their )?{_CASES}\b"
    rf"|\b{_CASES} (?:is|are|will be) (?:ignored|not (?:significant|relevant|considered))"
    rf"|\b{_CASES} (?:make|makes|does|do)(?:n't| not| no) (?:any )?(?:matter|difference)",
    re.IGNORECASE,
)


def says_case_is_ignored(says: str) -> bool:
    """Tell whether words, such as an argument's description, say that letter case makes no difference."""
    return _SAID.search(says) is not None
