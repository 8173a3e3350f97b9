"""Pro Expense: money spent and earned, in the app's own database."""

from __future__ import annotations

from agentprog.phone.apps.expense.app import ProExpense

__all__ = ["ProExpense"]
