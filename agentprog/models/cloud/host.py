"""The host of a model, and its errors: agentprog's words first, then the provider's own sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit

from agentprog.errors import ModelError, ModelRejected, ModelReplyInvalid, ModelUnreachable
from agentprog.frozen import frozen
from agentprog.models.cloud.refusals import Meaning, Refusal, Refused, words_for
from agentprog.models.cloud.retry import Transient
from agentprog.models.cloud.transport import TooSlow, transport_errors

T = TypeVar("T")

_CONNECTION_TRIES = 3
_BROKE = 500
"""The status of a local server that fails on a question and would fail again."""
_LOCAL_TRIES = 6
"""Tries for a busy or loading local server."""
_WRITING_TRIES = 3
"""Tries for a model that writes invalid JSON."""


@frozen
class Host:
    """`key` is the environment variable of the key. `local` means that the service is not on the internet."""

    model: str
    id: str
    url: str
    key: str
    local: bool = False

    @property
    def name(self) -> str:
        return urlsplit(self.url).netloc

    def asked(self, ask: Callable[[], T | None], left: float) -> T:
        """The result of one question; None for a stream that broke off. `left` is the time limit in seconds.

        Raises Transient and Refused for every failure on the way.
        """
        try:
            found = ask()
        except TooSlow:
            raise self.silent(left) from None
        except transport_errors() as exc:
            raise self.broken(exc, left) from exc
        except Refused as exc:
            self.told(exc.refusal)
        if found is None:
            raise self.broken(EOFError("the stream ended in the middle of the answer"), left)
        return found

    def told(self, refusal: Refusal) -> NoReturn:
        """Raises Transient for errors that can pass, else Refused, from which the caller may learn."""
        match refusal.meaning:
            case Meaning.FAILED if self.local and refusal.status == _BROKE:
                raise Transient(self.error(refusal), tries=_LOCAL_TRIES)
            case Meaning.RATE | Meaning.FAILED:
                raise Transient(self.error(refusal), after=refusal.after)
            case Meaning.INVALID_JSON:
                raise Transient(self.error(refusal), tries=_WRITING_TRIES)
        raise Refused(refusal)

    def error(self, refusal: Refusal) -> ModelError:
        """The error for a refusal, with the provider's own sentence, and its whole reply as evidence."""
        names = {"host": self.name, "model": self.model, "id": self.id, "key": self.key}
        words, hint = (text.format(**names) for text in words_for(refusal.meaning))
        status = f" ({refusal.status})" if refusal.status >= 400 else ""
        sentence = f": {refusal.sentence}" if refusal.sentence else ""
        kind: type[ModelError] = ModelRejected
        if refusal.meaning is Meaning.FAILED:
            kind = ModelUnreachable
        elif refusal.meaning in (Meaning.INVALID_JSON, Meaning.USED_UP):
            kind = ModelReplyInvalid
        return kind(f"{words}{status}{sentence}", hint=hint, evidence=refusal.raw)

    def silent(self, left: float, words: str = "") -> Transient:
        """The error for a question that took too long."""
        return Transient(ModelUnreachable(f"{self.name} did not answer within {left:.0f} s", evidence=words))

    def broken(self, cause: BaseException, left: float) -> Transient:
        """The error for a connection that failed or broke."""
        if "timeout" in type(cause).__name__.lower():
            return self.silent(left, str(cause))
        hint = (
            "Check that the server is running."
            if self.local
            else "Check the connection of this computer to the internet."
        )
        error = ModelUnreachable(
            f"{self.name} cannot be reached: {cause}", hint=f"{hint} Address: {self.url}", evidence=repr(cause)
        )
        return Transient(error, tries=_CONNECTION_TRIES)
