"""Widths of letters in the typeface of printed sheets, Bitstream Vera, so that text takes the same room on every machine.

No font of the machine is asked: pictures have the same bytes wherever they are drawn, and texts in SVG carry their width.
The tables map widths, in thousandths of the size, to the letters that have them; a test compares them with the typeface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

PLAIN = r"""
275 '   278 ijlìíîïı   284 ł   295 IJÌÍÎÏİ   318 ,.·‘’   337 /:;\|¦   352 f   361 -   390 ()[]   392 t   401 !¡²³¹   411 r
460 "   471 ªº   500 *_`§¨¯°´¸–   518 “”   521 sşš   525 zž   531 ?¿   550 cçćč   557 L   562 Ł   575 F   579 k   590 •
592 vxyýÿ   600 ĎďĐ   603 P   605 Þ   611 TYÝŸ   612 o«»ðòóôõöø   613 aàáâãäå   615 eèéêë   630 ß   632 EÈÉÊË   634 hnuñùúûü
635 SbdgpqþđğŞŠ   636 $0123456789{}¢£¤¥µ¶   656 K   684 AVÀÁÂÃÄÅ   685 XZŽ   686 B   695 R   698 CÇĆČ   732 UÙÚÛÜ   748 NÑ
752 H   770 D   775 GÐĞ   780 &   787 OQÒÓÔÕÖØ   818 w   838 #+<=>^~¬±×÷   863 M   950 %   969 ¼½¾   974 mÆ   982 æ   989 W
1000 @©®—…   1023 œ   1070 Œ
"""
BOLD = r"""
306 '   343 ijlìíîïı   365 /\|¦   371 ł   372 IJÌÍÎÏİ   380 ,.·‘’   400 :;   415 -   435 f   438 ²³¹   456 !¡   457 ()[]   478 t
493 r   500 _`§¨¯°´¸–   521 "   523 *   564 ªº   580 ?¿   582 zž   593 cçćč   595 sşš   600 ĎďĐ   636 ¤¶   637 L   639 •   642 Ł
645 x   646 «»   652 vyýÿ   657 “”   665 k   675 aàáâãäå   678 eèéêë   682 T   683 EFÈÉÊË   687 oðòóôõöø   696 $0123456789¢£¥
712 hnu{}ñùúûü   716 bdgpqþđğ   719 ß   720 SŞŠ   724 YÝŸ   725 ZŽ   733 P   734 CÇĆČ   736 µ   738 Þ   762 B   770 R   771 X
774 AVÀÁÂÃÄÅ   775 K   812 UÙÚÛÜ   821 GĞ   830 D   837 HNÑ   838 #+<=>^~¬±Ð×÷   850 OQÒÓÔÕÖØ   872 &   924 w   995 M
1000 @©®—…   1002 %   1035 ¼½¾   1042 m   1048 æ   1085 Æ   1094 œ   1103 W   1167 Œ
"""
"""Each width is before the letters that have it."""
BLANK = (318, 348)
Measure = Callable[[str, float, bool], float]
"""Returns the width of a text at a given size, bold or not."""
LOW = frozenset("acegmnopqrsuvwxyz.,:;-_+~")
"""Letters and signs that are no higher than an x."""
UNKNOWN = 1.0  # width of any other character, in sizes: as wide as an ideograph or an emoji


@cache
def widths_of(bold: bool) -> dict[str, float]:
    """Return the width of each letter as a multiple of the text size."""
    table = (BOLD if bold else PLAIN).split()
    pairs = [(BLANK[bold], " "), *zip(map(int, table[::2]), table[1::2], strict=True)]
    return {letter: width / 1000 for width, letters in pairs for letter in letters}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of `size`."""
    widths = widths_of(bold)
    return size * sum(widths.get(letter, UNKNOWN) for letter in text)


def middle_of(text: str) -> float:
    """Return how far below its middle a line of text has its base line, in sizes: half the height of its tallest letter."""
    return 0.275 if text and all(letter in LOW for letter in text) else 0.365


def fitted(
    text: str, size: float, room: float, bold: bool = False, least: float = 0.0, measure: Measure = text_width
) -> tuple[str, float]:
    """Return the text and the size at which it fits in `room`: smaller first, then shortened at the smallest size."""
    size = max(least, min(size, size * room / max(measure(text, size, bold), 1e-6)))
    if measure(text, size, bold) <= room + 1e-6:
        return text, size
    while text and measure(text + "…", size, bold) > room:
        text = text[:-1].rstrip()
    return text + "…", size


def wrapped(words: Iterable[str], size: float, room: float, measure: Measure = text_width) -> list[str]:
    """Break words into lines of at most `room`; a longer word is broken itself, after a hyphen if it has one."""
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if measure(longer, size, False) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while measure(line, size, False) > room and len(line) > 1:
            cut = len(line) - 1
            while cut > 1 and measure(line[:cut], size, False) > room:
                cut -= 1
            cut = line.rfind("-", 1, cut) + 1 or cut
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines
