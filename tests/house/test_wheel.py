"""The shipped package works without the checkout: the wheel, in a clean environment, from another directory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.phone, pytest.mark.timeout(600)]

_USERS_ENVIRONMENT = dict(os.environ)
"""As the user's pip has it, cache and registry settings included: tests otherwise see a home of their own."""


def call(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by way of the source distribution, so that both are tested."""
    target = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, cwd=checkout)
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment's folder of programs; agentprog is there without any extra."""
    root = tmp_path_factory.mktemp("clean")
    call(sys.executable, "-m", "venv", "--without-pip", root / "venv", cwd=root)
    programs = root / "venv" / ("Scripts" if os.name == "nt" else "bin")
    install(programs, checkout, wheel)
    return programs


def install(programs: Path, checkout: Path, wanted: str | Path) -> None:
    """By the checkout's pip, without compiling unused modules."""
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-compile"]
    pinned = ["--disable-pip-version-check", "--constraint", checkout / "constraints.txt"]
    call(*pip, *pinned, wanted, cwd=programs, env=_USERS_ENVIRONMENT)


def test_the_wheel_ships_code_and_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    folders = {"/".join(name.split("/")[:3]) for name in names if name.startswith("agentprog/_data/")}
    assert folders >= {"agentprog/_data/grammars", "agentprog/_data/prompts", "agentprog/_data/devices"}
    assert "agentprog/py.typed" in names
    assert {name.split("/")[0] for name in names} == {"agentprog", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}


def test_a_provider_whose_extra_is_missing_names_it(installed: Path, tmp_path: Path) -> None:
    plan = [installed / "agentprog", "plan", "Open Settings", "--model", "gemini:gemini-2.5-flash"]
    environment = {**os.environ, "GEMINI_API_KEY": "key-of-nobody"}
    done = subprocess.run(plan, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode != 0
    assert 'pip install "agentprog[gemini]"' in done.stderr + done.stdout


def test_the_simulated_phone_is_an_extra_that_the_documented_command_adds(
    installed: Path, checkout: Path, tmp_path: Path
) -> None:
    run = [installed / "agentprog", "run", "--sim", "hello.stp"]
    call(installed / "agentprog", "init", "mine", cwd=tmp_path)
    shutil.copy(tmp_path / "mine" / "examples" / "hello.stp", tmp_path)
    refused = subprocess.run(run, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert refused.returncode != 0
    assert 'pip install "agentprog[sim]"' in refused.stderr
    install(installed, checkout, "agentprog[sim]")
    missing = "import importlib.util, sys; sys.exit(importlib.util.find_spec('llama_cpp') is not None)"
    call(installed / "python", "-c", missing, cwd=tmp_path)
    call(*run, cwd=tmp_path)
    kept = [path for path in (tmp_path / "runs").iterdir() if (path / "program.stp").is_file()]
    assert (kept[-1] / "program.stp").read_text(encoding="utf-8") == (tmp_path / "hello.stp").read_text(
        encoding="utf-8"
    )
