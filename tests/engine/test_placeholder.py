from pathlib import Path

from pytest_forge.engine.placeholder import with_placeholder

ROOT = Path("/tmp/forge-ab12_x9z")


def test_the_sandbox_is_shown_by_its_placeholder_in_messages_and_arguments():
    message, arguments = with_placeholder(
        "It read '/tmp/forge-ab12_x9z/outside' by '../../../tmp/forge-ab12_x9z'.",
        {"path": [f"file://{ROOT}/home", {str(ROOT): 1}], "plain": "forge-harness"},
        ROOT,
    )

    assert message == "It read '<sandbox>/outside' by '../../../tmp/<sandbox>'."
    assert arguments == {"path": ["file://<sandbox>/home", {"<sandbox>": 1}], "plain": "forge-harness"}


def test_a_path_that_is_cut_off_is_shown_alike_whatever_its_random_letters():
    assert with_placeholder("Given '/tmp/forge-ab1…", None, ROOT)[0] == "Given '<sandbox>…"


def test_addresses_of_objects_are_hidden_and_addresses_of_hosts_are_not():
    message, arguments = with_placeholder("<X at 0x7f12ab34cd56> in '0x7f000001'", {"host": "0x7f000001"}, ROOT)

    assert message == "<X at 0x…> in '0x7f000001'"
    assert arguments == {"host": "0x7f000001"}


def test_another_folder_whose_name_begins_alike_is_shown_as_it_is():
    message = "It read '/tmp/forge-tools/a' and '/tmp/forge-mcp-servers/b', and not '/tmp/forge-qq77_aaa/c'."

    assert with_placeholder(message, None, ROOT)[0] == message.replace("/tmp/forge-qq77_aaa", "<sandbox>")
