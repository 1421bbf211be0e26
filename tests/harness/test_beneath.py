"""Opening beneath a directory, with the kernel's own resolution as the judge of ours."""

from __future__ import annotations

import ctypes
import errno
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from forge_harness.workspace import beneath
from forge_harness.workspace.beneath import PATH_ONLY, Backend, has_openat2, open_beneath

RESOLVE_BENEATH_NO_MAGICLINKS = 0x08 | 0x02


@pytest.fixture
def root(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("canary")
    (tmp_path / "root" / "a" / "b").mkdir(parents=True)
    (tmp_path / "root" / "a" / "b" / "file.txt").write_text("inside")
    descriptor = os.open(tmp_path / "root", PATH_ONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


def read(root: int, path: str, backend: Backend) -> tuple[str, str]:
    descriptor, real = open_beneath(root, path, os.O_RDONLY, backend=backend)
    with open(descriptor) as file:
        return file.read(), real


def refusal(root: int, path: str, backend: Backend, flags: int = os.O_RDONLY) -> int | None:
    with pytest.raises(OSError, match="Errno") as caught:
        open_beneath(root, path, flags, backend=backend)
    return caught.value.errno


def test_a_plain_path_is_opened(root: int, backend: Backend) -> None:
    assert read(root, "a/b/file.txt", backend) == ("inside", "a/b/file.txt")


@pytest.mark.parametrize(
    ("target", "real"),
    [("b/file.txt", "a/b/file.txt"), ("../a/b/file.txt", "a/b/file.txt"), ("./b/.././b//file.txt", "a/b/file.txt")],
)
def test_a_link_that_stays_beneath_is_followed_to_its_real_name(
    root: int, backend: Backend, tmp_path: Path, target: str, real: str
) -> None:
    os.symlink(target, tmp_path / "root" / "a" / "link")

    assert read(root, "a/link", backend) == ("inside", real)


def test_a_linked_folder_is_followed(root: int, backend: Backend, tmp_path: Path) -> None:
    os.symlink("a/b/", tmp_path / "root" / "folder")

    assert read(root, "folder/file.txt", backend) == ("inside", "a/b/file.txt")


@pytest.mark.parametrize("target", ["../outside/secret.txt", "a/../../outside/secret.txt", "../root/a/b/file.txt"])
def test_a_link_that_leads_outside_is_refused(root: int, backend: Backend, tmp_path: Path, target: str) -> None:
    os.symlink(target, tmp_path / "root" / "link")

    assert refusal(root, "link", backend) == errno.EXDEV


def test_an_absolute_link_is_refused_even_if_it_leads_inside(root: int, backend: Backend, tmp_path: Path) -> None:
    os.symlink(tmp_path / "root" / "a" / "b" / "file.txt", tmp_path / "root" / "link")

    assert refusal(root, "link", backend) == errno.EXDEV


def test_dot_dot_in_the_path_does_not_leave(root: int, backend: Backend) -> None:
    assert refusal(root, "a/../../outside/secret.txt", backend) == errno.EXDEV


def test_a_magic_link_is_refused(backend: Backend) -> None:
    if not os.path.exists("/proc/self/root"):
        pytest.skip("no procfs here")
    descriptor = os.open("/proc", PATH_ONLY | os.O_DIRECTORY)
    try:
        refusals = [refusal(descriptor, f"self/{name}", backend) for name in ("root/etc/passwd", "cwd", "exe")]
        gone = refusal(descriptor, f"self/fd/{descriptor}/self", backend)
    finally:
        os.close(descriptor)

    assert refusals == [errno.EXDEV] * 3
    assert gone == errno.EXDEV


@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDONLY | os.O_DIRECTORY, PATH_ONLY, PATH_ONLY | os.O_DIRECTORY])
def test_no_link_is_followed_when_links_are_refused(root: int, backend: Backend, tmp_path: Path, flags: int) -> None:
    os.symlink("a", tmp_path / "root" / "link")

    with pytest.raises(OSError, match="Errno") as caught:
        open_beneath(root, "link", flags, backend=backend, follow_links=False)

    assert caught.value.errno == errno.ELOOP


def test_forty_links_are_followed_and_forty_one_are_not(root: int, backend: Backend, tmp_path: Path) -> None:
    os.symlink("a/b/file.txt", tmp_path / "root" / "link1")
    for number in range(2, 42):
        os.symlink(f"a/../link{number - 1}", tmp_path / "root" / f"link{number}")

    assert read(root, "link40", backend)[0] == "inside"
    assert refusal(root, "link41", backend) == errno.ELOOP


def test_a_link_loop_ends(root: int, backend: Backend, tmp_path: Path) -> None:
    os.symlink("loop2", tmp_path / "root" / "loop1")
    os.symlink("loop1", tmp_path / "root" / "loop2")

    assert refusal(root, "loop1", backend) == errno.ELOOP


def test_a_link_that_climbs_without_end_is_refused(root: int, backend: Backend, tmp_path: Path) -> None:
    os.symlink("a/../" * 300 + "a/b/file.txt", tmp_path / "root" / "link")

    assert refusal(root, "link", backend) == errno.ELOOP


