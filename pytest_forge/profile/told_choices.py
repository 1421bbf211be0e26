"""Told choices: a description that tells all values of a text, as in ``Unit of the weight, "kg" or "lb"``."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["takes_others", "told_choices"]

_QUOTED = r"""(?:"[\w./+-]{1,30}"|`"?[\w./+-]{1,30}"?`|'[\w./+-]{1,30}')"""
_BARE = r"[A-Za-z][\w+-]{0,29}"
_OR = r"(?:\s*,?\s+or\s+|\s*\|\s*)"


def _listed(one: str) -> str:
    return rf"(?P<list>{one}(?:\s*,\s*{one})*{_OR}{one}(?:{_OR}{one})*)"


_END = r"""\s*(?:\(?,?\s*(?:the )?default(?: is|:)?[^.;)]{0,34}\)?)?\s*(?=[.;]|$)"""
#: All of a clause; words without quotes only behind what says that a list follows.
_LISTS = (
    regex(rf"(?:^|[,:(]\s*|\b(?:of|be|either|is|in|as)\s+){_listed(_QUOTED)}\)?{_END}", re.IGNORECASE),
    regex(rf"(?:\bone of:?\s+|\beither\s+|:\s+){_listed(_BARE)}{_END}", re.IGNORECASE),
)
#: The values are some of those that are taken, or others mean something as well.
_SOME = regex(
    r"\b(?:e\.?\s?g\b|example|instance|such as|like|including|usual\w*|typical\w*|common\w*|mostly|etc"
    r"|free text|prefix\w*|begin\w*|start\w*|contain\w*|part)",
    re.IGNORECASE,
)
_OTHERS = regex(
    r"\b(?:other|others|otherwise|else|any\w*|unknown|unrecogni[sz]ed|unsupported|fall\w*|ignored|empty|blank|missing)\b",
    re.IGNORECASE,
)
_WORD = regex(r"[\w./+-]+")
_FEWEST = 2


def told_choices(description: str) -> list[str]:
    """Return the values of which a description says that a text is one of them; none if there may be others."""
    told = " ".join(description.split())
    if _SOME.search(told) or takes_others(told):
        return []
    for form in _LISTS:
        lists = list(form.finditer(told))
        if len(lists) == 1:
            found = [word for word in _WORD.findall(lists[0]["list"]) if word != "or"]
            rest = told[: lists[0].start("list")] + told[lists[0].end("list") :]
            quoted = {word for one in re.findall(_QUOTED, rest) for word in _WORD.findall(one)}
            return found if len(set(found)) >= _FEWEST and quoted <= {*found} else []
    return []


def takes_others(told: str) -> bool:
    """Tell whether a description says what becomes of other values than those that it lists."""
    return _OTHERS.search(told) is not None
