"""A sample of the attacks on the egress policy; `bench_egress_attacks.py` makes 100,000."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from ...benchmarks.bench_egress_attacks import run


@pytest.fixture(autouse=True)
def proxies_inside_and_no_logging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://10.0.0.1:3128")
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def test_no_attack_makes_a_connection_inside() -> None:
    outcome = run(250, seed=7)

    assert outcome.holes == []
    assert min(outcome.codes[code] for code in ("200", "egress_refused", "bad_request")) > 10
