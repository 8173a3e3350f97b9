"""What the clock's activities and tabs share: its process, with the database and what rings."""

from __future__ import annotations

from typing import cast

from agentprog.phone.apps.base import Activity, App, Context
from agentprog.phone.apps.clock.ringing import AUTHORITY, Ringing
from agentprog.phone.apps.clock.store import SCHEMA, ClockStore


class ClockProcess(App):
    """The app as its activities see it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.ringing = cast(Ringing, ctx.provider(AUTHORITY))
        self.store = ClockStore(ctx.database("alarms.db", SCHEMA), self.ringing.look)


class ClockActivity(Activity):
    """An activity as the tabs on it see it."""

    app: ClockProcess
