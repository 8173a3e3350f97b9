from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[SimPhone]:
    built = build_phone(root=tmp_path / "phone", image="default", seed=7, clock=ManualTime())
    assert isinstance(built, SimPhone)
    yield built
    built.close()


@pytest.fixture
def hand(phone: SimPhone) -> Hand:
    return Hand(phone)
