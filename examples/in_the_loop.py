"""A person in the loop: nobody there at first, then questions, risky actions, a pause, a remark, the phone in hand.

python examples/in_the_loop.py
"""

import asyncio
import sys
from pathlib import Path

from agentprog import Agent, Approval, Consent, Proposal, RiskyAction
from agentprog.runtime.journal.events import Asked, Confirmed, Paused, Remarked, TookOver

HERE = Path(__file__).parent


async def asked(question: str) -> str:
    await asyncio.sleep(0.1)  # a chat message, a form, a push notification
    print("asked:", question)
    return "Ada"


def approved(wanted: Proposal) -> Approval:
    """Before anything is done: what the program would do that nobody asked for. Here the person cuts it out."""
    print("nobody asked for:", *(one.effect.text for one in wanted.pending), sep="\n  ")
    unasked = {one.effect.line for one in wanted.pending}
    lines = wanted.program.splitlines()
    return Approval(yes=True, program="\n".join(text for at, text in enumerate(lines, 1) if at not in unasked))


def confirmed(wanted: RiskyAction) -> Consent:
    """What a person has asked for themselves needs no word; what a model or a screen adds does."""
    print(f"may it {wanted.action} in {wanted.app}? ({wanted.risk})")
    return Consent.NO


def by_hand(reason: str) -> str:
    print("a person is needed:", reason)
    return "unlocked"


async def main() -> int:
    alone = await Agent(
        "Add a contact, and ask me for the name.",
        model=f"scripted:{HERE / 'careless_model.toml'}",
        sim=True,
        run_dir=Path("runs"),
        replan=False,
    ).run()
    print(f"{alone.outcome.kind}: {alone.outcome.reason}")
    # Hours later, in another process perhaps, somebody is there: the run goes on where it stood, on its phone.
    agent: Agent = Agent(
        resume=alone.folder, on_ask=asked, on_approve=approved, on_confirm=confirmed, on_takeover=by_hand
    )
    async for event in agent.events():
        match event:
            case Asked():
                agent.pause()  # from any thread or task; it takes effect after what is being done
            case Paused(line=line):
                print("paused before line", line)
                agent.tell("First names are enough.")
                agent.take_over()
                await asyncio.sleep(0.2)  # somebody has the phone in hand
                agent.hand_back("I have looked at it.")
            case Remarked(text=text) | TookOver(note=text):
                print("told:", text)
            case Confirmed(allowed=allowed):
                print("allowed" if allowed else "refused")
    result = agent.result
    if result is None:
        return 1
    print(f"{result.outcome.kind}: {result.outcome.reason}")
    return 0 if result.outcome.kind == "verified" else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
