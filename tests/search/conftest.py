"""What tests of the searches share."""

import pytest

from shunt.search.methods.referee import Referee
from shunt.search.metrics.referee import RefereeInMetrics
from shunt.sidings.search.referee import RefereeOfSidings


def leave_out_referees(patch: pytest.MonkeyPatch) -> None:
    """Have small cards searched by kernels too, unless these do not support their metrics."""
    for method in (Referee, RefereeInMetrics, RefereeOfSidings):
        patch.setattr(method, "fits", lambda self: getattr(self, "_is_only", False))


@pytest.fixture
def kernels_only(monkeypatch):
    """Have small cards searched by kernels in one test."""
    leave_out_referees(monkeypatch)


@pytest.fixture(scope="module")
def module_of_kernels():
    """Have small cards searched by kernels in all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        leave_out_referees(patch)
        yield
