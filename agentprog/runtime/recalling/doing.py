"""Does a step in plain words from beginning to end: by a trusted recipe, else by the model, whose moves become a
recipe."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from agentprog.errors import AgentProgError, RunError
from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.ports import Screen
from agentprog.recipes.aiming import meets, place_of, stands_on
from agentprog.recipes.filing import is_readable, recipe_data, recipe_from, way_data, way_from
from agentprog.recipes.form import Home, Move, Recipe, Use, Way, steady_of
from agentprog.recipes.heading import says_so
from agentprog.recipes.making import Ended, NotGeneral, course_of
from agentprog.recipes.sentence import Sentence, sentence_of
from agentprog.recipes.writing import parts_of
from agentprog.runtime.exactly.carrying import by_lines
from agentprog.runtime.exactly.lines import Lines
from agentprog.runtime.grounding.loop import finish, start, until_done
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.reported import ReportedValue
from agentprog.runtime.journal.events import Learned, Recalled, Replayed
from agentprog.runtime.operations import Operation
from agentprog.runtime.recalling.values import as_told, home_of, values_of
from agentprog.runtime.record import Tier
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.belief import covered
from agentprog.runtime.state.values import as_text
from agentprog.runtime.step import Step


@dataclass(slots=True, kw_only=True)
class Work:
    """One execution of a step in plain words."""

    step: Step
    pursuit: Pursuit
    sentence: Sentence
    values: dict[Use, str]
    app: str
    begins: Screen | None = None
    home: Home | None = None
    """The place under which this execution is learned; None: it is not learned."""
    recipe: Recipe | None = None
    way: Way | None = None
    """The beginning of the recipe from the current page; None: it does not begin there."""
    lines: Lines | None = None
    done: StepDone = field(default_factory=lambda: StepDone(reason=""))
    ended: Screen | None = None

    @property
    def read(self) -> bool:
        """True if lines of a recipe have read the step's values."""
        return self.lines is not None and self.lines.read

    @property
    def said(self) -> tuple[str, ...]:
        """The values, which distinguish one execution from another."""
        return tuple(self.values.values())

    @property
    def operation(self) -> Operation:
        return Operation(self.done.operation)


def pursue(step: Step, *, goal: str, literals: tuple[str, ...], receiver: ReportedValue | None) -> Work:
    """Do a step in plain words on the phone. Raises AgentProgError if the step fails."""
    step.record.rises_to(Tier.SEMANTIC)
    if step.options.recipes != "only":
        step.need(step.roles.grounder, "is a step in plain words")
    pursuit = Pursuit(goal=goal, literals=literals, receiver=receiver)
    work = work_of(step, step.node(ast.Action), pursuit)
    before = start(step, pursuit)
    choose(work)
    try:
        work.done = by_recipe(work, before) if work.recipe is not None else by_model(work)
        if receiver is not None:
            receiver.hear(step, work.done)
        finish(step, pursuit, work.done, before)
    except AgentProgError:
        missed(work)
        raise
    finally:
        if work.lines is not None:
            work.lines.leave()
    work.ended = step.screen() if step.replay is None else None
    return work


def work_of(step: Step, node: ast.Action | ast.Extract, pursuit: Pursuit) -> Work:
    """The work of a step, before anything is done."""
    sentence = as_told(step, sentence_of(node))
    app = canon(step.app() or "")
    return Work(step=step, pursuit=pursuit, sentence=sentence, values=values_of(step, sentence), app=app)


def by_model(work: Work) -> StepDone:
    """Let the model do the step. Raises RunError if no model is allowed."""
    if work.step.options.recipes == "only":
        raise RunError(
            f"line {work.step.line}: no recipe does this step, and no model may be asked",
            hint="`agentprog recipes list` says what is known. `agentprog compile last` writes a run as exact lines.",
            line=work.step.line,
        )
    return until_done(work.step, work.pursuit) or StepDone(reason="nothing hands it back")


def by_recipe(work: Work, before: frozenset[str]) -> StepDone:
    """Run the recipe's lines. An answer that the model gave earlier for this step serves where they hand it over."""
    step, recipe, node = work.step, work.recipe, work.step.row.node
    assert recipe is not None
    assert isinstance(node, ast.Action | ast.Extract)
    slots = {slot.number: slot.template for slot in work.sentence.slots}
    parts = parts_of(recipe, work.way, slots, node.capture, work.values)
    work.lines = Lines(step, parts.block, work.pursuit, parts=parts, values=work.values)
    if work.lines.reads:
        work.pursuit.receiver = None
    try:
        return by_lines(step, work.lines, work.pursuit, before)
    finally:
        step.course.carried = None


# ------------------------------------------------------------------------------------------------ choosing a recipe


