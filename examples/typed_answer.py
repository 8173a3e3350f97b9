"""What a run finds out, as a typed value; and functions of this program that the program on the phone may use.

python examples/typed_answer.py
"""

import sys
from pathlib import Path

from pydantic import BaseModel

from agentprog import Agent

PROGRAM = """
Open the "Contacts" app
Use tool "next guest", record as {guest}
Tap "Create contact"
Type {guest.name} into "First name"
Type {guest.phone} into "Phone"
Tap "Save"
Verify that "{guest.name}" appears
Use tool "tables needed" with guests = "5", record as {tables}
Set {answer} to {"name": {guest.name}, "tables": {tables}}
"""


class Guest(BaseModel):
    name: str
    phone: str


class Seating(BaseModel):
    name: str
    tables: int


def main() -> int:
    agent = Agent(program=PROGRAM, sim=True, run_dir=Path("runs"), output_model=Seating)

    @agent.tool(name="next guest")
    def next_guest() -> Guest:
        """The guest who comes next."""
        return Guest(name="Ada Lovelace", phone="+44 20 7946 0001")

    @agent.tool(name="tables needed")
    def tables_needed(guests: int) -> int:
        """How many tables for four so many guests need."""
        return -(-guests // 4)

    result = agent.run_sync()
    if not result.ok:
        print("it did not work:", result.outcome.reason)
        return 1
    seating = result.output  # a Seating: a wrong answer raises AnswerMismatch, which says what does not fit
    print(f"{seating.name} sits at one of {seating.tables} tables.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
