"""agentprog inside a Python program: run a program on a simulated phone and watch it.

python examples/embedding.py
"""

import asyncio
import sys
from pathlib import Path

from agentprog import Agent
from agentprog.runtime.journal.events import ActionIntended, Told

PROGRAM = """
---
inputs:
  names: {type: list, description: "who is added"}
---
Open the "Contacts" app
For each {name} in {names}:
    Tap "Create contact"
    Type {name} into "First name"
    Tap "Save"
    Verify that "{name}" appears
    Press back
    Tell user "{name} is in the contacts."
Set {answer} to the number of items in {names}
"""


async def main() -> int:
    agent = Agent(program=PROGRAM, inputs={"names": ["Ada", "Grace"]}, sim=True, run_dir=Path("runs"))
    async for event in agent.events():
        if isinstance(event, ActionIntended):
            print(f"  {event.text}")
        elif isinstance(event, Told):
            print(event.text)
    result = agent.result
    if result is None or not result.ok:
        print("it did not work:", result.outcome.reason if result else "no run")
        return 1
    print(f"{result.outcome.kind}: {result.answer} contacts added, see {result.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
