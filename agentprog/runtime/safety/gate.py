"""The one gate that every device action passes before the device sees it: apps, budget, policy, dry run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agentprog.identity import same
from agentprog.lang.effects.delegation import delegates
from agentprog.lang.effects.kinds import BY_CONTENT, BY_PLACE, PAYING, Risk
from agentprog.lang.effects.orders import orders, orders_something
from agentprog.ports import (
    Action,
    App,
    Element,
    OpenLink,
    PressKey,
    Screen,
    SetClipboard,
    Tap,
    TypeText,
    Window,
    is_effect,
)
from agentprog.runtime.safety.appnames import mentions
from agentprog.runtime.safety.committing import Shape, is_search, shape_of
from agentprog.runtime.safety.coverage import (
    Words,
    about_body,
    about_change,
    about_clipboard,
    about_link,
    about_reading_only,
    about_removal,
    about_switch,
    about_twice,
    about_typing,
    field_of,
    said,
)
from agentprog.runtime.safety.entered import Entered, row_of
from agentprog.runtime.safety.followed import Followed, never_delegated
from agentprog.runtime.safety.forms import Forms, about_time
from agentprog.runtime.safety.interaction import Consent, Interaction, RiskyAction
from agentprog.runtime.safety.leaving import Seen, about_sharing, leaves_by, pasted
from agentprog.runtime.safety.money import on_review
from agentprog.runtime.safety.parties import Acquaintances, Sighting, Written, body_on, doubt, recipients_on, says_body
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.powers import is_harmful, is_setting, is_the_phones
from agentprog.runtime.safety.risk import (
    asks_for,
    changes_something,
    classify,
    risk_table,
    touched,
)
from agentprog.runtime.safety.straying import is_the_steps_own, outside_apps, strays

_TO_SOMEBODY = (Risk.SEND, Risk.CALL, Risk.SHARE, Risk.PAY)
_NETWORK = "android.permission.INTERNET"
_SENDS = "android.permission.SEND_SMS"


@dataclass(frozen=True, kw_only=True, slots=True)
class Authority:
    """A person's words that allow effects: the instruction, and the program where a person wrote it.

    `plan` is the program whoever wrote it: the apps that it names are those the run is about.
    """

    instruction: str = ""
    program: str = ""
    plan: str = ""

    def allows(self, risk: Risk, step: str) -> bool:
        """Whether a person asked for this effect and the step at hand is about it."""
        about = orders(risk, [step]) if risk in BY_CONTENT else asks_for(risk, [step])
        return about and orders(risk, [self.instruction, self.program])


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """The gate's answer: `allowed`, or why not. `asked` is the question a person answered, with `consent`; None when
    none was put. `meant` is what an action with a risk would do, as the screen shows it."""

    allowed: bool
    risk: Risk | None = None
    reason: str = ""
    asked: RiskyAction | None = None
    meant: RiskyAction | None = None
    consent: Consent | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What a person was shown when they said yes: their answer covers exactly this."""

    risk: Risk
    step: str
    doubt: str = ""
    covers: tuple[str, ...] = ()


