"""Text that is safe to print: characters that would steer a terminal or reorder a line are shown as escapes.

Titles, names and messages may come from foreign files. Control characters (C0, DEL, C1) can set a window's title or move the
cursor, bidirectional ones can make a line read as another, line separators can forge a line of output.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_INVISIBLE = "\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f"
_NOT_IN_A_TEXT = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{_INVISIBLE}]")
_NOT_IN_A_LINE = re.compile(rf"[\x00-\x1f\x7f-\x9f{_INVISIBLE}]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?\d{1,18}(?:\.\d{1,18})?(?:e[+-]?\d{1,3})?", re.ASCII)


def printable(text: str) -> str:
    """Return `text` as part of one line: every character that a terminal would obey is shown as an escape.

    >>> printable("a title\\x1b]0;mine\\x07\\n")
    'a title\\\\u001b]0;mine\\\\u0007\\\\u000a'
    """
    return _NOT_IN_A_LINE.sub(_escape, text)


def printable_lines(text: str) -> str:
    """Return `text` like `printable`, with its line ends and tabs: also for XML and HTML, which hold no other such characters."""
    return _NOT_IN_A_TEXT.sub(_escape, text)


def is_unicode(text: str) -> bool:
    """Return whether a text can be written as UTF-8. (Bytes that are not UTF-8 are halves of surrogate pairs in Python.)"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def xml_string(root: Element) -> str:
    """Return an element as the text of an XML file that every reader takes, whatever its texts and attributes hold."""
    from xml.etree.ElementTree import tostring

    return printable_lines(tostring(root, encoding="unicode"))


def csv_cell(text: str) -> str:
    """Return `text` as a cell that no spreadsheet takes for a formula: one that begins like a formula gets a leading quote.

    >>> csv_cell("=1+1"), csv_cell("A1"), csv_cell("-3")
    ("'=1+1", 'A1', '-3')
    """
    shown = printable(text)
    return "'" + shown if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else shown


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
