"""The reward module as a service: it takes replies over HTTP, lets a frozen executor do them, and returns numbers.

The executor stays on its own computer while the trained model has another one (SWIRL, figure 3b).
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import httpx
from pydantic import BaseModel, ConfigDict, ValidationError

from agentprog.errors import AgentProgError, ModelError, UsageError
from agentprog.learn.rewards.matching import PROFILES, Truth
from agentprog.learn.rewards.reward import (
    Executor,
    coordinator_reward,
    interactor_reward,
    navigator_reward,
    planner_reward,
)
from agentprog.learn.trajectories.records import Step

Role = Literal["coordinator", "navigator", "interactor", "planner"]
PATH = "/v1/reward"
_LARGEST = 16 * 1024 * 1024
"""Size limit of a question, in bytes."""


class Question(BaseModel):
    """Replies of one role to one step."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    profile: str = "swirl"
    replies: list[str]
    step: Step


def rewards(question: Question, executor: Executor) -> list[float]:
    """One number per reply."""
    truth, look = Truth.of(question.step), question.step.observation.look
    match question.role:
        case "coordinator":
            found = [coordinator_reward(r, truth, look, executor, question.profile) for r in question.replies]
        case "navigator":
            found = [navigator_reward(r, truth, look, executor, question.profile) for r in question.replies]
        case "interactor":
            found = [interactor_reward(r, truth, question.profile) for r in question.replies]
        case "planner":
            found = [planner_reward(r, truth, look, executor) for r in question.replies]
    return [reward.total for reward in found]


@contextmanager
def serve_rewards(executor: Executor, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serves rewards until the block ends; yields the address. Port 0 chooses a free port."""
    server = ThreadingHTTPServer((host, port), _handler(executor))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(executor: Executor) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # Otherwise the body of an answer waits up to 40 ms until the client acknowledges the head.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            try:
                length = int(self.headers.get("Content-Length", "0"))
                if self.path != PATH or not 0 < length <= _LARGEST:
                    raise ValueError(f"POST one question to {PATH}")
                question = Question.model_validate_json(self.rfile.read(length))
                if question.profile not in PROFILES:
                    raise ValueError(f"there is no profile {question.profile!r}: {', '.join(PROFILES)}")
                self._say(200, {"rewards": rewards(question, executor)})
            except (ValidationError, ValueError) as exc:
                self._say(400, {"error": str(exc)})
            except AgentProgError as exc:  # the executor could not be asked
                self._say(503, {"error": exc.message})

        def _say(self, status: int, data: dict[str, Any]) -> None:
            body = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            with suppress(ConnectionError):  # the client did not wait
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not logged."""
            del format, args

    return Handler


class RewardClient:
    """Asks a reward service: up to `tries` times, all within `deadline` seconds."""

    def __init__(self, url: str, *, tries: int = 5, deadline: float = 120.0, pause: float = 0.5) -> None:
        self._url, self._tries, self._deadline, self._pause = url.rstrip("/") + PATH, tries, deadline, pause

    def score(self, role: Role, step: Step, replies: Sequence[str], *, profile: str = "swirl") -> list[float]:
        """The rewards in the order of the replies. Raises ModelError, or UsageError for a refused question."""
        body = Question(role=role, profile=profile, replies=list(replies), step=step).model_dump_json()
        ends, problem = time.monotonic() + self._deadline, ""
        for time_asked in range(self._tries):
            left = ends - time.monotonic()
            if left <= 0:
                break
            try:
                response = httpx.post(self._url, content=body, timeout=left)
            except httpx.HTTPError as exc:
                problem = str(exc) or type(exc).__name__
            else:
                if response.status_code == httpx.codes.OK:
                    return [float(reward) for reward in response.json()["rewards"]]
                problem = str(response.json().get("error", response.status_code))
                if response.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                    raise UsageError(f"the reward service refuses: {problem}", hint="Ask it as docs/learning.md says.")
            time.sleep(min(self._pause * 2**time_asked, max(0.0, ends - time.monotonic())))
        raise ModelError(
            f"the reward service {self._url} does not answer: {problem}", hint="Is `agentprog learn rewards` running?"
        )
