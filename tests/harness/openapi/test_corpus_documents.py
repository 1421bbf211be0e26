"""All recorded documents: every operation a portable tool or left out by name, and their requests judged by another."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from forge_harness import DIALECTS, NAME_PATTERN, ToolRegistry, register_openapi_tools
from forge_harness.openapi.document import read_document
from forge_harness.openapi.operation import operation_names
from forge_harness.openapi.security import scheme_names
from forge_harness.schema.dialect import portability_report

from .judged_requests import SERVER, VARIABLE, documents, judged

#: A larger document takes longer to read than the others together; the script next to this file judges it.
MOST_BYTES = 1 << 20
PROVIDERS = sorted(set(DIALECTS) - {"openai_strict"})


@pytest.fixture(scope="module")
def files(corpus: Path) -> list[Path]:
    return [file for file in documents(corpus / "openapi") if file.stat().st_size <= MOST_BYTES]


@pytest.mark.requirement("adapters:openapi-portable-or-left-out")
def test_every_operation_is_a_portable_tool_or_left_out_by_name(files: list[Path]) -> None:
    assert len(files) == 10
    for file in files:
        document, told = read_document(file), []
        secrets = dict.fromkeys(scheme_names(document), VARIABLE)

        registry = ToolRegistry()
        registered = register_openapi_tools(document, registry, base_url=SERVER, security=secrets, tell=told.append)

        names = operation_names(document)
        assert len(registered) + len(told) == len(names) > 0
        assert all(f"'{document.label}' is left out: " in sentence for sentence in told)
        for name in registered:
            definition = registry[name].definition()
            report = portability_report(definition.name, definition.description, definition.input_schema)
            assert NAME_PATTERN.fullmatch(name)
            assert [report[provider] for provider in PROVIDERS] == [[]] * len(PROVIDERS)


@pytest.mark.requirement("adapters:openapi-requests-of-the-document")
@pytest.mark.filterwarnings("ignore::UserWarning")  # of openapi-core, on schemes that it does not judge
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of its dependencies
def test_requests_are_those_of_the_document(files: list[Path], caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("openapi_core", reason="openapi-core is not installed")
    caplog.set_level(logging.ERROR)
    made = 0

    for file in files:
        found = judged(read_document(file), calls=5)
        made += found.accepted
        assert (found.reasons, found.bare, file.name) == ({}, [], file.name)

    assert made > 150
