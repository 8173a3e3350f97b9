"""A phone in this process, for tests that need no wire."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.rig import ShellResult


@pytest.fixture(scope="module")
def inner_phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedPhone]:
    """A whole phone without sockets, one a module."""
    sim = SimulatedPhone(PhoneOptions(root=tmp_path_factory.mktemp("phone")))
    sim.phone.clock.advance(1.0)
    yield sim
    sim.phone.close()


@pytest.fixture
def sh(inner_phone: SimulatedPhone) -> Iterator[Callable[[str], ShellResult]]:
    """Runs a shell command on that phone; faults are gone afterwards."""
    yield lambda command: asyncio.run(inner_phone.run_shell(command))
    inner_phone.rig.faults.clear()
