"""Apps without a tree: what gets done with nothing, with words read from pixels, with a model that sees, and with both.

    python benchmarks/treeless.py [--seeds 1] [--task NAME]

Nobody here is a model. The policy knows what is to be touched, and touches it where the prompt lists it, or says its
place where the prompt asks for places; else it gives up. The words on pixels and the places on pictures come from the
phone's director, without an error. So this shows what an agent can reach at all, and nothing of how well OCR reads or a
model sees. A task is right when the app's own storage says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from agentprog.agents import make_roles
from agentprog.app.phones.simulator import simulated_phone
from agentprog.bench.episode import Rules
from agentprog.bench.treeless.suite import Treeless, treeless
from agentprog.bench.treeless.tasks import Aim
from agentprog.devices import open_device
from agentprog.devices.screen.ocr import Line, PixelReader
from agentprog.errors import DeviceError
from agentprog.lang.parser import parse
from agentprog.phone.client import PhoneHandle
from agentprog.ports import (
    Bounds,
    Capabilities,
    Device,
    DeviceLayer,
    ImagePart,
    ModelReply,
    ModelRequest,
    ScoreRequest,
    Scores,
    Screen,
    Screenshot,
    Space,
    Usage,
)
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits

EQUIPPED = {"nothing": (False, False), "words": (True, False), "pictures": (False, True), "both": (True, True)}
"""Whether words are read from pixels, and whether a model sees."""
_SEES = Capabilities(context=32_768, schema=True, vision=True, space=Space.THOUSAND)
_PLACES = 'in the field "place"'
_SHOWN = re.compile(r'\[(\d+)\] \w+ "(.*?)"')
TASKS = tuple(task for task in treeless().tasks if isinstance(task, Treeless))


@dataclass
class Director:
    """What a person would see of the phone."""

    phone: PhoneHandle

    def painted(self) -> dict[str, Bounds]:
        found = self.phone.call("painted")
        rows = found if isinstance(found, list) else []
        return {row["name"]: Bounds(row["left"], row["top"], row["right"], row["bottom"]) for row in rows}

    def read(self, picture: Image.Image) -> tuple[Line, ...]:
        """In the place of OCR: the words on a picture of everything below the status bar. What has no words is left
        out: lamps and pins."""
        above = self.phone_height - picture.height
        found = (
            Line(text=name, bounds=Bounds(box.left, box.top - above, box.right, box.bottom - above))
            for name, box in self.painted().items()
            if not name.startswith("lamp ") and not name.endswith(" pin")
        )
        return tuple(found)

    phone_height: int = 2400


class Looking(DeviceLayer):
    """The phone with words read off its pixels."""

    def __init__(self, device: Device, director: Director) -> None:
        super().__init__(device)
        self._reader = PixelReader(self._shot, director.read)

    def _shot(self) -> Screenshot:
        shot = self.picture()
        if shot is None:
            raise DeviceError("the phone gives no picture")
        return shot

    def observe(self, *, screenshot: bool = False) -> Screen:
        return self._reader.fill(super().observe(screenshot=screenshot))


@dataclass
class Policy:
    """Touches what it was told, one thing a call, and reads what is wanted. Implements the Model port. With a director
    it sees what pictures show."""

    touches: tuple[str, ...]
    wanted: str = ""
    director: Director | None = None
    id: str = "test:policy"
    capabilities: Capabilities = field(default_factory=lambda: Capabilities(context=32_768, schema=True))
    made: int = 0

    def complete(self, request: ModelRequest) -> ModelReply:
        prompt = request.messages[-1].text
        shown = any(isinstance(part, ImagePart) for part in request.messages[-1].parts)
        seen = "\n".join(self.director.painted()) if self.director is not None and shown else ""
        reply = self._read(prompt, seen) if request.purpose == "read" else self._move(prompt)
        return ModelReply(text=json.dumps(reply), usage=Usage())

    def _move(self, prompt: str) -> dict[str, object]:
        shown = {label: int(number) for number, label in _SHOWN.findall(prompt.rpartition("<<<")[2])}
        if self.made == len(self.touches):
            return {"judgement": "all is touched", "action": "done", "expectation": next(iter(shown), "")}
        name = self.touches[self.made]
        self.made += 1
        if name in shown:
            return {"judgement": "", "action": "tap", "element": shown[name]}
        if _PLACES in prompt:
            return {"judgement": "", "action": "tap", "place": name}
        return {"judgement": f"there is no {name}", "action": "stuck"}

    def _read(self, prompt: str, seen: str) -> dict[str, object]:
        found = re.search(rf"{self.wanted}: (\d+)", prompt.rpartition("<<<")[2] + seen)
        return {"found": found is not None, "value": found[1] if found else ""}

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError("this model writes")

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def close(self) -> None:
        """Nothing is held open."""


@dataclass
class Eyes(Policy):
    """Points at what is described, on the picture that it is sent."""

    capabilities: Capabilities = _SEES

    def complete(self, request: ModelRequest) -> ModelReply:
        assert self.director is not None
        assert any(isinstance(part, ImagePart) for part in request.messages[-1].parts), "a picture comes with it"
        text = request.messages[-1].text
        boxes = {name: box for name, box in self.director.painted().items() if name in text}
        if not boxes:
            return ModelReply(text='{"point": null}', usage=Usage())
        x, y = boxes[max(boxes, key=len)].center
        return ModelReply(text=json.dumps({"point": [x / 1080 * 1000, y / 2400 * 1000]}), usage=Usage())


def once(
    phone: PhoneHandle, device: Device, task: Treeless, seed: int, equipped: tuple[bool, bool]
) -> tuple[float, str]:
    """The score of a task with what there is to see, and how its run ended."""
    words, pictures = equipped
    phone.reset()
    phone.advance(0.5)
    episode, aim = task.begin(phone, seed, Rules()), task.aim(phone, seed)
    director = Director(phone)
    eyes = Eyes(touches=(), director=director) if pictures else None
    policy = Policy(touches=aim.touches, wanted=_asked(aim))
    if pictures:
        policy.director, policy.capabilities = director, _SEES
    program = parse(_program(task, aim), name="treeless", known_apps=(task.task.app.label,)).program
    assert program is not None
    outcome = run_program(
        program,
        device=Looking(device, director) if words else device,
        roles=make_roles(policy, eyes=eyes),
        options=RunOptions(limits=Limits(), instruction=episode.goal, text=_program(task, aim)),
    )
    phone.advance(1)
    return episode.judge(str(outcome.answer or "")).value, f"{outcome.kind.value}: {outcome.reason}"


def _asked(aim: Aim) -> str:
    found = re.match(r"How many (\w+)", aim.goal)
    return found[1] if found else ""


def _program(task: Treeless, aim: Aim) -> str:
    head = f'In the "{task.task.app.label}" app, '
    if aim.answer:
        return f"{head}read how many {_asked(aim)} there are, record as {{answer}}\n"
    return f"{head}{aim.goal[0].lower()}{aim.goal[1:].rstrip('.')}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--task", choices=[task.name for task in TASKS])
    parser.add_argument("--verbose", action="store_true", help="how each run ended")
    options = parser.parse_args()
    tasks = [task for task in TASKS if options.task in (None, task.name)]
    print(f"{'task':18} {'needs':10} " + " ".join(f"{name:>9}" for name in EQUIPPED))
    environ: Mapping[str, str]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        environ = {**os.environ, "AGENTPROG_STATE_DIR": root}
        with simulated_phone(image="drawn", storage=Path(root) / "phone", environ=environ) as found:
            for task in tasks:
                rights = []
                for equipped in EQUIPPED.values():
                    ends = []
                    for seed in range(1, options.seeds + 1):
                        device = open_device(found.serial, env=found.environment, ocr=False)
                        ends.append(once(found.handle, device, task, seed, equipped))
                    rights.append(sum(score == 1.0 for score, _ in ends))
                    if options.verbose:
                        print(f"  {equipped} {ends}", flush=True)
                told = " ".join(f"{right:>9}" for right in rights)
                print(f"{task.name:18} {task.needs:10} {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
