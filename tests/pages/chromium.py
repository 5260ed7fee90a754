"""The browser of the tests: the system's Chromium, installed from Debian's packages if it is missing and that is possible.

`make test` runs this file before the tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
REMEDY = "the tests of the pages need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM"


def find_chromium() -> str | None:
    """The path of Chromium: the one that `CHROMIUM` names, else the first on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def install_chromium() -> str | None:
    """Install Chromium with apt-get, which only root may do; return what went wrong, None if nothing did."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return REMEDY
    print("setting up: installing chromium with apt-get", file=sys.stderr)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-dejavu-core"]
    for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            return f"{done.stderr.strip()[-500:]}\n{REMEDY}"
    return None


if __name__ == "__main__":
    if find_chromium() is None:
        sys.exit(install_chromium())
