"""What a model says of the hypotheses: changes to them, never the whole list."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agentprog.runtime.roles import BeliefChange


class BeliefReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    change: Literal["add", "revise", "confirm", "refute", "drop"]
    id: str = Field(default="", description="Which one, such as b3; empty for add")
    text: str = Field(default="", description="For add and revise: one sentence about the phone")
    scope: Literal["screen", "app", "run"] = Field(default="app", description="How long it is of interest")
    check: Literal["", "text", "field", "foreground", "clipboard", "setting"] = Field(
        default="", description="For add: how the phone itself can tell, where it can"
    )
    name: str = Field(default="", description="The label of the field or the setting")
    value: str = Field(default="", description="The text, the content of the field, the package, on or off")

    def change_of(self) -> BeliefChange:
        """As the runtime takes it."""
        return BeliefChange(
            kind=self.change, id=self.id.strip("[] "), text=self.text, scope=self.scope, predicate=self._predicate()
        )

    def _predicate(self) -> dict[str, str] | None:
        if not self.check or not self.value:
            return None
        if self.check in ("field", "setting"):
            return {self.check: self.name, "value": self.value} if self.name else None
        return {self.check: self.value}


class RevisionReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    gap: str = Field(default="", description="What is not as it was believed to be; empty when nothing is")
    routine: Literal["none", "dismiss dialog", "relaunch app", "navigate back", "redo", "rewind"] = "none"
    changes: list[BeliefReply] = Field(default_factory=list)
