"""No module of the package imports, directly or through others, a module that imports it."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def circle(root: str) -> list[str]:
    """A circle among the modules of a package, imports for type checking included; [] if there is none."""
    graph = grimp.build_graph(root.partition(".")[0], cache_dir=None)
    below = {m for m in graph.modules if m == root or m.startswith(root + ".")}
    order = TopologicalSorter({m: graph.find_modules_directly_imported_by(m) & below for m in below})
    try:
        order.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle("agentprog") == []


def test_a_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "__init__": "",
        "a": "import turning.b",
        "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import turning.a",
    }.items():
        (tmp_path / "turning").mkdir(exist_ok=True)
        (tmp_path / "turning" / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert set(circle("turning")) == {"turning.a", "turning.b"}
