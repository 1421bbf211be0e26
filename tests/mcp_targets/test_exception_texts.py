"""The text of an exception is a failure, also in a result without isError."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session
from pytest_forge.oracles.exception_form import exception_form

from .conftest import BUDGET, target

DISGUISED = ["size_or_repr", "size_or_text", "size_or_traceback", "size_or_sentence", "price"]


@pytest.fixture(scope="module")
def texts(tmp_path_factory):

    word = target("exception_texts.py", "{workspace}")
    with open_session(word, budget=BUDGET, allow_destructive=True, base=tmp_path_factory.mktemp("base")) as session:
        yield session


def judged(session, tool: str, check: str) -> tuple[str, str]:
    index = [facts.name for facts in session.tools].index(tool)
    result = session.run(index, all_checks()[check])[0]
    return result.status, result.code


@pytest.mark.parametrize("tool", DISGUISED)
def test_a_failure_returned_as_the_text_of_its_exception_is_found(texts, tool):
    assert judged(texts, tool, "failure_is_not_success") == ("failed", "failure_as_success")


@pytest.mark.parametrize("tool", ["quote", "size_or_refusal"])
def test_quoted_texts_and_sentences_are_no_exceptions(texts, tool):
    assert judged(texts, tool, "failure_is_not_success")[0] != "failed"
    assert judged(texts, tool, "errors_carry_no_detail")[0] != "failed"


def test_a_traceback_in_a_result_is_detail(texts):
    assert judged(texts, "size_or_traceback", "errors_carry_no_detail") == ("failed", "traceback_in_answer")


@pytest.mark.parametrize(
    "text", ["Point(1, 2)", "print('x')", "[Errno 2] as in the manual", "'other'", "See ValueError('x').", ""]
)
def test_texts_that_only_resemble_exceptions_are_none(text):
    assert exception_form(text, {"name": "sent"}) == ""
