"""What suggests that answers differ: words of names and descriptions, each believed for what it means."""

from __future__ import annotations

import pytest

from pytest_forge.profile.bug_messages import bug_in_text, is_bug_message
from pytest_forge.profile.moves_on import moves_on, tells_of_calls, value_tells_of_calls
from pytest_forge.profile.reads import promise_of_reading, reads
from pytest_forge.profile.varies import chooses, company_varies, is_amount, value_varies, varies
from pytest_forge.targets.facts import ToolFacts


def tool(name, description="", **declared):
    return ToolFacts(name, "tools.py", "forge", description=description, declared=declared)


@pytest.mark.parametrize(
    ("claim_of", "name", "description", "word", "place"),
    [
        (moves_on, "take_products", "", "take", "its name"),
        (moves_on, "list_products", "The next ones.", "next", "its description"),
        (varies, "quote_products", "", "quote", "its name"),
        (chooses, "any_product", "", "any", "its name"),
        (tells_of_calls, "price", "Kept for ten minutes.", "minutes", "its description"),
    ],
)
def test_the_word_and_its_place_are_known(claim_of, name, description, word, place):
    claim = claim_of(tool(name, description))

    assert (claim.holds, claim.word, claim.place) == (True, word, place)


@pytest.mark.parametrize("claim_of", [moves_on, varies, chooses, tells_of_calls])
def test_no_other_word_excuses_a_tool(claim_of):
    assert not claim_of(tool("list_products", "List the products of a shop."))


@pytest.mark.parametrize(
    "description",
    [
        "The same texts always give the same tags.",
        "Equal calls have always equal answers.",
        "It is deterministic.",
        "The tags depend on the text alone.",
        "What is suggested depends only on the title.",
        "The order follows from the names and nothing else.",
    ],
)
@pytest.mark.parametrize("claim_of", [varies, chooses])
def test_a_promise_of_equal_answers_beats_a_word(claim_of, description):
    assert not claim_of(tool("suggest_any", description))


@pytest.mark.parametrize(
    "description", ["", "Always another one.", "Non-deterministic.", "It is not deterministic.", "It depends on luck."]
)
def test_no_other_sentence_beats_a_word(description):
    assert varies(tool("suggest", description))


def test_a_declaration_beats_the_name_of_a_value():
    assert value_varies(tool("prices"), "call_count").place == "the result's 'call_count'"
    assert company_varies(tool("prices"), "active_calls")
    assert not value_varies(tool("prices", varies=False), "call_count")


def test_a_tier_beats_the_words_of_a_name():
    assert reads(tool("get_price"))
    assert not reads(tool("get_and_remove_price"))
    assert reads(ToolFacts("remove_price", "tools.py", "forge", tier="read", tier_declared=True))


@pytest.mark.parametrize(
    ("message", "in_reply"),
    [
        ("not enough values to unpack (expected 2, got 1)", True),
        ("unsupported operand type(s) for +: 'int' and 'str'", True),
        # An author may say so as well.
        ("count must be a non-negative integer", False),
        ("'milk' is not in list", False),
    ],
)
def test_a_message_of_the_interpreter_is_known_in_an_exception_and_in_a_reply(message, in_reply):
    assert is_bug_message(message)
    assert (bug_in_text(f"Error executing tool sum: {message}") is not None) == in_reply


def test_a_value_that_reports_earlier_calls_is_known_by_its_name():
    assert value_tells_of_calls(tool("prices"), "recent queries").word == "recent"
    assert not value_tells_of_calls(tool("prices"), "everlasting")


def test_a_value_in_minutes_is_an_amount_unless_it_is_an_age():
    assert value_tells_of_calls(tool("prices"), "minutes_ago").word == "minutes"
    assert value_tells_of_calls(tool("prices"), "age seconds").word == "seconds"
    assert not value_tells_of_calls(tool("walk"), "walk minutes")


def test_an_amount_is_not_a_counter():
    assert [is_amount(name) for name in ("total_price", "tax", "price_count", "generate", "taxi")] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Show a keyword. This changes nothing.", "This changes nothing."),
        ("Add a keyword; adding one that is there already changes nothing.", ""),
        ("Tag an object. It is read-only.", "It is read-only."),
        ("Show the next digest. Nothing is stored.", "Nothing is stored."),
        ("Show the next digest. With dry_run, nothing is stored.", ""),
        (
            "Show a digest. Nothing is changed: every preview starts anew.",
            "Nothing is changed: every preview starts anew.",
        ),
        ("Show a digest. With dry_run: nothing is changed.", ""),
        ("Tag an object. Setting a tag that it has already changes nothing.", ""),
        ("Tag an object. A tag that is taken is refused and nothing is stored.", ""),
        ("Tag an object. A wrong tag changes nothing.", ""),
        ("The archive is unpacked to a new folder below the workspace; nothing is written elsewhere.", ""),
        ("The report goes to reports/; nothing is changed outside of it.", ""),
        ("Nothing is written before all lines are valid.", ""),
        ("Tag an object. On a failure nothing is stored.", ""),
        ("Tag an object. Refused tags are told, and nothing is changed.", ""),
    ],
)
def test_a_sentence_that_begins_with_a_change_promises_no_reading(description, expected):
    assert promise_of_reading(tool("tag_object", description)) == expected
