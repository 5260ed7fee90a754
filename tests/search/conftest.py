"""What tests of the searches share."""

from __future__ import annotations

import pytest

from shunt.search.methods.referee import Referee


@pytest.fixture
def kernels_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have small cards searched by kernels too."""
    monkeypatch.setattr(Referee, "fits", lambda self: False)
