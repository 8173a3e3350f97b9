"""A pytest plugin of `mutants.py`: collects the tests once, then tries each mutant in a fork of that process.

First every test runs without a change, in forks too, and the plugin notes which functions it reaches and how long it
takes. A mutant is then held against the tests that reach its function: those nearest to its room first, quick ones
before slow ones, until one fails. Each test that failed then runs once more without a change.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from mutmut.mutation import trampoline

KILLED, ALIVE, TIMEOUT, UNREACHED = "killed", "alive", "timeout", "no tests"
_HUNG = 10.0
"""CPU seconds that a test may take more than twice its time without a change. After them the mutant hangs."""

_plan = json.loads(Path(os.environ["MUTANTS_PLAN"]).read_text(encoding="utf-8"))
_rooms = tuple(_plan["modules"])
_kept: list[Any] = []
_reached: set[str] = set()
_lru_cache = functools.lru_cache


def _noted(cached: Any) -> Any:
    if cached.__module__.startswith(_rooms):
        _kept.append(cached)
    return cached


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    made: Any = _lru_cache(maxsize, typed)
    return _noted(made) if callable(maxsize) else lambda function: _noted(made(function))


def cache(function: Callable[..., Any]) -> Any:
    return lru_cache(None)(function)


# A value kept from an earlier test would hide both which tests reach a function and what a change of it does.
functools.lru_cache, functools.cache = lru_cache, cache


def _wrapped(mutants: dict[str, Callable[..., Any]], is_classmethod: bool = False) -> Callable[..., Any]:
    """The decorator of changed functions, in this process: it notes the call, then calls the function of the moment.

    mutmut's own looks for the mutant's name in the environment at every call; processes that tests start use that.
    """

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        name = f"{function.__module__}.{function.__qualname__}"
        _functions[name] = mutants

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            _reached.add(name)
            if is_classmethod:
                return getattr(args[0], mutants["_mutmut_orig"].__name__)(*args[1:], **kwargs)
            return mutants["_mutmut_orig"](*args, **kwargs)

        return called

    return decorated


_functions: dict[str, dict[str, Callable[..., Any]]] = {}
trampoline.wrap_in_trampoline = _wrapped


class _Results:
    """Whether a test failed, as pytest reports it."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(f"{report.nodeid} ({report.when})\n{report.longreprtext[-2000:]}")


def pytest_runtest_setup() -> None:
    for cached in _kept:
        cached.cache_clear()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Results(), "mutants_results")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A failing example proves enough: hypothesis need not look for a smaller one."""
    from hypothesis import Phase, settings

    for item in items:
        function = getattr(item, "function", None)
        found = getattr(function, "_hypothesis_internal_use_settings", None)
        if function is not None and found is not None:
            phases = (Phase.explicit, Phase.generate)
            function._hypothesis_internal_use_settings = settings(found, phases=phases, database=None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("tests could not be collected")
    gc.collect()
    gc.freeze()
    at_import = sorted(_reached)
    jobs = _plan["jobs"]
    kept = Path(_plan["reach"])
    tests = _known(kept)
    new = [item for item in session.items if item.nodeid not in tests]
    parts = [part for part in (new[start::jobs] for start in range(jobs)) if part]
    broken: list[str] = []
    for made in _forked([functools.partial(_reach, part) for part in parts], jobs, limit=3600):
        tests |= made["tests"] if made else {}
        broken += made["broken"] if made else ["A process that ran the tests without a change ended early."]
    if not broken:
        kept.write_text(
            json.dumps({"code": _plan["code"], "commit": _plan["commit"], "tests": tests}), encoding="utf-8"
        )
    found: dict[str, Any] = {"broken": broken, "at_import": at_import, "states": {}}
    if not broken:
        _try_all(session, tests, found)
    Path(_plan["results"]).write_text(json.dumps(found), encoding="utf-8")
    return True


def _known(kept: Path) -> dict[str, Any]:
    """What an earlier run noted of tests whose files are unchanged; nothing if it ran with other code of the rooms."""
    if not kept.exists():
        return {}
    noted = json.loads(kept.read_text(encoding="utf-8"))
    if noted.get("code") == _plan["code"]:
        return {name: one for name, one in noted["tests"].items() if one["file"] == _file(name)}
    commit = noted.get("commit") or "an unknown commit"
    print(f"{kept} is of other code ({commit}); the tests run anew without a change", file=sys.stderr)
    return {}


def _file(test: str) -> str:
    """A digest of a test's file."""
    path = Path(test.partition("::")[0])
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def _try_all(session: pytest.Session, tests: dict[str, Any], found: dict[str, Any]) -> None:
    """Tries each mutant. A test that failed runs once more, alone and without a change. If it fails there too, it kills
    nothing: the mutants that it stopped are tried without it.
    """
    reaching = defaultdict(list)
    for item in session.items:
        for function in tests[item.nodeid]["reached"]:
            reaching[function].append(item)
    failing: set[str] = set()
    sound: set[str] = set()
    pending = list(_plan["mutants"])
    while pending:
        states = _tried(pending, reaching, tests, failing)
        found["states"] |= states
        killing = {state["by"] for state in states.values() if "by" in state} - sound
        unsound = _failing(session, killing)
        sound |= killing - unsound
        failing |= unsound
        pending = [mutant for mutant in pending if states.get(mutant["name"], {}).get("by") in unsound]
        found["states"] |= {mutant["name"]: {"state": ALIVE, "tests": 0} for mutant in pending}
    found["failing"] = sorted(failing)


