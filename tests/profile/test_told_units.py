"""Units of data and time, and words that define them."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_units import Unit, defined_units, unit_in_words, unit_of_name


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("Size in MiB (1 MiB is 1024 * 1024 bytes).", {"mibyte": 8 * 1024.0**2}),
        ("In Mbit/s, as providers state it (1 Mbit is one million bits).", {"mbit": 1e6}),
        ("A kilobyte is 1,000 bytes.", {"kbyte": 8e3}),
        ("1 GB = 10**9 bytes, and 1 KB has 1024 bytes.", {"gbyte": 8e9, "kbyte": 8192.0}),
        ("One megabit equals 1 000 000 bits.", {"mbit": 1e6}),
        ("Size in MB.", {}),
        ("A file of 20 MB has 1000 bytes of a header.", {}),
    ],
)
def test_units_are_defined(told: str, found: dict[str, float]) -> None:
    assert defined_units(told) == found


@pytest.mark.parametrize(
    ("told", "unit"),
    [
        ("Speed of the link in Mbit/s", Unit("mbit", 1e6, 1, -1)),
        ("Speed in Mbps.", Unit("mbit", 1e6, 1, -1)),
        ("Megabits that are sent", Unit("mbit", 1e6, 1, 0)),
        ("How many megabits are sent", Unit("mbit", 1e6, 1, 0)),
        ("Size in MiB", Unit("mibyte", 8 * 1024.0**2, 1, 0)),
        ("Size in MB", Unit("mbyte", None, 1, 0)),
        ("Size in bytes", Unit("byte", 8.0, 1, 0)),
        ("How many minutes it takes", Unit("minutes", 60.0, 0, 1)),
        ("Name of the file", None),
    ],
)
def test_a_unit_is_named(told: str, unit: Unit | None) -> None:
    assert unit_in_words(told, {"mbit": 1e6}) == unit


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("seconds", Unit("seconds", 1.0, 0, 1)),
        ("size_mib", Unit("mibyte", 8 * 1024.0**2, 1, 0)),
        ("total_bytes", Unit("byte", 8.0, 1, 0)),
        ("readable", None),
        ("percent", None),
    ],
)
def test_a_name_ends_with_a_unit(name: str, unit: Unit | None) -> None:
    assert unit_of_name(name, {}) == unit
