"""FindingDatabase: past findings that a team shares, in a folder or on a Redis server."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis.database import InMemoryExampleDatabase

from pytest_forge.findings.finding_database import FindingDatabase
from pytest_forge.findings.store import FindingStore, store_at
from pytest_forge.targets.target_error import TargetError
from pytest_forge.verdict import CheckResult

FOUND = CheckResult(
    tool="fetch",
    target="shop.py:fetch",
    check="a_check",
    family="errors",
    level="MUST",
    status="failed",
    message="It breaks.",
    id="fetch[a_check]#broken",
    seed=7,
    arguments={"name": "x"},
)
FIXED = replace(FOUND, status="passed", id="")


@pytest.fixture(scope="module")
def redis_address() -> Iterator[str]:
    server = shutil.which("redis-server")
    if server is None:
        pytest.skip("needs the program redis-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [server, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            for _ in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


def judged(store: FindingStore, *results: CheckResult) -> None:
    store.learn(results)
    store.save()


@pytest.mark.parametrize("place", ["a folder", "redis"])
def test_what_one_host_found_is_known_to_another_until_it_is_fixed(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    word = f"{tmp_path}/shared/" if place == "a folder" else request.getfixturevalue("redis_address")
    here, there = tmp_path / "here", tmp_path / "there"

    judged(store_at(word, None, base=here), FOUND)
    known = store_at(word, None, base=there).finding("shop.py:fetch", "fetch", "a_check")
    judged(store_at(word, None, base=there), FIXED)

    assert known is not None
    assert (known.seed, known.arguments) == (7, {"name": "x"})
    assert store_at(word, None, base=here).seed("shop.py:fetch", "fetch", "a_check") is None


def test_runs_at_the_same_time_keep_the_findings_of_each_other(tmp_path: Path) -> None:
    stores = [store_at(f"{tmp_path}/shared/", None, base=tmp_path) for _ in range(3)]

    for number, store in enumerate(stores):
        judged(store, replace(FOUND, tool=f"tool_{number}"))

    kept = store_at(f"{tmp_path}/shared/", None, base=tmp_path)
    assert [kept.has("shop.py:fetch", f"tool_{number}") for number in range(3)] == [True, True, True]


def test_one_finding_with_other_calls_on_each_host_is_one() -> None:
    database = InMemoryExampleDatabase()
    keepers = [FindingDatabase(database, name="shared") for _ in range(2)]
    for number, store in enumerate([FindingStore(keeper) for keeper in keepers]):
        judged(store, replace(FOUND, arguments={"name": str(number)}))

    judged(FindingStore(keepers[0]), FIXED)

    assert keepers[0].read() == []


def test_a_finding_whose_code_has_moved_to_another_check_is_known_to_that_check_until_it_is_fixed() -> None:
    keeper = FindingDatabase(InMemoryExampleDatabase(), name="shared")
    former = replace(FOUND, check="choices_are_handled", id="fetch[choices_are_handled]#lost_in_parts:name")
    judged(FindingStore(keeper), former)

    judged(FindingStore(keeper), replace(FIXED, check="choices_are_handled"))
    known = FindingStore(keeper).finding("shop.py:fetch", "fetch", "common_rules_hold")
    judged(FindingStore(keeper), replace(FIXED, check="common_rules_hold"))

    assert known is not None
    assert known.seed == 7
    assert keeper.read() == []


def test_a_run_that_is_killed_while_it_stores_loses_nothing() -> None:
    class Killed(InMemoryExampleDatabase):
        def delete(self, key: bytes, value: bytes) -> None:
            raise KeyboardInterrupt

    keeper = FindingDatabase(Killed(), name="shared")
    judged(FindingStore(keeper), FOUND)

    with pytest.raises(KeyboardInterrupt):
        judged(FindingStore(keeper), replace(FOUND, seed=9))

    assert {row["seed"] for row in keeper.read()} == {7, 9}


def test_values_of_others_are_left_alone() -> None:
    database = InMemoryExampleDatabase()
    for value in (b"\xff", b"[" * 100_000, b"{}", b'{"seed": 1}'):
        database.save(b"forge-findings", value)

    judged(FindingStore(FindingDatabase(database, name="shared")), FOUND)

    assert len(list(database.fetch(b"forge-findings"))) == 5


def test_a_server_that_is_not_there_is_a_warning_without_the_password(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        store = store_at(f"redis://me:secret@127.0.0.1:{closed.getsockname()[1]}/0", None, base=tmp_path)

        warnings = [store.take_warning()]
        judged(store, FOUND)
        warnings.append(store.take_warning())

    assert [warning.partition(" failed with ConnectionError. ")[2] for warning in warnings] == [
        "This run knows no earlier findings.",
        "The findings of this run were not stored.",
    ]
    assert "secret" not in "".join(warnings)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("ftp://host/found", "begins with 'ftp://', which is not supported. Name a file"),
        ("redis://host:port/0", "cannot be read. Write it as redis://HOST:PORT/NUMBER."),
    ],
)
def test_an_address_that_is_not_one_is_refused(word: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=message):
        store_at(word, None, base=tmp_path)
