"""Certificates in a host: loaded late, and there whenever somebody looks."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

#: Tells how often certificates were loaded, and what a caller sees of them.
PROGRAM = """
import json, ssl, sys
loads = []
load_paths, load_files = ssl.SSLContext.set_default_verify_paths, ssl.SSLContext.load_verify_locations
ssl.SSLContext.set_default_verify_paths = lambda self: loads.append("paths") or load_paths(self)
ssl.SSLContext.load_verify_locations = lambda self, *given: loads.append("file") or load_files(self, *given)
from pytest_forge.engine.certificates import load_certificates_late
import certifi
before = ssl.create_default_context()
expected = len(before.get_ca_certs()), len(ssl.create_default_context(cafile=certifi.where()).get_ca_certs())
loads.clear()
load_certificates_late()
contexts = [ssl.create_default_context() for _ in range(3)]
of_file = [ssl.create_default_context(cafile=certifi.where()) for _ in range(3)]
made = list(loads)
seen = len(contexts[0].get_ca_certs()), len(of_file[2].get_ca_certs())
contexts[1].wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="example.org")
refused = []
for path in ("/nowhere", sys.argv[1]):
    try:
        ssl.create_default_context(cafile=path)
    except OSError as error:
        refused.append(type(error).__name__)
print(json.dumps({"expected": expected, "made": made, "seen": seen, "loads": loads, "refused": refused}))
"""


@pytest.fixture(scope="module")
def told() -> dict[str, object]:
    run = subprocess.run([sys.executable, "-c", PROGRAM, __file__], capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def test_contexts_that_nobody_looks_at_load_a_file_once_and_the_defaults_never(told: dict[str, object]) -> None:
    assert told["made"] == ["file"]


def test_who_looks_sees_what_is_there(told: dict[str, object]) -> None:
    assert told["seen"] == told["expected"]
    assert told["loads"][1:4] == ["paths", "file", "paths"]  # type: ignore[index]


def test_a_file_that_cannot_be_loaded_is_told_at_once(told: dict[str, object]) -> None:
    assert told["refused"] == ["FileNotFoundError", "SSLError"]