def _tried(mutants: list[Any], reaching: Any, tests: dict[str, Any], without: set[str]) -> dict[str, Any]:
    trials = []
    for mutant in mutants:
        items = [item for item in reaching[mutant["function"]] if item.nodeid not in without]
        items.sort(key=lambda item: (-_near(mutant["path"], item.nodeid), tests[item.nodeid]["seconds"]))
        trials.append(functools.partial(_trial, mutant["name"], items, tests))
    states = {}
    made_in_time = _forked(trials, _plan["jobs"], limit=600, until=_plan["until"])
    for number, (mutant, made) in enumerate(zip(mutants, made_in_time, strict=False), 1):
        states[mutant["name"]] = made or {"state": TIMEOUT, "tests": 0}
        print(f"[{number}/{len(trials)}] {mutant['name']}: {states[mutant['name']]['state']}", file=sys.stderr)
    return states


def _failing(session: pytest.Session, names: set[str]) -> set[str]:
    """Those of these tests that fail alone and without a change, in such a fork."""
    items = [item for item in session.items if item.nodeid in names]
    alone = _forked([functools.partial(_reach, [item]) for item in items], _plan["jobs"], limit=600)
    return {item.nodeid for item, made in zip(items, alone, strict=True) if made is None or made["broken"]}


def _near(path: str, test: str) -> int:
    """How many folders of a test's path carry a name of the changed file's path."""
    return len(set(Path(path).with_suffix("").parts) & {part.removeprefix("test_") for part in _parts(test)})


def _parts(test: str) -> Iterator[str]:
    for part in Path(test.partition("::")[0]).parts:
        yield part.removesuffix(".py")


def _reach(items: Sequence[pytest.Item]) -> dict[str, Any]:
    """For each test the functions it reaches and its CPU seconds; the reports of tests that fail without a change."""
    results: Any = items[0].config.pluginmanager.get_plugin("mutants_results")
    tests = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        _reached.clear()
        began = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        spent = round(time.process_time() - began, 3)
        tests[item.nodeid] = {"seconds": spent, "reached": sorted(_reached), "file": _file(item.nodeid)}
    return {"tests": tests, "broken": results.failed}


def _trial(name: str, items: Sequence[pytest.Item], tests: dict[str, Any]) -> dict[str, Any]:
    """How the tests take a mutant. The plan limits the CPU seconds; tests left over then count for nothing."""
    if not items:
        return {"state": UNREACHED, "tests": 0}
    results: Any = items[0].config.pluginmanager.get_plugin("mutants_results")
    module, _, changed = name.rpartition(".")
    mutants = next(one for key, one in _functions.items() if key.startswith(module) and changed in one)
    mutants["_mutmut_orig"] = mutants[changed]
    os.environ["MUTANT_UNDER_TEST"] = name
    number = 0
    for number, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True), 1):
        spent = time.process_time()
        if spent > _plan["seconds"] and number > 1:
            return {"state": ALIVE, "tests": number - 1, "left": len(items) - number + 1}
        hung = int(spent + 2 * tests[item.nodeid]["seconds"] + _HUNG)
        resource.setrlimit(resource.RLIMIT_CPU, (hung, resource.RLIM_INFINITY))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if results.failed:
            return {"state": KILLED, "tests": number, "by": item.nodeid}
    return {"state": ALIVE, "tests": number}


def _forked(calls: Sequence[Callable[[], Any]], jobs: int, limit: float, until: float | None = None) -> Iterator[Any]:
    """What each call returns in a process of its own, in order; None where it was killed or took longer than limit.
    Begins no call after the time `until`, so that fewer answers come.
    """
    waiting = dict(enumerate(calls))
    running: dict[int, tuple[int, float]] = {}
    done: dict[int, Any] = {}
    for wanted in range(len(calls)):
        while wanted not in done:
            late = until is not None and time.time() > until
            if late and not running:
                return
            while waiting and not late and len(running) < jobs:
                number = next(iter(waiting))
                running[_fork(waiting.pop(number), number)] = (number, time.monotonic())
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid in running:
                number, _began = running.pop(pid)
                done[number] = _answer(number)
                continue
            for hung in [pid for pid, (_, began) in running.items() if time.monotonic() - began > limit]:
                os.kill(hung, signal.SIGKILL)
            time.sleep(0.02)
        yield done[wanted]


def _fork(call: Callable[[], Any], number: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        temporary = Path(_plan["temporary"]) / str(time.monotonic_ns())
        temporary.mkdir(parents=True)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(temporary)
        _answer_path(number).write_text(json.dumps(call()), encoding="utf-8")
    finally:
        os._exit(0)


def _answer_path(number: int) -> Path:
    return Path(_plan["temporary"]) / f"answer-{number}.json"


def _answer(number: int) -> Any:
    path = _answer_path(number)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    finally:
        path.unlink(missing_ok=True)
