import signal
import subprocess
import sys
import textwrap

import pytest

from forge_harness.programs import landlock
from forge_harness.programs.landlock import NETWORK_ABI, SCOPE_ABI, landlock_abi

ABI = landlock_abi()
needs_landlock = pytest.mark.skipif(ABI < 1, reason="this kernel has no Landlock")
needs_network_rule = pytest.mark.skipif(ABI < NETWORK_ABI, reason="this kernel's Landlock knows no network")
needs_scope = pytest.mark.skipif(ABI < SCOPE_ABI, reason="this kernel's Landlock knows no signals")


def run(code: str, *words: object) -> str:
    """Run *code* in a process of its own and return what it printed."""
    program = "import os, signal, socket, sys\nfrom pathlib import Path\n"
    program += "from forge_harness import contain_process, restrict_process\n" + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@needs_landlock
def test_a_restricted_process_reads_only_what_it_may(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open/file").write_text("open")
    (tmp_path / "secret").write_text("secret")

    said = run(
        """
        folder = Path(sys.argv[1])
        assert restrict_process(readable=[folder / "open", folder / "missing"], writable=[])
        print((folder / "open/file").read_text())
        for act in (lambda: (folder / "secret").read_text(), lambda: (folder / "open/new").write_text("x")):
            try:
                act()
                print("done")
            except PermissionError:
                print("refused")
        """,
        tmp_path,
    )

    assert said.split() == ["open", "refused", "refused"]


@needs_landlock
def test_a_process_that_it_starts_is_restricted_too(tmp_path):
    (tmp_path / "secret").write_text("secret")

    said = run(
        """
        import subprocess
        restrict_process(readable=[Path("/usr"), Path("/bin"), Path("/lib"), Path("/lib64"), Path("/etc")], writable=[])
        done = subprocess.run(["/bin/cat", sys.argv[1] + "/secret"], capture_output=True, text=True)
        print("refused" if done.returncode and not done.stdout else done.stdout)
        """,
        tmp_path,
    )

    assert said == "refused"


@needs_landlock
def test_a_writable_folder_takes_everything(tmp_path):
    said = run(
        """
        folder = Path(sys.argv[1])
        restrict_process(readable=[], writable=[folder, folder / "missing"])
        (folder / "sub").mkdir()
        (folder / "sub/file").write_text("text")
        (folder / "sub/file").rename(folder / "moved")
        os.truncate(folder / "moved", 2)
        print((folder / "moved").read_text())
        """,
        tmp_path,
    )

    assert said == "te"


@needs_network_rule
def test_a_restricted_process_connects_to_the_given_port_only():
    said = run(
        """
        open_one, closed = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
        restrict_process(readable=[], writable=[], ports=[open_one.getsockname()[1]])
        for server in (open_one, closed):
            try:
                # Looking a name up would read files, which this process may not.
                socket.socket().connect(server.getsockname())
                print("connected")
            except PermissionError:
                print("refused")
        """
    )

    assert said.split() == ["connected", "refused"]


@needs_scope
def test_a_contained_process_signals_its_offspring_only():
    bystander = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    try:
        said = run(
            """
            assert contain_process()
            for pid in (int(sys.argv[1]), os.getppid()):
                try:
                    os.kill(pid, signal.SIGKILL)
                    print("killed")
                except PermissionError:
                    print("refused")
            child = os.fork()
            if child == 0:
                signal.pause()
            os.kill(child, signal.SIGKILL)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """,
            bystander.pid,
        )

        assert said.split() == ["refused", "refused", str(-signal.SIGKILL)]
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.communicate()


@needs_scope
def test_a_contained_process_still_moves_files_between_folders(tmp_path):
    said = run(
        """
        folder = Path(sys.argv[1])
        (folder / "from/inner").mkdir(parents=True)
        (folder / "to").mkdir()
        (folder / "from/file").write_text("moved")
        restrict_process(readable=[], writable=[folder])
        contain_process()
        contain_process()
        (folder / "from/file").rename(folder / "to/file")
        (folder / "from/inner").rename(folder / "to/inner")
        os.link(folder / "to/file", folder / "from/link")
        print((folder / "from/link").read_text())
        """,
        tmp_path,
    )

    assert said == "moved"


def test_where_the_kernel_cannot_nothing_is_claimed(monkeypatch):
    monkeypatch.setattr(sys, "platform", "unknown")

    assert landlock.restrict_process(readable=[], writable=[]) is False
    assert landlock.contain_process() is False
