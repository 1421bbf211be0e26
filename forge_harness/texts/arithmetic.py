"""Arithmetic: expressions of numbers, operators and five functions, computed without Python's own evaluation.

    expression = operand (operator operand)*      + and -, then * / and %, then **, from loose to tight
    operand    = ("+" | "-")* (number | function "(" [expression ("," expression)*] ")" | "(" expression ")")

As in Python, ``-2 ** 2`` is -4, ``2 ** 3 ** 2`` is 512, and a remainder has the sign of its divisor. Integers stay
exact; a float is involved only where one is written, or a quotient, a power or a root is not whole. The expression
becomes a program for a stack, which runs after all of it has been read.
"""

from __future__ import annotations

import math
import operator
import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import ToolError

__all__ = ["MAX_LENGTH", "Number", "evaluate"]

Number = int | float

#: The longest expression, in characters.
MAX_LENGTH = 10_000

#: Expressions within expressions; each takes two frames of Python's stack.
_MAX_DEPTH = 200

#: Most readers of JSON have floats alone, which hold no larger number.
_LARGEST = int(sys.float_info.max)

_BLANKS = " \t\r\n"
# Possessive, as a long number that is no number would be tried in every length.
_TOKEN = re.compile(
    rf"[{_BLANKS}]*+(?:(?P<number>(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+(?![\w.]))"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*+)|(?P<sign>\*\*|[-+*/%(),])|(?P<end>\Z))"
)
_SHOWN = re.compile(r"[\w.]{1,40}|.", re.DOTALL)

_GENERAL_ADVICE = "Use numbers, + - * / % **, parentheses, and sqrt, pow, abs, min and max."
_TWO_ARGUMENTS = "arguments in parentheses, as in {}(a, b)"
#: What a word of a character's name in Unicode says about its meaning.
_SIGNS_BY_WORD = {"MULTIPLICATION": "*", "DIVISION": "/", "MINUS": "-", "DASH": "-", "PLUS": "+"}


def evaluate(expression: str) -> Number:
    """Return the value of *expression*: an int if it is whole and known exactly, else a float.

    Raises:
        ToolError: With the code ``syntax``, ``unknown_function``, ``wrong_arity``, ``too_long`` (also if it nests too
            deeply), ``division_by_zero``, ``domain`` or ``overflow``.
    """
    if len(expression) > MAX_LENGTH:
        raise ToolError(
            f"The expression has {len(expression)} characters, and {MAX_LENGTH} are allowed. Compute it in parts.",
            code="too_long",
        )
    stack: list[Number] = []
    for step in _Parser(expression).program():
        if isinstance(step, _Operation):
            first = len(stack) - step.arity
            stack[first:] = [_applied(step, stack[first:])]
        else:
            stack.append(step)
    [value] = stack
    # Floats may be whole again, such as 10 / 4 * 2; beyond 2**53 they are all whole, and none is exact.
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


@dataclass(frozen=True, slots=True)
class _Operation:
    """A step that takes *arity* numbers from the stack and leaves one; operators have a precedence."""

    apply: Callable[..., Number]
    arity: int = 2
    precedence: int = 0


def _applied(operation: _Operation, operands: list[Number]) -> Number:
    try:
        value = operation.apply(*operands)
    except ZeroDivisionError:
        raise ToolError("The expression divides by zero. Use another divisor.", code="division_by_zero") from None
    except OverflowError:
        raise _overflow() from None
    if abs(value) > _LARGEST:
        raise _overflow()
    return value


def _overflow() -> ToolError:
    return ToolError("A number of the calculation is larger than 1.79e308. Use smaller numbers.", code="overflow")


def _divide(dividend: Number, divisor: Number) -> Number:
    if isinstance(dividend, int) and isinstance(divisor, int) and dividend % divisor == 0:
        return dividend // divisor
    return dividend / divisor


def _power(base: Number, exponent: Number) -> Number:
    if base < 0 and not float(exponent).is_integer():
        raise ToolError("A fractional power of a negative number is not real. Use a base of 0 or more.", code="domain")
    # What would be a huge integer is not computed at all.
    if isinstance(base, int) and isinstance(exponent, int) and (abs(base).bit_length() - 1) * exponent > 1024:
        raise _overflow()
    value: Number = base**exponent
    return value


def _square_root(value: Number) -> Number:
    if value < 0:
        raise ToolError("The square root of a negative number is not real. Use 0 or more.", code="domain")
    if isinstance(value, int) and math.isqrt(value) ** 2 == value:
        return math.isqrt(value)
    return math.sqrt(value)


_FUNCTIONS = {
    "sqrt": _Operation(_square_root, arity=1),
    "pow": _Operation(_power),
    "abs": _Operation(abs, arity=1),
    "min": _Operation(min),
    "max": _Operation(max),
}
_POWER = 3
_OPERATORS = {
    "+": _Operation(operator.add, precedence=1),
    "-": _Operation(operator.sub, precedence=1),
    "*": _Operation(operator.mul, precedence=2),
    "/": _Operation(_divide, precedence=2),
    "%": _Operation(operator.mod, precedence=2),
    "**": _Operation(_power, precedence=_POWER),
}
_NEGATE = _Operation(operator.neg, arity=1)


