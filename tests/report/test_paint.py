import io

import pytest

from pytest_forge.report.paint import Paint


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_colours_are_for_terminals():
    assert Paint.for_stream(Terminal()).is_on
    assert not Paint.for_stream(io.StringIO()).is_on


@pytest.mark.parametrize(
    ("name", "value", "is_on"), [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False)]
)
def test_a_user_may_refuse_colours(monkeypatch, name, value, is_on):
    monkeypatch.setenv(name, value)

    assert Paint.for_stream(Terminal()).is_on is is_on


def test_paint_that_is_off_changes_nothing():
    paint = Paint(is_on=False)

    assert [act("x") for act in (paint.bold, paint.dim, paint.red, paint.green, paint.yellow)] == ["x"] * 5
    assert Paint(is_on=True).red("x") == "\x1b[31mx\x1b[0m"


def test_a_user_may_ask_for_colours_where_there_is_no_terminal(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Paint.for_stream(io.StringIO()).is_on
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Paint.for_stream(io.StringIO()).is_on


def test_sentences_are_broken_between_words_at_the_terminals_width():
    assert Paint(is_on=False).wrapped("word " * 30, indent=2) == ["  " + "word " * 30]
    assert Paint(is_on=False, width=50).wrapped("ZeroDivisionError " * 3, indent=10) == [
        "          ZeroDivisionError ZeroDivisionError",
        "          ZeroDivisionError",
    ]
