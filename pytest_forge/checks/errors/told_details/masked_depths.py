"""Masked depths: a value that a tool hides beside a name, and shows beside the same name in a record or list within.

clean({"token": "a7"})                     token: ***
clean({"site": {"token": "a7"}})           token: ***
clean({"sites": [{"token": "a7"}]})        token: a7
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ....profile.secrets import hidden_names, hides_everywhere
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from .named_values import DOCUMENTS, PLAIN_NAME, VALUE, Maker, OfFile, is_shown, makers

__all__ = ["judge_masked_depths"]

_SHARE = 0.2
_MAX_NAMES = 3
_RECORD = "a record within"
#: What a record of one name is in, by how a finding calls it.
_DEPTHS: Mapping[str, Callable[[dict[str, str]], Any]] = {
    _RECORD: lambda record: record,
    "a record of a list": lambda record: [record],
    "a list of a record within": lambda record: {PLAIN_NAME: [record]},
    "a list of lists": lambda record: [[record]],
}


def judge_masked_depths(subject: Subject) -> None:
    """Judge that a tool which hides the value of a name hides it in the records and lists within as well.

    Judged are names that its description says to hide. It must say so of all of the kind, such as passwords, or of
    every depth, unless the tool itself hides values in records within.

    Raises:
        CheckFailure: If it shows one.
    """
    says = subject.facts.description or ""
    names = hidden_names(says)
    fits = FlatSchema(subject.schema).fits
    for make in subject.patience(_SHARE).each(makers(subject, DOCUMENTS) if names else ()):
        deeper = {
            depth: one
            for depth, one in ((depth, _deeper(make, within)) for depth, within in _DEPTHS.items())
            if fits(subject.schema, one(PLAIN_NAME, VALUE)) and is_shown(subject, one, PLAIN_NAME)
        }
        for name, is_kind in list(names.items())[: _MAX_NAMES if deeper else 0]:
            if is_shown(subject, make, name) is not False:
                continue
            is_told = hides_everywhere(says, is_kind=is_kind)
            for depth, one in deeper.items():
                is_deep = is_told or (depth != _RECORD and is_shown(subject, deeper.get(_RECORD, one), name) is False)
                # Once more, since a tool may hide at random.
                if is_deep and [is_shown(subject, way, name) for way in (one, make, one, make)] == [True, False] * 2:
                    held = json.dumps({PLAIN_NAME: _DEPTHS[depth]({name: VALUE})})
                    place = f" (the file {make.file.name!r} held {held})" if isinstance(make, OfFile) else ""
                    raise CheckFailure(
                        "secret_shown",
                        f"A result shows the value beside {name!r} in {depth}{place}, though the tool hides it "
                        "outside. Go through the records and lists within, too.",
                        about=name,
                        arguments=one(name, VALUE),
                    )


def _deeper(make: Maker, within: Callable[[dict[str, str]], Any]) -> Maker:
    return lambda name, value: make(PLAIN_NAME, within({name: value}))
