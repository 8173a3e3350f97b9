"""Two phones at once: each gets its own Agent, and one event loop waits for both.

python examples/two_phones.py
"""

import asyncio
import sys
from pathlib import Path

from agentprog import Agent

PROGRAM = """
---
inputs:
  name: {type: text}
---
Open the "Contacts" app
Tap "Create contact"
Type {name} into "First name"
Tap "Save"
Verify that "{name}" appears
Set {answer} to "{name} is in"
"""


async def main() -> int:
    # With real phones: Agent(..., device="SERIAL") in the place of sim=True.
    agents = [
        Agent(program=PROGRAM, inputs={"name": name}, sim=True, run_dir=Path("runs")) for name in ("Ada", "Grace")
    ]
    results = await asyncio.gather(*(agent.run() for agent in agents))
    for result in results:
        print(f"{result.outcome.kind}: {result.answer}")
    return 0 if all(result.ok for result in results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
