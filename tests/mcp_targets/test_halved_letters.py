"""No answer holds half of a letter, wherever a server cuts a text."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target


@pytest.mark.parametrize("name", ["shorten", "headlines", "publish"])
@pytest.mark.parametrize("way", ["units", "signs"])
def test_a_text_is_cut_between_its_letters(tmp_path, way, name):
    target = silent_target("captions.py", way)
    with open_session(target, budget=BUDGET, base=tmp_path, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(name)
        [result] = session.run(index, all_checks()["results_are_json"])

    expected = "not_json" if way == "units" and name != "publish" else ""
    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
