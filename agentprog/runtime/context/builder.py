"""Builds the context of every question to a role from the run's state, with a token budget for each section."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from agentprog.identity import says
from agentprog.ports import Screen
from agentprog.runtime import roles
from agentprog.runtime.context import screens
from agentprog.runtime.context.baselines import HierarchicalPlan, SlidingWindow, Summaries
from agentprog.runtime.context.guided import ProgramGuided, state_sections
from agentprog.runtime.context.longtexts import LongTexts
from agentprog.runtime.context.manager import Aim, Asking, ContextManager, said
from agentprog.runtime.context.program import ProgramView
from agentprog.runtime.context.sections import ORDER, Fitted, Section, budgets_for, fit
from agentprog.runtime.context.tokens import Tokens
from agentprog.runtime.evaluation.mentions import holds_all, literals_of
from agentprog.runtime.journal.events import ContextBuilt
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord


@dataclass(slots=True)
class _Sizes:
    """The size of each section of one context, and its cuts."""

    fitted: dict[str, Fitted] = field(default_factory=dict)

    def event(self, step: int, purpose: str, builder: ContextBuilder) -> ContextBuilt:
        found = {name: self.fitted[name] for name in ORDER if name in self.fitted}
        filled = {name: fitted for name, fitted in found.items() if fitted.tokens or fitted.left_out}
        return ContextBuilt(
            at=0.0,
            step=step,
            purpose=purpose,
            sections={name: fitted.tokens for name, fitted in filled.items()},
            kept={name: len(fitted.lines) for name, fitted in filled.items()},
            dropped={name: fitted.left_out for name, fitted in filled.items() if fitted.left_out},
            shortened={name: fitted.shortened for name, fitted in filled.items() if fitted.shortened},
            budgets={name: builder.budgets[name] for name in filled},
            manager=builder.manager.name,
            tokenizer=builder.tokens.tokenizer,
        )


class ContextBuilder:
    """Builds the contexts of one run. Every line that it leaves out of a section is counted and recorded, for each
    model call.
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._before: Screen | None = None
        self._aim: Aim | None = None
        self._apps: Fitted | None = None
        self._long = LongTexts(kit)
        self.manager: ContextManager = _MANAGERS[kit.options.context](kit, self)

    # Loaded only when a model is needed: an exact program needs no tokenizer.

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens(self._kit.roles.tokens)

    @cached_property
    def budgets(self) -> Mapping[str, int]:
        """The budget of each section, in tokens."""
        return budgets_for(self.tokens.context, whole_task=self.manager.name != "ours")

    @cached_property
    def _program(self) -> ProgramView:
        return ProgramView(self._kit.course.listing, self._kit.course.table, self.budgets["program"], self.tokens)

    def amended(self) -> None:
        """Use the new text of the amended program."""
        self.__dict__.pop("_program", None)

    # ------------------------------------------------------------ events for the context manager

    def begin(self, record: StepRecord, goal: str, *, app: str | None) -> None:
        """Tell the manager that a step in plain words begins in this app."""
        self._before, self._aim = None, Aim(record=record, goal=goal, app=app)
        self.manager.begin(self._aim)

    def acted(self, attempt: roles.Attempt) -> None:
        """Tell the manager about a move of the step, made on the last screen in a prompt."""
        before, self._before = self._before, None
        if self._aim is not None:
            self.manager.acted(self._aim, attempt, before)

    def ended(self, record: StepRecord) -> None:
        """Tell the manager that a statement has ended."""
        self.manager.ended(record)

    # ------------------------------------------------------------ contexts

    def step(
        self,
        record: StepRecord,
        *,
        goal: str,
        literals: tuple[str, ...],
        successors: tuple[roles.Successor, ...],
        app: str | None,
        screen: Screen,
        tried: roles.Tried,
        hints: Sequence[str],
    ) -> roles.StepContext:
        """For the grounder's next move."""
        self._before = screen
        sizes = _Sizes()
        past = self.manager.past(record)
        lines = {section.name: self._fitted(section, sizes) for section in past.sections}
        told_goal, texts = self._long.prompt_text(goal, record.row, literals)
        goal_of_step = roles.Goal(
            instruction=self._instruction(goal, sizes),
            program=self._program_text(record, sizes),
            line=record.row.line,
            step="\n".join(self._fitted(Section(name="step", lines=tuple(told_goal.splitlines())), sizes)),
            literals=literals,
            texts=texts,
            successors=successors,
        )
        near = self._screen(screen, sizes, literals=literals, sentence=told_goal)
        background = roles.Background(
            apps=self._app_names(record, sizes),
            glances=self._glances(past.glances, sizes),
            hints=self._hints(hints, sizes),
            path=lines.get("path", ()),
            variables=lines.get("variables", ()),
            beliefs=lines.get("beliefs", ()),
            believed=self._kit.notes.beliefs.ids if self._kit.options.belief else (),
            earlier=lines.get("earlier", ()),
            history=lines.get("history", ()),
        )
        skipped = self._skipped(tried.attempts, sizes) if past.moves else len(tried.attempts)
        self._record_context(record, "ground", sizes)
        return roles.StepContext(
            goal=goal_of_step,
            seen=self._kit.phone.seen(near, app=app, line=record.row.line),
            tried=replace(tried, skipped=skipped),
            background=background,
        )

    def condition(
        self, record: StepRecord, condition: str, *, app: str | None, screen: Screen
    ) -> roles.ConditionContext:
        """For the navigator."""
        sizes = _Sizes()
        lines = self._state(record, sizes, ("variables", "beliefs"))
        hints = self._hints(self._kit.session.prompt_remarks(), sizes)
        near = self._screen(screen, sizes, literals=literals_of(condition, ()), sentence=condition)
        self._record_context(record, "judge", sizes)
        return roles.ConditionContext(
            condition=self.tokens.cut(condition, self.budgets["step"]),
            seen=self._kit.phone.seen(near, app=app, line=record.row.line),
            variables=lines["variables"],
            beliefs=lines["beliefs"],
            hints=hints,
        )

    def extract(
        self,
        record: StepRecord,
        question: str,
        *,
        kind: str,
        app: str | None,
        screen: Screen,
        refused: Sequence[str] = (),
        leads: bool = False,
    ) -> roles.ExtractContext:
        """For the extractor. `refused` are the rejected parts of its earlier answer about the same screen."""
        sizes = _Sizes()
        lines = self._state(record, sizes, ("variables",))
        hints = self._hints([*self._kit.session.prompt_remarks(), *refused], sizes)
        near = self._screen(
            screens.without_tools(screen),
            sizes,
            literals=literals_of(question, ()),
            sentence=question,
            name="screen to read",
            most=screens.MOST_TO_READ,
        )
        program = self._program_text(record, sizes)
        self._record_context(record, "read", sizes)
        return roles.ExtractContext(
            wanted=self.tokens.cut(question, self.budgets["step"]),
            seen=self._kit.phone.seen(near, app=app, line=record.row.line),
            kind=kind,
            variables=lines["variables"],
            hints=hints,
            program=program,
            line=record.row.line,
            leads=leads,
        )

    def compute(self, record: StepRecord, statement: str, *, code: str = "", error: str = "") -> roles.ComputeContext:
        """For the coder: it sees previews, its code gets the full values."""
        sizes = _Sizes()
        lines = self._state(record, sizes, ("variables",))
        self._record_context(record, "code", sizes)
        return roles.ComputeContext(statement=statement, variables=lines["variables"], code=code, error=error)

    def advice(self, record: StepRecord, prompt: str, *, kind: str) -> roles.AdviceContext:
        """For the adviser."""
        sizes = _Sizes()
        lines = self._state(record, sizes, ("variables",))
        hints = self._hints(self._kit.session.prompt_remarks(), sizes)
        self._record_context(record, "advise", sizes)
        kit = self._kit
        return roles.AdviceContext(
            prompt=prompt,
            now=kit.now(),
            kind=kind,
            variables=lines["variables"],
            hints=hints,
            language=kit.phone.connection.language,
        )

    def summary(self, aim: Aim, move: str, before: Screen | None) -> roles.SummaryContext:
        """For the summariser: two screens and the actions between them."""
        sizes = _Sizes()
        after = self._screen(self._kit.phone.eyes.current(aim.record), sizes, literals=(), sentence=move)
        if before is not None:
            before = self._screen(before, sizes, literals=(), sentence=move, name="screen before")
        context = roles.SummaryContext(
            goal=self.tokens.cut(aim.goal, self.budgets["step"]),
            move=move,
            before=before,
            seen=self._kit.phone.seen(after, app=aim.app, line=aim.record.row.line),
        )
        self._record_context(aim.record, "summary", sizes)
        return context

    def agenda(self, aim: Aim, agenda: roles.Agenda, moves: tuple[str, ...]) -> roles.ManageContext:
        """For the manager of a hierarchical plan."""
        sizes = _Sizes()
        screen = self._kit.phone.eyes.current(aim.record)
        near = self._screen(screen, sizes, literals=literals_of(aim.goal, ()), sentence=aim.goal)
        context = roles.ManageContext(
            task=self.tokens.cut(aim.goal, self.budgets["step"]),
            plan=self._fitted(Section(name="history", lines=agenda.plan), sizes),
            progress=agenda.progress,
            moves=self._fitted(Section(name="moves", lines=moves, keep="last"), sizes),
            seen=self._kit.phone.seen(near, app=aim.app, line=aim.record.row.line),
        )
        self._record_context(aim.record, "manage", sizes)
        return context

    # ------------------------------------------------------------ sections

    def _fitted(self, section: Section, sizes: _Sizes) -> tuple[str, ...]:
        fitted = fit(section, self.budgets[section.name], self.tokens)
        sizes.fitted[section.name] = fitted
        return fitted.lines

    def _hints(self, hints: Sequence[str], sizes: _Sizes) -> tuple[str, ...]:
        return self._fitted(Section(name="hints", lines=tuple(hints), keep="last"), sizes)

    def _state(self, record: StepRecord, sizes: _Sizes, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The run's own sections for a question other than the grounder's."""
        sections = {section.name: section for section in state_sections(self._kit, record)}
        return {name: self._fitted(sections[name], sizes) if name in sections else () for name in names}

    def _screen(
        self,
        screen: Screen,
        sizes: _Sizes,
        *,
        literals: Sequence[str],
        sentence: str,
        name: str = "screen",
        most: int = screens.MOST,
    ) -> Screen:
        mentioned = (*literals, sentence)
        shortened, fitted = screens.within(screen, self.budgets[name], self.tokens, mentioned=mentioned, most=most)
        sizes.fitted[name] = fitted
        return shortened

    def _glances(self, glances: Sequence[roles.Glance], sizes: _Sizes) -> tuple[roles.Glance, ...]:
        shortened: list[roles.Glance] = []
        tokens = left_out = elements = 0
        for glance in glances:
            budget = self.budgets["frames"] // len(glances)
            screen, fitted = screens.within(glance.screen, budget, self.tokens, mentioned=(glance.move,))
            shortened.append(replace(glance, screen=screen))
            tokens, left_out = tokens + fitted.tokens, left_out + fitted.left_out
            elements += len(fitted.lines)
        if glances:
            sizes.fitted["frames"] = Fitted(lines=("",) * elements, tokens=tokens, left_out=left_out)
        return tuple(shortened)

    def _instruction(self, goal: str, sizes: _Sizes) -> str:
        """The user's instruction; empty if the step has the same words, or a program written for it contains all its
        values.
        """
        options = self._kit.options
        said_by_user = options.instruction
        if self.manager.name == "ours" and options.source == "model":
            if holds_all(self._kit.course.listing.text, said_by_user):
                return ""
        elif self.manager.name != "ours" and " ".join(said_by_user.split()) == " ".join(goal.split()):
            return ""
        lines = tuple(said_by_user.splitlines())
        return "\n".join(self._fitted(Section(name="instruction", lines=lines), sizes))

    def _program_text(self, record: StepRecord, sizes: _Sizes) -> str:
        """The program's text for a prompt. A baseline has none: its program is its task."""
        if self.manager.name != "ours":
            return ""
        fitted = self._program.prompt_text(record.row)
        sizes.fitted["program"] = fitted
        return fitted.text

    def _app_names(self, record: StepRecord, sizes: _Sizes) -> tuple[str, ...]:
        """The names of the phone's apps. If there are too many: first the apps that the program or the user names, then
        the others in order.
        """
        if self._apps is None:
            labels = [installed.label for installed in self._kit.phone.connection.apps(record.row.line)]
            fitted = fit(Section(name="apps", lines=tuple(labels)), self.budgets["apps"], self.tokens)
            if fitted.left_out:
                options = self._kit.options
                words = f"{options.text}\n{options.instruction}"
                labels.sort(key=lambda label: not says(words, label))
                fitted = fit(Section(name="apps", lines=tuple(labels)), self.budgets["apps"], self.tokens)
            self._apps = fitted
        sizes.fitted["apps"] = self._apps
        return self._apps.lines

    def _skipped(self, attempts: Sequence[roles.Attempt], sizes: _Sizes) -> int:
        """The number of oldest moves of a step that the prompt leaves out."""
        lines = tuple(said(attempt) for attempt in attempts)
        self._fitted(Section(name="moves", lines=lines, keep="last", longest=60), sizes)
        return sizes.fitted["moves"].left_out

    def _record_context(self, record: StepRecord, purpose: str, sizes: _Sizes) -> None:
        """Record the sections and sizes of this context."""
        self._kit.session.emit(sizes.event(record.step, purpose, self))


_MANAGERS: Mapping[str, Callable[[Kit, Asking], ContextManager]] = {
    "ours": lambda kit, _asking: ProgramGuided(kit),
    "summary": Summaries,
    "window": lambda kit, _asking: SlidingWindow(kit),
    "plan": HierarchicalPlan,
}
"""The context managers by the names that `RunOptions.context` has for them."""
