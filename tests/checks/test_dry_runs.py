"""Switches with which nothing is to happen."""

from __future__ import annotations

CHECK = "dry_runs_change_nothing"
STORE = '''
import sqlite3
JOBS = sqlite3.connect(":memory:", check_same_thread=False)
JOBS.execute("CREATE TABLE jobs (state TEXT)")
JOBS.executemany("INSERT INTO jobs VALUES (?)", [("old",), ("new",)])
CALLS = []

def take({switch}: bool = False) -> dict:
    """Purge old jobs.

    Args:
        {switch}: {said}
    """
    CALLS.append("purge")
    if {condition}:
        JOBS.execute("DELETE FROM jobs WHERE state = 'old'")
    return {{"jobs": JOBS.execute("SELECT count(*) FROM jobs").fetchone()[0]}}
'''


def test_a_dry_run_that_deletes_rows_in_memory_is_a_finding(judged):
    source = STORE.format(switch="dry_run", said="Count the jobs.", condition="True")
    assert judged(source, [CHECK])[CHECK].code == "dry_run_acted"


def test_a_switch_is_known_by_its_description_too(judged):
    source = STORE.format(switch="careful", said="If set, nothing is deleted.", condition="True")
    assert judged(source, [CHECK])[CHECK].code == "dry_run_acted"


def test_a_dry_run_that_only_notes_the_call_passes(judged):
    source = STORE.format(switch="dry_run", said="Count the jobs.", condition="not dry_run")
    assert judged(source, [CHECK])[CHECK].status == "passed"


def test_another_switch_may_leave_the_effects_as_they_are(judged):
    source = STORE.format(switch="quiet", said="Report only errors.", condition="True")
    assert judged(source, [CHECK])[CHECK].status == "not_applicable"
