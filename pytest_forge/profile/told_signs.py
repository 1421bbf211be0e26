"""Told signs: how many letters or digits a description says that a text has, and of which kind they are.

"Letter of the shelf"                    one letter
"three capital letters"                  three capital ones
"two letters, a dash and four digits"    both kinds, with a sign between them
"grade, from A to F"                     one letter, from the first to the last that is named
"at most 8 characters"                   any signs, up to so many

Digits that a number is rounded to, and letters that a text is searched for, are no length of the text.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from ..regex import regex

__all__ = ["Signs", "told_signs"]


class Signs(Struct, frozen=True):
    """A part of a text.

    Attributes:
        kind: Its signs: ``letter``, ``capital``, ``small``, ``digit``, ``hex``, ``either`` (letters and digits),
            ``any``, or the sign itself, such as "-".
        least: How many there are at least.
        most: How many there are at most.
        span: The first and the last letter or digit, if both are told.
    """

    kind: str
    least: int = 1
    most: int = 1
    span: str = ""


_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBERS = {"a": 1, "an": 1, "single": 1, **{word: number for number, word in enumerate(_WORDS, 1)}}
#: Longer ones are texts, and no codes.
_LONGEST = 40
_N = rf"(?:{'|'.join(_WORDS)}|\d{{1,2}})"
_KIND = (
    r"(?:capital|upper[- ]?case|big|block|small|lower[- ]?case|latin|roman|english|ascii|alphabet(?:ic(?:al)?)?|plain"
    r"|decimal|numeric|hex(?:adecimal)?|alpha[- ]?numeric(?:al)?|word)"
)
_UNIT = (
    r"(?:letters?(?: ?(?:,|and|or|and/or|/) ?(?:digits?|numbers?|numerals?))|digits?(?: ?(?:and|or|and/or|/) ?letters?)"
    r"|letters?|digits?|numerals|figures|characters?|chars?|signs?|capitals?)"
)
_COUNT = (
    rf"(?:between (?P<from>{_N}) and (?P<to>{_N})"
    rf"|(?P<low>{_N}) ?(?:to|or|-|\u2013) ?(?P<high>{_N})"
    rf"|(?:at most|up to|no more than|not more than|max(?:imum)?\.?(?: of)?|maximal) (?P<most>{_N})"
    rf"|(?:at least|no fewer than|min(?:imum)?\.?(?: of)?) (?P<least>{_N})"
    rf"|(?P<more>{_N}) or more"
    rf"|(?P<count>(?:a )?single|{_N}|an?))"
)
_GROUP = regex(
    rf"\b{_COUNT}[ -](?P<kinds>(?:{_KIND}[ -])*)(?P<unit>{_UNIT})(?P<long> long\b)?(?![\w/])(?P<case>(?:,? (?:in|all) "
    r"(?:capitals?|upper[- ]?case|lower[- ]?case|small letters|capital letters))?)",
    re.IGNORECASE,
)
_ONLY = regex(
    rf"\b(?:only|just|nothing but|consists? of) (?P<kinds>(?:{_KIND} )*)(?P<unit>letters(?: (?:and|or) digits)?|digits"
    rf"|capitals)\b|\b(?P<kinds_2>(?:{_KIND} )*)(?P<unit_2>letters(?: (?:and|or) digits)?|digits|capitals) only\b",
    re.IGNORECASE,
)
_CASE = regex(
    r"\b(?:in|all|always|is|are|and|be) (upper[- ]?case|lower[- ]?case|capitals|capital letters|small letters)\b",
    re.IGNORECASE,
)
#: "Letter of the shelf", "The row's letter", "Aisle, as a capital letter"; "the letter" alone may be one to somebody.
_BARE = regex(
    rf"^(?:the |its |this )?(?:(?P<kinds>(?:{_KIND} )*)(?P<unit>letter|digit|initial)(?= (?:of|from|between|grade)\b)"
    rf"|(?!(?:an?|the|how|what|which|why|when|whole|full|entire|\w+ed|\w+ing)\b)[a-z]+(?:['\u2019]s)? "
    rf"(?P<kinds_2>(?:{_KIND} )*)(?P<unit_2>letter|digit|initial)(?! ?(?:case|head|box|by|count|s\b))|"
    rf"(?P<kinds_3>(?:{_KIND} )+)(?P<unit_3>letter|digit|initial))\b",
    re.IGNORECASE,
)
#: "Identified by letter", "by its letter".
_BY = regex(
    r"(?<!letter )(?<!digit )\b(?:by|with|as|is|has) (?:its |the |a |one )?(?P<unit>letter|digit)\b(?! (?:by|case))",
    re.IGNORECASE,
)
#: The first and the last one that a text may be; "from A to Z" may be an order.
_SPAN = regex(
    r"(?<![\w'-])(?:(?i:from|between|letters?|digits?|one of|grades?|range) )?[\"'`]?(?P<first>[A-Z]|(?<=letter )[a-z])"
    r"[\"'`]?(?: ?(?:-|\u2013|\u2026|\.\.\.?) ?| (?i:to|through|thru|until|and|up to) )"
    r"[\"'`]?(?P<last>[A-Z]|[a-z])[\"'`]?(?![\w'-])"
)
_ORDER = regex(
    r"\b(?:sort\w*|order\w*|alphabetical\w*|descending|ascending|vitamins?|plan|point|route|trip|hepatitis)\b",
    re.IGNORECASE,
)
_MARKS = {
    "dash": "-", "hyphen": "-", "minus": "-", "slash": "/", "dot": ".", "point": ".", "full stop": ".", "period": ".",
    "space": " ", "blank": " ", "underscore": "_", "colon": ":",
}  # fmt: skip
#: Between two groups that follow one another.
_NEXT = regex(
    rf"\s*,?\s*(?:(?:and|then|plus|with|followed by|and then|,|\+|(?P<or>or|or else))\s*)?"
    rf"(?:(?:an? |one )?(?P<mark>{'|'.join(_MARKS)})\b\s*,?\s*(?:(?:and|then|and then|followed by)\s*)?)?",
    re.IGNORECASE,
)
#: What counts in something else than the text.
_OTHER_BEFORE = regex(
    r"\b(?:how many|number of|count(?:s|ed|ing)?(?: of)?|first|last|leading|trailing|final|per|after|before|behind"
    r"|every|each|any|contain(?:s|ing)?|includ(?:es|ing|e)|must have|has to have|with at least"
    r"|(?:start|end|begin)s? with|ends? in|(?:start|end|beginn)ing (?:with|in)|round\w*(?: to)?|remov\w*|replac\w*"
    r"|skip\w*|differ\w*(?: (?:by|in))?|within|words? (?:of|with)|(?:longer|shorter|fewer|more|less) than|sum of"
    r"|cut (?:to|at|after)|shorten\w* to|mask\w*|shows?|show the|returns?|wrap\w* (?:at|to)|to|send|sends|write|writes"
    r"|line|lines|apart|no|not|without|into|split\w*|(?:chunks?|parts?|pieces|blocks?|groups?) of)"
    r"(?: the| a| an| at least| at most| up to)?\s*$",
    re.IGNORECASE,
)
_OTHER_AFTER = regex(
    r"^\s*(?:after|behind|before|(?:decimal )?places|per\b|each\b|apart|words?\b"
    r"|of (?:precision|accuracy|context|overlap|the (?:text|word|name|title|line|content|file)|a (?:line|word)|each"
    r"|every|recommendation|resignation|credit|intent|application|reference|motivation|the law|advice)"
    r"|(?:are|is|get|gets|stay|stays|count|will|may be|can be|must be) "
    r"|(?:to|for|from) (?!(?:\"|'|`)?[A-Za-z](?![\w'])|\d)|in (?:a|the|each|every) (?!range))",
    re.IGNORECASE,
)
#: "A password with a digit" has others as well.
_HAS_ONE = regex(r"\bwith (?:an?|at least \w+|one or more) (?:\w+ ){0,2}\w+$", re.IGNORECASE)
#: It is written, and sent.
_MAIL = regex(
    r"\b(?:cover|covering|greeting|mail\w*|send\w*|address\w*|recipient|body|content|text of|template|salutation|dear"
    r"|draft\w*|news|love|sign(?:ed|s)|attach\w*|business|formal|thank\w*|invitation|reminder|farewell|welcome|complaint"
    r"|open|dunning|customers?|clients?|applicants?|tenants?|senders?|readers?|employees?)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;](?:\s+|$)|\n\s*\n|\n\s*[-*] ")
_MAX_SENTENCES = 3


def told_signs(description: str) -> list[list[Signs]]:
    """Return the forms of a text that its description tells of, the likeliest first; none if it tells of none.

    Args:
        description: That of one argument.
    """
    found: list[list[Signs]] = []
    for sentence in [" ".join(part.split()) for part in _SENTENCE.split(description)][:_MAX_SENTENCES]:
        found += _of_sentence(sentence)
    return [form for number, form in enumerate(found) if form not in found[:number]]


def _of_sentence(sentence: str) -> list[list[Signs]]:
    span = _span_of(sentence)
    forms = _of_groups(sentence)
    is_one = not forms or (len(forms[0]) == 1 and forms[0][0].most == 1)
    # All letters are an alphabet, and no choice of one.
    if span and is_one and (forms or span.upper() != "AZ"):
        return [[Signs("capital" if span.isupper() else "small", span=span)]]
    if forms:
        return [[_in_case(signs, sentence) for signs in form] for form in forms]
    only = _ONLY.search(sentence)
    if only is not None and not _is_other(sentence, only):
        kind = _kind(only["kinds"] or only["kinds_2"] or "", only["unit"] or only["unit_2"])
        return [[Signs(kind, 1, _LONGEST)]]
    for bare in (_BARE.search(sentence), _BY.search(sentence)):
        if bare is None or _is_mail(sentence) or _OTHER_AFTER.match(sentence[bare.end() :]):
            continue
        said = bare.groupdict()
        kinds, unit = (next((said[key] for key in said if key.startswith(one) and said[key]), "") for one in _NAMED)
        if _OTHER_BEFORE.search(sentence[: sentence.find(f"{kinds}{unit}")]) is None:
            return [[Signs(_kind(kinds, unit))]]
    return []


def _in_case(signs: Signs, sentence: str) -> Signs:
    """Return signs with the case that the rest of a sentence tells."""
    cases = {"capital" if case[0].lower() in "cu" else "small" for case in _CASE.findall(sentence)}
    return replace(signs, kind=cases.pop()) if signs.kind == "letter" and len(cases) == 1 else signs


def _of_groups(sentence: str) -> list[list[Signs]]:
    """Return the forms that counted letters and digits tell: those that follow one another are one form."""
    forms: list[list[Signs]] = []
    end = -1
    for group in _GROUP.finditer(sentence):
        between = _NEXT.fullmatch(sentence[end : group.start()]) if forms else None
        signs = _signs(group)
        if between is None and (forms or _is_other(sentence, group)):
            continue
        if signs is None or (forms and _OTHER_AFTER.match(sentence[group.end() :])):
            continue
        end = group.end()
        if between is None or between["or"]:
            forms.append([signs])
        else:
            mark = between["mark"]
            forms[-1] += [*([Signs(_MARKS[mark.lower()])] if mark else []), signs]
    return forms


def _signs(group: re.Match[str]) -> Signs | None:
    numbers = {name: _number(value) for name, value in group.groupdict().items() if name in _PLACES and value}
    low = next((numbers[name] for name in ("from", "low", "least", "more", "count") if name in numbers), 1)
    high = next((numbers[name] for name in ("to", "high", "most", "count") if name in numbers), _LONGEST)
    article = (group["count"] or "").lower() in ("a", "an")
    kind = _kind(f"{group['kinds']} {group['case']}", group["unit"])
    # "A character" may be one of a story, and "a capital" that of a country.
    is_word = kind == "any" or group["unit"].lower() == "capital"
    if not 0 < low <= high <= _LONGEST or (article and is_word) or group["unit"].lower() == "sign":
        return None
    return Signs(kind, low, high)


_NAMED = ("kinds", "unit")
_PLACES = ("from", "to", "low", "high", "most", "least", "more", "count")


def _number(word: str) -> int:
    last = word.lower().split()[-1]
    return int(last) if last.isdecimal() else _NUMBERS[last]


def _kind(kinds: str, unit: str) -> str:
    said, unit = kinds.lower(), unit.lower()
    if "hex" in said:
        return "hex"
    is_capital = re.search(r"capital|upper|big|block", said) is not None or unit.startswith("capital")
    if ("letter" in unit and re.search(r"digit|number|numeral", unit)) or "numeric" in said.replace(" numeric", ""):
        return "either"
    if "letter" in unit or unit.startswith("capital") or unit == "initial" or "alphabet" in said:
        return "capital" if is_capital else "small" if re.search(r"small|lower", said) else "letter"
    if "digit" in unit or unit in ("numerals", "figures") or "numeric" in said or "decimal" in said:
        return "digit"
    return "capital" if is_capital else "any"


def _span_of(sentence: str) -> str:
    """Return the first and the last letter of a range; "" without one."""
    found = _SPAN.search(sentence)
    if found is None or _ORDER.search(sentence) or found["first"] >= found["last"]:
        return ""
    return found["first"] + found["last"] if found["first"].isupper() == found["last"].isupper() else ""


def _is_other(sentence: str, found: re.Match[str]) -> bool:
    if _OTHER_BEFORE.search(sentence[: found.start()]) or _OTHER_AFTER.match(sentence[found.end() :]):
        return True
    if _HAS_ONE.search(f"{sentence[: found.start()]}{found[0]}"):
        return True
    return found["unit"] is not None and "letter" in found["unit"].lower() and _is_mail(sentence)


def _is_mail(sentence: str) -> bool:
    return _MAIL.search(sentence) is not None
