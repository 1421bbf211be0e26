"""Tools that share state with each other, and keep processes_need_the_tier_execute."""

from __future__ import annotations

import subprocess

from ..marks import keeps
from ..shared.good_effects import tool

_jobs = {}


@keeps("processes_need_the_tier_execute")
@tool("start_job_to_stop", tier="execute", description="Start a job that stop_job ends.")
def start_job_to_stop(args):
    _jobs[args.name] = subprocess.Popen(["sleep", "5"])
    return {"job": args.name}


@keeps("processes_need_the_tier_execute")
@tool("start_job_by_number", tier="execute", description="Start a job that stop_job ends.")
def start_job_by_number(args):
    _jobs[args.name] = subprocess.Popen(["sleep", "5"]).pid
    return {"job": args.name}
