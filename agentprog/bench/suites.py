"""All suites behind one interface: the demonstration, ten errands, short tasks, fresh and treeless ones, AW-Extend and
attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from difflib import get_close_matches

from agentprog.bench import errands
from agentprog.bench.attacks.suite import attacks
from agentprog.bench.aw.checks import All, Check, End, Mean, MessageSent, Score, verdict
from agentprog.bench.aw.oracle import Hand, solve
from agentprog.bench.aw.provision import provision
from agentprog.bench.aw.state import read_state
from agentprog.bench.aw.task import Task as AwTask
from agentprog.bench.aw.tasks import AW_EXTEND, FRESH, SHORT
from agentprog.bench.episode import Bed, Episode, Kind, Level, Rules, Suite, Task
from agentprog.bench.task import Task as ErrandTask
from agentprog.bench.treeless.suite import Director, treeless
from agentprog.bench.truth import Truth, read_truth
from agentprog.errors import UsageError
from agentprog.frozen import frozen

_COMPOSITIONAL = (
    "ContactsAddContactAndSms",
    "ContactsAddMultipleContactsAndSms",
    "MarkorFetchNoteAndSms",
    "MarkorFetchMultipleNotesAndSms",
    "MarkorTodoList",
)
"""The paper's five compositional tasks. Its table 4 has an overall mean of 14 iterative and 5 compositional tasks."""


@frozen
class Extended:
    """A task of AW-Extend or a short one: it fills an empty phone, and a check judges the end."""

    task: AwTask
    kind: Kind = ""

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def about(self) -> str:
        return self.task.about

    @property
    def level(self) -> Level:
        return self.task.level

    @property
    def steps(self) -> int:
        return self.task.steps

    def phone(self, seed: int) -> tuple[str, int]:
        return "empty", seed

    def begin(self, phone: Bed, seed: int, rules: Rules) -> Episode:
        instance = self.task.instance(seed)
        provision(phone, instance.setup)
        before, check = read_state(phone), _ruled(instance.check, rules)

        def judge(answer: str) -> Score:
            return check.score(End(before=before, after=read_state(phone), answer=answer))

        return Episode(goal=instance.goal, judge=judge, held=lambda: asdict(read_state(phone)))

    def solve(self, phone: Director, hand: Hand, seed: int) -> str:
        """Solve the instance by hand. Returns the answer if the task has a question. Raises OracleLost."""
        del phone  # the tree shows positions
        return solve(self.task, self.task.instance(seed), hand)


def _ruled(check: Check, rules: Rules) -> Check:
    """The check with the rules for messages in all its parts."""
    match check:
        case Mean() | All():
            return replace(check, parts=tuple(_ruled(part, rules) for part in check.parts))
        case MessageSent():
            return replace(check, window=rules.sms_window, in_front=rules.messenger_in_front)
    return check


@frozen
class Errand:
    """An errand on a phone with existing contents. Errand n uses the phone of seed `seed + n`: no two are equal."""

    task: ErrandTask
    number: int
    level: Level = "easy"
    kind: Kind = ""
    steps: int = 100

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def about(self) -> str:
        return self.task.about

    def phone(self, seed: int) -> tuple[str, int]:
        return "default", seed + self.number

    def begin(self, phone: Bed, seed: int, rules: Rules) -> Episode:
        del rules  # for messages, errands require only that they were sent
        instance = self.task.instance(seed + self.number, read_truth(phone))
        for number, body in instance.incoming:
            phone.incoming_sms(number, body)
        before = read_truth(phone)

        def judge(answer: str) -> Score:
            return verdict(instance.expected.wrong(before, read_truth(phone), answer))

        return Episode(goal=instance.instruction, judge=judge, held=lambda: _held(read_truth(phone)))


def _held(truth: Truth) -> dict[str, list[dict[str, str]]]:
    return {
        "contacts": [{"name": contact.name, "number": contact.number} for contact in truth.contacts],
        "messages": [
            {"way": "to" if sms.sent else "from", "number": sms.number, "body": sms.body} for sms in truth.messages
        ],
    }


def _errands(name: str) -> tuple[Task, ...]:
    return tuple(Errand(task=task, number=number) for number, task in enumerate(errands.SUITES[name]))


SUITES = {
    suite.name: suite
    for suite in (
        Suite(
            name="demo",
            about="one errand over two apps",
            tasks=_errands("demo"),
            watched=True,
            declared=False,
            unattended=False,
        ),
        Suite(
            name="errands",
            about="ten errands over Contacts and messages",
            tasks=_errands("errands"),
            watched=True,
            declared=False,
            unattended=False,
        ),
        Suite(name="short", about="thirty short tasks over nine apps", tasks=tuple(Extended(task=t) for t in SHORT)),
        Suite(
            name="fresh",
            about="twenty-nine errands that collect, compare or compute",
            tasks=tuple(Extended(task=t) for t in FRESH),
        ),
        Suite(
            name="aw-extend",
            about="the paper's nineteen long tasks",
            tasks=tuple(
                Extended(task=t, kind="compositional" if t.name in _COMPOSITIONAL else "iterative") for t in AW_EXTEND
            ),
        ),
        treeless(),
        attacks(),
    )
}
"""The suites' names for `agentprog bench run`."""


def suite_called(name: str) -> Suite:
    """The suite of that name. Raises UsageError naming the existing ones."""
    if name not in SUITES:
        raise UsageError(f"there is no suite {name!r}", hint=f"There are: {', '.join(SUITES)}.")
    return SUITES[name]


def nearest(name: str, known: Iterable[str], *, by: str = "bench list") -> str:
    """The hint for a task that does not exist: the nearest names, and the command that lists all (`by`)."""
    words = {task.casefold(): task for task in known}
    near = [words[word] for word in get_close_matches(name.casefold(), words, n=3, cutoff=0.5)]
    guess = f"Did you mean {' or '.join(near)}? " if near else ""
    return f"{guess}`agentprog {by}` lists the tasks."


def select(suite: Suite, names: Sequence[str]) -> tuple[Task, ...]:
    """The named tasks of a suite, by default all. Raises UsageError naming the nearest ones."""
    known = {task.name: task for task in suite.tasks}
    for name in names:
        if name not in known:
            raise UsageError(f"the suite {suite.name} has no task {name!r}", hint=nearest(name, known))
    return tuple(known[name] for name in dict.fromkeys(names)) if names else suite.tasks
