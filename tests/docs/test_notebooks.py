"""The notebooks: each runs from beginning to end, and is stored executed."""

from pathlib import Path
from re import subn

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs" / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
FEWER = {"what-makes-a-card-long": {r"board, 50,": "board, 8,"}}
"""Changes to the first cell of code, which makes more cards than a test needs."""


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_is_stored_executed(path):
    import nbformat

    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert sum(bool(cell.outputs) for cell in code) > len(code) / 2
    assert not any(output.output_type == "error" for cell in code for output in cell.outputs)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_runs(path):
    """Its cells are run one after the other, and what they show is made."""
    import nbformat
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    notebook = nbformat.read(path, 4)
    for old, new in FEWER.get(path.stem, {}).items():
        notebook.cells[1].source, count = subn(old, new, notebook.cells[1].source)
        assert count == 1
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shell.run_cell(cell.source).raise_error()


def test_there_are_four():
    assert len(NOTEBOOKS) == 4