def test_a_folder_swapped_while_it_is_walked_leads_nowhere_else(
    root: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside" / "file.txt").write_text("canary")
    real_open = os.open

    def open_after_the_swap(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == "file.txt":
            os.rename(tmp_path / "root" / "a" / "b", tmp_path / "root" / "moved")
            os.symlink(tmp_path / "outside", tmp_path / "root" / "a" / "b")
        return real_open(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", open_after_the_swap)
    descriptor, _ = open_beneath(root, "a/b/file.txt", os.O_RDONLY, backend="walk")
    monkeypatch.undo()

    with open(descriptor) as file:
        assert file.read() == "inside"


def test_a_folder_moved_away_while_a_link_climbs_leads_nowhere_else(
    root: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside" / "x").mkdir()
    (tmp_path / "root" / "file.txt").write_text("inside")
    (tmp_path / "outside" / "file.txt").write_text("canary")
    os.symlink("../../file.txt", tmp_path / "root" / "a" / "b" / "link")
    real_readlink = os.readlink

    def readlink_before_the_move(path: str, *, dir_fd: int | None = None) -> str:
        target = real_readlink(path, dir_fd=dir_fd)
        os.rename(tmp_path / "root" / "a" / "b", tmp_path / "outside" / "x" / "b")
        return target

    monkeypatch.setattr(os, "readlink", readlink_before_the_move)
    descriptor, _ = open_beneath(root, "a/b/link", os.O_RDONLY, backend="walk")
    monkeypatch.undo()

    with open(descriptor) as file:
        assert file.read() == "inside"


@pytest.mark.parametrize("answer", [errno.EAGAIN, errno.EINTR, errno.ENOSYS, errno.EPERM])
def test_a_call_that_the_kernel_does_not_decide_is_walked(
    root: int, monkeypatch: pytest.MonkeyPatch, answer: int
) -> None:
    def undecided(*arguments: object) -> int:
        ctypes.set_errno(answer)
        return -1

    monkeypatch.setattr(beneath, "_system_call", lambda: undecided)

    assert read(root, "a/b/file.txt", "openat2") == ("inside", "a/b/file.txt")


def test_a_kernel_without_the_call_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*arguments: object) -> int:
        ctypes.set_errno(errno.ENOSYS)
        return -1

    monkeypatch.setattr(beneath, "_system_call", lambda: absent)

    assert has_openat2.__wrapped__() is False


def test_the_descriptor_is_not_inherited(root: int, backend: Backend) -> None:
    descriptor, _ = open_beneath(root, "a", os.O_RDONLY, backend=backend)
    inheritable = os.get_inheritable(descriptor)
    os.close(descriptor)

    assert not inheritable


@pytest.mark.parametrize("seed", range(40))
def test_links_lead_where_the_kernel_says_they_lead(tmp_path: Path, backend: Backend, seed: int) -> None:
    if not has_openat2():
        pytest.skip("this kernel or its sandbox has no openat2 to compare with")
    chance = random.Random(seed)
    names = ["a", "b", "c"]
    folders = [tmp_path / "root"]
    folders[0].mkdir()
    for _ in range(25):
        place = chance.choice(folders) / chance.choice(names)
        if os.path.lexists(place):
            continue
        kind = chance.choice(["folder", "folder", "file", "link", "link"])
        if kind == "folder":
            place.mkdir()
            folders.append(place)
        elif kind == "file":
            place.write_text(str(place))
        else:
            target = "/".join(chance.choice([*names, "..", "..", "."]) for _ in range(chance.randint(1, 4)))
            os.symlink(chance.choice(["", "", "", "", "/"]) + target + chance.choice(["", "", "/"]), place)
    directory = os.open(folders[0], PATH_ONLY | os.O_DIRECTORY)
    differences = []
    for _ in range(150):
        path = "/".join(chance.choice(names) for _ in range(chance.randint(1, 5)))
        flags = chance.choice([os.O_RDONLY, os.O_RDONLY | os.O_DIRECTORY, PATH_ONLY, PATH_ONLY | os.O_DIRECTORY])
        expected, actual = kernel_outcome(directory, path, flags), our_outcome(directory, path, flags, backend)
        if expected != actual:
            differences.append((path, flags, expected, actual))
    os.close(directory)

    assert differences == []


def identity(descriptor: int) -> tuple[str, int]:
    inode = os.fstat(descriptor).st_ino
    os.close(descriptor)
    return "opened", inode


def kernel_outcome(directory: int, path: str, flags: int) -> tuple[str, int]:
    how = beneath._OpenHow(flags | os.O_CLOEXEC, 0, RESOLVE_BENEATH_NO_MAGICLINKS)
    while True:
        descriptor = beneath._system_call()(beneath._SYS_OPENAT2, directory, path.encode(), how, ctypes.sizeof(how))
        if descriptor >= 0:
            return identity(descriptor)
        # A rename anywhere on the machine makes the kernel give up on "..", and ask to be asked again.
        if ctypes.get_errno() not in {errno.EAGAIN, errno.EINTR}:
            return "refused", ctypes.get_errno()


def our_outcome(directory: int, path: str, flags: int, backend: Backend) -> tuple[str, int]:
    try:
        descriptor, real = open_beneath(directory, path, flags, backend=backend)
    except OSError as error:
        return "refused", error.errno or 0
    found = identity(descriptor)
    # The real name must lead to the same file without any link.
    again, same = open_beneath(directory, real, flags, backend=backend, follow_links=False)
    assert (identity(again), same) == (found, real)
    return found
