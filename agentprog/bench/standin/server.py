"""Serves the stand-in through an OpenAI-compatible endpoint on this computer."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agentprog.bench.standin.answers import answer
from agentprog.bench.standin.prompt import Prompt, UnknownPrompt, read_prompt
from agentprog.bench.standin.replies import Reply
from agentprog.bench.standin.slips import Slips
from agentprog.models.tokens import estimate_tokens

NAME = "stand-in"
_log = logging.getLogger(__name__)


class StandIn:
    """Answers prompts and counts their tokens as providers do. `cached` is the longest prefix shared with the previous
    prompt of the same purpose."""

    def __init__(self, slips: Slips) -> None:
        self._slips = slips
        self._seen: dict[str, str] = {}
        self._lock = threading.Lock()

    def reply(self, messages: Sequence[tuple[str, str]]) -> tuple[str, dict[str, Any]]:
        """The answer's text and the usage. Raises UnknownPrompt."""
        prompt = read_prompt(messages)
        found = self.answer(prompt)
        if prompt.purpose == "ground" and isinstance(found, dict):
            found = self._slips.spoil(found, prompt)
        text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
        return text, self._usage(prompt.purpose, "\n".join(text for _, text in messages), text)

    def answer(self, prompt: Prompt) -> str | Reply:
        """The answer to a prompt. Raises UnknownPrompt."""
        return answer(prompt)

    def _usage(self, purpose: str, prompt_text: str, reply: str) -> dict[str, Any]:
        with self._lock:
            earlier = self._seen.get(purpose, "")
            self._seen[purpose] = prompt_text
        shared = next(
            (n for n, (a, b) in enumerate(zip(prompt_text, earlier, strict=False)) if a != b),
            min(len(prompt_text), len(earlier)),
        )
        prompt, completion = estimate_tokens(prompt_text), estimate_tokens(reply)
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
            "prompt_tokens_details": {"cached_tokens": min(prompt, estimate_tokens(prompt_text[:shared]))},
        }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    """Without this, the body of an answer waits up to 40 ms until the client acknowledges the head."""
    stand_in: StandIn

    def do_GET(self) -> None:
        self._send(200, {"object": "list", "data": [{"id": NAME, "object": "model", "owned_by": "agentprog"}]})

    def do_POST(self) -> None:
        try:
            payload = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            text, usage = self.stand_in.reply([(m["role"], _text(m["content"])) for m in payload["messages"]])
        except (UnknownPrompt, ValueError, KeyError, TypeError) as exc:
            self._send(400, {"error": {"message": str(exc), "type": "invalid_request_error"}})
            return
        head = {"id": "stand-in", "created": int(time.time()), "model": NAME}
        if payload.get("stream"):
            self._stream(head, text, usage)
            return
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        self._send(200, {**head, "object": "chat.completion", "choices": [choice], "usage": usage})

    def _stream(self, head: dict[str, Any], text: str, usage: dict[str, Any]) -> None:
        chunk = {**head, "object": "chat.completion.chunk"}
        parts: list[dict[str, Any]] = [
            {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {"choices": [], "usage": usage},
        ]
        body = "".join(f"data: {json.dumps({**chunk, **part}, ensure_ascii=False)}\n\n" for part in parts)
        self._write(200, "text/event-stream", (body + "data: [DONE]\n\n").encode())

    def _send(self, status: int, body: dict[str, Any]) -> None:
        self._write(status, "application/json", json.dumps(body, ensure_ascii=False).encode())

    def _write(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        _log.debug(format, *args)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))


@contextmanager
def serve(policy: StandIn | None = None) -> Iterator[str]:
    """Runs the endpoint on a free port until the block ends. Yields its base URL, which ends with /v1."""
    handler = type("Handler", (_Handler,), {"stand_in": policy or StandIn(Slips())})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
