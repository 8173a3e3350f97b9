"""The gate of one run: checks apps, class of effect, a person's authority and policy, and asks a person if these are
not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from agentprog.identity import Record
from agentprog.lang.effects.delegation import UNTOLD, delegates
from agentprog.lang.effects.kinds import TO_SOMEBODY, Risk
from agentprog.lang.effects.orders import orders
from agentprog.ports import Action, App, Screen, TypeText, Window
from agentprog.runtime.safety.counts import says_no_more
from agentprog.runtime.safety.coverage import field_of
from agentprog.runtime.safety.directory import Directory
from agentprog.runtime.safety.followed import never_delegated
from agentprog.runtime.safety.forms.values import in_dialog
from agentprog.runtime.safety.gate.asking import wanted as what_is_wanted
from agentprog.runtime.safety.gate.beyond import beyond, by_place, says_more, says_nothing_else, unlike
from agentprog.runtime.safety.gate.conditions import wait_for_a_yes
from agentprog.runtime.safety.gate.known import Known
from agentprog.runtime.safety.gate.matter import Authority, Matter, Passage, Shown
from agentprog.runtime.safety.interaction import Consent, Interaction, RiskyAction
from agentprog.runtime.safety.leaving import pasted
from agentprog.runtime.safety.parties import Sighting, Written, among_listed, body_on, doubt, recipients_on
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.risk import classify
from agentprog.runtime.safety.straying import is_the_steps_own, outside_apps, strays

_Use = tuple[str, str, Risk, str]
"""A used permission: its line, the line's turn, the kind of effect, and the person of a list."""
_EVERYBODY = ""
"""The name used for the person if a line lists nobody, or if the screen shows nobody of the list."""


