"""Run commands that are refused, in a process whose kernel cache is empty; print those that compiled something."""

import json
import shlex
import sys

from click.testing import CliRunner

from shunt.cli import cli
from shunt.search.core.clock import compiling

if __name__ == "__main__":
    for line in json.load(sys.stdin):
        before = compiling.seconds
        done = CliRunner().invoke(cli, shlex.split(line))
        if done.exit_code not in (1, 2) or compiling.seconds > before:
            print(f"{line}: exit status {done.exit_code}, {compiling.seconds - before:.1f} s of compiling, {done.stderr}")
