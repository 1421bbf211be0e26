"""A server whose jobs are started once for each key, which it forgets when the job ends, or not."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

FORGETS = sys.argv[1:2] == ["forgets"]
KEY = {"type": "string", "description": "Your key. The same key again returns the job that it has started."}
JOB = {"type": "integer", "description": "Number of a job."}
jobs: list[dict] = []
started: dict[str, int] = {}


def start_job(key: str) -> str:
    if key not in started:
        jobs.append({"job": len(jobs) + 1, "state": "running"})
        started[key] = len(jobs)
    return json.dumps(jobs[started[key] - 1])


def finish_job(job: int) -> str:
    if not 0 < job <= len(jobs) or jobs[job - 1]["state"] == "done":
        return json.dumps({"error": "not_running", "message": "No such job is running."})
    jobs[job - 1]["state"] = "done"
    if FORGETS:
        del started[next(key for key, number in started.items() if number == job)]
    return json.dumps(jobs[job - 1])


def list_jobs() -> str:
    return json.dumps(jobs)


WORDS = "Start a job. Calling it again with the same key starts no second job."
TOOLS = [
    {**tool("start_job", start_job, arguments={"key": KEY}, annotations={"readOnlyHint": False}), "description": WORDS},
    tool("finish_job", finish_job, arguments={"job": JOB}, annotations={"readOnlyHint": False}),
    tool("list_jobs", list_jobs, arguments={}, annotations={"readOnlyHint": True}),
]

if __name__ == "__main__":
    serve(TOOLS)
