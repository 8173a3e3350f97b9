"""The roles of a run whose steps are done by a hand: each line of the program has its solution."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import Queue
from typing import Any

from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.bench.played.fingers import Fingers
from agentprog.errors import ModelError
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Action, Capabilities, ModelReply, ModelRequest, ScoreRequest, Scores, Screen, Usage
from agentprog.runtime.roles import Act, Move, StepContext, StepDone, StepStuck

Way = Callable[[Hand], str | None]
"""Does a step on the phone; returns the value, if the step reads one."""


class _Over(Exception):
    """The run has continued without the step."""


@dataclass(slots=True)
class _Turn:
    """The hand works in its own thread, and only while the run waits for its next move."""

    line: int
    told: Queue[Screen | None]
    moves: Queue[Move]


class Reader:
    """The model behind the reading of a screen: it returns the hand's last reading. The extractor checks it
    as usual.
    """

    id = "scripted:hand"
    capabilities = Capabilities(context=32768, schema=True)
    last = ""

    def complete(self, request: ModelRequest) -> ModelReply:
        """The answer in the requested form. Other parts of it, as the way to a value, may be lists too."""
        form = (request.schema or {}).get("properties", {}).get("value", {})
        value: Any = self.last.split(", ") if form.get("type") == "array" else self.last
        return ModelReply(text=json.dumps({"found": bool(self.last), "value": value}), usage=Usage())

    def score(self, request: ScoreRequest) -> Scores:
        raise ModelError(f"a hand does not score ({request.purpose})")

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """Does nothing: no resource is open."""


class Player:
    """The grounder of one run, and the `reader` behind its extractor. `ways` are the solutions by program line;
    `client` makes the stock client.
    """

    def __init__(self, ways: Mapping[int, Way], client: Callable[[], Any], *, restart: Callable[[str], None]) -> None:
        self._ways, self._client, self._restart = ways, client, restart
        self._turn: _Turn | None = None
        self.reader = Reader()

    def next_move(self, context: StepContext) -> Move:
        """The hand's next touch; the end of the step after its last one."""
        turn = self._turn
        if turn is None or turn.line != context.goal.line or not context.tried.attempts:
            self.close()
            turn = self._turn = _Turn(line=context.goal.line, told=Queue(), moves=Queue())
            work = threading.Thread(target=self._work, args=(turn, context.seen.screen, context.goal.literals))
            work.daemon = True
            work.start()
        else:
            turn.told.put(context.seen.screen)
        move = turn.moves.get()
        if not isinstance(move, Act):
            self._turn = None
        return move

    def close(self) -> None:
        """End the hand of a step that the run has left."""
        if self._turn is not None:
            self._turn.told.put(None)
            self._turn = None

    def _work(self, turn: _Turn, screen: Screen, literals: Sequence[str]) -> None:
        def act(action: Action) -> Screen:
            turn.moves.put(Act(action=action))
            shown = turn.told.get()
            if shown is None:
                raise _Over
            return shown

        try:
            hand = Hand(Fingers(self._client(), act, screen, restart=self._restart))
            found = self._ways[turn.line](hand)
        except _Over:
            return
        except Exception as exc:  # noqa: BLE001 whatever the stock client raises: the step is lost, and the run goes on to say so
            reason = str(exc) if isinstance(exc, OracleLost) else f"{type(exc).__name__}: {exc}"
            turn.moves.put(StepStuck(reason=reason, infeasible=True))
            return
        if found is not None:
            self.reader.last = found
        turn.moves.put(StepDone(reason="the hand is done", evidence=literals[0] if literals else ""))