class Gate:
    """Decides for one run. Raises NeedsHuman through the interaction if nobody can answer a question.

    `learned` is called with new links of names and numbers, for the journal. `saw`, `consented` and `let_through`
    restore the gate's knowledge when a run is resumed.
    """

    def __init__(
        self,
        policy: Policy,
        authority: Authority,
        interaction: Interaction,
        learned: Callable[[Sighting], object] | None = None,
    ) -> None:
        self._policy = policy
        self._authority = authority
        self._interaction = interaction
        self.known = Known(learned)
        self._granted: set[Shown] = set()
        self._spent: set[_Use] = set()
        self._using: frozenset[_Use] | None = None
        self._once: Shown | None = None
        """The effect allowed once, until the next action: the phone's own question about it is no other effect."""
        self._reaching: tuple[Risk, tuple[str, ...], str, int] | None = None
        """The effect on a person that the last passed action leads to: kind, recipients, text, and number of the
        execution."""

    # ------------------------------------------------------------ knowledge

    def look(self, screen: Screen) -> None:
        """Record the names and numbers of a screen."""
        self.known.look(screen, (self._authority.instruction, self._authority.program))

    def saw(self, sight: Sighting) -> None:
        """Restore a sighting from an earlier process of this run."""
        self.known.people.add(sight)

    @property
    def wants_people(self) -> bool:
        """True if a person orders something with a recipient, so that the owners of numbers matter."""
        texts = (self._authority.instruction, self._authority.program)
        return any(orders(kind, texts) for kind in TO_SOMEBODY)

    def meet(self, people: Iterable[Record]) -> None:
        """Take the address book from before the run's first action."""
        self.known.people.directory = Directory(people)

    def one_person(self, name: str, number: str, package: str) -> bool:
        """True if a row of this package, or an address book, showed a name and a number together."""
        return self.known.one_person(name, number, package)

    def consented(self, consent: Consent, shown: Shown, *, rounds: bool = False, listed: Sequence[str] = ()) -> None:
        """Record a person's yes to a question. A yes for the run to `listed` lines of a text allows their contents;
        with `rounds`, the rounds to come.
        """
        self._once = shown if shown.risk is not Risk.AGREE else None
        if consent is not Consent.RUN:
            return
        self.known.followed.allow(listed)
        if not (rounds or listed):
            self._granted.add(shown)

    def let_through(self, action: Action, risk: Risk | None, package: str) -> None:
        """Record an allowed action and the package in front: the next question is about that action."""
        self.known.let_through(action, risk, package)

    def forget_once(self) -> None:
        """Forget the single yes after its action."""
        self._once = None

    # ------------------------------------------------------------ decisions

    def pass_(
        self,
        action: Action,
        screen: Screen,
        *,
        step: str,
        apps: tuple[App, ...],
        described: str,
        words: Written | None = None,
        permissions: frozenset[str] | None = None,
    ) -> Passage:
        """Decide about an action on a screen.

        `step` is the sentence of the program without values of variables, since values may come from a screen. `words`
        are the relevant words of a person; None: those of the authority. `permissions` are the permissions that the app
        in front requests; None: unknown.
        """
        self.look(screen)
        outside = outside_apps(self._policy, action, screen, apps)
        if outside:
            return Passage(allowed=False, reason=outside)
        authority = self._authority
        words = words or Written(
            person=(authority.instruction, authority.program), step=step, by_person=bool(authority.program)
        )
        self.known.attend(screen)
        matter = Matter(
            action=action,
            screen=screen,
            words=words,
            step=step,
            described=described,
            apps=apps,
            permissions=permissions,
        )
        return self._pass(matter)

    def _pass(self, matter: Matter) -> Passage:
        risk, reason = self._held_against(matter)
        request = replace(what_is_wanted(risk, matter, self.known), doubt=reason)
        passage = self._decide(risk, matter, request)
        action, screen = matter.action, matter.screen
        if isinstance(action, TypeText):
            self.known.forms.typed(action, field_of(action, screen), screen, allowed=passage.allowed)
        if passage.allowed:
            self._passed(risk, matter)
        return replace(passage, meant=request) if risk is not None else passage

    def _passed(self, risk: Risk | None, matter: Matter) -> None:
        """Record the action as allowed."""
        action, screen = matter.action, matter.screen
        self.known.forms.did(action, screen)
        self.known.brought(pasted(action, screen, self.known.seen) or action, screen)
        self.known.seen.did(action)
        self.let_through(action, risk, screen.package)
        self._reaching = None
        if risk is not None and risk in TO_SOMEBODY:
            self._reaching = (risk, recipients_on(risk, action, screen), body_on(screen), matter.words.execution)

    def performed(self) -> None:
        """Record that the last allowed action was made on the phone; its message, if any, counts as sent once."""
        if self._using is not None:
            self._spent |= self._using
            self._using = None
        reaching, self._reaching = self._reaching, None
        if reaching is not None:
            self.known.entered.reach(*reaching)

    def _held_against(self, matter: Matter) -> tuple[Risk | None, str]:
        """The class of an action, and the reason why a person's words on this matter do not cover it."""
        risk, reason = self._class_of(matter)
        if risk is not None and not reason:
            reason = doubt(
                risk, matter.action, matter.screen, matter.words, self.known.people, by_hint=self.known.led is risk
            )
            reason = reason or unlike(risk, matter, self.known)
            reason = reason or ("" if matter.exact else wait_for_a_yes(risk, matter.words.person))
        return risk, reason

    def _is_listed(self, risk: Risk, matter: Matter) -> bool:
        """True if an allowed line of a followed text orders this effect by its own words, without words of
        the model.
        """
        if risk in UNTOLD or self._policy.rule(risk) is Rule.DENY:
            return False
        for line in self.known.followed.lines:
            by_line = replace(matter, words=replace(matter.words, person=(line,), by_person=False, approved=()))
            kind, reason = self._held_against(by_line)
            ordered = kind is None or Authority(instruction=line).allows(kind, matter.step)
            ordered = ordered or (kind is not None and orders(kind, [line]) and delegates([matter.step]))
            if ordered and not reason and says_nothing_else(kind, by_line, self.known):
                return True
        return False

    def _class_of(self, matter: Matter) -> tuple[Risk | None, str]:
        """The class of an action, and why it is beyond a person's words, as far as known. If the words order no effect,
        a place that sends or pays overrides a mere change.
        """
        risk, reason = beyond(matter, self.known) or (self._risk(matter), "")
        if says_more(risk, matter):
            placed, because = by_place(matter, self.known)
            if risk is None or placed in (Risk.SEND, Risk.PAY):
                return placed, because
        return risk, reason

    def _risk(self, matter: Matter) -> Risk | None:
        risk = classify(matter.action, matter.screen)
        if risk is Risk.AGREE:
            is_own = is_the_steps_own(matter.action, matter.screen, matter.step)
            risk = self.known.led or (None if is_own else risk)
        if risk is not None or self._policy.apps:
            return risk
        texts = (self._authority.instruction, self._authority.plan)
        led_to = self.known.led_to
        return Risk.STRAY if strays(matter.action, matter.screen, matter.apps, texts=texts, led_to=led_to) else None

    def _decide(self, risk: Risk | None, matter: Matter, request: RiskyAction) -> Passage:
        action, words, doubt_text = matter.action, matter.words, request.doubt
        once, self._once = self._once, None
        if risk is None:
            return Passage(allowed=True)
        if not doubt_text and (self._authority.allows(risk, matter.step) or self._permitted(risk, matter)):
            return Passage(allowed=True, risk=risk)
        if self._is_listed(risk, matter):
            return Passage(allowed=True, risk=risk)
        never = never_delegated(risk, action, words.person, self._policy)
        if never:
            return Passage(allowed=False, risk=risk, reason=never)
        rule = self._policy.rule(risk)
        shown = Shown(risk=risk, step=matter.step, doubt=doubt_text, covers=request.covers)
        answered = once is not None and self._is_the_phones_question(once, shown, matter)
        first = "" if matter.exact else wait_for_a_yes(risk, words.person)
        if (rule is Rule.ALLOW and not first) or answered or shown in self._granted:
            return Passage(allowed=True, risk=risk)
        if rule is Rule.DENY:
            reason = f"the policy denies this: {_called(risk)}" + (f": {doubt_text}" if doubt_text else "")
            return Passage(allowed=False, risk=risk, reason=reason)
        consent = self._interaction.permit(request)
        if consent is Consent.NO:
            reason = f"a person refused to {_called(risk)}"
            return Passage(allowed=False, risk=risk, reason=reason, asked=request, consent=consent)
        self.consented(consent, shown, rounds=bool(request.others), listed=request.listed)
        return Passage(allowed=True, risk=risk, asked=request, consent=consent)

    def _is_the_phones_question(self, once: Shown, shown: Shown, matter: Matter) -> bool:
        """True if this only answers the phone's own question about the effect just allowed: the same step with the same
        doubt, or the removed things are those shown in the question.
        """
        screen, target, entered = matter.screen, matter.target, self.known.entered
        if once.risk is not shown.risk or in_dialog(screen):
            return False
        if (once.step, once.doubt) == (shown.step, shown.doubt) and classify(matter.action, screen) is Risk.AGREE:
            return True
        is_question = target is not None and target.window is Window.DIALOG
        same_things = is_question and bool(entered.subject) and once.covers[1:] == shown.covers[1:]
        return same_things and says_no_more(screen, entered.subject, max(1, entered.size))

    def _permitted(self, risk: Risk, matter: Matter) -> bool:
        """True if a person approved this effect of this line in advance. The first touch that commits the effect uses
        up the permission, for each person of a list the first to them; the phone's own question about that touch
        belongs to it.
        """
        words, target = matter.words, matter.target
        if risk not in words.permits:
            return False
        if self.known.led is risk and target is not None and target.window is Window.DIALOG:
            return True
        line = (words.node, words.turn, risk)
        listed = among_listed(risk, matter.action, matter.screen, words, self.known.people)
        spent = {used[-1] for used in self._spent if used[:-1] == line}
        if spent and (not listed or listed & spent or _EVERYBODY in spent):
            return False
        self._using = frozenset((*line, name) for name in listed or (_EVERYBODY,))
        return True


def _called(risk: Risk) -> str:
    return {
        Risk.AGREE: "agree to this",
        Risk.STRAY: "work in an app that nobody named",
        Risk.CHANGE: "change this",
    }.get(risk, risk.value)
