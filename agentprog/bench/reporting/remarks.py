"""Remarks on the limits of a report's figures."""

from __future__ import annotations

_STAND_IN = (
    """The stand-in is no model. It is a policy that reads our prompts, answers as a good model would, and knows the
    wording of these tasks. It makes comparable what agents ask: steps, calls, tokens, growth. It says nothing about
    success, so none is shown; that an agent finished fewer tasks is a limit of the stand-in. Its answers are short (a
    real model thinks in tokens) and come at once: out tokens are a lower bound, and seconds are without a model's.""",
    """Tokens are an estimate (characters / 3.5). Cached is the beginning of a prompt that the latest prompt of the same
    purpose had too: what a provider with a prompt cache could save, not what one did.""",
)
_EXTENDED = (
    """Not comparable with the paper: its agents look at screenshots, ours read the elements as text; its
    figures are from Gemini-2.5-Pro, UI-TARS-1.5 and GUI-Owl with all their thinking, on an Android emulator, and so is
    its latency. So neither level of tokens nor seconds can be set against ours.""",
    """Comparable in form: the tasks (own wording, the same sizes), the split of a prompt into static and dynamic, the
    shape of the growth, how agents on one machine relate to each other. The baselines follow the paper's descriptions
    on our grounding; they are not those projects' agents.""",
)
_OTHER = ("These tasks are ours; the paper has no figures for them.",)
_ALWAYS = ("The phone is simulated; seconds are this computer's, on which other programs may have run.",)


def remarks(*, stand_in: bool, extended: bool) -> tuple[str, ...]:
    """The applicable remarks, a paragraph each."""
    found = (*(_STAND_IN if stand_in else ()), *(_EXTENDED if extended else _OTHER), *_ALWAYS)
    return tuple(" ".join(text.split()) for text in found)
