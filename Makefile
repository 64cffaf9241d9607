# Two commands set everything up: `make match` plays, `make test` tests.
# README.md has the plain pip lines for those without make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(wildcard core/*.py core/*.pxd)

.PHONY: match test test-checked clean

# A paired match of the protocol engine against two bundled bots.
match: $(VENV)/installed
	$(BIN)/fukumi tournament --gauntlet --rounds 2 --concurrency 2 --boardsize 15 \
		--engine "cmd=fukumi name=Fukumi" --engine cmd=heuristic --engine cmd=puremcts \
		--each tc=0/1 --out records

test: $(VENV)/tested-with test-checked
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2

# The tests of the core once more, compiled so that a wrong index ends the process.
CHECKED := build/checked
test-checked: $(VENV)/tested-with
	rm -rf $(CHECKED)
	mkdir -p $(CHECKED)
	cp -r core tests setup.py pyproject.toml $(CHECKED)
	rm -f $(CHECKED)/core/*.so $(CHECKED)/core/*.c
	cd $(CHECKED) && FUKUMI_BOUNDSCHECK=1 ../../$(BIN)/python setup.py -q build_ext --inplace
	cd $(CHECKED) && ../../$(BIN)/python -m pytest -q tests/core

# The stamps say that an installation is newer than what it was made from.
$(VENV)/installed: pyproject.toml setup.py $(CORE) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/tested-with: requirements-dev.txt $(VENV)/installed
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Fukumi needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@command -v cc >/dev/null || command -v gcc >/dev/null || \
		{ echo "Fukumi compiles its core: install a C compiler (Debian: apt install gcc)"; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; \
		sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || \
		{ echo "Fukumi compiles its core: install Python's headers (Debian: apt install python3-dev)"; exit 1; }
	$(PYTHON) -m venv $(VENV) || \
		{ echo "Could not make a virtual environment (Debian: apt install python3-venv)"; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade pip

clean:
	rm -rf $(VENV) build dist *.egg-info core/*.so core/*.c
