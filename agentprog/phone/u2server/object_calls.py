"""Calls about objects: existence, information, text, children."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

from collections.abc import Callable, Mapping

from agentprog.phone.facade import NodeAction, UiNode
from agentprog.phone.u2server.context import Method, ServerContext
from agentprog.phone.u2server.objects import Target, describe
from agentprog.phone.u2server.rpc import NOT_FOUND, JavaError, JsonObject, RpcParams
from agentprog.phone.u2server.selectors import find_all, parse_selector, walk


async def exist(context: ServerContext, params: RpcParams) -> object:
    return bool(context.objects.all(params.target(0)))


async def count(context: ServerContext, params: RpcParams) -> object:
    return len(context.objects.all(params.mapping(0)))


async def wait_for_exists(context: ServerContext, params: RpcParams) -> object:
    return await context.objects.wait(params.target(0), params.number(1) / 1000, appears=True)


async def wait_until_gone(context: ServerContext, params: RpcParams) -> object:
    return await context.objects.wait(params.target(0), params.number(1) / 1000, appears=False)


async def obj_info(context: ServerContext, params: RpcParams) -> object:
    return describe(context.objects.one(params.target(0)))


async def obj_info_all(context: ServerContext, params: RpcParams) -> object:
    return [describe(node) for node in context.objects.all(params.mapping(0))]


async def get_text(context: ServerContext, params: RpcParams) -> object:
    return context.objects.one(params.target(0)).text


async def set_text(context: ServerContext, params: RpcParams) -> object:
    """setText(target, text): an accessibility action that bypasses the keyboard."""
    context.rig.faults.note("text")
    node = context.objects.one(params.target(0))
    if context.rig.strikes("set_text_ignored") is not None:
        return True
    text = params.optional_text(1) or ""
    misplaced = _field_behind(context, node)
    if misplaced is not None and context.rig.strikes("set_text_misplaced") is not None:
        return context.phone.accessibility.perform(misplaced.token, NodeAction.SET_TEXT, text)
    return context.phone.accessibility.perform(node.token, NodeAction.SET_TEXT, text)


def _field_behind(context: ServerContext, node: UiNode) -> UiNode | None:
    """The next text field in the tree after this node."""
    fields = [found for found in walk(context.objects.roots()) if found.class_name == node.class_name]
    place = next((index for index, found in enumerate(fields) if found.token == node.token), len(fields))
    return fields[place + 1] if place + 1 < len(fields) else None


async def clear_text_field(context: ServerContext, params: RpcParams) -> object:
    node = context.objects.one(params.target(0))
    context.phone.accessibility.perform(node.token, NodeAction.SET_TEXT, "")
    return None


async def child_by_text(context: ServerContext, params: RpcParams) -> object:
    """childByText(collection, child, text[, scroll])."""
    return _kept_child(context, params, lambda node, text: node.text == text)


async def child_by_description(context: ServerContext, params: RpcParams) -> object:
    return _kept_child(context, params, lambda node, text: node.description == text)


def _kept_child(context: ServerContext, params: RpcParams, fits: Callable[[UiNode, str], bool]) -> str:
    collection, pattern, text = params.mapping(0), params.mapping(1), params.text(2)

    def find() -> list[UiNode]:
        rows = context.objects.within(collection, parse_selector(pattern))
        return [row for row in rows if any(fits(inner, text) for inner in walk([row]))]

    if not find():
        raise JavaError(NOT_FOUND, f'for text= "{text}"')
    return context.objects.keep(find)


async def child_by_instance(context: ServerContext, params: RpcParams) -> object:
    collection, pattern, instance = params.mapping(0), params.mapping(1), params.integer(2)

    def find() -> list[UiNode]:
        return context.objects.within(collection, parse_selector(pattern))[instance : instance + 1]

    return context.objects.keep(find)


async def get_child(context: ServerContext, params: RpcParams) -> object:
    scope, pattern = params.text(0), params.mapping(1)
    return context.objects.keep(lambda: context.objects.within(scope, parse_selector(pattern)))


async def get_from_parent(context: ServerContext, params: RpcParams) -> object:
    scope, pattern = params.text(0), params.mapping(1)

    def find() -> list[UiNode]:
        token = context.objects.one(scope).token
        parent = next((n for n in walk(context.objects.roots()) if any(c.token == token for c in n.children)), None)
        return _all_within(parent, pattern)

    return context.objects.keep(find)


def _all_within(parent: UiNode | None, pattern: JsonObject) -> list[UiNode]:
    return find_all(parse_selector(pattern), parent.children) if parent is not None else []


async def get_ui_object(context: ServerContext, params: RpcParams) -> object:
    target: Target = params.mapping(0)
    return context.objects.keep(lambda: context.objects.all(target))


async def get_ui_objects(context: ServerContext, params: RpcParams) -> object:
    return context.objects.names()


async def remove_ui_object(context: ServerContext, params: RpcParams) -> object:
    context.objects.forget(params.text(0))
    return None


METHODS: Mapping[str, Method] = {
    "exist": exist,
    "count": count,
    "waitForExists": wait_for_exists,
    "waitUntilGone": wait_until_gone,
    "objInfo": obj_info,
    "objInfoOfAllInstances": obj_info_all,
    "getText": get_text,
    "setText": set_text,
    "clearTextField": clear_text_field,
    "childByText": child_by_text,
    "childByDescription": child_by_description,
    "childByInstance": child_by_instance,
    "getChild": get_child,
    "getFromParent": get_from_parent,
    "getUiObject": get_ui_object,
    "getUiObjects": get_ui_objects,
    "removeUiObject": remove_ui_object,
}
