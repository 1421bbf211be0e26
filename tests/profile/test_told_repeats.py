"""Which descriptions promise that an equal call takes effect once."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_repeats import forgets_at_restart, told_repeats
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("description", "is_told"),
    [
        ("Pays. It is safe to repeat a call with the same request_id: the money moves once.", True),
        ("Pays. A call made again with the same idempotency key does nothing.", True),
        ("Pays. Safe to repeat: a request_id that was used before moves nothing more.", True),
        ("Pays. A call may be repeated, and a key which is already known does nothing.", True),
        ("A request_id that was used before is refused when it is repeated, so that the money moves once.", False),
        ("Pays. A request_id that was used before is not checked, and a repeated one is paid again.", False),
        ("Pays. Safe to repeat: one request_id is booked once only.", True),
        ("Pays. Each payment reference counts only once, even if the call is sent twice.", True),
        ("Pays. Use the same request id again when you retry.", True),
        ("Pays. A request id is booked once the day is over; repeat it then.", False),
        ("Pays. Use another request id when you retry.", False),
        ("Pays. Repeating it with the same amount changes nothing, repeating it with another is refused.", True),
        ("Pays. Repeating a call after a failure changes nothing.", False),
        ("Pays. Repeating it adds a second payment, which changes nothing in the first.", False),
        ("Books. Calling again with the same key returns the original booking instead of making another.", True),
        ("Books. A repeated request_id gives back the earlier ticket instead of creating a second one.", True),
        ("Books. If a call with this reference was made before, its result is returned unchanged.", True),
        ("Books. Repeated calls with the same request_id are answered with the stored receipt.", True),
        ("Books. Repeats of a request are recognised by request_id and have no further effect.", True),
        ("Books. A key that was seen before does not use up a place a second time.", True),
        ("Books. May be called again with the same order_ref: the points are given once.", True),
        ("Books. Each request_id is processed at most once; a repetition returns the first answer.", True),
        ("Books. Repeating a request does not send the message again.", True),
        ("Books. Calls with a known request_id change nothing.", True),
        ("Sets a value. Setting the same key again returns the earlier value.", False),
        ("Lists the first entries with the same id.", False),
        ("Looks up a known id and returns the stored record.", False),
        ("Duplicates a record. The duplicate has the same id as before.", False),
        ("Adds one. A repeated call returns the stored total, with one more.", False),
        ("Idempotent.", True),
        ("Not idempotent.", False),
        ("It is not safe to retry with the same key.", False),
        ("If it fails, a call with the same key can safely be repeated.", False),
        ("Runs once a day.", False),
        ("Asks for the same key again.", False),
    ],
)
def test_a_promise_says_what_is_repeated_and_that_it_counts_once(description, is_told):
    assert bool(told_repeats(ToolFacts("pay", "tools.py", "function", description, {}))) == is_told


def test_the_description_of_a_key_may_promise_it_too():
    keyed = {"properties": {"key": {"type": "string", "description": "Your key. Send the same key for a retry."}}}
    assert told_repeats(ToolFacts("pay", "tools.py", "function", "Pays.", keyed)) == "Send the same key for a retry"
    other = {"properties": {"key": {"type": "string", "description": "Your key, a new one for each call."}, "n": True}}
    assert told_repeats(ToolFacts("pay", "tools.py", "function", "Pays.", other)) == ""


@pytest.mark.parametrize(
    ("description", "forgets"),
    [
        ("Pays. Keys are known until the server is restarted.", True),
        ("Pays. A call may safely be repeated, also after a crash or a restart.", False),
        ("Pays. The keys survive a restart.", False),
        ("Pays. Each key is booked once.", False),
    ],
)
def test_a_tool_may_say_that_it_forgets_or_that_it_does_not(description, forgets):
    assert forgets_at_restart(ToolFacts("pay", "tools.py", "function", description, {})) == forgets
