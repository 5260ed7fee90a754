"""Addresses of the web in options of sheets and sites."""

from __future__ import annotations

from urllib.parse import urlsplit

from shunt.errors import InputError


def web_address(url: str) -> str:
    """Return the address of a site with `/` at its end, "" for none; raise `InputError` for what is no address of the web."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.netloc) and not (parts.query or parts.fragment)
    except ValueError:
        is_address = False
    if not is_address or any(character.isspace() for character in url):
        raise InputError("--url", f"{url!r} is not the web address of a folder", "write it as https://example.org/shunt/")
    return url if url.endswith("/") else url + "/"
