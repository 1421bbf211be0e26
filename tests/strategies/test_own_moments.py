"""Moments in the forms that a tool's own code reads."""

from __future__ import annotations

from datetime import date, datetime

from pytest_forge.strategies.own_moments import texts_of_own_forms
from pytest_forge.targets.functions import function_tool

_FORM = "%d.%m.%Y %H.%M"


def test_the_forms_of_the_code_and_of_its_module_are_known() -> None:
    def starts(local: str) -> datetime:
        try:
            return datetime.strptime(local, _FORM)
        except ValueError:
            return datetime.strptime(local, "%H:%M")

    assert texts_of_own_forms(function_tool(starts)) == ["12:00", "01.01.2024 12.00"]


def test_what_is_read_in_the_standard_form_is_a_moment_a_day_or_a_time() -> None:
    def weekday(local: str) -> int:
        return date.fromisoformat(local).weekday()

    assert "2024-01-01" in texts_of_own_forms(function_tool(weekday))


def test_code_that_reads_no_moment_has_no_form() -> None:
    def label(local: str) -> str:
        return f"{local}: 100%D"

    assert texts_of_own_forms(function_tool(label)) == []
