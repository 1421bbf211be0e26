"""The tools of the seeds; in each room, a file is a tool and has its name."""
