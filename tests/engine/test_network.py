import subprocess
import sys
import textwrap

HEAD = """
import errno, os, socket, sys
from pytest_forge.engine.network import close_network
def tried(act):
    try:
        act()
    except socket.gaierror:
        print("unknown")
    except OSError as error:
        print(errno.errorcode[error.errno])
    else:
        print("done")
"""


def run(code: str, *words: object) -> list[str]:
    """Run *code* in a process of its own, since an audit hook stays, and return the words it printed."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(code), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_only_an_allowed_port_of_this_machine_can_be_reached():
    said = run(
        """
        canary, other = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
        port = canary.getsockname()[1]
        close_network(allowed_ports={port}, socket_folder="/nowhere")
        tried(lambda: socket.create_connection(("127.0.0.1", port), 5).close())
        tried(lambda: socket.create_connection(other.getsockname(), 5).close())
        tried(lambda: socket.create_connection(("192.0.2.1", port), 5).close())
        tried(lambda: socket.socket(socket.AF_INET6).connect(("2001:db8::1", port)))
        tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)))
        tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("192.0.2.1", 53)))
        """
    )

    assert said == ["done"] + ["ENETUNREACH"] * 5


def test_no_name_is_looked_up_but_this_machine():
    said = run(
        """
        close_network(allowed_ports=set(), socket_folder="/nowhere")
        tried(lambda: socket.getaddrinfo("example.com", 80))
        tried(lambda: socket.getaddrinfo(b"example.com", 80))
        tried(lambda: socket.gethostbyname("example.com"))
        tried(lambda: socket.gethostbyname_ex("example.com"))
        tried(lambda: socket.gethostbyaddr("192.0.2.1"))
        tried(lambda: socket.getnameinfo(("192.0.2.1", 80), 0))
        tried(lambda: socket.getaddrinfo("127.0.0.1", 80))
        tried(lambda: socket.getaddrinfo(None, 80))
        tried(lambda: socket.getaddrinfo(b"127.0.0.1", 80))
        """
    )

    assert said == ["unknown"] * 6 + ["done"] * 3


def test_a_unix_socket_is_reached_inside_the_given_folder_only(tmp_path):
    (tmp_path / "inside").mkdir()
    said = run(
        """
        folder = sys.argv[1]
        for name in ("inside/socket", "outside"):
            server = socket.socket(socket.AF_UNIX)
            server.bind(f"{folder}/{name}")
            server.listen()
            globals()[name] = server
        hidden = socket.socket(socket.AF_UNIX)
        hidden.bind("\\0forge-test-" + str(os.getpid()))
        hidden.listen()
        os.symlink(f"{folder}/outside", f"{folder}/inside/link")
        close_network(allowed_ports=set(), socket_folder=f"{folder}/inside")
        for address in (f"{folder}/inside/socket", f"{folder}/outside", bytearray(f"{folder}/outside".encode()),
                        f"{folder}/inside/link", f"{folder}/inside/../outside", hidden.getsockname()):
            with socket.socket(socket.AF_UNIX) as client:
                tried(lambda: client.connect(address))
        """,
        tmp_path,
    )

    assert said == ["done"] + ["ENOENT"] * 5


def test_sockets_of_one_process_still_work():
    said = run(
        """
        import asyncio
        close_network(allowed_ports=set(), socket_folder="/nowhere")
        left, right = socket.socketpair()
        left.sendall(b"x")
        print(right.recv(1).decode())
        print(asyncio.run(asyncio.sleep(0, "ran")))
        """
    )

    assert said == ["x", "ran"]
