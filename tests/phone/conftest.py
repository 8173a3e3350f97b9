"""A phone in this process, for tests that need no wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentprog.phone.kernel import loop
from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.rig import ShellResult
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone


@pytest.fixture
def phone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SimPhone]:
    """The inside of a phone, with a clock that only a test moves; a test's module may name an IMAGE."""
    image = getattr(request.module, "IMAGE", "default")
    built = build_phone(root=tmp_path / "phone", image=image, seed=7, clock=ManualTime())
    assert isinstance(built, SimPhone)
    yield built
    built.close()


@pytest.fixture
def hand(phone: SimPhone) -> Hand:
    return Hand(phone)


@pytest.fixture(scope="module")
def inner_phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedPhone]:
    """A whole phone without sockets, one a module."""
    sim = SimulatedPhone(PhoneOptions(storage=tmp_path_factory.mktemp("phone")))
    sim.phone.clock.advance(1.0)
    yield sim
    sim.phone.close()


@pytest.fixture
def sh(inner_phone: SimulatedPhone) -> Iterator[Callable[[str], ShellResult]]:
    """Runs a shell command on that phone; faults are gone afterwards."""
    yield lambda command: loop.run(inner_phone.run_shell(command))
    inner_phone.rig.faults.clear()
