"""No kernel is compiled for a question that is then refused."""

import json
import sys
from subprocess import run

from tests.cli.running import ROOT, environment

REFUSED = """
solve no-such-card
solve alphabet-four --method no-such-method
solve inglenook-322 --method astar
solve alphabet-four --metric no-such-metric
solve tuning-fork --metric moves,moves
solve alphabet-four --gap -1
solve alphabet-four --time-limit none
solve alphabet-four --max-memory none
solve alphabet-four --tablebases /no/such/folder --method tablebase
solve alphabet-four --metric couplings --save
solve alphabet-four --plot bounds.txt
solve alphabet-four --plot /no/such/folder/bounds.svg
hint alphabet-four 'A A1>B3'
hint alphabet-four --file /no/such/file
hint inglenook-322 'no move'
replay alphabet-four 'A A1>B3'
replay alphabet-four --plan /no/such/file
solutions alphabet-four --list none
flood alphabet-four --method no-such-method
flood inglenook-322 --method states
flood inglenook-322 --checkpoint flood.checkpoint
flood alphabet-four --checkpoint /no/such/folder/flood
rate no-such-card
rate alphabet-four --time-limit none
tablebase build alphabet-four -o /no/such/folder/table
tablebase build inglenook-322
tablebase probe /no/such/table
check /no/such/card.toml
make cards no-such-board -n 1
make cards wye-18 --cars 99 -n 1
make cards wye-18 --cars 2 --optimum 9-3 -n 1
inglenook 99999/999
inglenook --yard 9-9-9-9
inglenook 57218/346 --goal nonsense
timesaver nonsense
timesaver "9/0 1" --goal "1 1"
bid table no-such-yard --cars 3
bid table two-storeys --cars 99
bid check two-storeys --train "A B C" --order "A B" --bid 6
bid advise two-storeys --train "red blue" --tiles nonsense
make yard no-such-yard
humpyard simulate --games none
express solve --deck nonsense
express simulate --bots no-such-bot
yardmaster simulate --bots no-such-bot --games 1
yardmaster pay nonsense
"""


def test_refused_questions_compile_nothing(tmp_path):
    given = environment(SHUNT_CACHE_DIR=str(tmp_path), SHUNT_DATABASES="")
    lines = json.dumps(REFUSED.strip().splitlines())
    command = [sys.executable, "-m", "tests.cli.refusals"]
    done = run(command, input=lines, capture_output=True, text=True, env=given, cwd=ROOT, check=True, timeout=300)
    assert done.stdout == ""
    assert not list(tmp_path.rglob("*.nb[ic]"))
