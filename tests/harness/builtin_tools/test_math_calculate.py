from __future__ import annotations

import math
import operator
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness import dispatch_forge_tool
from forge_harness.tools.builtin.math_calculate import MathCalculateArguments, math_calculate

from .deviations import outcomes

MATH = [  # (expression, number or error)
    ("2 + 3", 5),
    ("10 - 4", 6),
    ("3 * 4", 12),
    ("15 / 3", 5),
    ("(2 + 3) * 4", 20),
    ("abs(-5)", 5),
    ("1 / 0", "division_by_zero"),
    ("(2+3)*4", 20),
    ("10/4", 2.5),
    ("1/3", 0.3333333333333333),
    ("0.1+0.2", 0.30000000000000004),
    ("-5", -5),
    ("- 5", -5),
    ("1E3", "syntax"),
    ("1.5e-3", "syntax"),
    (".5", 0.5),
    ("1_000", "syntax"),
    ("1,000", "syntax"),
    ("", "syntax"),
    ("   ", "syntax"),
    ("()", "syntax"),
    ("(1", "syntax"),
    ("1)", "syntax"),
    ("sqrt(1,2)", "wrong_arity"),
    ("pow(2,10)", 1024),
    ("pow(10,18)", 1000000000000000000),
    ("pow(10,19)", -9223372036854775808),
    ("pow(10,400)", math.inf),
    ("0-pow(10,400)", -math.inf),
    ("abs(-2.5)", 2.5),
    ("min(1,2)", 1),
    ("min(1,2,3)", "wrong_arity"),
    ("max(1)", "wrong_arity"),
    ("sin(1)", "unknown_function"),
    ("pi", "syntax"),
    ("foo(1)", "unknown_function"),
    ("0/0", "division_by_zero"),
    ("2 3", "syntax"),
    ("2 + ", "syntax"),
    ("9007199254740993", 9007199254740992),
    ("3.14159*2", 6.28318),
    ("1e", "syntax"),
    ("sqrt (16)", 4),
    ("sqrt(pow(3,2)+pow(4,2))", 5),
    ("10/2/5", 1),
    ("2-3-4", -5),
    ("-sqrt(16)", -4),
    ("1/3*3", 1),
    ("0.1*3", 0.30000000000000004),
    ("-0", 0),
    ("0*-1", 0),
    ("２+３", "syntax"),  # noqa: RUF001  # wide digits are the case
    ("a", "syntax"),
    ("(5)(2)", "syntax"),
]
MATH_WANT = [
    ("--5", 5),
    ("+5", 5),
    ("2**3", 8),
    ("5%2", 1),
    ("1e3", 1000),
    ("pow(10,30)", 10**30),
    ("1\t+ 2", 3),
    ("1 +\n2", 3),
    ("pow(9,99999999)", "overflow"),
    ("1+" * 100000 + "1", "too_long"),
    ('__import__("os")', "unknown_function"),
    ("x.__class__", "syntax"),
]
MATH_ARGS = [  # (arguments, outcome)
    ({}, "ToolValidationError"),
    ({"expression": 5}, "ToolValidationError"),
    ({"expression": "1", "extra": 1}, 1),
]
MORE = [  # of the same classes
    ("ABS(-2.5)", 2.5),
    ("5.", 5),
    ("1.2.3", "syntax"),
    ("0x10", "syntax"),
    ("2--3", 5),
    ("-(2+3)", -5),
    ("sqrt()", "wrong_arity"),
    ("sin()", "unknown_function"),
    ("1/0 +", "syntax"),
    ("2^3", "syntax"),
    ("7//2", "syntax"),
    ("1\u00a0+ 2", "syntax"),
    ("1\0", "syntax"),
    # As in Python
    ("-2**2", -4),
    ("2**3**2", 512),
    ("2**-1", 0.5),
    ("-7%3", 2),
    ("0**0", 1),
    # Integers are exact
    ("9007199254740993*3", 27021597764222979),
    ("pow(10,40)/pow(10,20)", 10**20),
    ("sqrt(pow(10,40))", 10**20),
    ("9" * 308, 10**308 - 1),
    # No number of the real numbers, or one that JSON cannot hold
    ("sqrt(-1)", "domain"),
    ("(-8)**(1/3)", "domain"),
    ("0**-1", "division_by_zero"),
    ("5%0", "division_by_zero"),
    ("1e999", "overflow"),
    ("9" * 5000, "overflow"),
    ("9**9**9", "overflow"),
    ("pow(10,308)*10", "overflow"),
    ("0.5**-9999", "overflow"),
    # At once
    ("(" * 20000 + "1" + ")" * 20000, "too_long"),
    ("(" * 4000 + "1" + ")" * 4000, "too_long"),
    ("sqrt(-" * 1500 + "1" + ")" * 1500, "too_long"),
    ("-" * 9999 + "1", -1),
    ("1" * 9999 + "x", "syntax"),
]


def call(arguments: dict[str, Any]) -> Any:
    """The number or the error of a call, with the keys of the answer checked."""
    answer = dispatch_forge_tool(math_calculate, arguments).llm_payload()
    if "error" in answer:
        assert answer.keys() == {"error", "message"}
        return answer["error"]
    assert answer.keys() == {"result"}
    return answer["result"]


@pytest.mark.requirement("math_calculate:evaluates-expressions")
@pytest.mark.parametrize(("expression", "outcome"), outcomes(MATH=MATH))
def test_an_expression_is_calculated_as_recorded(expression: str, outcome: Any) -> None:
    assert call({"expression": expression}) == outcome


