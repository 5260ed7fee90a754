"""Write the perft files again, by the referees: `python -m tests.perft.make [NAME…]`."""

import sys

from tests.perft.cases import CASES, FOLDER, levels


def main(names: list[str]) -> None:
    """Flood the cases of these names, or all, and write one file each."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or list(CASES):
        rules, start = CASES[name]()
        counts = levels(rules.successors, start)
        title = "# New positions at each level, by the referee; the puzzle is in tests/perft/cases.py."
        (FOLDER / f"{name}.txt").write_text(f"{title}\n{' '.join(map(str, counts))}\n")
        print(f"{name}: {sum(counts):,} positions in {len(counts)} levels")


if __name__ == "__main__":
    main(sys.argv[1:])
