from pytest_forge.strategies.mined_constants import author_codes
from pytest_forge.targets.functions import function_tool


def double(number: int) -> int:
    return 2 * number


def test_only_the_authors_code_counts_as_the_code_of_a_plain_function():
    assert [code.co_qualname for code in author_codes(function_tool(double))] == ["double"]
