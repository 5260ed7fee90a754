"""Settings of Sphinx for the documentation site. `make docs` builds it, without a network, into build/docs."""

from __future__ import annotations

import inspect
import os
import re
import sys
from pathlib import Path
from typing import Any

import click
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent / "_ext")]
os.environ["COLUMNS"] = "100"

from shunt.files.version import program_version  # noqa: E402 – found by the line above

project = "shunt"
author = "the authors of shunt"
release = version = program_version()
project_copyright = "MIT licence"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_click",
    "sphinx_design",
    "played",
    "keys",
    "commands",
    "output",
    "api",
    "express",
]
exclude_patterns = ["_ext", "schemas"]
root_doc = "index"
nitpicky = False
default_role = "code"  # docstrings write names in single backticks
suppress_warnings = ["myst.header"]  # CONTRIBUTING.md and RESULTS.md are included below a title

myst_enable_extensions = ["colon_fence", "attrs_block"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks are stored executed
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # would be loaded from the network

smartquotes = False  # an option is --json, not –json

autosummary_generate = False
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_title = "shunt"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["names.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {
    "show_toc_level": 2,
    "navbar_align": "left",
    "header_links_before_dropdown": 8,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": [],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def setup(app: Sphinx) -> None:
    """Have the help of commands shown as it is written, the fields of named tuples left out, and unions spelled out."""
    app.connect("sphinx-click-process-description", as_written)
    app.connect("autodoc-process-signature", spelled_out)
    app.connect("autodoc-skip-member", is_alias)


def is_alias(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Return True for a field of a named tuple, which the docstring of its class describes; None leaves the choice to autodoc."""
    return True if (inspect.getdoc(member) or "").startswith("Alias for field number") else None


UNIONS = {"AnyLayout": "Layout | SidingsLayout", "StrPath": "str | os.PathLike[str]"}


def spelled_out(
    app: Sphinx, what: str, name: str, value: Any, options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Return a signature with unions for their names, which are not public. Sphinx does so itself where it knows all types."""
    for union, members in UNIONS.items():
        signature = signature and re.sub(rf"\b{union}\b", members, signature)
    return signature, returned


def as_written(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """Put what is indented in a block of `\b`, examples and tables, into literal blocks, and escape all other markup."""
    written: list[str] = []
    for line in lines:
        if line.startswith("|  "):
            begins = not (written and written[-1].startswith("   "))
            written += (["", "::", ""] if begins else []) + [f"   {line[2:]}"]
        else:
            written.append(re.sub(r"([*|`\\_]|^-)", r"\\\1", line.removeprefix("| ")))
    lines[:] = written
