"""What a name of a space, piece, turntable, layout or card consists of."""

from __future__ import annotations

import re

NAME_PATTERN = r"^[A-Za-z0-9_.\-]+$"
is_name = re.compile(NAME_PATTERN).fullmatch
"""Whether a text may be such a name."""
