"""PlantedWorld: which folders of the workspace get files."""

from __future__ import annotations

import random

import pytest

from pytest_forge.observe.planted_world import PlantedWorld
from pytest_forge.sandbox import Sandbox


@pytest.mark.parametrize(
    ("name", "is_taken"), [("drafts", True), ("drafts/v1.2", True), ("sample.zip", False), ("folder/detail.csv", False)]
)
def test_no_files_are_planted_below_the_name_of_a_planted_file(tmp_path, name, is_taken):
    sandbox = Sandbox(tmp_path, {})
    sandbox.temp.mkdir()
    world = PlantedWorld(sandbox, random.Random(0), endings=(".zip",))
    world.add_base(sandbox.workspace / name)
    assert (sandbox.workspace / name in world.bases) is is_taken


def test_a_folder_that_turns_out_to_be_a_file_is_left_alone(tmp_path):
    sandbox = Sandbox(tmp_path, {})
    for folder in (sandbox.workspace, sandbox.sibling, sandbox.outside, sandbox.home, sandbox.temp):
        folder.mkdir()
    world = PlantedWorld(sandbox, random.Random(0), endings=[".txt"], is_served=True)
    world.add_base(sandbox.workspace / "a.db")
    (sandbox.workspace / "a.db").write_bytes(b"data")

    world.settle()

    assert (sandbox.workspace / "a.db").read_bytes() == b"data"
    assert world.bases == (sandbox.workspace,)


def test_no_files_are_planted_below_the_name_of_a_file_that_another_ending_has(tmp_path):
    sandbox = Sandbox(tmp_path, {})
    for folder in (sandbox.workspace, sandbox.sibling, sandbox.outside, sandbox.home, sandbox.temp):
        folder.mkdir()
    world = PlantedWorld(sandbox, random.Random(0), endings=[".txt"])
    world.add_base(sandbox.workspace / "sample")
    world.keep_endings([""])

    world.settle()

    assert (sandbox.workspace / "sample").is_file()
    assert world.bases == (sandbox.workspace,)
