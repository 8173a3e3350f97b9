"""Answers with the native library: cached prefixes by purpose, text under a grammar, candidates scored together."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

from agentprog.models.llamacpp import tree
from agentprog.models.llamacpp.chat import ChatTemplate, ChatTemplateError, Piece, Turn
from agentprog.models.llamacpp.native import (
    BATCH,
    ROWS,
    BatchToken,
    Grammar,
    GrammarError,
    LoadError,
    Logits,
    Native,
    NoRoom,
)
from agentprog.models.llamacpp.prefixes import WORTH, PrefixStore
from agentprog.models.llamacpp.sampling import choose, log_probability, repeats
from agentprog.models.llamacpp.slots import Slot, SlotTable, common_prefix

SLOTS = 12
"""Number of cached prompt prefixes: one for every purpose, and one for its baseline."""
BRANCHES = 52
"""Candidates per decode."""
CELLS_PER_CONTEXT = 2
"""Cells, in longest prompts. Attention runs over all used cells, so more cells are slower."""

PromptProgress = Callable[[int, int], None]
"""Callback: evaluated tokens of a prompt, and their total."""


class Refused(Exception):
    """A request that this model cannot answer; `kind` is the sort of refusal."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class Facts(NamedTuple):
    """Facts about a loaded model."""

    context: int
    parameters: int
    description: str
    scoring: bool


class Completion(NamedTuple):
    text: str
    finish: str
    prompt: int
    cached: int
    completion: int


class Scored(NamedTuple):
    values: list[float]
    prompt: int
    cached: int