class _Parser:
    """Reads an expression from left to right, an operator by its precedence."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        self._program: list[Number | _Operation] = []
        self._depth = 0
        self._open: list[int] = []
        self._position = 0
        self._advance()

    def program(self) -> list[Number | _Operation]:
        """Return the steps of the whole expression."""
        self._read()
        if self._kind != "end":
            raise self._unexpected(self._at)
        return self._program

    def _advance(self) -> None:
        token = _TOKEN.match(self._expression, self._position)
        if token is None:
            rest = self._expression[self._position :].lstrip(_BLANKS)
            raise self._unexpected(len(self._expression) - len(rest))
        self._kind = str(token.lastgroup)
        self._text = token[self._kind]
        self._at = token.start(self._kind)
        self._position = token.end()

    def _read(self, loosest: int = 1) -> None:
        """Read operands and the operators between them, as long as these have the precedence *loosest* or more."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise ToolError("The expression nests too deeply. Compute it in parts.", code="too_long")
        self._operand()
        while (found := _OPERATORS.get(self._text)) and found.precedence >= loosest:
            self._advance()
            # Only powers group from the right.
            self._read(found.precedence if found.precedence == _POWER else found.precedence + 1)
            self._program.append(found)
        self._depth -= 1

    def _operand(self) -> None:
        kind, text, at = self._kind, self._text, self._at
        if kind == "number":
            self._program.append(_number(text))
            self._advance()
        elif text in ("+", "-"):
            minuses = 0
            while self._text in ("+", "-"):
                minuses += self._text == "-"
                self._advance()
            self._read(_POWER)
            if minuses % 2:
                self._program.append(_NEGATE)
        elif text == "(":
            self._open.append(at)
            self._advance()
            self._read()
            self._close()
        elif kind == "name":
            self._advance()
            if self._text != "(":
                raise self._unexpected(at)
            self._call(text)
        else:
            raise self._unexpected(at)

    def _call(self, name: str) -> None:
        function = _FUNCTIONS.get(name.lower())
        if function is None:
            raise ToolError(
                f"There is no function {name[:40]!r}. Use sqrt, pow, abs, min or max.", code="unknown_function"
            )
        self._open.append(self._at)
        self._advance()
        given = 0
        if self._text != ")":
            self._read()
            given = 1
            while self._text == ",":
                self._advance()
                self._read()
                given += 1
        self._close()
        if given != function.arity:
            raise ToolError(
                f"The function {name.lower()} was given {given} argument{'s' * (given != 1)}. "
                f"Give it {'one argument' if function.arity == 1 else 'two arguments'}.",
                code="wrong_arity",
            )
        self._program.append(function)

    def _close(self) -> None:
        if self._text != ")":
            raise self._unexpected(self._at)
        self._open.pop()
        self._advance()

    def _unexpected(self, at: int) -> ToolError:
        found = _SHOWN.match(self._expression, at)
        if found:
            what = f"The expression has an unexpected {found[0]!r} at character {at + 1}."
        else:
            what = "The expression ends too early." if self._expression.strip(_BLANKS) else "The expression is empty."
        return ToolError(f"{what} {self._advice(at, found[0] if found else '')}", code="syntax")

    def _advice(self, at: int, found: str) -> str:
        """Return what to do about *found*, by what stands before it and after it."""
        before = self._expression[:at].rstrip(_BLANKS)
        follows_value = before[-1:].isalnum() or before.endswith((")", "."))
        token = _TOKEN.match(self._expression, at)
        kind = token.lastgroup if token else None
        function = _FUNCTIONS.get(found.lower())
        if kind == "end":
            if not before:
                return _GENERAL_ADVICE
            if follows_value:
                return f"Close the parenthesis of character {self._open[-1] + 1}."
            return "Write a value after its last character."
        if follows_value and (kind in ("number", "name") or found == "("):
            where = "in its place" if kind == "name" and not function else "before it"
            return f"Write an operator {where}, such as * for a product."
        if function:
            arguments = "argument in parentheses, as in {}(a)" if function.arity == 1 else _TWO_ARGUMENTS
            return f"Write its {arguments.format(found.lower())}."
        if found[0].isdigit():
            if "_" in found:
                return "Write numbers without underscores, as in 1000."
            return "Write decimal numbers, as in 1.5, and * between a number and a name."
        if found.isidentifier():
            return "Write a number in its place; only sqrt(), pow(), abs(), min() and max() have names."
        if kind == "sign":
            return self._advice_for_sign(at, found, before, follows_value=follows_value)
        if found == "^":
            return "Write a power as a ** b."
        if found.isspace():
            return "Write a plain space in its place."
        # Typographic signs, of which Unicode has many.
        words = unicodedata.name(found[0], "").split()
        meant = next((sign for word, sign in _SIGNS_BY_WORD.items() if word in words), None)
        return f"Write {meant} in its place." if meant else _GENERAL_ADVICE

    def _advice_for_sign(self, at: int, found: str, before: str, *, follows_value: bool) -> str:
        if not follows_value:
            # The shown text is one character, also of "**".
            is_second = before[-1:] in _OPERATORS and found in _OPERATORS
            return "Write one operator between two values, as in a / b." if is_second else "Write a value before it."
        if found == ")":
            return "Remove it, or open a parenthesis before it."
        if self._expression[at - 1].isdigit() and self._expression[at + 1 : at + 2].isdigit():
            return "Write numbers without commas, as in 1000 or 1.5."
        return _GENERAL_ADVICE


def _number(text: str) -> Number:
    if not text.isdigit():
        value: Number = float(text)
    else:
        # Python is slow at converting long numbers, and refuses the longest.
        digits = text.lstrip("0") or "0"
        value = int(digits) if len(digits) <= sys.float_info.max_10_exp + 1 else math.inf
    if abs(value) > _LARGEST:
        raise _overflow()
    return value