@pytest.mark.parametrize(("expression", "outcome"), [*outcomes(MATH_WANT=MATH_WANT), *MORE])
def test_an_expression_is_calculated_better(expression: str, outcome: Any) -> None:
    result = call({"expression": expression})

    # A whole number is an integer: 1e3 gives 1000, not 1000.0.
    assert (result, type(result)) == (outcome, type(outcome))


@pytest.mark.parametrize(("arguments", "outcome"), outcomes(MATH_ARGS=MATH_ARGS))
def test_arguments_are_checked(arguments: dict[str, Any], outcome: Any) -> None:
    assert call(arguments) == outcome


UNEXPECTED = [  # (expression, what is unexpected, its place, what to do)
    ("1,000 + 1", ",", 2, "Write numbers without commas, as in 1000 or 1.5."),
    ("2 * (1,5)", ",", 7, "Write numbers without commas, as in 1000 or 1.5."),
    ("1_000", "1_000", 1, "Write numbers without underscores, as in 1000."),
    ("3(4)", "(", 2, "Write an operator before it, such as * for a product."),
    ("(3) 4.5e-3", "4.5e", 5, "Write an operator before it, such as * for a product."),
    ("2 sqrt(4)", "sqrt", 3, "Write an operator before it, such as * for a product."),
    ("(2) x 3", "x", 5, "Write an operator in its place, such as * for a product."),
    ("2x", "2x", 1, "Write decimal numbers, as in 1.5, and * between a number and a name."),
    ("2 × 3", "×", 3, "Write * in its place."),  # noqa: RUF001  # the sign is the case
    ("2 ÷ 3", "÷", 3, "Write / in its place."),
    ("−3", "−", 1, "Write - in its place."),  # noqa: RUF001  # the sign is the case
    ("2 – 3", "–", 3, "Write - in its place."),  # noqa: RUF001  # the sign is the case
    ("1\u00a0+ 2", "\u00a0", 2, "Write a plain space in its place."),
    ("7//2", "/", 3, "Write one operator between two values, as in a / b."),
    ("2 ** / 3", "/", 6, "Write one operator between two values, as in a / b."),
    ("*3", "*", 1, "Write a value before it."),
    ("(2 + ) * 3", ")", 6, "Write a value before it."),
    ("1)", ")", 2, "Remove it, or open a parenthesis before it."),
    ("Sqrt 16", "Sqrt", 1, "Write its argument in parentheses, as in sqrt(a)."),
    ("2 * max 1, 2", "max", 5, "Write its arguments in parentheses, as in max(a, b)."),
]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("2 ^ 3", "The expression has an unexpected '^' at character 3. Write a power as a ** b."),
        (
            "2 * pi",
            (
                "The expression has an unexpected 'pi' at character 5. "
                "Write a number in its place; only sqrt(), pow(), abs(), min() and max() have names."
            ),
        ),
        ("Sin(1)", "There is no function 'Sin'. Use sqrt, pow, abs, min or max."),
        ("Pow(1)", "The function pow was given 1 argument. Give it two arguments."),
        ("1/0", "The expression divides by zero. Use another divisor."),
        *(
            (expression, f"The expression has an unexpected {found!r} at character {at}. {advice}")
            for expression, found, at, advice in UNEXPECTED
        ),
        ("2 * (1", "The expression ends too early. Close the parenthesis of character 5."),
        ("sqrt((1) + 2", "The expression ends too early. Close the parenthesis of character 5."),
        ("2 +", "The expression ends too early. Write a value after its last character."),
        ("(", "The expression ends too early. Write a value after its last character."),
    ],
)
def test_a_refusal_says_where_and_what_to_do(expression: str, message: str) -> None:
    assert dispatch_forge_tool(math_calculate, {"expression": expression}).llm_payload()["message"] == message


class Python:
    """A number that Python's own grammar computes with, by our rules for quotients and sizes."""

    def __init__(self, value: Any) -> None:
        if not abs(value) <= sys.float_info.max:
            raise OverflowError
        self.value = value

    def __truediv__(self, other: Python) -> Python:
        whole = isinstance(self.value, int) and isinstance(other.value, int) and self.value % other.value == 0
        return Python((operator.floordiv if whole else operator.truediv)(self.value, other.value))

    def __pow__(self, exponent: int) -> Python:
        return Python(self.value**exponent)

    def __neg__(self) -> Python:
        return Python(-self.value)

    def __add__(self, other: Python) -> Python:
        return Python(self.value + other.value)

    def __sub__(self, other: Python) -> Python:
        return Python(self.value - other.value)

    def __mul__(self, other: Python) -> Python:
        return Python(self.value * other.value)

    def __mod__(self, other: Python) -> Python:
        return Python(self.value % other.value)


NUMBERS = (st.integers(0, 20) | st.integers(0, 10**20) | st.floats(0, 1e6)).map("n({!r})".format)
EXPRESSIONS = st.recursive(
    NUMBERS,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "%", " - ", "/ "]), inner).map("".join)
        | inner.map("({})".format)
        | inner.map("-{}".format)
        | st.tuples(inner, st.integers(-3, 40)).map(lambda pair: "({})**{}".format(*pair))
    ),
    max_leaves=10,
)


@settings(max_examples=100)
@given(EXPRESSIONS)
def test_the_value_is_that_of_pythons_grammar(expression: str) -> None:
    try:
        expected = eval(expression, {"n": Python}).value
    except ZeroDivisionError:
        expected = "division_by_zero"
    except OverflowError:
        expected = "overflow"

    assert call({"expression": expression.replace("n(", "(")}) == expected


def test_the_description_tells_what_differs_between_calculators() -> None:
    description = MathCalculateArguments.model_json_schema()["properties"]["expression"]["description"]

    assert "the sign of the divisor" in description
    assert "upper or lower case" in description
    assert "two numbers" in description
