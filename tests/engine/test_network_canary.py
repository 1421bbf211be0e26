import subprocess
import sys
import textwrap

HEAD = """
import asyncio, socket, urllib.request
from pytest_forge.engine.network import close_network
from pytest_forge.oracles.network_canary import NetworkCanary, open_canary
port = open_canary()
close_network(allowed_ports={port}, socket_folder="/nowhere")
"""


def run(code: str) -> list[str]:
    """Run *code* in a process of its own, since what it replaces stays, and return the lines it printed."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_connection_is_answered_by_the_canary_and_noted_with_the_address_that_was_meant():
    said = run(
        """
        with NetworkCanary() as world:
            for url in ("http://example.com/page", "https://10.0.0.7:8443/x", "http://[::ffff:127.0.0.1]/"):
                print(b"hello" in urllib.request.urlopen(url, timeout=5).read(), world.contacts[-1], world.requests[-1])
        """
    )

    assert said == [
        "True Contact(address='93.184.215.14', port=80) GET /page HTTP/1.1",
        "True Contact(address='10.0.0.7', port=8443) GET /x HTTP/1.1",
        "True Contact(address='::ffff:7f00:1', port=80) GET / HTTP/1.1",
    ]


def test_hosts_written_in_odd_ways_are_read_as_the_system_reads_them():
    said = run(
        """
        with NetworkCanary() as world:
            hosts = "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "a.localhost.", b"10.1", "::1"
            for host in hosts:
                print(socket.getaddrinfo(host, 80)[0][4][0])
        """
    )

    assert said == ["127.0.0.1"] * 6 + ["10.0.0.1", "::1"]


def test_a_name_may_mean_something_else_at_the_next_look_up():
    said = run(
        """
        with NetworkCanary() as world:
            world.names.answers["moving.example"] = ["93.184.215.14", "127.0.0.1"]
            for _ in range(3):
                print(socket.gethostbyname("moving.example"))
        """
    )

    assert said == ["93.184.215.14", "127.0.0.1", "127.0.0.1"]


def test_a_redirect_is_followed_and_both_ends_are_noted():
    said = run(
        """
        with NetworkCanary() as world:
            world.redirects["/away"] = "http://169.254.169.254/latest"
            urllib.request.urlopen("http://example.com/away", timeout=5).read()
            print([contact.address for contact in world.contacts], [contact.is_inside for contact in world.contacts])
        """
    )

    assert said == ["['93.184.215.14', '169.254.169.254'] [False, True]"]


def test_a_connection_of_an_event_loop_is_noted_too():
    said = run(
        """
        async def fetch():
            reader, writer = await asyncio.open_connection("example.org", 80)
            writer.write(b"GET / HTTP/1.0\\r\\n\\r\\n")
            return await reader.readline(), writer.get_extra_info("peername")
        with NetworkCanary() as world:
            print(asyncio.run(fetch()), len(world.contacts))
        """
    )

    assert said == ["(b'HTTP/1.1 200 OK\\r\\n', ('93.184.215.14', 80)) 1"]


def test_left_alone_the_network_is_closed_again():
    said = run(
        """
        with NetworkCanary():
            pass
        try:
            urllib.request.urlopen("http://example.com/", timeout=5)
        except OSError as error:
            print(type(error.reason).__name__)
        """
    )

    assert said == ["gaierror"]


def test_requests_are_answered_with_a_page_until_the_network_is_closed_again():
    said = run(
        """
        from pytest_forge.oracles.network_canary import Page, answer_requests, answered_requests
        answer_requests(Page(b"[1]", status=201))
        request = urllib.request.Request("http://example.com/new", data=b"x" * 30_000)
        reply = urllib.request.urlopen(request, timeout=5)
        print(reply.status, reply.headers["Content-Type"], reply.read(), answered_requests())
        answer_requests(None)
        try:
            urllib.request.urlopen("http://example.com/", timeout=5)
        except OSError as error:
            print(error.reason)
        """
    )

    assert said == [
        "201 application/json b'[1]' ['POST /new HTTP/1.1']",
        "[Errno -2] Name or service not known",
    ]


def test_a_canary_that_is_entered_answers_before_the_page():
    said = run(
        """
        from pytest_forge.oracles.network_canary import Page, answer_requests
        answer_requests(Page(b"page"))
        with NetworkCanary() as world:
            print(b"hello" in urllib.request.urlopen("http://example.com/", timeout=5).read(), len(world.contacts))
        print(urllib.request.urlopen("http://example.com/", timeout=5).read())
        """
    )

    assert said == ["True 1", "b'page'"]


def test_https_of_an_event_loop_is_answered():
    said = run(
        """
        import httpx
        from pytest_forge.oracles.network_canary import Page, answer_requests
        answer_requests(Page(b"[1]"))
        async def ask():
            async with httpx.AsyncClient() as client:
                return (await client.get("https://example.com/")).json()
        print(asyncio.run(ask()))
        """
    )

    assert said == ["[1]"]
