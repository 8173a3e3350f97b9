"""Restores emoji: the automation server's dump writes two dots for each, so this asks the node itself.

The server's serializer walks UTF-16 and replaces both halves of every character beyond the basic plane (u2#1111).
`objInfo` answers in JSON and keeps them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from agentprog.devices.automation.server import Automation
from agentprog.devices.hierarchy import Hierarchy, Node
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.foreign import RpcRefused
from agentprog.ports import Bounds

_GARBLED = re.compile(r"(?<!\.)(?:\.\.)+(?!\.)")
"""Two, four or six dots; three are an ellipsis."""
_MOST = 12
"""Limit of nodes asked about per screen: each costs a call."""
_MASK_CLASS, _MASK_TEXT_STARTS, _MASK_DESCRIPTION_STARTS = 0x10, 0x08, 0x0200


class EmojiReader:
    """Restores characters that a dump has lost. Answers are cached while the dump stays the same."""

    def __init__(self, automation: Automation) -> None:
        self._automation = automation
        self._dump = ""
        self._result = Hierarchy(roots=())

    def restore(self, xml: str, hierarchy: Hierarchy) -> Hierarchy:
        """The hierarchy with the screen's real texts, as far as the phone gives them."""
        if ".." not in xml:
            return hierarchy
        if xml != self._dump:
            garbled = [node for node in hierarchy.walk() if _is_garbled(node)][:_MOST]
            found = {id(node): self._ask(node) for node in garbled}
            roots = tuple(_rebuilt(root, found) for root in hierarchy.roots) if found else hierarchy.roots
            self._result = replace(hierarchy, roots=roots)
            if any(new is not old for new, old in zip(roots, hierarchy.roots, strict=True)):
                self._automation.notice(Condition.EMOJI_GARBLED, mended=True)
            self._dump = xml
        return self._result

    def _ask(self, node: Node) -> tuple[str, str]:
        """Text and description of a node, found by its class, the start of its words and its place."""
        selector: dict[str, Any] = {"childOrSibling": [], "childOrSiblingSelector": [], "className": node.class_name}
        mask = _MASK_CLASS
        text, description = (_GARBLED.split(words, maxsplit=1)[0] for words in (node.text, node.description))
        if _GARBLED.search(node.text) and text:
            selector["textStartsWith"], mask = text, mask | _MASK_TEXT_STARTS
        elif description:
            selector["descriptionStartsWith"], mask = description, mask | _MASK_DESCRIPTION_STARTS
        selector["mask"] = mask
        try:
            infos = self._automation.call("objInfoOfAllInstances", selector)
        except RpcRefused:
            return node.text, node.description
        for info in infos if isinstance(infos, list) else []:
            if isinstance(info, dict) and node.bounds in (_bounds(info, "visibleBounds"), _bounds(info, "bounds")):
                return _best_text(info.get("text"), node.text), _best_text(
                    info.get("contentDescription"), node.description
                )
        return node.text, node.description


def _is_garbled(node: Node) -> bool:
    return not node.password and (
        _GARBLED.search(node.text) is not None or _GARBLED.search(node.description) is not None
    )


def _bounds(info: dict[str, Any], key: str) -> Bounds | None:
    box = info.get(key)
    if not isinstance(box, dict) or not all(isinstance(box.get(k), int) for k in ("left", "top", "right", "bottom")):
        return None
    return Bounds(box["left"], box["top"], box["right"], box["bottom"])


def _best_text(reported: object, dumped: str) -> str:
    """The phone's own text if it equals the dumped one with characters in place of dots, else the dumped one."""
    if not isinstance(reported, str):
        return dumped
    pattern = ".+".join(re.escape(part) for part in _GARBLED.split(dumped))
    return reported if re.fullmatch(pattern, reported, re.DOTALL) else dumped


def _rebuilt(node: Node, found: dict[int, tuple[str, str]]) -> Node:
    """The tree with the found texts; unchanged parts are shared."""
    children = tuple(_rebuilt(child, found) for child in node.children)
    text, description = found.get(id(node), (node.text, node.description))
    if (text, description) == (node.text, node.description) and all(
        new is old for new, old in zip(children, node.children, strict=True)
    ):
        return node
    return node._replace(text=text, description=description, children=children)
