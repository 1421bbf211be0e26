"""Which words say that a tool is for one thread alone."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_threads import is_for_one_thread


@pytest.mark.parametrize(
    ("says", "is_for_one"),
    [
        ("Must be called from the main\nthread.", True),
        ("Only works in the main thread, since it sets an alarm.", True),
        ("This tool is not thread-safe.", True),
        ("It isn't thread safe.", True),
        ("Not safe: do not call it from several threads.", True),
        ("For single-threaded programs.", True),
        ("Cannot be used from another thread.", True),
        ("The connection is bound to one thread.", True),
        ("Call it from the thread that opened the store only.", True),
        ("The tool may be called from several threads.", False),
        ("Safe to call from other threads.", False),
        ("It is thread-safe.", False),
        ("Need not be called from the main thread.", False),
        ("It can be called not only from the main thread.", False),
        ("Posts a message to one thread of the forum.", False),
        ("Returns the messages of the same thread, newest first.", False),
        ("Counts what a single call does.", False),
        ("", False),
    ],
)
def test_a_limit_to_one_thread_is_read(says, is_for_one):
    assert is_for_one_thread(says) == is_for_one
