"""Connects one tab to a live run or phone over one socket: changes go out, requests come in."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from agentprog.app.session.protocol import MOST, refused
from agentprog.app.session.session import RunSession, question_data
from agentprog.errors import AgentProgError, UsageError
from agentprog.report.narration import Narration
from agentprog.studio.asking import asked, do, fingerprint, id_of, status_of
from agentprog.studio.desk import Seat
from agentprog.studio.requests import RECORDING, Drawn

T = TypeVar("T")

_QUIET = 0.5
"""Seconds after which a thread waiting for changes checks whether its tab is still connected."""
_POLL = 0.05
_THREADS = 400
"""Threads that wait for changes, three per tab, for all tabs together."""

_IN_ORDER = ("touch", "look", "lines", *RECORDING, "hand_back", "go_on", "step", "over", "run_to")
"""Requests executed one after the other: touches keep their order, and the phone is released after the last of them."""


class Tab:
    """One connection to a seat. `name` identifies the tab to the others."""

    def __init__(self, socket: WebSocket, seat: Seat, name: str) -> None:
        self._socket = socket
        self._seat = seat
        self._name = name
        self._open = True
        self._sends = asyncio.Lock()
        self._drawn = asyncio.Event()
        self._threads = CapacityLimiter(_THREADS)
        self._touches = asyncio.Lock()

    async def serve(self) -> None:
        """Runs until the tab disconnects. Its control of the phone ends then, and a run that it paused stays paused."""
        await self._socket.accept()
        self._seat.frames.watch()
        parts = [self._frames(), self._changes()]
        if self._seat.session is not None:
            parts.append(self._news(self._seat.session))
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            await self._listen()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._open = False
            for task in tasks:
                task.cancel()
            self._seat.frames.leave()
            if self._seat.lease.holder == self._name:
                self._seat.stop_listening()
            self._seat.lease.give_back(self._name)
            await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------ out

    async def _news(self, session: RunSession) -> None:
        """Sends the run's story, then its changes."""
        narration = Narration()
        while self._open:
            ended = session.ended
            found = session.events(narration.taken)
            if found or narration.taken == 0:
                narration.take(entry.event for entry in found)
                await self._send({"news": await self._thread(narration.news)})
            if ended:
                return
            await self._thread(partial(session.wait_for_news, partial(_no_more, session, narration.taken), _QUIET))

    async def _changes(self) -> None:
        """Sends the position of a pause, the open question and the controlling tab, at each change."""
        last: dict[str, Any] = {}
        while self._open:
            now = await self._thread(self._state)
            if now != last:
                last = now
                await self._send({"state": now})
            await self._thread(partial(self._differs, last))

    def _state(self) -> dict[str, Any]:
        seat, session = self._seat, self._seat.session
        hand = {
            "mine": seat.lease.holder == self._name,
            "taken": bool(seat.lease.holder),
            "yielded": seat.held.yielded,
            "phone": seat.held.phone is not None and not seat.held.phone.gone,
            "looks": seat.held.phone.looks if seat.held.phone is not None else 0,
            "trouble": seat.frames.trouble,
            "recorded": seat.recorder.changes if seat.recorder is not None else 0,
            "glass": seat.follower is not None,
            "unheard": seat.unheard,
            "tab": self._name,
        }
        if session is None:
            return {"hand": hand, "questions": [], "ended": False}
        questions = [{**question_data(question), "seen": fingerprint(question)} for question in session.questions.open]
        answers = [
            {"question": answer.question, "value": answer.value, "by": answer.by}
            for answer in session.questions.answers
        ]
        return {**session.state(), "questions": questions, "answers": answers[-5:], "hand": hand}

    def _differs(self, last: dict[str, Any]) -> None:
        """Waits until the state differs, at most `_QUIET` seconds: reins and leases announce no changes."""
        until = time.monotonic() + _QUIET
        while self._state() == last and time.monotonic() < until:
            time.sleep(_POLL)

    async def _frames(self) -> None:
        """Sends pictures, each after the tab has drawn the previous one: a slow tab skips pictures and never lags."""
        seen = 0
        while self._open:
            frame = await self._thread(partial(self._seat.frames.newer, seen, _QUIET))
            if frame is None:
                continue
            seen = frame.n
            self._drawn.clear()
            header = {"n": frame.n, "type": frame.media_type, "width": frame.width, "height": frame.height}
            async with self._sends:
                await self._socket.send_text(json.dumps({"frame": header}))
                await self._socket.send_bytes(frame.data)
            await self._drawn.wait()

    # ------------------------------------------------------------ in

    async def _listen(self) -> None:
        answers: set[asyncio.Task[None]] = set()
        while True:
            line = await self._socket.receive_text()
            # A slow request, such as a touch, delays no other.
            task = asyncio.create_task(self._answer(line))
            answers.add(task)
            task.add_done_callback(answers.discard)

    async def _answer(self, line: str) -> None:
        request = None
        try:
            if len(line) > MOST:
                raise UsageError("this request is too long", hint="Send less.")
            request = asked(line)
            if isinstance(request, Drawn):
                self._drawn.set()
                return
            valid_request = request
            if getattr(request, "do", "") in _IN_ORDER:
                async with self._touches:
                    outcome = await self._thread(lambda: do(self._seat, valid_request, self._name))
            else:
                outcome = await self._thread(lambda: do(self._seat, valid_request, self._name))
            reply = {"id": request.id, "ok": True, **outcome}
        except AgentProgError as exc:
            reply = refused(request.id if request is not None else id_of(line), exc)
            reply["error"]["status"] = status_of(exc)
        await self._send(reply)

    async def _send(self, data: dict[str, Any]) -> None:
        if self._open:
            async with self._sends:
                await self._socket.send_text(json.dumps(data, ensure_ascii=False, default=str))

    async def _thread(self, work: Callable[[], T]) -> T:
        return await to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._threads)


def _no_more(session: RunSession, seen: int) -> bool:
    return not session.ended and not session.events(seen)
