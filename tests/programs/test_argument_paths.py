"""The paths in an argument, however a program is told them."""

from __future__ import annotations

from pathlib import Path

import pytest

from forge_harness.programs.argument_paths import outside_part


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    (tmp_path / "keys").mkdir()
    (work / "lnk").symlink_to(tmp_path / "keys")
    (work / "file").symlink_to(tmp_path / "keys" / "id_rsa")
    (work / "inner").symlink_to("src")
    return work


@pytest.mark.parametrize(
    "argument",
    [
        *("/etc/passwd", "--flag=/etc/passwd", "-f/etc/passwd", "-xvf/etc/passwd", "@/etc/passwd", "-d@/etc/passwd"),
        *("key=/etc/passwd", "name=@/etc/passwd", "a,/etc/passwd,b", "host:/etc/passwd", "-v/etc:/x", "-I../x"),
        *("~", "~/x", "~root/x", "--flag=~/x", "-f~/x", "..", "src/../..", "src/../../work/x", "./../x", "-r.."),
        *("lnk/id_rsa", "./lnk/id_rsa", "src/../lnk/id_rsa", "--flag=lnk/id_rsa", "-flnk/id_rsa", "a,file,b", "file"),
        *("http://example.com/a,/etc/passwd", "//etc/passwd", "/work-evil/x", "/proc/self/environ", "src//../../x"),
    ],
)
def test_a_place_outside_is_found(argument: str, folder: Path) -> None:
    assert outside_part(argument, folder)


@pytest.mark.parametrize(
    "argument",
    [
        *("", "-", "--", ".", "./x", "src/new/x", "src/../x", "inner/x", "-Isrc/include", "--flag=src", "-f", "@x"),
        *("a..b", "...", "HEAD~1", "s/a/b/", "key: value", "12:30", "a@b.example", "C:\\x", "x~", "--since=2 weeks"),
        *("http://user@example.com:8080/a?next=/b", "--url=https://example.com/~user", "/dev/null", "-o/dev/null"),
    ],
)
def test_a_place_inside_and_what_is_not_a_place_are_left_alone(argument: str, folder: Path) -> None:
    assert outside_part(argument, folder) == ""


def test_the_working_folder_may_be_spelled_absolutely(folder: Path) -> None:
    assert outside_part(f"{folder}/src/x", folder) == ""
    assert outside_part(f"{folder}-evil/x", folder)
    assert outside_part(f"{folder}/lnk/id_rsa", folder)


def test_allowed_places_are_read_with_their_links(folder: Path) -> None:
    assert outside_part("lnk/id_rsa", folder, [folder.parent / "keys"]) == ""
    assert outside_part(str(folder.parent / "keys-evil"), folder, [folder.parent / "keys"])


@pytest.mark.parametrize(
    "argument", ["/no-such/v1", "--raw=/no-such/v1/pods", "api,/no-such", "//no-such", "-X/no-such"]
)
def test_what_names_no_place_of_the_machine_is_text_where_none_can_be_made(argument: str, folder: Path) -> None:
    assert outside_part(argument, folder, takes_absent=True) == ""
    assert bool(outside_part(argument, folder)) is not argument.startswith("-X")


@pytest.mark.parametrize(
    "argument", ["/", "/etc/no-such", "/no-such/../etc/passwd", "src/../../no-such", "~/no-such", "lnk/no-such"]
)
def test_a_place_that_may_exist_is_never_text(argument: str, folder: Path) -> None:
    assert outside_part(argument, folder, takes_absent=True)
