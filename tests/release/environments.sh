#!/usr/bin/env bash
# Install the wheel of DIST into an empty environment and run the end-to-end test there.
#   tests/release/environments.sh DIST pip|pipx|uv PYTHON [highest|lowest-direct]
# PYTHON is an interpreter, or for uv a version. Only uv resolves to the oldest versions that pyproject.toml allows.
set -euo pipefail
dist=$1 tool=$2 python=$3 resolution=${4:-highest}
here=$(cd "$(dirname "$0")" && pwd)
wheel=$(ls "$dist"/shunt_puzzles-*-py3-none-any.whl)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $tool in
pip)
    "$python" -m venv "$work/env"
    "$work/env/bin/python" -m pip install --quiet "$wheel"
    inside=$work/env/bin/python
    ;;
pipx)
    export PIPX_HOME=$work/pipx PIPX_BIN_DIR=$work/bin PIPX_MAN_DIR=$work/man
    pipx install --quiet --python "$python" "$wheel"
    inside=$work/pipx/venvs/shunt-puzzles/bin/python
    ;;
uv)
    uv venv --quiet --python "$python" "$work/env"
    # To uv only what it is asked for is direct, so that the requirements of a wheel alone would come in their newest versions.
    uv pip install --quiet --python "$work/env/bin/python" --resolution "$resolution" "$wheel" -r "$here/../../pyproject.toml"
    inside=$work/env/bin/python
    ;;
*)
    echo "unknown tool $tool: pip, pipx or uv" >&2
    exit 2
    ;;
esac
"$inside" "$here/end_to_end.py" "$inside"