def choose(work: Work, *, at_once: bool = False) -> None:
    """The recipe for this step, if there is one. A resumed run takes the journal's. `at_once`: it has to begin on this
    screen."""
    step, key, app = work.step, work.sentence.key, work.app
    if not step.options.recalls:
        return
    if step.replay is not None:
        if isinstance(step.following(), Recalled):
            known = step.replay.take(Recalled, step.row.node.id)
            work.recipe = recipe_from(known.recipe)
            work.way = way_from(known.way) if known.way else None
        if step.replay is not None:
            return
    screen = step.screen()
    work.begins = screen
    book = step.notes.recipes
    work.home = home_of(step, screen) if book.lasts else None
    if work.recipe is not None:
        return
    book.open(work.home)
    recipe = book.choose(key, app, lambda recipe: _way(work, recipe, screen) is not None)
    if recipe is None or (recipe.lasting and book.was_done(key, app, work.said)):
        return  # a recipe never repeats a lasting effect with the same values: a model decides on the screen
    way = _way(work, recipe, screen)
    if not recipe.lines(work.values) or (way is None and (at_once or recipe.heads)):
        return  # none of its lines can be made with these values, or not from here
    work.recipe, work.way = recipe, way
    data, node = recipe_data(recipe), step.row.node.id
    way_record = {} if way is None else way_data(way)
    step.session.emit(Recalled(at=0.0, step=step.record.step, node=node, recipe=data, way=way_record))


def _way(work: Work, recipe: Recipe, screen: Screen) -> Way | None:
    """How the recipe begins on this screen: at once if the screen shows the target of its first move, else by going
    back if it began so before.
    """
    if not all(says_so(head, work.values, screen) for head in recipe.heads):
        return None
    for way in recipe.ways_from(screen.place, place_of(screen)):
        if covered(screen) and not way.begins.startswith(f"{screen.place} under"):
            continue
        first = next((move for move in recipe.lines(work.values, replace(way, backs=0)) if not move.maybe), None)
        if first is not None and _shows(work, first, screen) is (way.backs == 0):
            return way
    return None


def _shows(work: Work, move: Move, screen: Screen) -> bool:
    if move.command == "stands":
        return stands_on(screen, move.texts[0].filled(work.values) or "")
    return not move.aims or move.command == "scroll to" or meets(move.aims[0], work.values, screen) is not None


# ------------------------------------------------------------------------------------------------ reporting


def learn(work: Work) -> None:
    """Learn from this execution, if it was proven."""
    step, node = work.step, work.step.node(ast.Action)
    reads = node.capture is not None and not node.also
    value = as_text(step.lookup(node.capture).value) if reads and node.capture is not None else ""
    # a reading that nobody can confirm is not the recipe's fault
    take_in(work, value, proven=step.record.status == "verified" and work.operation is Operation.CONTINUE)


def take_in(work: Work, value: str, *, proven: bool, sought: bool = False) -> None:
    """Learn from an execution that read this value, and whether it was `proven`. `sought`: the execution only read the
    value."""
    step, lines, recipe = work.step, work.lines, work.recipe
    if lines is not None and recipe is not None and lines.ran:
        step.session.emit(
            Replayed(
                at=0.0,
                step=step.record.step,
                node=step.row.node.id,
                line=step.line,
                moves=lines.ran,
                exits=len(lines.exits),
                learned="earlier" if recipe.earlier else "this",
            )
        )
    if not step.options.recalls or not proven:
        return
    if lines is not None and recipe is not None and not lines.exits:
        step.notes.recipes.proved(recipe, work.said, work.home)
        return
    if lines is not None and any(found.line for found in lines.exits):
        missed(work)
    to_keep = _learned(work, value, sought)
    if to_keep is not None:
        step.notes.recipes.learn(to_keep, work.said, work.home)


def missed(work: Work) -> None:
    """Record that the recipe began and then did not find an expected element."""
    if work.recipe is not None and work.way is not None:
        work.step.notes.recipes.missed(work.recipe, work.home)


def _learned(work: Work, value: str, sought: bool) -> Recipe | None:
    """The moves of this execution as a recipe; None if they cannot be repeated."""
    step, pursuit = work.step, work.pursuit
    if step.replay is not None:
        known = isinstance(step.following(), Learned)
        return recipe_from(step.replay.take(Learned, step.row.node.id).recipe) if known else None
    if (
        pursuit.resumed
        or pursuit.opaque
        or pursuit.helped
        or pursuit.recovered
        or work.begins is None
        or work.ended is None
    ):
        return None
    signs = {} if sought else {"evidence": work.done.evidence, "gone": work.done.gone}
    ended = Ended(screen=work.ended, value=value, sought=sought, **signs)
    try:
        course = course_of(pursuit.made, ended, work.values, work.sentence, work.begins)
    except NotGeneral:
        return None
    recipe = Recipe(
        key=work.sentence.key,
        app=work.app,
        begins=course.begins,
        moves=course.moves,
        lasting=any(move.lasting for move in pursuit.made),
        ways=course.ways,
        heads=course.heads,
        steady=steady_of(work.values),
    )
    data, at = recipe_data(recipe), step.row.node.id
    if not is_readable(data):
        return None
    other_recipes = step.notes.recipes.others(recipe.key, recipe.app, work.said)
    step.session.emit(Learned(at=0.0, step=step.record.step, node=at, recipe=data, others=other_recipes))
    return recipe
