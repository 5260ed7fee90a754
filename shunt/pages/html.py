"""One self-contained HTML file: a built program and its style, the data it works on, and a policy that allows nothing else.

The Content-Security-Policy names the program and the style by their hashes. No other script runs, whatever names and titles say,
and no request leaves the page.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from shunt.files.printable import printable_lines

Data = dict[str, Any]
"""An object that a page gets as JSON."""
BUILT = Path(__file__).parent / "built"
"""The built programs and styles, which are part of the package; `make pages` builds them from `source/`."""
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<path d="M1 3h9l5 4v2l-5 4H1z" fill="#27406f"/><path d="M9 5l4 3-4 3zM3 5h1v6H3z" fill="#f6d264"/></svg>'
)
"""A locomotive, as pages draw them."""
ENDS = re.compile("<(?=[/!]|script)", re.IGNORECASE)
"""What a browser looks for in a script: the end of it, a comment, and a script within; drawings are full of other elements."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="{icon}">
<title>{title}</title>
{links}<style>{style}</style>
</head>
<body>
<div id="app"><noscript><p>This page needs JavaScript, which is switched off in this browser.</p></noscript></div>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def html_page(
    entry: str,
    title: str,
    data: Any,
    *,
    connect: bool = False,
    links: Sequence[tuple[str, str]] = (),
    tags: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a page as the text of an HTML file; the same arguments give the same bytes.

    `entry` names the built program and style (`player` for `player.js` and `player.css`); the program finds `data` as JSON in
    the element `data`. `connect` allows requests to the server that the page came from. `links` are `link` elements, each
    as (relation, address); `tags` are `meta` elements for search engines and previews, by name.
    """
    script, style = built(f"{entry}.js"), built(f"{entry}.css")
    elements = [_element("link", rel=rel, href=href) for rel, href in links]
    for name, text in tags.items():
        key = "property" if name.startswith("og:") else "name"
        elements.append(_element("meta", **{key: name, "content": printable_lines(text)}))
    return PAGE.format(
        policy=_policy(script, style, connect),
        title=escape(printable_lines(title)),
        icon=f"data:image/svg+xml,{quote(ICON)}",
        links="".join(elements),
        style=style,
        data=json_text(data),
        script=script,
    )


def _element(kind: str, **attributes: str) -> str:
    return f"<{kind} {' '.join(f'{name}={chr(34)}{escape(value)}{chr(34)}' for name, value in attributes.items())}>\n"


@lru_cache
def built(file: str) -> str:
    """Return a built file, such as `player.js`, without its first line, which names its sources and their digest."""
    return (BUILT / file).read_text(encoding="utf-8").partition("\n")[2].strip()


def json_text(data: Any) -> str:
    """Return data as JSON that may be inside a `script` element: no text in it can end that element or open a comment."""
    text = ENDS.sub(r"\\u003c", json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return text.encode("utf-8", "replace").decode("utf-8")


def _policy(script: str, style: str, connect: bool) -> str:
    rules = [
        "default-src 'none'",
        f"script-src '{_hash(script)}'",
        f"style-src '{_hash(style)}'",
        "img-src 'self' data: blob:",
        "worker-src blob: 'self'",
        "manifest-src 'self'",
        f"connect-src {chr(39)}{'self' if connect else 'none'}{chr(39)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
