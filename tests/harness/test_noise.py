"""Noise: the output of a server that is not a message."""

from __future__ import annotations

from forge_harness.mcp.noise import Noise


def test_the_last_lines_are_kept_and_all_are_counted():
    noise = Noise()
    assert (noise.count, noise.last, noise.since(0)) == (0, "", ())

    for number in range(50):
        noise.add(f"line {number}" + "." * 1_000)

    assert noise.count == 50
    assert noise.last.startswith("line 49.")
    assert len(noise.last) == 300
    assert [line.split(".")[0] for line in noise.since(48)] == ["line 48", "line 49"]
    assert len(noise.since(0)) == 20
    assert noise.since(50) == ()
