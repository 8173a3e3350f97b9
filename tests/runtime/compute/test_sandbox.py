"""Code from a model reaches nothing and always ends; the run gets a SandboxError or a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agentprog.agents.prompting import render
from agentprog.runtime.compute.sandbox import CodeCall, Denied, Handle, Sandbox, SandboxError
from agentprog.runtime.state.values import Image, Table


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox()
    yield made
    made.close()


@pytest.fixture(scope="module")
def hurried() -> Iterator[Sandbox]:
    """A sandbox of half a second, for code that would use all of its time."""
    made = Sandbox(seconds=0.5)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("sorted(r['n'] for r in t)", [1, 2]),
        ("x + 1", 6),
        ("y = x * 2\ny", 10),
        ("def f(n):\n    return n + x\nf(1)", 6),
        ("print('said')", "said"),
        ("import re\nre.findall(r'\\d+', 'a1b22')", ["1", "22"]),
        ("import datetime\ndatetime.date.today()", date(2030, 1, 15)),
        ("(1, 2)", [1, 2]),
        ("{'b', 'a'}", ["a", "b"]),
        ("picture", "[image, 3 bytes]"),
        ("None", None),
    ],
)
def test_code_calculates_over_the_variables_with_the_phones_clock(sandbox, code: str, value: object) -> None:
    inputs = {"x": 5, "t": Table.of([{"n": 2}, {"n": 1}]), "picture": Image(b"abc")}
    assert sandbox.run(code, inputs, now=datetime(2030, 1, 15, 8, tzinfo=UTC)) == value


ESCAPES = [
    "l = []\nfor _ in range(100000):\n    l = [l]\nstr(l)[:9]",
    "import re\nre.match('(a+)+$', 'a' * 10**6 + 'b')",
    "open('/etc/passwd').read()",
    "open('{marker}', 'w').write('x')",
    "import os\nos.system('touch {marker}')",
    "import os\nos.listdir('/')",
    "import os\nos.environ['HOME']",
    "import os\nos.popen('id').read()",
    "import subprocess\nsubprocess.run(['touch', '{marker}'])",
    "import socket\nsocket.create_connection(('127.0.0.1', 1))",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1')",
    "import shutil\nshutil.rmtree('/tmp')",
    "import ctypes",
    "import importlib\nimportlib.import_module('os')",
    "import builtins\nbuiltins.open('{marker}', 'w')",
    "import sys\nsys.modules['os']",
    "import agentprog",
    "import pathlib\npathlib.Path('{marker}').write_text('x')",
    "import pathlib\npathlib.Path('/etc/passwd').read_text()",
    "import pickle\npickle.loads(b'')",
    "import threading",
    "import multiprocessing",
    "__import__('os').system('touch {marker}')",
    "eval(\"__import__('os')\")",
    "exec('import os')",
    "compile('1', '', 'eval')",
    "globals()['__builtins__']",
    "().__class__.__bases__[0].__subclasses__()",
    "(lambda: 0).__globals__",
    "(lambda: 0).__code__",
    "''.__class__.__mro__[1].__subclasses__()",
    "[c for c in object.__subclasses__()]",
    "'{{0.__class__.__init__.__globals__}}'.format(x)",
    "f'{{x.__class__.__bases__}}'",
    "getattr(x, '__class__').__base__",
    "type('X', (object,), {{}})().__class__.__mro__",
    "breakpoint()",
    "input()",
    "vars()",
    "import gc\ngc.get_objects()",
    "import inspect\ninspect.currentframe().f_back",
    "try:\n    raise ValueError\nexcept ValueError as e:\n    e.__traceback__.tb_frame.f_globals",
]
EXHAUSTION = [
    "[0] * 10**10",
    "'a' * 10**11",
    "10 ** 10 ** 9",
    "x = 'ab'\nfor _ in range(60):\n    x = x + x",
    "d = {{}}\nwhile True:\n    d[len(d)] = 'x' * 1000",
    "def f():\n    return f()\nf()",
    "list(range(10**12))",
    "'x'.join(['y' * 10**6] * 10**6)",
    "bytes(10**12)",
    "raise SystemExit",
    "raise KeyboardInterrupt",
    "assert False",
    "1 / 0",
    "not python at all",
    "(" * 5000,
]


@pytest.mark.parametrize("code", ESCAPES)
def test_an_attempt_to_get_out_gets_nowhere(sandbox, tmp_path: Path, code: str) -> None:
    marker = tmp_path / "escaped"
    secret = Path("/etc/passwd").read_text(encoding="utf-8")
    try:
        value = sandbox.run(code.format(marker=marker), {"x": 5})
    except SandboxError:
        value = None
    assert secret not in str(value)
    assert "agentprog" not in str(value)
    assert str(Path.home()) not in str(value)
    assert not marker.exists()
    assert sandbox.run("x + 1", {"x": 1}) == 2


@pytest.mark.parametrize("code", EXHAUSTION)
def test_running_away_is_an_error_that_the_run_survives(hurried: Sandbox, code: str) -> None:
    with pytest.raises(SandboxError):
        hurried.run(code.replace("{{}}", "{}"), {})
    assert hurried.run("x + 1", {"x": 1}) == 2


def test_endless_code_is_stopped_in_time(hurried: Sandbox) -> None:
    with pytest.raises(SandboxError, match="time limit"):
        hurried.run("while True:\n    pass", {})


def test_a_result_that_is_no_value_is_refused(sandbox) -> None:
    with pytest.raises(SandboxError):
        sandbox.run("lambda: 1", {})


# ------------------------------------------------------------ code that talks with the host

TALKING = [
    "mobile.__class__",
    "mobile.__class__.__init__.__globals__",
    "mobile.name",
    "mobile._calls",
    "getattr(mobile, '__dict__')",
    "type(mobile)('x')",
    "mobile.click.__self__",
    "mobile.click.__func__.__globals__",
    "'{0.__class__.__init__.__globals__}'.format(mobile)",
    "f'{mobile.__reduce__()}'",
    "mobile.fly('x')",
    "mobile.__call__()",
    "mobile.ｃｌｉｃｋ.__globals__",
    "shot = mobile.look()\nshot.payload",
    "shot = mobile.look()\nshot.payload = 1\nshot.payload.data",
    "shot = mobile.look()\nshot.__class__.__subclasses__()",
    "setattr(mobile, 'click', print)\nopen('/etc/passwd').read()",
    "del mobile\nmobile.click('x')",
    "import mobile as m\nm.os",
    "async def f():\n    return await mobile.click('x')\nimport asyncio\nasyncio.run(f())",
    "for _ in range(10**6):\n    mobile.click('x')",
    "def f():\n    try:\n        mobile.click('x')\n    finally:\n        f()\nf()",
    "mobile.click((lambda: (yield))())",
    "mobile.click({'a': [1] * 10**9})",
    "class Evil(str):\n    def __eq__(self, other):\n        return True\nmobile.click(Evil('x'))\n1 / 0",
]


@pytest.mark.parametrize("code", TALKING)
def test_objects_given_to_code_leak_nothing_of_the_host(sandbox, code: str) -> None:
    calls: list[CodeCall] = []

    def answer(call: CodeCall) -> object:
        calls.append(call)
        if call.name == "look":
            return Handle("screenshot", b"pixels")
        if call.name != "click":
            raise Denied(f"there is no {call.name}", AttributeError)
        return True

    try:
        spoken = sandbox.converse(code, {"x": 5}, objects={"mobile": ("click", "look")}, answer=answer, keep=("shot",))
    except SandboxError:
        return
    finally:
        assert sandbox.run("x + 1", {"x": 1}) == 2
    assert len(calls) <= 201
    output = f"{spoken.result} {spoken.names} {spoken.printed}"
    for inside in ("root:", "pixels", "sandbox.py", "_Namespace'", "agentprog.runtime"):
        assert inside not in output
    assert spoken.error or spoken.result in (None, True) or isinstance(spoken.result, str)


def test_code_cannot_catch_an_exception_of_the_host(sandbox) -> None:
    class Over(Exception):
        pass

    def answer(call: CodeCall) -> object:
        raise Over

    code = "while True:\n    try:\n        mobile.click('x')\n    except BaseException:\n        pass"
    with pytest.raises(Over):
        sandbox.converse(code, {}, objects={"mobile": ("click",)}, answer=answer)
    assert sandbox.run("x + 1", {"x": 1}) == 2


def test_closing_twice_is_safe() -> None:
    made = Sandbox()
    made.run("1", {})
    made.close()
    made.close()


SHARED = "l = [1]\nfor i in range(40):\n    l = [l, l]\n"
DEEP = "l = 1\nfor i in range(900):\n    l = [l]\n"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (SHARED + "l", "more than 200000 parts"),
        (SHARED + "{'a': (l, 1)}", "more than 200000 parts"),
        ("len = lambda x: 0\nisinstance = lambda x, y: False\n" + SHARED + "l", "more than 200000 parts"),
        (DEEP + "l", "more than 100 deep"),
        ("l = []\nl.append(l)\nl", "more than 100 deep"),
        (
            "from collections import deque\na = 1\nfor i in range(22):\n    a = deque([a, a])\na",
            "more than 200000 parts",
        ),
        ("from collections import deque\na = deque()\na.append(a)\na", "more than 100 deep"),
        (SHARED + "{'l': l}.values()", "more than 200000 parts"),
        ("'a' * 20_000_000", "more than 16000000 characters"),
        ("2 ** 100_000", "more than 4096 bits"),
    ],
)
def test_a_value_that_is_too_large_never_leaves_the_worker(sandbox, code: str, words: str) -> None:
    """Forty shared references hung the host beyond SIGTERM; 900 levels came out of the sandbox as RecursionError."""
    with pytest.raises(SandboxError, match=words):
        sandbox.run(code, {})


def test_arguments_that_code_passes_to_the_host_are_measured_too(sandbox) -> None:
    heard: list[CodeCall] = []
    calls = [
        "mobile.click(l)",
        "mobile.click(x=l)",
        "mobile.click(*[l])",
        "mobile.click(**{'x': l})",
        "c = mobile.click\nc(l)",
        "list(map(mobile.click, [l]))",
    ]
    for code in calls:
        spoken = sandbox.converse(SHARED + code, {}, objects={"mobile": ("click",)}, answer=heard.append)
        assert spoken.error, code
    assert heard == []
    spoken = sandbox.converse(SHARED + "n = 1\nl", {}, objects={}, answer=heard.append, keep=("l", "n"))
    assert "200000 parts" in spoken.error
    assert dict(spoken.names) == {"n": 1}


def test_code_that_is_no_python_is_an_error_of_the_sandbox(sandbox) -> None:
    for code in ("def", "x = " + "(" * 5000 + ")" * 5000, "a\0b"):
        with pytest.raises(SandboxError):
            sandbox.run(code, {})


def test_every_module_that_the_code_prompt_names_can_be_imported(sandbox: Sandbox) -> None:
    prompt = render("code", variables=[], statement="the sum of {prices}", error="", code="")[0].text
    named = re.search(r"import what you use of the modules (.+?) and (\w+)", prompt)
    assert named is not None
    modules = [*named[1].split(", "), named[2]]
    assert sandbox.run(f"import {', '.join(modules)}\n1", {}) == 1
    tries = [f"try:\n    {module}\nexcept NameError:\n    missing.append('{module}')" for module in modules]
    assert sandbox.run("\n".join(["missing = []", *tries, "missing"]), {}) == modules
