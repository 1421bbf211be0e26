"""Descriptions that say that an answer may be older than the data, in many words, and those that do not."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ages import told_age
from pytest_forge.targets.facts import ToolFacts


def told(description: str) -> str:
    return told_age(ToolFacts("find_dogs", "tools.py", "forge", description=description))


@pytest.mark.parametrize(
    "description",
    [
        "Find dogs. What was found is kept for an hour, so an address may be an old one.",
        "Answers are reused for up to two days.",
        "Totals may be a day old.",
        "The list can be up to 3 hours behind.",
        "The ranking may be out of date.",
        "Shows outdated prices after a change of tariff.",
        "The index is rebuilt every night.",
        "The index is only updated nightly.",
        "Sales are worked out once a day.",
        "Statistics are refreshed hourly.",
        "Reads are eventually consistent.",
        "Search has eventual consistency.",
        "The search may lag behind.",
        "It might still show the old name of a section.",
        "It can return an earlier address.",
        "Changes of an owner show only after the next run.",
        "A change of the tariff takes effect at the next call of reload.",
        "Changes are seen with some delay.",
        "Gives the report as it was when it was first asked for.",
        "Lists the stock as\nit stood at the beginning of the session.",
    ],
)
def test_an_answer_that_may_be_old_is_known(description):
    assert told(description)


@pytest.mark.parametrize(
    "description",
    [
        "",
        "Find dogs by their call name, with the street in which they live now.",
        "Lists rooms by the hour.",
        "The answer is never out of date.",
        "Names are not kept for a day or longer.",
        "Finds what was updated in the week.",
        "Lists old and new members.",
        "Changes nothing.",
        "Gives the hourly rate of each worker.",
        "Shows who is late.",
        "Each hit names the section the article is in.",
        "Renames a section; the change shows at once.",
    ],
)
def test_other_descriptions_promise_no_age(description):
    assert not told(description)
