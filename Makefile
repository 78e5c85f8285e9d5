# Every target does its own set-up; nothing but Python 3.11 or newer and make has to be there.
# PYTHON=/path/to/python3 chooses the Python; DATA and OFFICIAL are explained in bench/README.md.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

BIN := .venv/bin
PINS := requirements/ci.txt
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

# With this set, every start would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check format docs bench lock clean

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 14

demo: .venv/language ## Train, score, compare and report readers on the benchmark that ships with the package
	@$(BIN)/spanwise demo

test: .venv/tests ## Run every test
	@$(BIN)/python -m pytest $(ARGS)

check: .venv/dev ## Check format, lint, types and import layers
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-cache --no-logo

format: .venv/dev ## Format the code and mend what lint can mend
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet

docs: .venv/dev ## Write docs/cli.md and the list in docs/architecture.md anew
	@$(BIN)/python tools/cli_reference.py
	@$(BIN)/python tools/module_list.py

bench: .venv/dev ## Measure whole processes (DATA=FOLDER, OFFICIAL=SCRIPT: see bench/README.md)
	@$(BIN)/python bench/run.py $(if $(DATA),--data $(DATA)) $(if $(OFFICIAL),--official $(OFFICIAL)) $(ARGS)

lock: ## Resolve the newest versions and write them to requirements/ci.txt
	@bash tools/lock.sh

clean: ## Remove the environment and everything generated
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +

# Empty files that say what has been set up, so that a second run starts at once.
.venv/made:
	@bash tools/provide.sh venv .venv
	@touch $@

.venv/language: .venv/made pyproject.toml $(PINS)
	@$(PIP) install --constraint $(PINS) --editable '.[language]'
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev: .venv/made pyproject.toml $(PINS)
	@$(PIP) install --requirement $(PINS)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch .venv/language $@

.venv/tests: .venv/dev
	@bash tools/provide.sh browser .venv
	@bash tools/provide.sh wordnet
	@touch $@
