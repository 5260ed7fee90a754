# Everything sets up what it needs in .venv by itself; a Python >= 3.11 with its venv module is all it takes.
#   make demo [CARD=name]   show a shipped route card and solve it
#   make test [SLOW=1|only] the tests; SLOW=1 runs the long ones too, SLOW=only nothing else
#   make bench              the benchmarks
#   make lint               ruff, mypy, the types of the pages and the prose of the documents
#   make docs               build the documentation site, build/docs/index.html
#   make pages              build the pages' programs from shunt/pages/source
#   make wheel              build a wheel for Linux x86-64 with compiled kernels, into dist/
#   make dist               build the wheel for all machines and the source archive, into dist/
#   make sheets            draw the pictures of printed sheets in docs/images again (needs poppler-utils)
#   make clean              remove caches and build outputs (.venv stays)
# PYTHON=/path/to/python chooses the interpreter that .venv is made with.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo test bench lint lint-style lint-types lint-node docs pages wheel dist sheets clean
.DELETE_ON_ERROR:

VENV := .venv
CARD ?= first-swap
# One for each core, up to eight: every other one would cost half a minute and more of processor time by itself.
WORKERS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); echo $$((cores > 8 ? 8 : cores)))
PYTHON ?=
# Byte code is written when a module is first imported: most of those that are installed never are.
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check install --quiet --no-compile

help:
	@sed -n 's/^#   //p' Makefile

demo: $(VENV)/.run-stamp
	@$(VENV)/bin/shunt show $(CARD)
	@$(VENV)/bin/shunt solve $(CARD)

# Tests run the modules of the pages in Node and the pages in Chromium. The slow ones build the documentation and use every extra.
test: $(if $(SLOW),$(VENV)/.dev-stamp node_modules/.stamp,$(VENV)/.test-stamp node_modules/.test-stamp)
	@$(VENV)/bin/python tests/pages/chromium.py
	@$(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal $(if $(SLOW),--slow) $(if $(filter only,$(SLOW)),-m slow)

bench: $(VENV)/.dev-stamp
	@$(VENV)/bin/python benchmarks/run.py

# Its parts may run at the same time. The last needs no more than Node: it runs beside the installation of what the others need.
TEXTLINT := $(VENV)/bin/node node_modules/textlint/bin/textlint.js --config docs/textlint.json
lint: lint-style lint-types lint-node
lint-style: $(VENV)/.dev-stamp node_modules/.stamp
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/codespell docs/*.md docs/*/ *.md
	@$(VENV)/bin/python -m tests.docs.help_text | $(TEXTLINT) --stdin --stdin-filename help.md
lint-types: $(VENV)/.dev-stamp
	@$(VENV)/bin/mypy
lint-node: node_modules/.stamp
	@$(VENV)/bin/node node_modules/typescript/bin/tsc --noEmit
	@$(TEXTLINT) *.md 'docs/**/*.md'

docs: $(VENV)/.dev-stamp
	@$(VENV)/bin/python -m sphinx -W --keep-going --quiet -b html -d build/doctrees docs build/docs
	@echo build/docs/index.html

pages: $(VENV)/.dev-stamp node_modules/.stamp
	@$(VENV)/bin/node shunt/pages/source/build.mjs

# Compiled for any processor of the kind. A wheel of other sources or versions of numba leaves them unused.
KERNELS := build/kernels
wheel: $(VENV)/.dev-stamp
	@rm -rf $(KERNELS)
	@NUMBA_CPU_NAME=generic SHUNT_DATABASES= SHUNT_CACHE_DIR=$(CURDIR)/$(KERNELS) $(VENV)/bin/python -m shunt warm
	@SHUNT_KERNELS=$(CURDIR)/$(KERNELS)/shunt $(VENV)/bin/python -m pip --disable-pip-version-check wheel --quiet \
	    --no-deps --no-build-isolation --wheel-dir dist .

# The same commit gives the same bytes: times in the archives are that of the commit.
dist: $(VENV)/.dev-stamp
	@rm -rf dist/release
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1580601600)} \
	    $(VENV)/bin/python -m hatchling build -t sdist -t wheel -d dist/release >/dev/null
	@sha256sum dist/release/*

sheets: $(VENV)/.dev-stamp
	@$(VENV)/bin/python -m tests.paper.pictures

clean:
	@rm -rf build dist benchmarks/build benchmarks/out .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are newer than pyproject.toml once what it asks for is installed.
$(VENV)/.run-stamp: pyproject.toml | $(VENV)/bin/pip
	@echo "setting up: installing shunt and what it needs into $(VENV)" >&2
	@$(PIP) --editable . && touch $@

# By their names, not as the extra: pip would build the package again.
TOOLS = $$($(VENV)/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["test"])')
$(VENV)/.test-stamp: $(VENV)/.run-stamp
	@echo "setting up: installing what the tests need into $(VENV)" >&2
	@$(PIP) $(TOOLS) && touch $@

$(VENV)/.dev-stamp: pyproject.toml | $(VENV)/.test-stamp
	@echo "setting up: installing shunt and its development tools into $(VENV)" >&2
	@$(PIP) --editable '.[dev]' && touch $@

# What the pages consist of, and the tools that build and check them, as package-lock.json pins them. Install scripts only speed them up.
NPM := $(VENV)/bin/npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node_modules/.test-stamp: package-lock.json | $(VENV)/.test-stamp
	@echo "setting up: installing the modules of the pages into node_modules" >&2
	@$(NPM) --omit=dev >/dev/null && touch $@

node_modules/.stamp: package-lock.json | $(VENV)/.test-stamp
	@echo "setting up: installing the tools of the pages into node_modules" >&2
	@$(NPM) >/dev/null && touch node_modules/.test-stamp $@

# pip comes last, so it stands for a whole environment. A name on the path is no proof: a version manager's shim may stand for a Python that is not there.
$(VENV)/bin/pip:
	@for python in $(or $(PYTHON),python3.11 python3 python3.12 python3.13 python3.14); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found="$$python" && break; \
	done; \
	if [ -z "$${found:-}" ]; then \
	    echo "No Python 3.11 or newer found$(if $(PYTHON), at $(PYTHON)). Install one (Debian: apt install python3 python3-venv)," >&2; \
	    echo "or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; \
	fi; \
	echo "setting up: making $(VENV) with $$("$$found" --version)" >&2; \
	if ! said=$$("$$found" -m venv $(VENV) 2>&1); then \
	    rm -rf $(VENV); echo "$$said" >&2; \
	    echo "$$found cannot make a virtual environment. On Debian its venv module is a package of its own:" >&2; \
	    echo "    apt install python3-venv" >&2; exit 1; \
	fi
