"""Random exact programs: the machine's messages and answers equal those of a plain interpreter of the tree.

This interpreter is the obvious one, recursive over the AST with Python's own exceptions for jumps; it shares only the
AST with the machine.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agentprog.lang import ast as a
from agentprog.lang.writing.unparse import unparse
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import StepFinished, Told
from agentprog.runtime.safety.limits import Limits
from tests.examples import examples

# ---------------------------------------------------------------- the reference


class _Jump(Exception):
    pass


class _Broken(_Jump):
    pass


class _Continued(_Jump):
    pass


class _Stopped(_Jump):
    pass


class _Returned(_Jump):
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass
class Reference:
    """Runs a program; `told` is its messages, `steps` the number of executed statements."""

    program: a.Program
    told: list[str] = field(default_factory=list)
    outer: dict[str, Any] = field(default_factory=dict)
    steps: int = 0

    def run(self) -> Any:
        with suppress(_Stopped):
            self.block(self.program.body, self.outer, 0)
        return self.outer.get("answer")

    def block(self, body: tuple[Any, ...], own: dict[str, Any], iteration: int) -> None:
        for statement in body:
            self.statement(statement, own, iteration)

    def statement(self, node: Any, own: dict[str, Any], iteration: int) -> None:
        match node:
            case a.FunctionDef():
                return
            case a.If():
                self.branch(node, own, iteration)
                return
            case a.Repeat() | a.ForEach() | a.While() | a.RepeatUntil():
                self.loop(node, own, iteration)
                return
        self.steps += 1
        match node:
            case a.Assign(target=target, value=value):
                self.set(own, target.name, self.value(value, own, iteration))
            case a.AddTo(target=target, value=value):
                held = self.get(own, target.name)
                added = self.value(value, own, iteration)
                self.set(own, target.name, [*held, added] if isinstance(held, list) else held + added)
            case a.Tell(message=message):
                self.told.append(self.value(message, own, iteration))
            case a.Break():
                raise _Broken
            case a.Continue():
                raise _Continued
            case a.Stop():
                raise _Stopped
            case a.Return(value=value):
                raise _Returned(self.value(value, own, iteration))
            case a.Call():
                self.call(node, own, iteration)
            case _:
                raise AssertionError(node)

    def branch(self, node: a.If, own: dict[str, Any], iteration: int) -> None:
        for arm in node.branches:
            self.steps += 1
            if self.value(arm.condition, own, iteration):
                self.block(arm.body, own, iteration)
                return
        if node.orelse is not None:
            self.block(node.orelse.body, own, iteration)

    def loop(self, node: Any, own: dict[str, Any], iteration: int) -> None:
        rounds = 0
        many = isinstance(node, a.ForEach)
        items = list(self.value(node.items, own, iteration)) if many else []
        total = self.value(node.times, own, iteration) if isinstance(node, a.Repeat) else len(items)
        while True:
            self.steps += 1
            if isinstance(node, a.Repeat | a.ForEach):
                if rounds >= total:
                    return
            elif isinstance(node, a.While):
                if not self.value(node.condition, own, rounds):
                    return
            elif rounds and self.value(node.condition, own, rounds):
                return
            rounds += 1
            if many:
                self.set(own, node.target.name, items[rounds - 1])
            try:
                self.block(node.body, own, rounds)
            except _Broken:
                return
            except _Continued:
                continue

    def call(self, node: a.Call, own: dict[str, Any], iteration: int) -> None:
        task = next(f for f in self.program.body if isinstance(f, a.FunctionDef) and f.name == node.name)
        frame = {argument.name: self.value(argument.value, own, iteration) for argument in node.args}
        result = None
        try:
            self.block(task.body, frame, 0)
        except _Returned as returned:
            result = returned.value
        if node.capture is not None:
            self.set(own, node.capture.name, result)

    def set(self, own: dict[str, Any], name: str, value: Any) -> None:
        (self.outer if name == "answer" else own)[name] = value

    def get(self, own: dict[str, Any], name: str) -> Any:
        return own[name] if name in own else self.outer[name]

    def value(self, node: Any, own: dict[str, Any], iteration: int) -> Any:
        def of(part: Any) -> Any:
            return self.value(part, own, iteration)

        match node:
            case a.Number(value=value) | a.Boolean(value=value):
                return value
            case a.Ref(name="loop"):
                return iteration
            case a.Ref(name=name):
                return self.get(own, name)
            case a.ListExpr(items=items):
                return [of(item) for item in items]
            case a.Arithmetic(op=op, left=left, right=right):
                return of(left) + of(right) if op == "+" else of(left) - of(right)
            case a.Compare(op=op, left=left, right=right):
                x, y = of(left), of(right)
                return {"<": x < y, ">=": x >= y, "==": x == y}[op]
            case a.Not(operand=operand):
                return not of(operand)
            case a.Logic(op=op, operands=operands):
                return all(map(of, operands)) if op == "and" else any(map(of, operands))
            case a.Template(parts=parts):
                return "".join(part if isinstance(part, str) else str(of(part)) for part in parts)
        raise AssertionError(node)


# ---------------------------------------------------------------- programs

NAMES = ("v", "w", "x")
VARS = st.sampled_from(NAMES).map(lambda name: a.Ref(name=name))
NUMBERS = st.integers(0, 4).map(lambda value: a.Number(value=value))
LOOP = a.Ref(name="loop", path=("iteration",))


# Hypothesis examines each new strategy object again, so there is one for each choice.
@cache
def amounts(in_loop: bool) -> st.SearchStrategy[Any]:
    leaves = st.one_of(NUMBERS, VARS, *([st.just(LOOP)] if in_loop else []))
    sums = st.builds(
        lambda op, left, right: a.Arithmetic(op=op, left=left, right=right), st.sampled_from("+-"), leaves, leaves
    )
    return st.one_of(leaves, sums)


@cache
def conditions(in_loop: bool) -> st.SearchStrategy[Any]:
    amount = amounts(in_loop)
    test = st.builds(
        lambda op, left, right: a.Compare(op=op, left=left, right=right),
        st.sampled_from(["<", ">=", "=="]),
        amount,
        amount,
    )
    return st.one_of(
        test,
        test.map(lambda inner: a.Not(operand=inner)),
        st.builds(lambda op, one, two: a.Logic(op=op, operands=(one, two)), st.sampled_from(["and", "or"]), test, test),
    )


@cache
@st.composite
def blocks(draw: st.DrawFn, *, depth: int, in_loop: bool, tasks: int, in_task: bool) -> tuple[Any, ...]:
    """A block of a few statements; a task may call those before it, so nothing calls itself without end."""
    body: list[Any] = []
    for _ in range(draw(st.integers(1, 3))):
        body.extend(draw(statements(depth=depth, in_loop=in_loop, tasks=tasks, in_task=in_task)))
    return tuple(body)


@cache
@st.composite
def statements(draw: st.DrawFn, *, depth: int, in_loop: bool, tasks: int, in_task: bool) -> list[Any]:
    simple = ["assign", "add", "tell", "tell"]
    jumps = (["break", "continue"] if in_loop else []) + (["return"] if in_task else []) + ["call"] * bool(tasks)
    nested = ["if", "if", "repeat", "for each", "while", "until"] if depth else []
    kind = draw(st.sampled_from(simple + jumps + nested + nested))
    amount = amounts(in_loop)

    def inner(*, loop: bool) -> tuple[Any, ...]:
        return draw(blocks(depth=depth - 1, in_loop=loop, tasks=tasks, in_task=in_task))

    match kind:
        case "assign":
            return [a.Assign(target=draw(VARS), value=draw(amount))]
        case "add":
            return [a.AddTo(target=draw(VARS), value=draw(amount))]
        case "tell":
            return [a.Tell(message=a.Template.of("v=", a.Ref(name="v"), " w=", a.Ref(name="w"), " x=", draw(VARS)))]
        case "break":
            return [a.Break()]
        case "continue":
            return [a.Continue()]
        case "return":
            return [a.Return(value=draw(amount))]
        case "call":
            argument = a.Argument(name="n", value=draw(amount))
            name = f"Task {draw(st.integers(0, tasks - 1))}"
            return [a.Call(name=name, args=(argument,), capture=draw(VARS))]
        case "if":
            arms = tuple(
                a.Branch(condition=draw(conditions(in_loop)), body=inner(loop=in_loop))
                for _ in range(draw(st.integers(1, 2)))
            )
            other = a.Otherwise(body=inner(loop=in_loop)) if draw(st.booleans()) else None
            return [a.If(branches=arms, orelse=other)]
        case "repeat":
            return [a.Repeat(times=draw(NUMBERS), body=inner(loop=True))]
        case "for each":
            items = a.ListExpr(items=tuple(draw(st.lists(NUMBERS, max_size=3))))
            return [a.ForEach(target=draw(VARS), noun="", items=items, body=inner(loop=True))]
    return _open_ended(draw, kind, depth, inner(loop=True))


def _open_ended(draw: st.DrawFn, kind: str, depth: int, body: tuple[Any, ...]) -> list[Any]:
    """A `while` or `until` that counts its own rounds, in a variable that nothing else touches."""
    counter = a.Ref(name=f"c{depth}")
    start = a.Assign(target=counter, value=a.Number(value=0))
    count = a.AddTo(target=counter, value=a.Number(value=1))
    limit = draw(NUMBERS)
    if kind == "while":
        going = a.Compare(op="<", left=counter, right=limit)
        return [start, a.While(condition=going, body=(count, *body))]
    over = a.Compare(op=">=", left=counter, right=limit)
    return [start, a.RepeatUntil(condition=over, body=(count, *body))]


@st.composite
def programs(draw: st.DrawFn) -> a.Program:
    tasks = draw(st.integers(0, 2))
    body: list[Any] = [a.Assign(target=a.Ref(name=name), value=a.Number(value=n)) for n, name in enumerate(NAMES)]
    for number in range(tasks):
        inner = draw(blocks(depth=1, in_loop=False, tasks=number, in_task=True))
        end = a.Return(value=a.Ref(name="n"))
        parameter = a.Parameter(name="n", type="")
        body.append(a.FunctionDef(name=f"Task {number}", inputs=(parameter,), returns=(), body=(*inner, end)))
    body.extend(draw(blocks(depth=3, in_loop=False, tasks=tasks, in_task=False)))
    if draw(st.booleans()):
        body.append(a.Stop())
    answer = a.ListExpr(items=tuple(a.Ref(name=name) for name in NAMES))
    body.append(a.Assign(target=a.Ref(name="answer"), value=answer))
    return a.Program(body=tuple(body))


@examples(150)
@given(program=programs())
def test_the_machine_agrees_with_a_plain_interpreter(program: a.Program) -> None:
    from tests.runtime.conftest import Lab

    reference = Reference(program)
    answer = reference.run()
    lab = Lab()
    outcome = lab.exact(unparse(program), limits=Limits(iterations=1000))
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    assert [event.text for event in lab.events.of(Told)] == reference.told
    assert outcome.answer == answer
    finished = [event for event in lab.events.of(StepFinished) if event.kind != "Otherwise"]
    assert len(finished) == reference.steps
    assert {event.tier for event in finished} == {"exact"}
