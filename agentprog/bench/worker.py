"""A worker: reads jobs from standard input, one line of JSON each, and writes each result to standard output.

python -m agentprog.bench.worker

It ends at once when its input ends, because its runner has gone. A runner on several computers starts one worker on
each and needs nothing else.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import IO

from agentprog.bench.job import Models, run_job
from agentprog.bench.spec import JobSpec


def work(jobs: IO[str], results: IO[str]) -> None:
    """Run jobs until there are no more."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs, waiting), daemon=True).start()
    with Models() as models:
        while True:
            result = run_job(JobSpec.from_json(waiting.get()), models=models)
            results.write(result.model_dump_json() + "\n")
            results.flush()


def _read(jobs: IO[str], waiting: queue.SimpleQueue[str]) -> None:
    for line in jobs:
        waiting.put(line)
    os._exit(0)  # a job that still runs has nobody to report to; its phone ends with this process


def main() -> None:
    """Entry point. Other output goes to standard error, because standard output is for results."""
    results = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    work(sys.stdin, results)


if __name__ == "__main__":
    main()