class Engine:
    """One model in this process. Not thread safe: one request at a time."""

    def __init__(
        self,
        path: Path,
        *,
        context: int,
        threads: int,
        seed: int,
        prefixes: Path | None = None,
        adapter: Path | None = None,
    ) -> None:
        try:
            self._native = Native(
                path,
                context=context,
                sequences=SLOTS + BRANCHES,
                threads=threads,
                cells_per_context=CELLS_PER_CONTEXT,
                adapter=adapter,
            )
        except LoadError as exc:
            raise Refused("load", str(exc)) from exc
        self._slots = SlotTable(range(SLOTS))
        self._kept = PrefixStore(prefixes, self._native.maker) if prefixes is not None else None
        self._draws = np.random.default_rng(seed)
        self._template = self._open_template()
        self._control = self._native.control_tokens()

    def facts(self) -> Facts:
        native = self._native
        return Facts(native.context, native.parameters, native.description(), native.rewindable)

    def count(self, text: str) -> int:
        return len(self._native.tokenize(text, trusted=False))

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        key: str,
        max_tokens: int,
        temperature: float,
        schema: str | None,
        grammar: str | None,
        stop: Sequence[str],
        progress: PromptProgress,
        stable: int = 0,
    ) -> Completion:
        """The assistant's next words. The slot of `key` afterwards holds the prompt and the answer.

        The first `stable` turns are the same in every call with this key.
        """
        prompt = self._prompt(self._pieces(turns))
        rules = self._rules(schema, grammar)
        try:
            slot, logits, cached = self._evaluate(key, prompt, progress, stable=self._stable(turns[:stable], prompt))
            room = min(max_tokens, self._native.context - len(prompt))
            text, finish, count = self._generate(slot, logits, room, temperature, rules, stop, progress)
        finally:
            if rules:
                rules.close()
        return Completion(text, finish, len(prompt), cached, count)

    def score(
        self,
        turns: Sequence[Turn],
        candidates: Sequence[str],
        *,
        key: str,
        among: float,
        progress: PromptProgress,
        stable: int = 0,
    ) -> Scored:
        """The summed log-probability of each candidate after these turns, including its end of turn.

        `among` is the weight of probabilities normalised over the next tokens of the candidates. At 1, a token that
        only one candidate can continue with costs nothing and is not evaluated.
        """
        if not self._native.rewindable:
            raise Refused("unsupported", "a recurrent model cannot branch: it cannot score candidates")
        prompt, endings = self._split(self._pieces(turns), candidates)
        slot, logits, cached = self._evaluate(
            key, prompt, progress, beyond=max(map(len, endings)), stable=self._stable(turns[:stable], prompt)
        )
        root = tree.build(endings)
        values = [0.0] * len(endings)
        _add(values, root, logits, among=among)
        nodes = list(tree.inner(root, branching=among == 1))
        evaluated = 0
        for start in range(0, len(endings), BRANCHES):
            group = range(start, min(start + BRANCHES, len(endings)))
            evaluated += self._score_group(slot, group, nodes, values, among=among, progress=progress)
        return Scored(values, len(prompt) + evaluated, cached)

    def _open_template(self) -> ChatTemplate:
        native = self._native
        source = native.template()
        if source is None:
            raise Refused("load", "it has no chat template: a base model, not one that follows instructions")
        bos, eos = native.token_text(native.bos()), native.token_text(native.end_of_turn())
        try:
            return ChatTemplate(source, bos=bos, eos=eos)
        except ChatTemplateError as exc:
            raise Refused("load", str(exc)) from exc

    def _pieces(self, turns: Sequence[Turn]) -> list[Piece]:
        try:
            return self._template.pieces(turns)
        except ChatTemplateError as exc:
            raise Refused("messages", str(exc)) from exc

    def _prompt(self, pieces: Sequence[Piece]) -> list[int]:
        native = self._native
        tokens = [token for piece in pieces for token in native.tokenize(piece.text, trusted=piece.trusted)]
        bos = native.bos()
        if bos is not None and native.adds_bos() and tokens[:1] != [bos]:
            tokens.insert(0, bos)
        return tokens

    def _split(self, pieces: Sequence[Piece], candidates: Sequence[str]) -> tuple[list[int], list[list[int]]]:
        """The prompt's tokens and each candidate's, split where they all still agree.

        A candidate may change how the end of a prefill is tokenised ("Sa" and "ve" are one token). So a started turn is
        tokenised together with each candidate, and tokens that not all share are scored as part of the candidate.
        """
        native = self._native
        started = pieces[-1].text if pieces and not pieces[-1].trusted else ""
        head = self._prompt(pieces[:-1] if started else pieces)
        bare = native.tokenize(started, trusted=False)
        full = [native.tokenize(started + text, trusted=False) for text in candidates]
        shared = min(common_prefix(bare, tokens) for tokens in full)
        end = native.end_of_turn()
        return head + bare[:shared], [[*tokens[shared:], end] for tokens in full]

    def _rules(self, schema: str | None, grammar: str | None) -> Grammar | None:
        if schema is not None:
            try:
                grammar = json_schema_to_gbnf(schema)
            except (ValueError, KeyError, TypeError, AttributeError, AssertionError) as exc:
                raise Refused("schema", f"this JSON schema cannot be made a grammar: {exc!r}") from exc
        if grammar is None:
            return None
        try:
            return self._native.grammar(grammar)
        except GrammarError as exc:
            raise Refused("grammar", str(exc)) from exc

    def _stable(self, turns: Sequence[Turn], prompt: Sequence[int]) -> int:
        """How many of the prompt's first tokens come from these turns."""
        if self._kept is None or not turns:
            return 0
        return min(common_prefix(self._prompt(self._pieces(turns)), prompt), len(prompt) - 1)

    def _evaluate(
        self, key: str, tokens: list[int], progress: PromptProgress, beyond: int = 1, stable: int = 0
    ) -> tuple[Slot, Logits, int]:
        """Make the slot of `key` hold exactly these tokens. Returns the slot, the next logits, and the number of tokens
        reused.
        """
        if not tokens:
            raise Refused("messages", "the prompt is empty")
        if len(tokens) + beyond > self._native.context:
            raise Refused("context", f"the prompt has {len(tokens)} tokens, the model's context {self._native.context}")
        slot = self._slots.take(key)
        self._borrow(slot, tokens)
        reused = min(common_prefix(slot.tokens, tokens), len(tokens) - 1)
        self._trim(slot, reused)
        new = self._recall(slot, tokens[:stable])
        reused = len(slot.tokens)
        rows: list[Logits] = []
        while len(slot.tokens) < len(tokens):
            start = len(slot.tokens)
            progress(start - reused, len(tokens) - reused)
            final = len(tokens) - 1
            part = tokens[start : min(start + BATCH, stable if new and start < stable else len(tokens))]
            rows = self._decode([BatchToken(t, i, (slot.seq,), i == final) for i, t in enumerate(part, start)], slot)
            slot.tokens.extend(part)
            if new and len(slot.tokens) == stable:
                self._keep(slot)
        return slot, rows[0], reused

    def _recall(self, slot: Slot, beginning: list[int]) -> bool:
        """Fills the slot with a prompt's beginning from disk. True if the beginning is new and worth saving."""
        if self._kept is None or len(beginning) < WORTH or len(slot.tokens) >= len(beginning):
            return False
        data = self._kept.load(beginning)
        if data is None:
            return True
        self._trim(slot, 0)
        if self._native.load(slot.seq, data):
            slot.tokens = beginning
        return False

    def _keep(self, slot: Slot) -> None:
        if self._kept is not None and (data := self._native.save(slot.seq)):
            self._kept.save(slot.tokens, data)

    def _borrow(self, slot: Slot, tokens: Sequence[int]) -> None:
        """Copies another slot's beginning if it matches these tokens better than the slot's own."""
        lender, length = self._slots.longest(tokens)
        if (
            lender is None
            or lender is slot
            or length <= common_prefix(slot.tokens, tokens)
            or not self._native.rewindable
        ):
            return
        self._trim(slot, 0)
        self._native.share(lender.seq, slot.seq, length)
        slot.tokens = lender.tokens[:length]

    def _trim(self, slot: Slot, length: int) -> None:
        if length < len(slot.tokens):
            if self._native.forget(slot.seq, length):
                del slot.tokens[length:]
            else:
                self._native.forget(slot.seq)
                slot.tokens.clear()

    def _decode(self, entries: Sequence[BatchToken], slot: Slot) -> list[Logits]:
        """Decodes; frees the longest unused prompts while there is no room."""
        while True:
            try:
                return self._native.decode(entries)
            except NoRoom as exc:
                victim = self._slots.surrender(but=slot)
                if victim is None:
                    raise Refused("context", "the context is full") from exc
                self._trim(victim, 0)

    def _generate(
        self,
        slot: Slot,
        logits: Logits,
        room: int,
        temperature: float,
        rules: Grammar | None,
        stop: Sequence[str],
        progress: PromptProgress,
    ) -> tuple[str, str, int]:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = ""
        tokens: list[int] = []
        for count in range(room):
            token = self._next(logits, temperature, rules)
            if self._native.ends(token):
                return text, "stop", count
            if rules:
                rules.accept(token)
            text += decoder.decode(self._native.piece(token))
            cut = min((at for mark in stop if (at := text.find(mark)) >= 0), default=-1)
            if cut >= 0:
                return text[:cut], "stop", count + 1
            tokens.append(token)
            if rules is None and repeats(tokens):
                return text, "cut", count + 1
            progress(count + 1, room)
            if count + 1 < room:
                (logits,) = self._decode([BatchToken(token, len(slot.tokens), (slot.seq,), True)], slot)
                slot.tokens.append(token)
        return text, "length", room

    def _next(self, logits: Logits, temperature: float, rules: Grammar | None) -> int:
        if rules:
            # A grammar reads a control token as its text; a string rule would admit `<|im_start|>`.
            logits = logits.copy()
            logits[self._control] = -np.inf
        token = choose(logits, temperature=temperature, rules=rules, draws=self._draws)
        if token is None:
            raise Refused("grammar", "the grammar admits no token here: it has a dead end")
        return token

    def _score_group(
        self,
        slot: Slot,
        group: range,
        nodes: Sequence[tree.TokenNode],
        values: list[float],
        *,
        among: float,
        progress: PromptProgress,
    ) -> int:
        """Adds the tokens after the first of these candidates to `values`; returns the number of evaluated tokens."""
        seqs = {member: SLOTS + place for place, member in enumerate(group)}
        for seq in seqs.values():
            self._native.share(slot.seq, seq)
        ways = [(node, tuple(seqs[m] for m in node.members if m in seqs)) for node in nodes]
        ways = [(node, through) for node, through in ways if through]
        try:
            for start in range(0, len(ways), ROWS):
                progress(start, len(ways))
                part = ways[start : start + ROWS]
                entries = [
                    BatchToken(node.token, len(slot.tokens) + node.depth, through, True) for node, through in part
                ]
                for (node, _), logits in zip(part, self._decode(entries, slot), strict=True):
                    _add(values, node, logits, among=among, only=seqs)
        finally:
            for seq in seqs.values():
                self._native.forget(seq)
        return len(ways)


def _add(
    values: list[float], node: tree.TokenNode, logits: Logits, *, among: float, only: Container[int] | None = None
) -> None:
    """Adds the log-probability of each child of a node to the candidates below it."""
    tokens = list(node.children)
    for token, value in zip(tokens, log_probability(logits, tokens, among=among), strict=True):
        for member in node.children[token].members:
            if only is None or member in only:
                values[member] += value
