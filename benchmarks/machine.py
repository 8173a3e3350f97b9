"""What the machine itself costs: time a step, memory over many steps, the time to prune a large execution tree.

    python benchmarks/machine.py [--steps 10000]

Bars (DESIGN, section 9): under 1 ms an exact step with its journal on disk; memory flat; 100,000 nodes under 5 ms.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

from agentprog.lang.parser import parse
from agentprog.ports import OutcomeKind
from agentprog.runtime.context.guided import WINDOW
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.state.tree import ExecutionTree, TreeNode, active_path

PROGRAM = """set {{total}} to 0
repeat {rounds} times:
    set {{total}} to {{total}} + {{loop.iteration}}
    if {{total}} % 2 is 0:
        set {{even}} to {{total}}
    otherwise:
        set {{odd}} to {{total}}
"""


class Memory:
    """Bytes that Python holds at every thousandth finished step."""

    def __init__(self) -> None:
        self.steps = 0
        self.samples: list[int] = []

    def on_event(self, event: object) -> None:
        if type(event).__name__ == "StepFinished":
            self.steps += 1
            if self.steps % 1000 == 0:
                self.samples.append(tracemalloc.get_traced_memory()[0])


def run(steps: int, folder: RunFolder | None, memory: Memory | None = None) -> tuple[float, int]:
    """Seconds and executed steps of one run."""
    text = PROGRAM.format(rounds=steps // 4)
    program = parse(text).program
    if program is None:
        raise SystemExit("the benchmark's program does not parse")
    listeners = [memory] if memory is not None else []
    started = time.perf_counter()
    options = RunOptions(text=text, limits=Limits(iterations=steps))
    outcome = run_program(program, listeners=listeners, options=options, folder=folder)
    seconds = time.perf_counter() - started
    if outcome.kind is not OutcomeKind.COMPLETED:
        raise SystemExit(f"the benchmark's program ended: {outcome}")
    return seconds, steps


def prune(nodes: int) -> tuple[float, int]:
    """Milliseconds to find the active path in a tree of so many nodes, all of which are held: a loop, ten a round."""
    tree = ExecutionTree()
    loop = TreeNode(parent=None, step=0, line=1, text="loop", kind="loop")
    tree.enter(loop, frame=0, parent=-1)
    tree.open(frame=0, row=0)
    kept = []
    for number in range(nodes):
        if number % 10 == 0:
            made = TreeNode(parent=None, step=number, line=1, text="round", kind="round", iteration=number)
            kept.append(tree.begin_round(made, frame=0, row=0))
        else:
            made = TreeNode(parent=None, step=number, line=2, text="step", kind="step")
            kept.append(tree.enter(made, frame=0, parent=0))
    started = time.perf_counter()
    path = active_path(tree.current)
    return (time.perf_counter() - started) * 1000, len(path)


def prune_chain(nodes: int) -> tuple[float, int]:
    """The same for a straight program of so many steps, in the window that prompts tell."""
    tree = ExecutionTree()
    for number in range(nodes):
        tree.enter(TreeNode(parent=None, step=number, line=1, text="step", kind="step"), frame=0, parent=-1)
    started = time.perf_counter()
    path = active_path(tree.current, window=WINDOW)
    return (time.perf_counter() - started) * 1000, len(path)


def prune_nest(nodes: int) -> tuple[float, int]:
    """The same for blocks within blocks, a hundred deep (the language's limit), with their openers."""
    tree = ExecutionTree()
    for depth in range(100):
        loop = TreeNode(parent=None, step=depth, line=depth, text="loop", kind="loop")
        tree.enter(loop, frame=0, parent=depth - 1)
        tree.open(frame=0, row=depth)
        for number in range(nodes // 100):
            made = TreeNode(parent=None, step=number, line=1, text="round", kind="round", iteration=number)
            tree.begin_round(made, frame=0, row=depth)
    started = time.perf_counter()
    path, openers = active_path(tree.current), tree.openers
    return (time.perf_counter() - started) * 1000, len({id(node) for node in (*path, *openers)})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=10_000)
    steps = parser.parse_args().steps
    run(400, None)
    seconds, _ = run(steps, None)
    print(f"exact step, no folder        {seconds / steps * 1000:8.3f} ms")
    with tempfile.TemporaryDirectory() as base:
        folder = RunFolder.create(Path(base), instruction="bench", now=datetime.now(UTC))
        seconds, _ = run(steps, folder)
        size = folder.journal_path.stat().st_size
        print(f"exact step, journal on disk  {seconds / steps * 1000:8.3f} ms   ({size / steps:.0f} bytes a step)")
        over = seconds / steps * 1000 >= 1.0
    memory = Memory()
    tracemalloc.start()
    run(steps, None, memory)
    tracemalloc.stop()
    first, last = memory.samples[0], memory.samples[-1]
    print(f"memory after 1,000 steps     {first / 1024:8.0f} KiB")
    print(f"memory after {steps:,} steps    {last / 1024:8.0f} KiB")
    slowest = 0.0
    for shape, pruned in (("a loop", prune), ("a chain", prune_chain), ("a nest", prune_nest)):
        milliseconds, length = pruned(100_000)
        slowest = max(slowest, milliseconds)
        print(f"pruning 100,000, {shape:12}{milliseconds:8.3f} ms   (active path: {length} nodes)")
    return 1 if over or slowest >= 5 or last > first * 1.2 else 0


if __name__ == "__main__":
    sys.exit(main())
