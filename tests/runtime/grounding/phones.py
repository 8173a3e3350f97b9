"""A phone in memory that keeps records, for tests of steps that its records judge."""

from __future__ import annotations

from typing import Self

from agentprog.identity import Record
from agentprog.ports import Store
from tests.runtime.conftest import FakePhone


class PhoneWithRecords(FakePhone):
    """A phone with records of its own. Its subclasses read them."""

    @property
    def witness(self) -> Self:
        return self

    def offers(self, store: Store) -> str:
        return ""

    def text_of(self, record: Record) -> None:
        return None
