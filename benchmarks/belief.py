"""The phone is disturbed at a seeded moment; the same policy on the same seeds, with the belief state and without it.

    python benchmarks/belief.py [--seeds 5] [--fault NAME]

The policy is a model that trusts its own moves: what it did is done, unless the prompt tells otherwise. It answers by
what the prompt says, never by the number of the call. A run is right when the phone's contacts hold exactly the one it
was to add. Printed: how many runs were right with belief (on) and without (off), and of the runs with belief how many
model calls acted, how many were spent on verifying, and how many hypotheses the phone itself confirmed or refuted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agentprog.agents import make_roles
from agentprog.app.phones.simulator import simulated_phone
from agentprog.devices import open_device
from agentprog.lang.parser import parse
from agentprog.phone.client import PhoneHandle
from agentprog.ports import Capabilities, Device, Event, ModelReply, ModelRequest, ScoreRequest, Scores, Usage
from agentprog.runtime.journal.events import BeliefChanged, Recovering
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits

PACKAGE, DATABASE = "com.android.providers.contacts", "contacts2"
PROGRAM = 'In the "Contacts" app, add the contact "{name}" with the number "{number}"\n'
NAMES = ("Ada", "Grace", "Edsger", "Barbara", "Alan", "Radia", "Donald", "Frances")
_DISTURBED = ("opened again", "Look first", "Look what is left", "(refuted)")
"""What in a prompt makes the policy look instead of trusting: the runtime's own words, not the screen's."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of the phone, when it comes: after some events of a kind, the number chosen by the seed."""

    name: str
    event: str
    counts: tuple[int, ...]
    params: Mapping[str, str | int] = field(default_factory=dict)


FAULTS = {
    "dialog over the app": Fault("dialog", "text", (1, 2)),
    "dropped tap": Fault("touches_lost", "start", (1,)),
    "app killed": Fault("home", "text", (1, 2)),
    "app crashed": Fault("app_crash", "text", (1, 2)),
    "wrong field": Fault("set_text_misplaced", "", (0,)),
    "rotated": Fault("rotate", "text", (1,), {"rotation": 1}),
}


class TrustingModel:
    """Adds a contact, one move a call, by the prompt alone. Implements the Model port."""

    id = "test:trusting"
    capabilities = Capabilities(context=32_768, schema=True)

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def complete(self, request: ModelRequest) -> ModelReply:
        self.calls[request.purpose] += 1
        prompt = request.messages[-1].text
        reply = self._move(prompt) if request.purpose == "ground" else {"gap": "", "routine": "none", "changes": []}
        return ModelReply(text=json.dumps({"judgement": "", **reply}), usage=Usage())

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError("this model writes")

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def close(self) -> None:
        """Nothing is held open."""

    def _move(self, prompt: str) -> dict[str, object]:
        screen = "".join(re.findall(r"<<<(.*?)>>>", prompt, re.DOTALL))
        said = prompt.replace(screen, "")
        name, number = re.findall(r'^Now: line \d+: .*"(.+?)".*"(.+?)"$', said, re.MULTILINE)[0]
        shown = {label: (int(index), rest) for index, label, rest in re.findall(r'\[(\d+)\] \w+ "(.*?)"(.*)', screen)}
        careful = any(words in said for words in _DISTURBED)
        for move in _wanted(name, number):
            if not (_on_screen(move, name, shown) if careful else f". {move.words}" in said):
                return move.reply(shown)
        return {"action": "done", "expectation": name}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A move of the policy's plan, in the words in which prompts tell of it."""

    words: str
    action: str
    label: str
    text: str = ""
    expectation: str = ""

    def reply(self, shown: Mapping[str, tuple[int, str]]) -> dict[str, object]:
        if self.label not in shown:
            return {"action": "stuck", "judgement": f"There is no {self.label}."}
        index, _rest = shown[self.label]
        return {"action": self.action, "element": index, "text": self.text, "expectation": self.expectation}


def _wanted(name: str, number: str) -> tuple[Wanted, ...]:
    return (
        Wanted('tap button "Create contact"', "tap", "Create contact", expectation="First name"),
        Wanted(f'type "{name}" into field "First name"', "type", "First name", text=name),
        Wanted(f'type "{number}" into field "Phone"', "type", "Phone", text=number),
        Wanted('tap button "Save"', "tap", "Save", expectation=name),
    )


