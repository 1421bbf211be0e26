"""Annotations as types, whoever their names were imported for."""

from __future__ import annotations

import functools
import sys
from decimal import Decimal
from types import ModuleType

import pytest

from pytest_forge.targets.type_names import resolved_annotations

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
