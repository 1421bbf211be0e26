"""The command that the documentation shows for a server."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

from forge_harness.cli.main import main

from .conftest import SERVERS

PAGE = Path(__file__).parents[2] / "docs/checking-tools.md"


def test_the_command_of_the_readme_judges_a_server(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copy(SERVERS / "good.py", tmp_path / "my_server.py")
    shutil.copy(SERVERS / "raw.py", tmp_path)
    (line,) = re.findall(r'```sh\n(forge check "mcp:.*?)\n```', PAGE.read_text(), re.DOTALL)
    program, *words = shlex.split(line)

    code = main([*words, "--checks", "call_returns,links_stay_inside"])

    assert (program, code) == ("forge", 0)
    assert "No findings in 9 tools" in capsys.readouterr().out
