"""A server that puts patients of a trial in its arms: by the hash of their name, or by its checksum."""

from __future__ import annotations

import json
import sys
import zlib

from raw import serve, tool

ARMS = ("light", "dark", "control", "late", "early")
PATIENT = {"patient": {"type": "string", "minLength": 1, "description": "Name, such as 'P-7'."}}
number = hash if sys.argv[1:2] == ["salted"] else lambda name: zlib.crc32(name.encode())


def arm(patient: str) -> str:
    return json.dumps({"patient": patient, "arm": ARMS[number(patient) % len(ARMS)]})


serve([tool("arm", arm, arguments=PATIENT, annotations={"readOnlyHint": True})])
