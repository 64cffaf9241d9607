# Both main commands set everything up: `make match` plays, `make -j2 test` tests.
# README.md has the pip commands for systems without make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
COMPILED := setup.py $(wildcard core/*/*.py core/*/*.pxd)

# An editable install that compiles nothing: make compiles afterwards, in place.
INSTALL := FUKUMI_INSTALL_ONLY=1 $(PIP) install -qq --no-build-isolation --editable

# The programs that the targets start, thousands in the tests, reuse bytecode instead of compiling our
# modules each time.
export PYTHONDONTWRITEBYTECODE =

.PHONY: match play train docs pictures test lint test-normal coverage test-checked torture windows-exe pins clean

# A paired match of the protocol engine against two bundled bots.
match: $(VENV)/built
	@folder=records/$$(date +%Y%m%d-%H%M%S); set -e; \
	$(BIN)/fukumi tournament run $$folder \
		--format gauntlet --rounds 2 --concurrency 2 --each tc=0/1 \
		--engine "cmd=fukumi name=Fukumi" --engine cmd=heuristic --engine cmd=puremcts; \
	$(BIN)/fukumi tournament report $$folder --out $$folder/report.html >/dev/null; \
	echo; echo "Next:"; \
	echo "  $$folder/report.html  every game of this match to replay; open it in a browser"; \
	echo "  make play    the board in the browser: play against Fukumi, analyse games"; \
	echo "  make train   a first net of your own, in about five minutes"

# The board in the browser.
play: $(VENV)/with-play
	$(BIN)/fukumi play

# A small run on 9x9 to a first net; the same command continues it after a stop.
FIRST := runs/first
train: $(VENV)/with-train
	$(BIN)/fukumi train run $(FIRST) --phase "games=0 visits=32 sizes=9:1" \
		--set gate_every=2000 --set gate_pairs=40 --set min_samples=8000 --games 5000
	@$(BIN)/fukumi train report $(FIRST) >/dev/null
	@echo; echo "Next:"; \
	echo "  $(FIRST)/report.html  losses, game lengths and Elo; open it in a browser"; \
	echo "  $(BIN)/fukumi train run $(FIRST) --games 20000   goes on with the same run"; \
	echo "  $(BIN)/fukumi play --engine \"cmd='fukumi brain --net $(FIRST)/best.net' name=mine\""

# What the tests and checks need: `make -j2` installs packages while it compiles.
TESTED := $(VENV)/tested-with $(VENV)/built

# The tests often wait, for engines and clocks, so three processes suit two cores.
PYTEST := $(BIN)/python -m pytest -n 3 -m ""
test: lint test-normal test-checked

test-normal: $(TESTED)
	$(PYTEST)

# The lines of our packages that no test runs; compiled modules are not measured.
coverage: $(TESTED)
	$(PYTEST) -q --cov --cov-report=term:skip-covered

# The compiled modules with a stub, which stubtest compares with it.
STUBBED := $(subst /,.,$(basename $(wildcard core/*/*.pyi)))

lint: $(TESTED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --concise --ignore-disjoint-bases --allowlist tests/stubtest_allowlist.txt $(STUBBED)

# The quick tests of the core again, in a build in which a wrong index ends the process.
CHECKED := build/checked
test-checked: $(CHECKED)/built $(VENV)/tested-with
	rm -rf $(CHECKED)/tests
	cp -r tests $(CHECKED)
	cd $(CHECKED) && ../../$(BIN)/python -m pytest -q -n 2 tests/core

$(CHECKED)/built: $(VENV)/built
	rm -rf $(CHECKED)
	mkdir -p $(CHECKED)
	cp -rp core setup.py pyproject.toml README.md LICENSE fukumi $(CHECKED)
	rm -rf $(CHECKED)/core/*/avx2 $(CHECKED)/core/*/*.so
	cd $(CHECKED) && FUKUMI_BOUNDSCHECK=1 ../../$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

# Attacks on all interfaces to untrusted input, for an hour; `make torture MINUTES=10` for less.
# Continues a stopped run. Failures are saved in build/torture.
MINUTES := 60
torture: $(TESTED)
	$(BIN)/python -m tests.torture run --minutes $(MINUTES)

# Stamp files mark an installation as newer than its sources. Cython does not depend on setup.py,
# so a change there removes the generated C files.
$(VENV)/built: $(COMPILED) $(VENV)/installed
	$(if $(and $(wildcard $@),$(filter setup.py,$?)),rm -f core/*/*.c)
	@echo "Compiling the core: the first time all of it, which takes about two minutes"
	@$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

$(VENV)/installed: pyproject.toml $(VENV)/ready
	@echo "Installing Fukumi and what its tournaments need in $(VENV)"
	@$(INSTALL) ".[tournament]"
	@touch $@

# The packages of an extra, such as play or train.
$(VENV)/with-%: pyproject.toml | $(VENV)/built
	@echo "Installing what \`fukumi $*\` needs in $(VENV)"
	@$(INSTALL) ".[$*]"
	@touch $@

# --no-compile halves the time; Python compiles the modules that the tests import.
$(VENV)/tested-with: requirements-dev.txt | $(VENV)/installed
	$(PIP) install --quiet --no-compile --requirement requirements-dev.txt
	@touch $@

# An environment with pip and the build requirements of pyproject.toml.
$(VENV)/ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Fukumi needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@command -v cc >/dev/null || command -v gcc >/dev/null || \
		{ echo "Fukumi compiles its core: install a C compiler (Debian: apt install gcc)"; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; \
		sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || \
		{ echo "Fukumi compiles its core: install Python's headers (Debian: apt install python3-dev)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Could not make a virtual environment (Debian: apt install python3-venv)"; exit 1; }
	@echo "Making a Python environment in $(VENV)"
	@$(PIP) install --quiet --upgrade pip "setuptools>=77" "Cython>=3.2,<4"
	@touch $@

# The package for Windows, built and tested on Linux: dist/windows/Fukumi.zip. Not a part of
# `make test`: it needs mingw-w64, wine and PyPI (Debian: apt install gcc-mingw-w64-x86-64 wine wine64).
windows-exe: $(VENV)/built
	$(BIN)/fukumi package --target windows

# The requirements of the release builds, pinned with the hashes of their files.
PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make pins" --upgrade
BUILD_REQUIRES := $(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'
pins: $(VENV)/installed
	$(PIP) install --quiet uv
	$(BUILD_REQUIRES) | $(PIN) - --output-file requirements-build.txt
	($(BUILD_REQUIRES); echo build; echo cibuildwheel) | \
		$(PIN) --extra package pyproject.toml - --output-file requirements-release.txt

# The documentation as a site in build/site, with a check of its links; `make pictures` makes its
# pictures and sample outputs again.
docs: $(TESTED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: $(TESTED)
	$(BIN)/python -m tests.documentation.pictures
	$(BIN)/python -m tests.documentation.sample_outputs

clean:
	rm -rf $(VENV) build dist *.egg-info core/*/avx2 core/*/*.so core/*/*.c
