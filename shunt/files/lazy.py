"""What is imported when it is first used: by its place, by the name of what it provides, or from the stub of a package.

Earlier rooms ask later ones, and wings, by name (`provided`): values for their pictures, boards without coordinates for their
drawing. The package's door says where that is.

A stub has lines `from module import name as name`, since type checkers take any other import as private, and for a
name that differs `from module import load_card` and `load = load_card`. The package `lazy_loader` reads stubs too, but knows
no other name than the one in the module, and loads `ast` to parse them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than the rest of `import shunt`
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def load_place(place: str) -> Any:
    """Import what is at `module:attribute`."""
    from importlib import import_module

    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


PROVIDED: dict[str, str] = {}
"""What later rooms and wings provide to earlier ones: its place (`module:attribute`) by name; set once, by the package's door."""


def provided(name: str) -> Any:
    """Import what the package's door provides under a name."""
    return load_place(PROVIDED[name])


def attached(package: str, file: str) -> tuple[list[str], Callable[[str], Any]]:
    """Return `__all__` and `__getattr__` of the package whose `__init__.py` is `file`."""
    with open(f"{file.removesuffix('c')}i", encoding="utf-8") as stub:
        lines = [line.replace(",", " ").split() for line in stub if line.startswith("from ") or " = " in line]
    imported = {name: (line[1], name) for line in lines if line[0] == "from" for name in line[3:]}
    homes = {line[5]: imported[line[3]] for line in lines if line[4:5] == ["as"]}
    homes |= {line[0]: imported[line[2]] for line in lines if line[1] == "="}

    def load(public: str) -> Any:
        import sys
        from importlib import import_module

        if public not in homes:
            raise AttributeError(f"module {package!r} has no attribute {public!r}")
        module, name = homes[public]
        value = import_module(f"{module}.{name}") if module == package else getattr(import_module(module), name)
        setattr(sys.modules[package], public, value)
        return value

    return sorted(homes), load
