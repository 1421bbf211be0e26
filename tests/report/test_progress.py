import io

import pytest

from pytest_forge.report.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_written_where_nobody_looks():
    stream = io.StringIO()

    with Progress.on(stream) as progress:
        progress("fetch")

    assert stream.getvalue() == ""


def test_the_line_is_gone_in_the_end_and_holds_no_control_character():
    stream = Terminal()

    with Progress.on(stream) as progress:
        progress("tool 1 of 2: evil\x1b[31m\n" + "x" * 99)
        shown = stream.getvalue()

    assert shown == "\r\x1b[Ktool 1 of 2: evil\\x1b[31m\\n" + "x" * 52
    assert stream.getvalue().endswith("\r\x1b[K")


def test_the_line_is_gone_after_an_interruption_too():
    stream = Terminal()

    def interrupted() -> None:
        with Progress.on(stream) as progress:
            progress("fetch")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert stream.getvalue().endswith("\r\x1b[K")
