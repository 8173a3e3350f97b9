"""How long a run by recipes takes beside an exact program that a person wrote for the same task, without any model.

    python benchmarks/recipes_time.py --out results/recipes_time --seeds 1,2,3

The task is ContactsAddMultipleContactsAndSms of AW-Extend. Its recipes are learned on seed 0. Then each seed is done
twice, on a phone of its own each: by the stand-in with those recipes, whose model's seconds are left out, and by the
exact program below. Both are judged by what the phone's storage holds.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.phones.simulator import simulated_phone
from agentprog.app.settings import config
from agentprog.bench.episode import Rules
from agentprog.bench.job import Models, run_job
from agentprog.bench.proof import SETTLING
from agentprog.bench.spec import STAND_IN, JobSpec
from agentprog.bench.suites import select, suite_called
from agentprog.bench.timing import PhoneTime
from agentprog.runtime.safety.policy import Policy, Rule

SUITE, TASK = "aw-extend", "ContactsAddMultipleContactsAndSms"
BY_HAND = """---
inputs: {people: list}
---
For each {person} in {people}:
    Open the "Contacts" app
    Unless "Create contact" appears:
        Press back
    Tap "Create contact"
    Type {person.name.first word} into "First name"
    Type {person.name.later words} into "Last name"
    Type {person.number} into "Phone"
    Tap "Save"
    Verify that "{person.name}" appears
For each {person} in {people}:
    Open the "Simple SMS Messenger" app
    While "Type a message…" appears:
        Press back
    If "conversations fab" appears:
        Tap "conversations fab"
    Type {person.number} into "Add Contact or Number…"
    Tap "new conversation confirm"
    Type "hello, {person.name}" into "Type a message…"
    Tap the button with id "thread_send_message"
    Verify that "hello, {person.name}" appears
"""


def by_hand(seed: int, folder: Path) -> tuple[float, bool]:
    """The seconds of the exact program, and whether the storage holds what is wanted."""
    task = select(suite_called(SUITE), (TASK,))[0]
    image, own = task.phone(seed)
    rules = Rules()
    with ExitStack() as stack:
        phone = stack.enter_context(simulated_phone(image=image, seed=own))
        episode = task.begin(phone.handle, seed, rules)
        people = [
            {"name": name, "number": number}
            for name, number in re.findall(r"^Name: (.*), Number: (.*)$", episode.goal, re.M)
        ]
        settings = config.load({"run_dir": str(folder)}).but(
            serial=phone.serial, environment=phone.environment, policy=Policy(default=Rule.ALLOW), model=None
        )
        clock = PhoneTime(phone.handle.advance, rules.action_seconds)
        job = Job(
            settings=settings,
            program=Program(text=BY_HAND, name="by_hand.stp", folder=folder),
            inputs={"people": people},
            listeners=(clock,),
        )
        began = time.monotonic()
        launch(job)
        seconds = time.monotonic() - began - clock.seconds
        phone.handle.advance(SETTLING)
        return seconds, episode.judge("").value == 1.0


def by_recipe(seed: int, folder: Path) -> tuple[float, bool, int]:
    """The seconds without the model's, whether it is right, and the model's calls besides the one for the program."""
    spec = JobSpec(suite=SUITE, task=TASK, seed=seed, agent="ours", model=STAND_IN, folder=folder)
    with Models(kept=folder / "kept") as models:
        found = run_job(spec, models=models)
    return found.seconds - found.model_seconds, found.right, found.model_calls - found.calls.get("plan", 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="a folder that is empty, or not there yet")
    parser.add_argument("--seeds", default="1,2,3")
    given = parser.parse_args()
    by_recipe(0, given.out)
    ratios = []
    for seed in map(int, given.seeds.split(",")):
        ours, right, calls = by_recipe(seed, given.out)
        theirs, also = by_hand(seed, given.out / "by_hand")
        ratios.append(ours / theirs)
        print(
            f"seed {seed}: by recipes {ours:.1f} s, right: {right}, {calls} calls; "
            f"by hand {theirs:.1f} s, right: {also}; {ratios[-1]:.2f} times",
            flush=True,
        )
    print(f"median {statistics.median(ratios):.2f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
