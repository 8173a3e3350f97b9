"""The browser: local files, `data:` pages and a small shipped web, shown as a WebView's tree. It runs no scripts."""

from __future__ import annotations

from agentprog.phone.apps.browser.app import Chrome

__all__ = ["Chrome"]
