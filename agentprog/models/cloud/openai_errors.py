"""What goes wrong with an OpenAI-compatible server, in our words and with theirs kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn
from urllib.parse import urlsplit

import openai

from agentprog.errors import ModelError, ModelRejected, ModelUnreachable
from agentprog.models.cloud.retry import Transient, retry_after

KEY_VARIABLE = "OPENAI_API_KEY"
OFFICIAL = "https://api.openai.com/v1"
_CONNECTION_TRIES = 3
NO_SUCH_API = (404, 405, 501)
_INVALID = re.compile(r"literal_error|extra_forbidden|[\"']loc[\"']: ?[(\[]")
"""How pydantic says what is wrong with a request: llama-cpp-python's server answers that with 500."""

_TOO_LONG = (
    "context_length_exceeded",
    "context length",
    "context window",
    "maximum context",
    "too many tokens",
    "too long",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """Whom errors are about."""

    model: str
    id: str
    url: str

    @property
    def name(self) -> str:
        return urlsplit(self.url).netloc

    def translate(self, exc: openai.APIError, left: float) -> NoReturn:
        """Maps what may pass to Transient, what the caller may adapt to itself, and the rest to a ModelError."""
        if isinstance(exc, openai.APITimeoutError):
            raise self.silent(left, str(exc)) from exc
        if isinstance(exc, openai.APIConnectionError):
            raise self.broken(exc.__cause__ or exc, left) from exc
        if isinstance(exc, openai.APIStatusError):
            if isinstance(exc, (openai.BadRequestError, openai.UnprocessableEntityError)):
                raise exc
            self._translate_status(exc)
        raise ModelUnreachable(f"{self.name} failed: {exc}", evidence=repr(exc)) from exc

    def _translate_status(self, exc: openai.APIStatusError) -> NoReturn:
        status, words = exc.status_code, exc.response.text
        if status == 429 and exc.code != "insufficient_quota":
            error: ModelError = ModelRejected(f"{self.name} limits the rate of requests (429)", evidence=words)
            raise Transient(error, after=retry_after(exc.response.headers)) from exc
        if status in NO_SUCH_API or (status == 500 and _INVALID.search(words)):
            raise exc
        if status in (408, 409) or status >= 500:
            error = ModelUnreachable(f"{self.name} failed ({status})", evidence=words)
            raise Transient(error, after=retry_after(exc.response.headers)) from exc
        raise self.refused(exc) from exc

    def silent(self, left: float, words: str = "") -> Transient:
        """It took too long."""
        return Transient(ModelUnreachable(f"{self.name} did not answer within {left:.0f} s", evidence=words))

    def broken(self, cause: BaseException, left: float) -> Transient:
        """The connection could not be made, or broke."""
        if "timeout" in type(cause).__name__.lower():
            return self.silent(left, str(cause))
        hint = "Is the server running?" if self.url != OFFICIAL else "Is this computer online?"
        error = ModelUnreachable(
            f"{self.name} cannot be reached: {cause}", hint=f"{hint} Address: {self.url}", evidence=repr(cause)
        )
        return Transient(error, tries=_CONNECTION_TRIES)

    def refused(self, exc: openai.APIStatusError) -> ModelRejected:
        """The error for a refusal that asking again will not change."""
        status, words, hint = exc.status_code, exc.response.text, ""
        if status == 401:
            message, hint = f"{self.name} does not accept the API key", f"Check {KEY_VARIABLE}."
        elif status == 403:
            message = f"{self.name} does not allow this"
        elif status in NO_SUCH_API:
            message = f"{self.name} knows no model {self.model!r}, or nothing at this address"
            hint = "Check the model's name, and that the base URL ends in /v1."
        elif status == 429:
            message, hint = f"the quota at {self.name} is used up", "Check plan and billing there."
        elif too_long(exc):
            message = f"the prompt is longer than the context of {self.id}"
        else:
            message = f"{self.name} refuses the request ({status})"
        return ModelRejected(message, hint=hint, evidence=words)


def too_long(exc: openai.APIStatusError) -> bool:
    """Whether a refusal is about the length of the prompt."""
    words = f"{exc.code} {exc.message}".lower()
    return any(sign in words for sign in _TOO_LONG)
