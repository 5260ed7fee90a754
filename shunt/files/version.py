"""The version of this program, as it goes into proofs, tables and manifests, and what it runs on."""

from __future__ import annotations

from functools import cache

DISTRIBUTION = "shunt-puzzles"
"""The name on the package index, where `shunt` belongs to another project; the import and the command are `shunt`."""


def to_install(extra: str) -> str:
    """Return the command that installs an extra of this package."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


@cache
def program_version() -> str:
    """Return the version of the installed package, or of the checkout that it runs from."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        import tomllib
        from pathlib import Path

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"]) if project.is_file() else "0"


def environment_lines() -> list[str]:
    """Return the version, what the program runs on, and where its caches are, a line each."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from shunt.files.folders import cache_root

    try:
        compiler = version("numba")
    except PackageNotFoundError:
        compiler = "not installed"
    caches = cache_root() or "none: this user has no home (see SHUNT_CACHE_DIR)"
    on = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return [f"shunt {program_version()}", on, f"numba {compiler}", f"caches: {caches}"]
