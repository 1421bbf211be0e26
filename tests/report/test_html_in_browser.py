"""What the script of the page does, in a browser without a window."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from urllib.parse import quote

import pytest

from pytest_forge.report.formats import report_text

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Chromium, which is not installed")


@pytest.fixture
def shown(tmp_path):
    """Show a report, at the finding of an id, and return the elements that the script has made."""

    def show(report, found_id=""):
        page = tmp_path / "report.html"
        page.write_text(report_text("html", report, base=tmp_path))
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
        command += ["--virtual-time-budget=5000", "--dump-dom", f"{page.as_uri()}#{quote(found_id, safe='')}"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout

    return show


def test_a_long_list_stands_in_groups_that_are_laid_out_when_they_are_in_view(every_verdict, shown):
    failed = next(one for one in every_verdict.results if one.status == "failed")
    results = [replace(failed, id=f"found_{number}") for number in range(150)]

    dom = shown(replace(every_verdict, results=results), "found_130")

    assert [group.count("<summary") for group in dom.split('<div class="group">')[1:]][:2] == [60, 60]
    assert dom.count('<div class="group">') == 3


def test_the_address_of_an_accepted_finding_opens_it(every_verdict, shown):
    accepted = next(one for one in every_verdict.results if one.is_accepted)

    (opened,) = re.findall(r'<details class="row" open="">(.*?)</summary>', shown(every_verdict, accepted.id))

    assert accepted.check in opened


def test_a_long_call_can_be_scrolled_with_the_keyboard_and_a_short_one_is_no_stop(every_verdict, shown):
    failed = next(one for one in every_verdict.results if one.status == "failed")
    for arguments, is_stop in (({"a": 1}, False), ({str(number): 1 for number in range(40)}, True)):
        dom = shown(replace(every_verdict, results=[replace(failed, arguments=arguments)]), failed.id)
        (attributes,) = re.findall(r"Smallest call that shows it</h3><pre([^>]*)>", dom)

        assert ('tabindex="0"' in attributes) == is_stop