class Gate:
    """Decides for one run. Raises NeedsHuman through the interaction when a question finds nobody.

    `learned` hears of what it has seen of names and numbers, for the journal; `saw`, `consented` and `let_through` put
    that and the rest of what it knows back when a run is resumed.
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
        self._granted: set[Shown] = set()
        self._spent: set[tuple[str, str, Risk]] = set()
        """Permissions that were used: by line, its turn, and kind of effect."""
        self._using: tuple[str, str, Risk] | None = None
        self._once: tuple[Risk, str, str] | None = None
        """What was allowed once, until the next action: the phone's own question about it is not another effect."""
        self._known = Acquaintances()
        self._entered = Entered()
        self._forms = Forms()
        self._seen = Seen()
        self._followed = Followed()
        self._sending: tuple[tuple[str, ...], str, int] | None = None
        """Recipients, text and execution of the message that the action which passed last would send."""
        self._led: Risk | None = None
        """The class of the last touch that was let through: a question that comes up then is about it."""
        self._led_to: set[str] = set()
        """Packages that an allowed effect itself may open: a call opens the telephone."""
        self._learned = learned

    # ------------------------------------------------------------ what it knows

    def look(self, screen: Screen) -> None:
        """Take in the names and numbers of a screen."""
        self._seen.look(screen)
        sight = self._known.look(screen)
        if sight is not None and self._learned is not None:
            self._learned(sight)

    def saw(self, sight: Sighting) -> None:
        """An earlier life of this run saw it."""
        self._known.add(sight)

    def one_person(self, one: str, other: str, package: str) -> bool:
        """Whether a row of this package, or an address book, showed a name and a number together."""
        known = self._known
        return known.same(one, other, package=package, trusted=True) or known.same(
            other, one, package=package, trusted=True
        )

    def consented(self, consent: Consent, shown: Shown) -> None:
        """A person has said yes to what they were shown."""
        self._once = (shown.risk, shown.step, shown.doubt) if shown.risk is not Risk.AGREE else None
        if consent is Consent.RUN:
            self._granted.add(shown)

    def let_through(self, action: Action, risk: Risk | None, package: str) -> None:
        """This action was allowed while that package was in front: it says what a question that follows is about."""
        if not is_effect(action):
            return
        target = getattr(action, "target", None)
        answered = isinstance(target, Element) and target.window is Window.DIALOG
        self._entered.did(action, removed=risk is Risk.DELETE and answered)
        self._led = risk if risk not in BY_PLACE else None
        if risk in (Risk.SEND, Risk.CALL, Risk.SHARE, *PAYING, Risk.INSTALL):
            self._led_to.clear()
            self._led_to.add("*")
        elif "*" in self._led_to:
            self._led_to.add(package)
            self._led_to.discard("*")

    def forget_once(self) -> None:
        """The action that a single yes was for is past."""
        self._once = None

    # ------------------------------------------------------------ what it decides

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
        """`step` is the sentence of the program, without the values of its variables: values may come from a screen.
        `words` are what a person wrote that matters here, None: what the authority holds. `permissions` are what the
        app in front asks the phone for, None: not known."""
        self.look(screen)
        outside = outside_apps(self._policy, action, screen, apps)
        if outside:
            return Passage(allowed=False, reason=outside)
        self._entered.look(screen)
        self._forms.look(screen)
        self._followed.look(screen, self._entered.page.title)
        by_person = bool(self._authority.program)
        words = words or Written(
            person=(self._authority.instruction, self._authority.program), step=step, by_person=by_person
        )
        risk, why = self._class_of(action, screen, words, step, apps, permissions)
        if risk is not None and not why:
            why = doubt(risk, action, screen, words, self._known, led=self._led is risk)
            why = why or self._unlike(risk, action, screen, words)
        wanted = self._wanted(risk, action, screen, words, described=described, apps=apps)
        passage = self._decide(risk, action, screen, step=step, words=words, wanted=replace(wanted, doubt=why))
        if isinstance(action, TypeText):
            self._forms.typed(action, field_of(action, screen), screen, allowed=passage.allowed)
        if risk is not None:
            passage = replace(passage, meant=wanted)
        if passage.allowed:
            self._forms.did(action, screen)
            self._seen.did(action)
            self.let_through(action, risk, screen.package)
            self._sending = None
            if risk is Risk.SEND:
                self._sending = (recipients_on(risk, action, screen), body_on(screen), words.execution)
        return passage

    def performed(self) -> None:
        """The action that passed last was done on the phone: a message that it sent has gone out once."""
        if self._using is not None:
            self._spent.add(self._using)
            self._using = None
        sending, self._sending = self._sending, None
        if sending is not None:
            self._entered.send(*sending)

    def _class_of(
        self,
        action: Action,
        screen: Screen,
        words: Written,
        step: str,
        apps: tuple[App, ...],
        permissions: frozenset[str] | None,
    ) -> tuple[Risk | None, str]:
        """What an action commits, and why it is beyond a person's words as far as that is known by now. Where they
        order no effect at all, a place that sends or pays says more than that it changes something."""
        beyond = self._beyond(action, screen, words) or self._leaving(action, screen, words, apps, permissions)
        risk, why = beyond or (self._risk(action, screen, step, apps), "")
        unordered = risk is Risk.EDIT and not orders_something((*words.person, words.step if words.by_person else ""))
        if (risk is None or unordered) and is_harmful(screen.package, permissions):
            app = next((app for app in apps if app.package == screen.package), None)
            placed, because = self._by_place(action, screen, words, permissions, app)
            if risk is None or placed in (Risk.SEND, Risk.PAY):
                return placed, because
        return risk, why

    def _beyond(self, action: Action, screen: Screen, words: Written) -> tuple[Risk, str] | None:
        """What an action carries beyond a person's words, whatever is touched: the class and the reason. A line of
        theirs that says itself what is done is their word."""
        if words.exact and words.by_person:
            return None
        theirs = Words(person=words.person, step=words.step, by_person=words.by_person)
        target = touched(action, screen)
        if target is not None and isinstance(action, Tap | PressKey):
            known = self._numbers(theirs, screen)
            reason = self._forms.about_keeping(target, screen, theirs, known)
            reason = reason or self._forms.about_choice(target, screen, theirs) or about_time(target, screen, theirs)
            if reason:
                return Risk.EDIT, reason
        brought = pasted(action, screen, self._seen)
        if brought is not None and not orders(Risk.DISCLOSE, theirs.texts):
            return about_typing(brought, screen, theirs, self._numbers(theirs, screen))
        match action:
            case TypeText():
                lost = self._forms.about_loss(action, field_of(action, screen), theirs)
                found = about_typing(action, screen, theirs, self._numbers(theirs, screen))
                if found is not None and found[0] is Risk.EDIT and self._prepares(action, screen, words):
                    found = None
                return found or ((Risk.EDIT, lost) if lost else None)
            case OpenLink():
                reason = about_link(action, theirs)
                return (Risk.OPEN_LINK, reason) if reason else None
            case SetClipboard():
                reason = about_clipboard(action, theirs)
                return (Risk.DISCLOSE, reason) if reason else None
            case Tap(target=Element() as target) if target.checkable and is_setting(target, screen):
                reason = about_switch(target, screen, self._entered, theirs)
                return (Risk.SETTING, reason) if reason else None
            case Tap(target=Element() as target) if (
                changes_something(target) and self._led is None and not is_the_phones(target.package or screen.package)
            ):
                reason = "" if self._followed.leads_on(screen) else about_reading_only(target, screen, theirs)
                return (Risk.EDIT, reason) if reason else None
        return None

    def _leaving(
        self,
        action: Action,
        screen: Screen,
        words: Written,
        apps: tuple[App, ...],
        permissions: frozenset[str] | None,
    ) -> tuple[Risk, str] | None:
        """A value that only screens have shown, on its way out by a place that nobody named."""
        if words.exact and words.by_person:
            return None
        theirs = (*words.person, words.step) if words.by_person else words.person
        shared = about_sharing(action, screen, theirs, apps)
        if shared:
            return Risk.SHARE, shared
        action = pasted(action, screen, self._seen) or action
        if not isinstance(action, TypeText):
            return None
        package = screen.package
        network = permissions is None or _NETWORK in permissions
        if not leaves_by(field_of(action, screen), sink=package in risk_table().sinks, network=network):
            return None
        if any(app.package == package and mentions(theirs, app) for app in apps):
            return None
        if self._seen.leaks(action.text, package, theirs):
            return Risk.DISCLOSE, "it holds what another app has shown, and your words do not name this one"
        self._seen.entered(action.text, package)
        return None

    def _by_place(
        self,
        action: Action,
        screen: Screen,
        words: Written,
        permissions: frozenset[str] | None,
        app: App | None,
    ) -> tuple[Risk | None, str]:
        """The class of a touch that commits something by where it stands, or by what is known of its app, whatever it
        says; no class where a person's words cover it."""
        target = touched(action, screen)
        if target is None or (words.exact and words.by_person):
            return None, ""
        shape = shape_of(target, screen, selection=self._entered.picks)
        if isinstance(action, PressKey) and target.text.strip() and not is_search(target):
            shape = Shape.BESIDE
        tail = target.resource_id.rpartition("/")[2]
        if app is not None and tail in app.opens:
            return None, ""
        if app is not None and tail in app.commits:
            shape = shape or Shape.CARD
        if shape is Shape.PAYMENT:
            return Risk.PAY, ""
        if shape is Shape.BESIDE and (says_body(screen) or (body_on(screen) and _SENDS in (permissions or ()))):
            return Risk.SEND, ""
        if shape in (None, Shape.SWITCH) or (shape is Shape.DIALOG and self._led is not None):
            return None, ""
        if self._followed.leads_on(screen):
            return None, ""
        theirs = Words(person=words.person, step=words.step, by_person=words.by_person)
        why = about_change(shape, target, screen, self._entered, theirs, self._numbers(theirs, screen))
        return (Risk.CHANGE, why) if why else (None, "")

    def _unlike(self, risk: Risk, action: Action, screen: Screen, words: Written) -> str:
        """Why what is about to be sent or removed is another text, or another thing, than a person's words say."""
        theirs = Words(person=words.person, step=words.step, by_person=words.by_person)
        if risk is Risk.SEND and not (words.exact and words.by_person):
            to, body = recipients_on(risk, action, screen), body_on(screen)
            if body and not any(same(body, one) for one in words.approved):
                return about_body(body, theirs) or about_twice(to, body, theirs, self._entered, words.execution)
        target = getattr(action, "target", None)
        if risk is Risk.DELETE and isinstance(target, Element) and not (words.exact and words.by_person):
            return about_removal(target, screen, self._entered, theirs, self._numbers(theirs, screen))
        return ""

    def _numbers(self, words: Words, screen: Screen) -> frozenset[str]:
        return self._known.numbers_of(lambda name: said(name, words), screen.package)

    def _risk(self, action: Action, screen: Screen, step: str, apps: tuple[App, ...]) -> Risk | None:
        risk = classify(action, screen)
        if risk is Risk.AGREE:
            risk = self._led or (None if is_the_steps_own(action, screen, step) else risk)
        if risk is not None or self._policy.apps:
            return risk
        texts = (self._authority.instruction, self._authority.plan)
        return Risk.STRAY if strays(action, screen, apps, texts=texts, led_to=self._led_to) else None

    def _wanted(
        self,
        risk: Risk | None,
        action: Action,
        screen: Screen,
        words: Written,
        *,
        described: str,
        apps: tuple[App, ...],
    ) -> RiskyAction:
        """What a person would be asked, and shown."""
        label = next((app.label for app in apps if app.package == screen.package), screen.package)
        to = recipients_on(risk, action, screen) if risk in _TO_SOMEBODY else ()
        about = self._entered.subject if risk in (Risk.DELETE, Risk.BLOCK) else ()
        if risk in PAYING:
            about = on_review(touched(action, screen), screen.elements)
        says = body_on(screen) if risk in _TO_SOMEBODY else ""
        rests_on = self._rests_on(action, screen, words, (says, *to, *about)) if risk else ""
        return RiskyAction(
            action=described,
            risk=risk.value if risk else "",
            step=words.said or words.step,
            app=label,
            written_by="you" if words.by_person else "the model",
            line=words.line,
            to=tuple(self._known_as(one, screen) for one in to),
            says=says,
            about=about,
            rests_on=rests_on,
            others=words.others,
            item=words.item or "",
        )

    def _rests_on(self, action: Action, screen: Screen, words: Written, about: tuple[str, ...]) -> str:
        """What of the texts that a person told to follow orders this effect; empty where they told nothing like it."""
        if not delegates(words.person):
            return ""
        names = [name for one in about for name in self._known.names_of(one, screen.package)]
        target = touched(action, screen)
        typed = action.text if isinstance(action, TypeText) else ""
        touch = row_of(target) if target is not None else ""
        quote = self._followed.quote((*about, *names, typed, touch), words.person)
        return quote.told if quote is not None else "no text that you told to follow and that was seen says this"

    def _prepares(self, action: TypeText, screen: Screen, words: Written) -> bool:
        """Whether this only writes what a followed text says into a message, which is asked about when it is sent."""
        if not delegates(words.person):
            return False
        names = self._known.names_of(action.text, screen.package)
        return self._followed.prepares(field_of(action, screen), action.text, names, words.person)

    def _known_as(self, one: str, screen: Screen) -> str:
        """A number with the names that the phone has put beside it, so that a person sees whom it would reach."""
        names = self._known.names_of(one, screen.package)
        return f"{one} ({', '.join(names)})" if names else one

    def _decide(
        self, risk: Risk | None, action: Action, screen: Screen, *, step: str, words: Written, wanted: RiskyAction
    ) -> Passage:
        why = wanted.doubt
        once, self._once = self._once, None
        if risk is None:
            return Passage(allowed=True)
        if not why and (self._authority.allows(risk, step) or self._permitted(risk, action, words)):
            return Passage(allowed=True, risk=risk)
        never = never_delegated(risk, action, words.person, self._policy)
        if never:
            return Passage(allowed=False, risk=risk, reason=never)
        rule = self._policy.rule(risk)
        answered = once == (risk, step, why) and classify(action, screen) is Risk.AGREE
        shown = Shown(risk=risk, step=step, doubt=why, covers=wanted.covers)
        if rule is Rule.ALLOW or answered or shown in self._granted:
            return Passage(allowed=True, risk=risk)
        if rule is Rule.DENY:
            reason = f"the policy forbids to {_called(risk)}" + (f": {why}" if why else "")
            return Passage(allowed=False, risk=risk, reason=reason)
        consent = self._interaction.permit(wanted)
        if consent is Consent.NO:
            reason = f"a person refused to {_called(risk)}"
            return Passage(allowed=False, risk=risk, reason=reason, asked=wanted, consent=consent)
        self.consented(Consent.ONCE if wanted.others else consent, shown)
        return Passage(allowed=True, risk=risk, asked=wanted, consent=consent)

    def _permitted(self, risk: Risk, action: Action, words: Written) -> bool:
        """Whether a person has approved this effect of this line beforehand: a permission is used up by the first touch
        that commits it; the phone's own question about that touch belongs to it."""
        if risk not in words.permits:
            return False
        target = getattr(action, "target", None)
        if self._led is risk and isinstance(target, Element) and target.window is Window.DIALOG:
            return True
        permit = (words.node, words.turn, risk)
        if permit in self._spent:
            return False
        self._using = permit
        return True


def _called(risk: Risk) -> str:
    return {
        Risk.AGREE: "agree to this",
        Risk.STRAY: "work in an app that nobody named",
        Risk.CHANGE: "change this",
    }.get(risk, risk.value)
