"""A server whose only tool is described by a variable of its environment."""

import os

from raw import serve, tool

TOOL = tool("look", lambda word: word, arguments={"word": {"type": "string", "description": "A word."}})
TOOL["description"] = f"NOTES is {os.environ.get('NOTES')}."
serve([TOOL])
