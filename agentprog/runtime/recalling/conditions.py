"""Decides conditions in plain words that control the program: by a learned element once enough judgements agree, else
by a model, whose verdicts are learned."""

from __future__ import annotations

from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.ports import Screen
from agentprog.ports.watching import Patience
from agentprog.recipes.aiming import place_of
from agentprog.recipes.deciding import Judged, decided, judged
from agentprog.recipes.form import Recipe
from agentprog.recipes.sentence import Sentence, sentence_of
from agentprog.runtime.grounding.world import StepWorld, look
from agentprog.runtime.recalling.entries import answered, learned
from agentprog.runtime.recalling.values import as_told, home_of, values_of
from agentprog.runtime.state.values import Value
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap

_STEERS = (ast.Branch, ast.While, ast.RepeatUntil)
"""Statements whose condition controls the program. Conditions of `wait until` and `make sure` are judged each time."""
_PAUSE = 0.5
"""Seconds between two looks that must give the same verdict."""
_LEARNED = "learned"


class RecallingWorld(StepWorld):
    """Decides a condition by a learned element, if enough judgements agree."""

    def weigh(self, question: ast.Semantic, words: str) -> tuple[bool | None, str]:
        return look(self._step, words, _Weighing(self._step, question, words))


class _Weighing:
    """One condition at one line, before it is judged and after."""

    def __init__(self, step: Step, question: ast.Semantic, words: str) -> None:
        self._step, self._question, self._words = step, question, words
        self._seen: Screen | None = None
        """The screen of a judgement; None: nothing can be learned from it."""
        self._recipe: Recipe | None = None

    def known(self) -> dict[str, Value] | None:
        """The learned verdict; None if a model must be asked."""
        step = self._step
        if not step.options.recalls or not isinstance(step.row.node, _STEERS):
            return None
        self._seen = step.screen()
        book = step.notes.recipes
        if book.lasts:
            book.open(home_of(step, self._seen))
        self._recipe = book.judged(self._sentence.key, self._app, place_of(self._seen))
        if self._recipe is None or self._seen.issues:
            return None
        holds = self._decided(self._recipe)
        if holds is None:
            return None
        self._seen = None
        run = "earlier" if self._recipe.earlier else "this"
        return {"holds": holds, "evidence": "as its element tells", _LEARNED: run}

    def heard(self, found: dict[str, Value]) -> None:
        """Record a learned verdict, or learn from the model's; a resumed run takes both from the journal."""
        if _LEARNED in found:
            answered(self._step, self._recipe, str(found[_LEARNED]))
        elif (recipe := learned(self._step, lambda: self._from(found))) is not None:
            self._learn(recipe)

    def _from(self, found: dict[str, Value]) -> Recipe | None:
        """The recipe that a model's verdict makes; None for a verdict from a picture."""
        if not isinstance(found["holds"], bool) or found.get("pictured"):
            return None
        return self._judged(found["holds"], str(found["evidence"]))

    @property
    def _sentence(self) -> Sentence:
        return as_told(self._step, sentence_of(self._question))

    @property
    def _app(self) -> str:
        return canon(self._step.app() or "")

    def _decided(self, recipe: Recipe) -> bool | None:
        """The verdict if two looks agree; a screen that is still changing decides nothing."""
        step = self._step
        values = values_of(step, self._sentence)
        first = decided(recipe, values, step.screen())
        if first is None:
            return None
        nap(step, Patience(step.session.clock, _PAUSE), _PAUSE)
        now = step.screen()
        return first if place_of(now) == recipe.begins and decided(recipe, values, now) is first else None

    def _judged(self, holds: bool, evidence: str) -> Recipe | None:
        """A recipe from a verdict on a screen at rest; None if no recipe can be made from it."""
        step, seen = self._step, self._seen
        if seen is None or seen.issues or step.phone.eyes.observe(step.record).signature != seen.signature:
            return None
        verdict = Judged(
            screen=seen, values=values_of(step, self._sentence), said=self._words, holds=holds, evidence=evidence
        )
        recipe = judged(self._sentence.key, self._app, verdict, self._recipe.signs if self._recipe is not None else ())
        return recipe if recipe.signs else None

    def _learn(self, recipe: Recipe) -> None:
        step = self._step
        home = home_of(step, self._seen) if self._seen is not None and step.notes.recipes.lasts else None
        step.notes.recipes.learn(recipe, (recipe.mark,), home)
