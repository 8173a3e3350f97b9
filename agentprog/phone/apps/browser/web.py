"""The sources of pages: the phone's files, `data:` addresses, and the sites in `devices/sites`."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, quote, quote_plus, unquote, unquote_to_bytes, urlencode, urljoin, urlsplit

from agentprog import resources
from agentprog.frozen import frozen

NEW_TAB = "chrome-native://newtab/"
SEARCH = "https://search.example/"
_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_HOST = re.compile(r"^[\w-]+(\.[\w-]+)+(:\d+)?(/.*)?$")
_ERRORS = {
    "ERR_NAME_NOT_RESOLVED": ("This site can’t be reached", "Check if there is a typo in {host}."),
    "ERR_INTERNET_DISCONNECTED": ("You’re offline", "Your device is offline."),
    "ERR_FILE_NOT_FOUND": ("Your file couldn’t be accessed", "It may have been moved, edited, or deleted."),
    "ERR_UNKNOWN_URL_SCHEME": ("This site can’t be reached", "The webpage at {host} might have moved."),
}


class FileReader(Protocol):
    """The phone's files."""

    def read(self, path: str) -> bytes: ...


@frozen
class WebAnswer:
    """`url` is the page's address; `error` is Chrome's name for the failure."""

    url: str
    body: str
    error: str = ""


def sites() -> dict[str, Path]:
    """Every shipped page by address."""
    root = resources.path("devices/sites")
    found = {}
    for page in sorted(root.glob("*/*.html")):
        name = "" if page.stem == "index" else page.stem
        found[f"https://{page.parent.name}/{name}"] = page
    return found


def address(typed: str) -> str:
    """The address for a text in the address bar: adds a scheme, or searches for the words."""
    words = typed.strip()
    if re.match(r"^(https?|file|data|about|content|chrome(-native)?):", words):
        return words
    if words.startswith("/"):
        return f"file://{quote(words)}"
    if _HOST.match(words):
        return f"https://{words}"
    return f"{SEARCH}?q={quote_plus(words)}"


def shown(url: str) -> str:
    """An address in the bar's form: without `https://` and a lone slash."""
    if url in (NEW_TAB, "about:blank"):
        return ""
    short = url.removeprefix("https://").removeprefix("http://")
    return short.removesuffix("/") if short.count("/") == 1 else short


def join(base: str, link: str) -> str:
    return urljoin(base, link) if not link.startswith("data:") else link


def encode(fields: Mapping[str, str]) -> str:
    """Encode fields as a query."""
    return urlencode(fields)


def fetch(files: FileReader, url: str, fields: Mapping[str, str], *, offline: bool) -> WebAnswer:
    """Load an address. `fields` belong to a posted form."""
    parts = urlsplit(url)
    if parts.scheme == "data":
        return WebAnswer(url=url, body=_data(url))
    if parts.scheme in ("about", "chrome-native"):
        return WebAnswer(url=url, body="")
    if parts.scheme == "file":
        try:
            return WebAnswer(url=url, body=_as_page(files.read(unquote(parts.path)), parts.path))
        except OSError:
            return _failed(url, "ERR_FILE_NOT_FOUND")
    if parts.scheme not in ("http", "https"):
        return _failed(url, "ERR_UNKNOWN_URL_SCHEME")
    if offline:
        return _failed(url, "ERR_INTERNET_DISCONNECTED")
    values = {**dict(parse_qsl(parts.query)), **fields}
    secure = f"https://{parts.netloc}{parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")
    if secure.startswith(SEARCH):
        return WebAnswer(url=secure, body=_search(values.get("q", "")))
    return _served(secure, parts.netloc, f"https://{parts.netloc}{parts.path or '/'}", values)


def _served(url: str, host: str, page: str, values: Mapping[str, str]) -> WebAnswer:
    known = sites()
    found = known.get(page) or known.get(page.removesuffix(".html"))
    if found is not None:
        text = found.read_text(encoding="utf-8")
        return WebAnswer(url=url, body=_SLOT.sub(lambda m: html.escape(values.get(m.group(1), "")), text))
    if any(urlsplit(address_known).netloc == host for address_known in known):
        title = "Page not found"
        return WebAnswer(
            url=url, body=f"<title>{title}</title><h1>{title}</h1><p>There is nothing at this address.</p>"
        )
    return _failed(url, "ERR_NAME_NOT_RESOLVED")


def _failed(url: str, error: str) -> WebAnswer:
    host = html.escape(urlsplit(url).netloc or url)
    title, words = _ERRORS[error]
    body = f"<title>{host}</title><h1>{title}</h1><p>{words.format(host=host)}</p><p>{error}</p>"
    return WebAnswer(url=url, body=body, error=error)


def _data(url: str) -> str:
    head, _, rest = url.removeprefix("data:").partition(",")
    raw = unquote_to_bytes(rest)
    if head.endswith(";base64"):
        try:
            raw = base64.b64decode(raw, validate=True)
        except binascii.Error:
            return ""
    text = raw.decode("utf-8", "replace")
    return text if head.startswith("text/html") else f"<pre>{html.escape(text)}</pre>"


def _as_page(data: bytes, path: str) -> str:
    text = data.decode("utf-8", "replace")
    if path.lower().endswith((".html", ".htm")):
        return text
    return f"<title>{html.escape(path.rsplit('/', 1)[-1])}</title><pre>{html.escape(text)}</pre>"


def _search(words: str) -> str:
    """Search results: the shipped pages that contain every word."""
    query_words = words.casefold().split()
    rows = []
    for url, page in sites().items():
        text = page.read_text(encoding="utf-8")
        title = (re.search(r"<title>(.*?)</title>", text) or [url, url])[1]
        plain = re.sub(r"<[^>]+>|\{\{.*?\}\}", " ", text).casefold()
        if query_words and all(word in plain for word in query_words):
            rows.append(f'<div><h3><a href="{url}">{title}</a></h3><p>{html.escape(shown(url))}</p></div>')
    query = html.escape(words)
    listing = "".join(rows) or f"<p>Your search - <b>{query}</b> - did not match any documents.</p>"
    field = f'<form action="/"><input type="search" name="q" value="{query}" placeholder="Search"></form>'
    return f"<title>{query} - Search</title>{field}{listing}"
