"""Calls that move fingers: click, swipe, drag, scroll, fling."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.phone.facade import Rect, UiNode
from agentprog.phone.u2server.context import Method, ServerContext
from agentprog.phone.u2server.objects import Target, fingerprint
from agentprog.phone.u2server.rpc import BadParams, JavaError, RpcParams
from agentprog.phone.u2server.selectors import parse_selector

_CLICK_HOLD = 0.1
_LONG_HOLD = 0.6
_STEP = 0.005
_DEAD_ZONE = 0.1
_SCROLL_STEPS, _FLING_STEPS = 55, 5
_MOST_SWIPES = 30
_ACTIONS = {0: "down", 1: "up", 2: "move"}


async def click(context: ServerContext, params: RpcParams) -> object:
    """click(x, y[, ms]), click(selector[, corner]), click(id[, corner])."""
    if params.is_object(0) or params.is_text(0):
        return await _click_object(context, params, hold=_CLICK_HOLD)
    hold = params.integer(2) / 1000 if len(params) > 2 else _CLICK_HOLD
    await context.gestures.tap(params.number(0), params.number(1), hold=hold)
    return True


async def long_click(context: ServerContext, params: RpcParams) -> object:
    return await _click_object(context, params, hold=_LONG_HOLD)


async def _click_object(context: ServerContext, params: RpcParams, *, hold: float) -> bool:
    node = context.objects.one(params.target(0))
    x, y = _corner(node.bounds, params.text(1, "center"))
    await context.gestures.tap(x, y, hold=hold)
    return True


def _corner(bounds: Rect, corner: str) -> tuple[float, float]:
    if corner.lower() in ("tl", "topleft"):
        return bounds.left + 5, bounds.top + 5
    if corner.lower() in ("br", "bottomright"):
        return bounds.right - 5, bounds.bottom - 5
    return bounds.center


async def click_and_wait(context: ServerContext, params: RpcParams) -> object:
    """clickAndWaitForNewWindow(target, ms)."""
    before = context.phone.windows.focused()
    await _click_object(context, RpcParams((params.target(0),)), hold=_CLICK_HOLD)
    await context.settle()
    return context.phone.windows.focused() != before


async def swipe(context: ServerContext, params: RpcParams) -> object:
    """swipe(x1, y1, x2, y2, steps) or swipe(target, direction[, percent], steps)."""
    if not (params.is_object(0) or params.is_text(0)):
        start, end = (params.number(0), params.number(1)), (params.number(2), params.number(3))
        await context.gestures.swipe([start, end], duration=max(params.integer(4), 1) * _STEP)
        return True
    bounds = context.objects.one(params.target(0)).bounds
    percent = params.number(2) if len(params) > 3 else 1.0
    points = _across(bounds, params.text(1), percent)
    await context.gestures.swipe(points, duration=max(params.integer(len(params) - 1), 1) * _STEP)
    return True


def _across(bounds: Rect, direction: str, percent: float) -> list[tuple[float, float]]:
    x, y = bounds.center
    width, height = (bounds.right - bounds.left) * percent, (bounds.bottom - bounds.top) * percent
    inset = 5
    moves = {
        "up": ((x, y + height / 2 - inset), (x, y - height / 2 + inset)),
        "down": ((x, y - height / 2 + inset), (x, y + height / 2 - inset)),
        "left": ((x + width / 2 - inset, y), (x - width / 2 + inset, y)),
        "right": ((x - width / 2 + inset, y), (x + width / 2 - inset, y)),
    }
    if direction.lower() not in moves:
        raise JavaError("com.wetest.uia2.exceptions.NotImplementedException", f"swipe {direction}")
    return list(moves[direction.lower()])


async def swipe_points(context: ServerContext, params: RpcParams) -> object:
    """swipePoints([x1, y1, x2, y2, ...], steps for each segment)."""
    numbers = params.numbers(0)
    points = list(zip(numbers[::2], numbers[1::2], strict=False))
    if not points:
        raise BadParams("no points")
    duration = max(params.integer(1), 1) * _STEP * max(len(points) - 1, 1)
    await context.gestures.swipe(points, duration=duration)
    return True


async def drag(context: ServerContext, params: RpcParams) -> object:
    start, end = (params.number(0), params.number(1)), (params.number(2), params.number(3))
    await context.gestures.drag([start, end], duration=max(params.integer(4), 1) * _STEP)
    return True


async def drag_to(context: ServerContext, params: RpcParams) -> object:
    """dragTo(target, x, y, steps) or dragTo(target, selector, steps)."""
    start = context.objects.one(params.target(0)).bounds.center
    if params.is_object(1):
        end: tuple[float, float] = context.objects.one(params.mapping(1)).bounds.center
    else:
        end = (params.number(1), params.number(2))
    steps = params.integer(len(params) - 1)
    await context.gestures.drag([start, end], duration=max(steps, 1) * _STEP)
    return True


async def two_fingers(context: ServerContext, params: RpcParams) -> object:
    """gesture, pinchIn, pinchOut: the object must exist; no app on this phone reacts to a second finger."""
    context.objects.one(params.target(0))
    if len(params) > 4:
        points = [params.mapping(at) for at in range(1, 5)]
        context.rig.record("pinch", " ".join(f"{point.get('x')},{point.get('y')}" for point in points))
    return True


async def inject(context: ServerContext, params: RpcParams) -> object:
    """injectInputEvent(action, x, y, meta)."""
    action = _ACTIONS.get(params.integer(0))
    if action is None:
        return False
    await context.gestures.motion(action, params.number(1), params.number(2))
    return True


class _Scroller:
    """UiScrollable over one target."""

    def __init__(self, context: ServerContext, target: Target, *, vertical: bool) -> None:
        self._context = context
        self._target = target
        self._vertical = vertical

    def node(self) -> UiNode:
        return self._context.objects.one(self._target)

    async def scroll(self, *, forward: bool, steps: int) -> bool:
        """Swipe once inside the object, away from its edges. True if anything moved."""
        node = self.node()
        before = fingerprint([node])
        left, top, right, bottom = node.bounds
        x, y = node.bounds.center
        if self._vertical:
            dead = (bottom - top) * _DEAD_ZONE
            start, end = (x, bottom - dead), (x, top + dead)
        else:
            dead = (right - left) * _DEAD_ZONE
            start, end = (int(right - dead), y), (int(left + dead), y)
        points = [start, end] if forward else [end, start]
        await self._context.gestures.swipe(points, duration=max(steps, 1) * _STEP)
        await self._context.settle()
        found = self._context.objects.all(self._target)
        return bool(found) and fingerprint(found[:1]) != before

    async def to_end(self, *, forward: bool, most: int, steps: int) -> bool:
        for _ in range(most):
            if not await self.scroll(forward=forward, steps=steps):
                break
        return True

    async def into_view(self, raw: Mapping[str, object]) -> bool:
        """Scroll from the beginning to the end until a child matches."""
        selector = parse_selector(raw)
        if self._context.objects.within(self._target, selector):
            return True
        await self.to_end(forward=False, most=_MOST_SWIPES, steps=_SCROLL_STEPS)
        for _ in range(_MOST_SWIPES):
            if self._context.objects.within(self._target, selector):
                return True
            if not await self.scroll(forward=True, steps=_SCROLL_STEPS):
                break
        return bool(self._context.objects.within(self._target, selector))


async def scroll_forward(context: ServerContext, params: RpcParams) -> object:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    return await scroller.scroll(forward=True, steps=params.integer(2, _SCROLL_STEPS))


async def scroll_backward(context: ServerContext, params: RpcParams) -> object:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    return await scroller.scroll(forward=False, steps=params.integer(2, _SCROLL_STEPS))


async def scroll_to_beginning(context: ServerContext, params: RpcParams) -> object:
    return await _scroll_far(context, params, forward=False)


async def scroll_to_end(context: ServerContext, params: RpcParams) -> object:
    return await _scroll_far(context, params, forward=True)


async def _scroll_far(context: ServerContext, params: RpcParams, *, forward: bool) -> bool:
    """scrollToEnd(target, vertical, maximum of swipes, steps)."""
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    most = min(params.integer(2, _MOST_SWIPES), 500)
    return await scroller.to_end(forward=forward, most=most, steps=params.integer(3, _SCROLL_STEPS))


async def scroll_to(context: ServerContext, params: RpcParams) -> object:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(2, True))
    return await scroller.into_view(params.mapping(1))


async def fling_forward(context: ServerContext, params: RpcParams) -> object:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    return await scroller.scroll(forward=True, steps=_FLING_STEPS)


async def fling_backward(context: ServerContext, params: RpcParams) -> object:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    return await scroller.scroll(forward=False, steps=_FLING_STEPS)


async def fling_to_beginning(context: ServerContext, params: RpcParams) -> object:
    return await _fling_far(context, params, forward=False)


async def fling_to_end(context: ServerContext, params: RpcParams) -> object:
    return await _fling_far(context, params, forward=True)


async def _fling_far(context: ServerContext, params: RpcParams, *, forward: bool) -> bool:
    scroller = _Scroller(context, params.target(0), vertical=params.flag(1, True))
    most = min(params.integer(2, _MOST_SWIPES), 500)
    return await scroller.to_end(forward=forward, most=most, steps=_FLING_STEPS)


METHODS: Mapping[str, Method] = {
    "click": click,
    "longClick": long_click,
    "clickAndWaitForNewWindow": click_and_wait,
    "swipe": swipe,
    "swipePoints": swipe_points,
    "drag": drag,
    "dragTo": drag_to,
    "gesture": two_fingers,
    "pinchIn": two_fingers,
    "pinchOut": two_fingers,
    "injectInputEvent": inject,
    "scrollForward": scroll_forward,
    "scrollBackward": scroll_backward,
    "scrollToBeginning": scroll_to_beginning,
    "scrollToEnd": scroll_to_end,
    "scrollTo": scroll_to,
    "flingForward": fling_forward,
    "flingBackward": fling_backward,
    "flingToBeginning": fling_to_beginning,
    "flingToEnd": fling_to_end,
}
