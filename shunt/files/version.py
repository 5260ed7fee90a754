"""The version of this program, as it goes into proofs, tables and manifests."""

from __future__ import annotations

from functools import cache


@cache
def program_version() -> str:
    """Return the version of the installed package, or of the checkout that it runs from."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("shunt")
    except PackageNotFoundError:
        import tomllib
        from pathlib import Path

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"]) if project.is_file() else "0"
