from __future__ import annotations

import gc
import weakref

from agentprog.runtime.state.tree import ExecutionTree, TreeNode, active_path


class Node(TreeNode):
    """With a weak reference, so that a test can see its end."""

    __slots__ = ("__weakref__",)


def node(text: str, kind: str = "step") -> Node:
    return Node(parent=None, step=1, line=1, text=text, kind=kind)


def path(tree: ExecutionTree) -> str:
    return " ".join(entry.text for entry in active_path(tree.current))


def test_steps_in_a_row_form_a_chain() -> None:
    tree = ExecutionTree()
    for text in ("a", "b", "c"):
        tree.enter(node(text), frame=0, parent=-1)
    assert path(tree) == "a b c"


def test_a_finished_block_folds_into_its_entry() -> None:
    tree = ExecutionTree()
    tree.enter(node("a"), frame=0, parent=-1)
    tree.enter(node("if", "condition"), frame=0, parent=-1)
    tree.open(frame=0, row=1)
    tree.enter(node("x"), frame=0, parent=1)
    tree.enter(node("y"), frame=0, parent=1)
    assert path(tree) == "a if x y"
    tree.enter(node("b"), frame=0, parent=-1)
    assert path(tree) == "a if b"


def test_each_round_hangs_on_the_loop_and_forgets_the_rounds_before() -> None:
    tree = ExecutionTree()
    tree.enter(node("loop", "loop"), frame=0, parent=-1)
    tree.open(frame=0, row=5)
    for number in (1, 2, 3):
        tree.begin_round(node(f"round{number}", "round"), frame=0, row=5)
        tree.enter(node(f"x{number}"), frame=0, parent=5)
        tree.enter(node(f"y{number}"), frame=0, parent=5)
        assert path(tree) == f"loop round{number} x{number} y{number}"
    tree.leave_loop(frame=0, row=5)
    tree.enter(node("after"), frame=0, parent=-1)
    assert path(tree) == "loop after"


def test_a_loop_in_a_loop_and_a_break_out_of_a_branch() -> None:
    tree = ExecutionTree()
    tree.enter(node("outer", "loop"), frame=0, parent=-1)
    tree.open(frame=0, row=1)
    tree.begin_round(node("o1", "round"), frame=0, row=1)
    tree.enter(node("inner", "loop"), frame=0, parent=1)
    tree.open(frame=0, row=2)
    tree.begin_round(node("i1", "round"), frame=0, row=2)
    tree.enter(node("if", "condition"), frame=0, parent=2)
    tree.open(frame=0, row=3)
    tree.enter(node("break", "break"), frame=0, parent=3)
    assert path(tree) == "outer o1 inner i1 if break"
    tree.leave_loop(frame=0, row=2)
    tree.enter(node("z"), frame=0, parent=1)
    assert path(tree) == "outer o1 inner z"


def test_a_recursive_call_has_a_level_of_its_own() -> None:
    tree = ExecutionTree()
    tree.enter(node("call"), frame=0, parent=-1)
    tree.open(frame=1, row=9)
    tree.enter(node("a"), frame=1, parent=9)
    tree.enter(node("call2"), frame=1, parent=9)
    tree.open(frame=2, row=9)
    tree.enter(node("a2"), frame=2, parent=9)
    assert path(tree) == "call a call2 a2"
    tree.leave_loop(frame=2, row=9)
    tree.enter(node("b"), frame=1, parent=9)
    assert path(tree) == "call a call2 b"
    tree.leave_loop(frame=1, row=9)
    tree.enter(node("after"), frame=0, parent=-1)
    assert path(tree) == "call after"


def test_finished_subtrees_leave_memory() -> None:
    tree = ExecutionTree()
    tree.enter(node("loop", "loop"), frame=0, parent=-1)
    tree.open(frame=0, row=1)
    gone = []
    for number in range(50):
        tree.begin_round(node(str(number), "round"), frame=0, row=1)
        gone.append(weakref.ref(tree.enter(node("step"), frame=0, parent=1)))
    gc.collect()
    assert sum(reference() is not None for reference in gone) == 1


def test_a_window_keeps_the_latest_of_a_long_chain() -> None:
    tree = ExecutionTree()
    for number in range(100):
        tree.enter(node(str(number)), frame=0, parent=-1)
    assert [entry.text for entry in active_path(tree.current, window=3)] == ["97", "98", "99"]
