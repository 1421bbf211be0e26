"""Annotations as types, whoever their names were imported for."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from types import ModuleType
from typing import Annotated, Any, Literal

import pytest

from pytest_forge.targets.type_names import as_sent, resolved_annotations

TEXT = """
from __future__ import annotations
import typing
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from nowhere import Missing
    from decimal import Decimal
if typing.TYPE_CHECKING:
    Amount = Decimal | int
def price(amount: Amount, note: str = "") -> Missing: ...
def lost(value: Missing): ...
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    file = tmp_path / "typed_module.py"
    file.write_text(TEXT)
    made = ModuleType("typed_module")
    made.__file__ = str(file)
    monkeypatch.setitem(sys.modules, "typed_module", made)
    exec(compile(TEXT, str(file), "exec"), vars(made))  # the module under test
    return made


def test_names_for_type_checkers_are_known_and_the_module_stays_as_it_is(module):
    before = set(vars(module))

    assert resolved_annotations(module.price) == {"amount": Decimal | int, "note": str}
    assert set(vars(module)) == before


def test_a_name_that_cannot_be_imported_stays_unknown(module):
    with pytest.raises(NameError, match="Missing"):
        resolved_annotations(module.lost)


def test_a_decorated_function_keeps_the_names_of_its_own_module(module):
    @functools.wraps(module.price)
    def wrapper(*args: object, **kwargs: object) -> object:
        return module.price(*args, **kwargs)

    assert resolved_annotations(wrapper) == {"amount": Decimal | int, "note": str}


@pytest.mark.parametrize(
    ("hint", "sent"),
    [
        (Iterable[str], list[str]),
        (Iterable, list[Any]),
        (Iterator[Iterable[int]], list[list[int]]),
        (Iterable[str] | None, list[str] | None),
        (Annotated[Iterable[str], "why"], Annotated[list[str], "why"]),
        (dict[str, Iterable[int]], dict[str, list[int]]),
        (tuple[Iterable[int], ...], tuple[list[int], ...]),
        (Mapping[str, int], Mapping[str, int]),
        (Sequence[str], Sequence[str]),
        (Literal["a", "b"], Literal["a", "b"]),
        (int, int),
    ],
)
def test_what_is_only_gone_through_is_sent_as_a_list(hint, sent):
    assert as_sent(hint) == sent
