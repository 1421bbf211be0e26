"""What a docstring says of the exceptions of a function."""

from __future__ import annotations

import inspect

import pytest

from pytest_forge.targets.docstring import raised_errors


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("Do it.\n\nRaises:\n    KeyError: If it is not there,\n        or gone.\n    app.NotReady: Too early.",
         "KeyError NotReady"),
        ("Do it.\n\nRaises\n------\nKeyError\n    If it is not there.\nValueError, TypeError\n    Otherwise.",
         "KeyError ValueError TypeError"),
        ("Do it.\n\n:param a: It.\n:raises KeyError: if it is not there\n:raise `IndexError`: past the end",
         "KeyError IndexError"),
        ("Do it.\n\nRaises:\n    KeyError or IndexError: If it is not there.\n\nReturns:\n    ValueError: no.",
         "KeyError IndexError"),
        ("Do it, or raise KeyError.\n\nReturns:\n    KeyError: as a text.", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_exceptions_are_read_in_google_numpy_and_sphinx_style(docstring: str, names: str) -> None:
    assert raised_errors(inspect.cleandoc(docstring)) == frozenset(names.split())
