"""Test suites of other people's clients against the simulated phone: adbutils' and uiautomator2's own device tests.

    python benchmarks/conformance.py --adbutils PATH --uiautomator2 PATH

The paths are checkouts of github.com/openatx/adbutils and github.com/openatx/uiautomator2; their tests run with the
clients that are installed here, over an adb server of the run's own wherever a test looks for one. The phone takes a
real phone's time, which some of them measure. Tests of an app that only an APK would bring and of a
phone on a cable are counted apart and listed. The status is 0 when every other test passes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from agentprog.app.phones.simulator import simulated_phone
from agentprog.devices import choose_device

TRIED = {"adbutils": "7c43ec6", "uiautomator2": "39742b7"}
"""The commits that this was tried with."""
SUITES = {"adbutils": ("e2etests",), "uiautomator2": ("mobile_tests", "demo_tests")}
_SECONDS = 900
_PLUGIN = """
import inspect
import pytest

APPS = ("io.appium.android.apis", "com.example.u2testdemo")
FIXTURES = {"dev", "app", "package_name"}

def pytest_collection_modifyitems(items):
    for item in items:
        source = inspect.getsource(item.function)
        named = getattr(item.module, "PACKAGE", "") in APPS and "PACKAGE" in source
        if FIXTURES & set(item.fixturenames) or named or any(app in source for app in APPS):
            item.add_marker(pytest.mark.skip(reason="needs an APK"))
        elif 'transport="usb"' in source:
            item.add_marker(pytest.mark.skip(reason="needs a cable"))

def _of_this_run():
    import os
    import adbutils._adb
    plain = adbutils._adb.BaseClient.__init__
    ours = int(os.environ["ANDROID_ADB_SERVER_PORT"])
    def init(self, host=None, port=None, *rest, **more):
        plain(self, host, ours if port in (None, 5037) else port, *rest, **more)
    adbutils._adb.BaseClient.__init__ = init

_of_this_run()
"""


@dataclass(kw_only=True)
class Counted:
    """What became of a suite's tests, by name."""

    passed: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    needy: dict[str, str] = field(default_factory=dict)
    """What needs something that is not there, with what that is."""
    skipped: list[str] = field(default_factory=list)


def run(folder: Path, environment: Mapping[str, str]) -> Counted:
    """A folder of tests, in a process of its own and away from the checkout, so that the installed client is used."""
    with tempfile.TemporaryDirectory(prefix="agentprog-") as scratch:
        (Path(scratch) / "apk_tests.py").write_text(_PLUGIN, encoding="utf-8")
        report = Path(scratch) / "report.xml"
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", str(folder), "-q", "-p", "no:cacheprovider", "-p", "apk_tests"),
                *("--junitxml", str(report), "-o", "addopts=", "-c", os.devnull, "--rootdir", str(folder)),
            ],
            cwd=scratch,
            env={**environment, "PYTHONPATH": scratch},
            stdout=sys.stderr,
            timeout=_SECONDS,
            check=False,
        )
        if not report.is_file():
            sys.exit(f"the tests of {folder} did not run")
        return counted(ElementTree.parse(report).getroot())


def counted(report: ElementTree.Element) -> Counted:
    """From a report of pytest's."""
    found = Counted()
    for case in report.iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        skipped, wrong = case.find("skipped"), case.find("failure")
        wrong = case.find("error") if wrong is None else wrong
        why = "" if skipped is None else skipped.get("message") or ""
        if why.startswith("needs "):
            found.needy[name] = why
        elif skipped is not None:
            found.skipped.append(name)
        elif wrong is not None:
            found.failed[name] = (wrong.get("message") or "").strip().splitlines()[:1][0][:150]
        else:
            found.passed.append(name)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in SUITES:
        parser.add_argument(f"--{name}", type=Path, help=f"a checkout of openatx/{name}")
    given = {name: path.resolve() for name, path in vars(parser.parse_args()).items() if path is not None}
    if not given:
        parser.error("name a checkout; see --help")
    print("| client | tests | passed | failed | need an APK or a cable | skip themselves |\n|---|---|---|---|---|---|")
    wrong: dict[str, str] = {}
    needy: dict[str, str] = {}
    for client, path in given.items():
        for folder in SUITES[client]:
            with simulated_phone(latency="pixel") as phone:
                choose_device(phone.serial, phone.environment)
                found = run(path / folder, phone.environment)
            numbers = (len(found.passed), len(found.failed), len(found.needy), len(found.skipped))
            print(f"| {client} | {folder} | {' | '.join(map(str, numbers))} |", flush=True)
            wrong |= found.failed
            needy |= found.needy
    for name, why in needy.items():
        print(f"{why}: {name}")
    for name, why in wrong.items():
        print(f"failed: {name}: {why}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
