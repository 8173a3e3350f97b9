"""Which way of asking suits a model: grounding decisions by number, by name and by score, right ones and seconds each.

    python benchmarks/small_models.py llamacpp:qwen2.5-coder-1.5b [MODEL ...] [--every N] [--out FILE [--report]]

The decisions are those of agentprog/models/probing/grounding.toml. Without a model: every local one that is here. With
--out each decision is kept as a line of JSON, and what the file already has is not asked again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from agentprog.errors import ModelReplyInvalid
from agentprog.models.probing.cases import Grounding, cases
from agentprog.models.probing.methods import Method, ground, methods
from agentprog.models.registry import open_model
from agentprog.models.weights import catalogue, find_weights
from agentprog.ports import Model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="model ids; without any: the local ones that are here")
    parser.add_argument("--every", type=int, default=1, help="ask only every so manyth decision, for a quicker look")
    parser.add_argument("--out", type=Path, help="where decisions are kept, to go on with later")
    parser.add_argument("--report", action="store_true", help="count what the --out file has, and ask nothing")
    given = parser.parse_args()
    here = [f"llamacpp:{entry.name}" for entry in catalogue() if find_weights(entry.name)]
    done = kept(given.out)
    if given.report:
        for id, method in dict.fromkeys((row["model"], row["method"]) for row in done.values()):
            rows_of = [row for row in done.values() if (row["model"], row["method"]) == (id, method)]
            print(line(id, Method(method), rows_of))
        return
    for id in given.models or here:
        with closing(open_model(id)) as model:
            rows: dict[Method, list[dict[str, Any]]] = {method: [] for method in methods(model.capabilities)}
            for case in cases().grounding[:: given.every]:
                for method, found in rows.items():
                    known = done.get(key(id, method, case))
                    found.append(known or decide(model, id, method, case, given.out))
            for method, found in rows.items():
                print(line(id, method, found), flush=True)


def decide(model: Model, id: str, method: Method, case: Grounding, out: Path | None) -> dict[str, Any]:
    """One decision as a row; a reply that cannot be read is a wrong one."""
    start = time.perf_counter()
    try:
        chosen, usage = ground(model, cases().grounding_prompt, case, method)
        evaluated = usage.prompt - usage.cached
    except ModelReplyInvalid as exc:
        chosen, evaluated = f"(invalid: {exc.message})", 0
    row = {
        "model": id,
        "method": method.value,
        "app": case.app,
        "step": case.step,
        "kind": case.kind,
        "right": chosen == case.answer,
        "chosen": chosen,
        "seconds": round(time.perf_counter() - start, 3),
        "evaluated": evaluated,
    }
    if out is not None:
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return row


def key(model: str, method: str, case: Grounding) -> tuple[str, str, str, str]:
    return model, str(method), case.app, case.step


def kept(path: Path | None) -> dict[tuple[str, str, str, str], dict[str, Any]]:
    if path is None or not path.exists():
        return {}
    rows = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    return {(row["model"], row["method"], row["app"], row["step"]): row for row in rows}


def line(id: str, method: Method, rows: list[dict[str, Any]]) -> str:
    right = sum(row["right"] for row in rows)
    of, hit = Counter(row["kind"] for row in rows), Counter(row["kind"] for row in rows if row["right"])
    kinds = "  ".join(f"{kind} {hit[kind]}/{of[kind]}" for kind in sorted(of))
    seconds = statistics.median(row["seconds"] for row in rows)
    return f"{id:32} {method.value:20} {right:4} of {len(rows)} ({right / len(rows):4.0%})  {seconds:6.2f} s   {kinds}"


if __name__ == "__main__":
    main()
