"""The libraries of the adapters are installed for the slow tests alone."""

from pathlib import Path

import pytest

from tests.conftest import runs_everything


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return None if runs_everything(config) or not collection_path.is_file() else True
