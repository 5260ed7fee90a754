"""The door of the command line: what it lists, and how it ends whatever happens."""

import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shunt.cards.stop import Stop, StopKind
from shunt.cli import cli
from shunt.files.folders import cache_root
from shunt.files.version import program_version
from shunt.search.core.limits import LimitReached
from tests.cli.running import START, check_refused, in_shell, process, script, shunt

HEAVY = ("numpy", "numba", "pydantic", "networkx", "rich", "scipy", "tomlkit")
LIGHT_STARTS = [["--help"], ["list"], ["solve", "--help"]]


def imported_by(args: list[str], **env: str) -> set[str]:
    """The modules that a command has imported at its end."""
    begin = f"import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr)); sys.argv[1:] = {args}\n"
    done = script(begin + START[2], **env)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("args", LIGHT_STARTS, ids=" ".join)
def test_light_commands_import_nothing_heavy(args):
    assert imported_by(args) & set(HEAVY) == set()


def test_a_card_is_solved_without_what_only_faulty_files_and_other_work_need():
    by_kernels = ["solve", "first-swap", "--method", "bidirectional"]
    assert shunt(*by_kernels).exit_code == 0  # the next run finds its kernels compiled
    assert imported_by(["solve", "first-swap"]) & {"numpy", "numba"} == set()
    imported = imported_by(by_kernels)
    assert "numba" in imported
    assert imported & {"scipy.linalg", "networkx", "rich", "tomlkit"} == set()


def test_version():
    done = shunt("--version")
    program, python, compiler, caches = done.stdout.splitlines()
    assert (done.exit_code, program) == (0, f"shunt {program_version()}")
    assert python.startswith(f"Python {platform.python_version()}, ")
    assert compiler == f"numba {metadata.version('numba')}"
    assert caches == f"caches: {cache_root()}"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "Usage: shunt"),
        ("--nonsense", "No such option"),
        ("solve", "Missing argument 'CARD'"),
        ("solve first-swap extra", "unexpected extra argument"),
        ("solve first-swap --method magic", "unknown method 'magic' for this card (one of tablebase, referee,"),
        ("solve first-swap --max-memory lots", "'lots' is not an amount of memory; write 512M or 2G"),
        ("solve first-swap --max-states many", "'many' is not a whole number"),
        ("solve first-swap --time-limit 0", "'0' is not a time; write a number of seconds above 0"),
        ("solve first-swap --gap -1", "'-1' is not a whole number from 0 on"),
        ("flood first-swap --time-limit nan", "'nan' is not a time"),
        ("solve first-sawp", "did you mean first-swap"),
        ("show wye-81", "did you mean wye-18"),
        ("completion tcsh", "'tcsh' is not one of"),
        ("graph wye-18 --format png", "'png' is not one of"),
        ("check", "Missing argument 'FILE...'"),
        ("slove", "No such command 'slove'. Did you mean 'solve', 'moves' or 'serve'?"),
        ("bid tabel", "Did you mean 'table'?"),
    ],
)
def test_bad_usage(line, told):
    check_refused(shunt(line), told)


def test_a_closed_pipe_is_no_error():
    command = " ".join(f"'{part}'" for part in START) + " graph wye-18 --format graphml"
    done = in_shell(f"set -o pipefail; {command} | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_closed_before_the_first_line(tmp_path):
    reader = subprocess.Popen(["true"], stdin=subprocess.PIPE)
    reader.wait()
    assert reader.stdin is not None
    done = process("list", capture_output=False, stdout=reader.stdin, stderr=subprocess.PIPE)
    reader.stdin.close()
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_told():
    with Path("/dev/full").open("w") as full:
        done = process("list", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert "the output cannot be written: No space left on device" in done.stderr


@pytest.fixture
def failing(monkeypatch):
    """A command `fail` that raises what is in the list."""
    raised = []

    @click.command("fail")
    def fail() -> None:
        raise raised[0]

    monkeypatch.setattr(sys.modules[__name__], "fail", fail, raising=False)
    monkeypatch.setitem(cli.entries, "fail", (f"{__name__}:fail", "fails"))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    return raised


def test_internal_errors_say_how_to_report_them(failing, monkeypatch):
    failing.append(ZeroDivisionError("oh"))
    done = shunt("fail")
    assert done.exit_code == 70
    assert "internal error: ZeroDivisionError: oh" in done.stderr
    assert "SHUNT_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr
    monkeypatch.setenv("SHUNT_DEBUG", "1")
    done = shunt("fail")
    assert done.exit_code == 70
    assert "Traceback" in done.stderr


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (EOFError(), 130),
        (MemoryError(), 3),
        (LimitReached(Stop(StopKind.MEMORY, 5)), 3),
        (BrokenPipeError(), 0),
        (ModuleNotFoundError("No module named 'reportlab'", name="reportlab"), 2),
        (ModuleNotFoundError("No module named 'shunt.lost'", name="shunt.lost"), 70),
    ],
)
def test_other_ends(failing, error, status):
    failing.append(error)
    assert shunt("fail").exit_code == status


def test_every_method_is_named_in_the_help():
    from shunt.search.methods.large.blocks import LongTrainsTask
    from shunt.search.methods.large.search import LargeTask
    from shunt.search.metrics.task import MetricTask
    from shunt.sidings.search.task import SidingsTask

    methods = {*LargeTask.methods, *LongTrainsTask.methods, *MetricTask.methods, *SidingsTask.methods}
    told = " ".join(shunt("solve --help").stdout.split())
    assert [method for method in methods if method not in told] == []


# ------------------------------------------------------------------------------------------------------------ completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_line_to_add(shell):
    done = shunt("completion", shell)
    assert done.exit_code == 0
    assert f"_SHUNT_COMPLETE={shell}_source shunt" in done.stdout


def completed(words: str) -> list[str]:
    given = {"_SHUNT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    return CliRunner().invoke(cli, [], env=given).stdout.split()


def test_names_are_completed():
    assert set(completed("shunt show w")) >= {"plain,wye-18"}
    assert "plain,solve" in completed("shunt so")
    assert "plain,--max-memory" in completed("shunt solve --max-m")
    assert completed("shunt check ./pu") == ["file,./pu"]
