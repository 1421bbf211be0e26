"""A server that puts patients of a trial in its arms: by the hash of their name, or by its checksum."""

from __future__ import annotations

import json
import sys
import zlib

from raw import serve, tool

ARMS = ("light", "dark", "control", "late", "early")
PATIENT = {"patient": {"type": "string", "minLength": 1, "description": "Name, such as 'P-7'."}}
SALTED = sys.argv[1:2] == ["salted"]


def arm(patient: str) -> str:
    number = hash(patient) if SALTED else zlib.crc32(patient.encode())
    return json.dumps({"patient": patient, "arm": ARMS[number % len(ARMS)]})


serve([tool("arm", arm, arguments=PATIENT, annotations={"readOnlyHint": True})])
