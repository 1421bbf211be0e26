from pathlib import Path
from typing import Any

from pytest_forge.strategies.mined_constants import author_codes, author_functions, mined_constants
from pytest_forge.targets.delegated_tool import DelegatedTool
from pytest_forge.targets.functions import function_tool


def double(number: int) -> int:
    return 2 * number


def test_only_the_authors_code_counts_as_the_code_of_a_plain_function():
    assert [code.co_qualname for code in author_codes(function_tool(double))] == ["double"]


class Watched(DelegatedTool):
    """Stands for what a check puts around a tool."""

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        return self._tool.run(validated, workspace_root=workspace_root)


def test_a_wrapper_is_no_code_of_the_author() -> None:
    assert [function.__name__ for function in author_functions(Watched(function_tool(double)))] == ["double"]


PLACES = {"oban": {"title": "Oban"}, "harlingen": {"title": "Harlingen"}}
SHIPS = [{"name": "Aurora"}, {"name": "Borealis"}]


def crew(name: str, place: str) -> int:
    return sum(ship["name"] == name for ship in SHIPS) if place in PLACES else 0


def test_keys_of_tables_and_texts_of_records_are_constants_of_a_function() -> None:
    assert {"oban", "harlingen", "Oban", "Aurora", "Borealis"} <= set(mined_constants(function_tool(crew)).texts)
