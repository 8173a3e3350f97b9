"""The worked example of docs/simulated-phone.md is an app that works, and its tables are true."""

from __future__ import annotations

import importlib.util
import re
import types
from pathlib import Path

import pytest

from agentprog.phone.apps.base import App
from agentprog.phone.kernel.profile import load_profile
from agentprog.phone.system import phone as phone_module
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone


@pytest.fixture(scope="module")
def text(checkout: Path) -> str:
    return (checkout / "docs/simulated-phone.md").read_text(encoding="utf-8")


def blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def module_of(source: str, folder: Path) -> types.ModuleType:
    path = folder / f"example_{len(source)}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_app_of_the_documentation_works(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app: type[App] = next(module_of(b, tmp_path).Packing for b in blocks(text) if "class Packing(App)" in b)
    test = next(module_of(b, tmp_path).test_packing for b in blocks(text) if "def test_packing" in b)
    app.system = True  # instead of naming it in an image
    known = phone_module.apps_of
    monkeypatch.setattr(phone_module, "apps_of", lambda profile: (*known(profile), app))
    phone = build_phone(root=tmp_path / "phone", image="empty", clock=ManualTime())
    assert isinstance(phone, SimPhone)
    test(phone, Hand(phone))
    phone.close()


def test_every_app_and_image_is_in_a_table(text: str, checkout: Path) -> None:
    kinds = (load_profile(path.stem) for path in (checkout / "devices/profiles").glob("*.toml"))
    shown = {app for profile in kinds for app in phone_module.apps_of(profile) if not app.hidden}
    assert [app.package for app in shown if f"`{app.package}`" not in text] == []
    images = {path.stem for path in (checkout / "devices/images").glob("*.toml")}
    assert images == set(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE))


def test_the_director_of_the_documentation_works(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its snippet starts a phone of its own and uses half of the admin calls."""
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path))
    module_of(next(b for b in blocks(text) if "start_phone" in b), tmp_path)
    assert capsys.readouterr().out.startswith("127.0.0.1:")
