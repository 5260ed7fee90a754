"""What makes a site one that phones install and that opens without a network: a manifest, icons, a service worker."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256

from shunt.pages.html import built, json_text
from shunt.render.raster import png
from shunt.render.scene import Path, Rect, Scene

MANIFEST, WORKER = "manifest.webmanifest", "sw.js"
MOST_KEPT = 30_000_000
"""Bytes of pages that a visitor's browser keeps; of a larger site it keeps the front page and the editor."""
SIZES = (192, 512)
BLUE, GOLD, SAND = "#27406f", "#f6d264", "#ece4d2"


def icon_file(pixels: int) -> str:
    """Return the name of the icon of a size."""
    return f"icon-{pixels}.png"


def icon(pixels: int) -> bytes:
    """Return a locomotive as a square PNG file, small enough in its square that any mask leaves it whole."""
    body = Path((((-7, -3.6), (2, -3.6), (7, 0), (2, 3.6), (-7, 3.6)),), BLUE, closed=True)
    nose = Path((((2, -2), (4.8, 0), (2, 2)),), GOLD, closed=True)
    bars = [Rect(-5.4, 0, 0.9, 5, fill=GOLD), Rect(0, 7.2, 15, 0.8, fill="#6d6252")]
    items = (Rect(12, 12, 24, 24, fill=SAND), *Scene(24, 24, (*bars[1:], body, nose, bars[0])).placed(12, 11))
    return png(Scene(24, 24, items), pixels / 24)


def manifest(title: str) -> bytes:
    """Return the manifest by which a browser installs a site."""
    icons = [
        {"src": icon_file(size), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    data = {"name": title, "short_name": title[:12].strip(), "id": "./", "start_url": "./index.html", "scope": "./"}
    data |= {"display": "standalone", "background_color": SAND, "theme_color": SAND}
    return json.dumps(data | {"icons": icons}, ensure_ascii=False, indent=1).encode()


def installing_files(title: str, pages: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the pages of a site. The service worker stores the pages, unless they are too long altogether."""
    files = {MANIFEST: manifest(title)} | {icon_file(size): icon(size) for size in SIZES}
    yield from files.items()
    is_small = sum(map(len, pages.values())) <= MOST_KEPT
    kept = files | {path: page for path, page in pages.items() if is_small or "/" not in path}
    digest = sha256(b"".join(path.encode() + sha256(content).digest() for path, content in sorted(kept.items()))).hexdigest()
    names = json_text([f"./{path}" for path in kept])
    yield WORKER, f"const FILES={names},VERSION={json_text('shunt-' + digest[:16])};{built('worker.js')}".encode()
