"""Secret fields: a field of the tool's own records that a template may not name, and that is named like a secret.

greet(1, "Dear {first_name}")     Dear Ada: the description shows {first_name} and {city}
greet(1, "Dear {door_pin}")       Dear 7753: any other attribute of the record is filled in as well
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....oracles.named_texts import held_texts
from ....oracles.own_code import OwnCode
from ....profile.secrets import holds_secret, may_be_secret
from ....profile.templates import offers_every_field
from ....regex import regex
from ....targets.patience import Patience
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, call, mark_of

__all__ = ["judge_secret_fields"]

_MAX_SECRETS, _MAX_FORMS = 6, 2
#: A placeholder, as a description shows it: what is before its last name, the name, and what is behind it.
_SHOWN = regex(r"(\$?\{\{? ?(?:[^\W\d]\w*\.)*|\$|%\(|\[\[?|<<?)([^\W\d]\w*)( ?\}\}?|\)s|\]\]?|>>?|(?!\w))")


def judge_secret_fields(subject: Subject, point: InjectionPoint, patience: Patience) -> None:
    """Judge that no text has a placeholder filled in with a secret of the data in a function's modules.

    The description shows other placeholders. A secret is a text below a key, or an attribute, that is named like one.

    Raises:
        CheckFailure: If one is, and a placeholder with an unknown name is not.
    """
    own_words = f"{point.slot.shown} {point.slot.schema.get('description', '')}"
    says = f"{own_words}\n{subject.facts.description or ''}"
    shown = list(dict.fromkeys((found[1], found[3]) for found in _SHOWN.finditer(says) if found[1] + found[3] != "$"))
    offered = {found[2] for found in _SHOWN.finditer(says)}
    if not shown or offers_every_field(says) or subject.facts.declared.get("shows_environment"):
        return
    for name, values in patience.each(_secrets(subject)):
        if name in offered or name in own_words:
            continue
        for before, behind in shown[:_MAX_FORMS]:
            text, unknown = (f"{before}{one}{behind}" for one in (name, mark_of(subject)))
            told = _told(subject, point, text)
            if any(_holds(told, value) and not _holds(_told(subject, point, unknown), value) for value in values):
                raise point.finding(
                    "secret_in_template",
                    f"Given {text!r} in {point.slot.shown!r}, the tool filled in {name!r} of its own data, which the "
                    "description does not offer. Pass only the values that a template may name.",
                    point.with_text(text),
                )


def _secrets(subject: Subject) -> Iterator[tuple[str, set[str]]]:
    """Yield the names of secrets in the data of the author's modules, each with the values of that name."""
    found: dict[str, set[str]] = {}
    for name, text in held_texts(OwnCode(subject.tool)):
        if holds_secret(name) and may_be_secret(text):
            found.setdefault(name, set()).add(text)
    yield from list(found.items())[:_MAX_SECRETS]


def _told(subject: Subject, point: InjectionPoint, text: str) -> str:
    outcome = call(subject, point.with_text(text))
    return f"{outcome.returned!r} {outcome.text}"


def _holds(told: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", told) is not None
