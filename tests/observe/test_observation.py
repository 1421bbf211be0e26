"""One observation of a call: what each way to see sees, and what it says of the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_forge.observe.from_outside import OutsideObserver
from pytest_forge.observe.in_process import CallObserver, VolumeObserver
from pytest_forge.oracles.read_trap import ReadTrap
from pytest_forge.oracles.read_watch import ReadWatch
from pytest_forge.sandbox import Sandbox
from pytest_forge.targets.outcome import Outcome
from pytest_forge.verdict import NotApplicable


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    found = Sandbox(tmp_path.resolve(), {})
    for folder in (found.workspace, found.temp):
        folder.mkdir()
    return found


def test_a_call_in_this_process_shows_its_files_look_ups_and_reads(sandbox):
    (sandbox.workspace / "read.txt").write_text("text")
    with CallObserver(sandbox) as observer:
        os.stat(sandbox.workspace / "read.txt")
        (sandbox.workspace / "new.txt").write_text("new")
    seen = observer.seen(Outcome({}))

    assert [(change.action, change.path.name) for change in seen.changed_entries] == [("created", "new.txt")]
    assert [change.path for change in seen.changes.value if change.is_list_only] == [sandbox.workspace]
    assert str(sandbox.workspace / "read.txt") in seen.names_asked
    assert (seen.processes, seen.connections, seen.requests.value) == ([], [], ())


def test_planted_files_are_seen_read_before_the_snapshot_reads_them(sandbox):
    if not ReadTrap.works_in(sandbox.temp):
        pytest.skip("The file system keeps no access times.")
    files = [sandbox.workspace / name for name in ("read.txt", "unread.txt")]
    for file in files:
        file.write_text("text")
    trap = ReadTrap()
    with CallObserver(sandbox) as before:
        pass
    trap.arm(files)
    with CallObserver(sandbox, before=before.seen(None).files.value, trap=trap) as observer:
        files[0].read_text()

    assert observer.seen(None).files_read.value == (files[0],)


def test_calls_in_volume_are_seen_one_by_one(sandbox):
    with VolumeObserver(sandbox.workspace) as observer:
        observer.begin()
        (sandbox.workspace / "new.txt").write_text("new")
        first = observer.seen(Outcome({}))
        observer.begin()
        second = observer.seen(Outcome({}))

    assert [change.action for change in first.changes.value] == ["created"]
    assert second.changes.value == ()
    with pytest.raises(NotApplicable, match="in volume"):
        _ = second.files.value


def test_a_call_from_outside_shows_files_alone(sandbox):
    secret = sandbox.root / "secret.txt"
    secret.write_text("secret")
    with ReadWatch([secret]) as watch, OutsideObserver(sandbox.workspace, [sandbox.workspace], watch) as observer:
        secret.read_text()
        (sandbox.workspace / "new.txt").write_text("new")
        is_seeing = watch.is_seeing
    seen = observer.seen(Outcome({}))

    assert [change.path.name for change in seen.changed_entries] == ["new.txt"]
    assert not is_seeing or seen.files_read.value == (secret,)
    with pytest.raises(NotApplicable, match="only if it runs Python"):
        _ = seen.processes