def _on_screen(move: Wanted, name: str, shown: Mapping[str, tuple[int, str]]) -> bool:
    """Whether the screen shows that a move is done: how one looks who does not trust."""
    form = "First name" in shown
    saved = not form and any(name in label for label in shown)
    if saved:
        return True
    if move.label == "Create contact":
        return form
    return move.action == "type" and form and f'"{move.text}"' in shown.get(move.label, (0, ""))[1]


class Listener:
    def __init__(self) -> None:
        self.checked = 0
        self.routines: list[str] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, BeliefChanged) and event.change in ("confirm", "refute"):
            self.checked += 1
        if isinstance(event, Recovering):
            self.routines.append(event.routine)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    right: bool
    outcome: str
    acting: int
    verifying: int
    checked: int
    routines: tuple[str, ...]


def contacts(phone: PhoneHandle) -> list[str]:
    """Every contact with its number, as the phone keeps it."""
    query = "SELECT given_name, family_name, number FROM contacts LEFT JOIN phones ON contact_id = contacts.id"
    return sorted(str(tuple(row.values())) for row in phone.sql(PACKAGE, DATABASE, query))


def once(phone: PhoneHandle, device: Device, fault: Fault | None, seed: int, *, belief: bool) -> Ended:
    """One run on a fresh phone, disturbed as the seed says."""
    chance = random.Random(seed)
    name, number = chance.choice(NAMES), f"+1555{chance.randrange(10**6):06d}"
    phone.reset()
    phone.advance(0.5)
    before = contacts(phone)
    if fault is not None:
        times = 1 if not fault.event else 0
        count = chance.choice(fault.counts)
        phone.set_fault(fault.name, fault.params, event=fault.event, count=count, times=times)
    text = PROGRAM.format(name=name, number=number)
    program = parse(text, name="belief", known_apps=("Contacts",)).program
    assert program is not None
    model, listener = TrustingModel(), Listener()
    outcome = run_program(
        program,
        device=device,
        roles=make_roles(model),
        listeners=[listener],
        options=RunOptions(belief=belief, screenshots="off", limits=Limits(holds=20), text=text),
    )
    phone.clear_fault()
    return Ended(
        right=contacts(phone) == sorted([*before, str((name, "", number))]),
        outcome=f"{outcome.kind.value}: {outcome.reason}",
        acting=model.calls["ground"],
        verifying=model.calls["believe"],
        checked=listener.checked,
        routines=tuple(listener.routines),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--fault", choices=[*FAULTS, "none"])
    parser.add_argument("--verbose", action="store_true", help="how each run ended")
    options = parser.parse_args()
    wanted: dict[str, Fault | None] = {"none": None, **FAULTS}
    if options.fault:
        wanted = {options.fault: wanted[options.fault]}
    print(f"{'fault':20} {'runs':>4} {'on':>4} {'off':>4} {'acting':>7} {'verifying':>10} {'free checks':>12}")
    worst = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        environ = {**os.environ, "AGENTPROG_STATE_DIR": root}
        os.environ["AGENTPROG_STATE_DIR"] = root
        with simulated_phone(seed=0, storage=Path(root) / "phone", environ=environ) as found:
            for title, fault in wanted.items():
                ends: dict[bool, list[Ended]] = {True: [], False: []}
                for seed in range(options.seeds):
                    for belief in (True, False):
                        device = open_device(found.serial, env=found.environment)
                        ended = once(found.handle, device, fault, seed, belief=belief)
                        ends[belief].append(ended)
                        if options.verbose:
                            print(f"  seed {seed} belief {'on' if belief else 'off':3} {ended}", flush=True)
                print(_row(title, ends[True], ends[False]), flush=True)
                worst |= not all(ended.right for ended in ends[True])
    return worst


def _row(title: str, on: list[Ended], off: list[Ended]) -> str:
    right = [sum(ended.right for ended in ends) for ends in (on, off)]
    spent = [sum(getattr(ended, part) for ended in on) for part in ("acting", "verifying", "checked")]
    return f"{title:20} {len(on):4} {right[0]:4} {right[1]:4} {spent[0]:7} {spent[1]:10} {spent[2]:12}"


if __name__ == "__main__":
    sys.exit(main())
