# One line a target: what it does. `make help` prints this file's own words.
SHELL  := /bin/bash
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTEST := $(BIN)/pytest -n 2
DEMO   := demo-data
# The first of these that runs and is new enough; set PYTHON to choose another one.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $(name))))

.DEFAULT_GOAL := help
.PHONY: help install codegen codegen-check ontology lint types test proof wheel docs demo serve ci clean

help:  ## Say what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F '\t' '{printf "  make %-14s %s\n", $$1, $$2}'

install: $(READY)  ## Make .venv and install kgrdf with its tools into it; again only when pyproject.toml changes

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "kgrdf needs Python 3.11 or newer; set PYTHON=/path/to/python" >&2; exit 1; }
	@echo "making $(VENV) with $(PYTHON)" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' >&2
	@touch $@

codegen: $(READY)  ## Write kgrdf/generated/ and docs/schema.md from ontology/
	$(BIN)/python -m kgrdf_codegen --strict

codegen-check: $(READY)  ## Fail, with a diff, where what `make codegen` would write is not what is there
	$(BIN)/python -m kgrdf_codegen --strict --check

ontology: $(READY)  ## Check the ontology, its examples and every query
	$(BIN)/python -m kgrdf_codegen.check

lint: $(READY)  ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## Check types with mypy --strict
	$(BIN)/mypy

test: $(READY)  ## Run the tests
	$(PYTEST)

proof: $(READY)  ## Run the long proofs, which `make test` leaves out
	$(PYTEST) -m proof

wheel: $(READY)  ## Build the wheel into dist/, install it in a fresh environment and use it from there
	$(BIN)/python -m build --wheel
	$(PYTEST) tests/packaging/test_wheel.py

docs: $(READY)  ## Write docs/cli.md, and check that the pages say what the code does
	$(BIN)/python -m kgrdf.cli.reference > docs/cli.md
	$(PYTEST) tests/docs

demo: $(READY)  ## Load the sample company and show what an agent would see of it
	rm -rf $(DEMO)
	$(BIN)/kgrdf import demo/sample.jsonl --store $(DEMO) --tenant demo
	$(BIN)/python demo/run.py $(DEMO)

serve: $(READY)  ## Serve the demo data over MCP on stdio
	@test -d $(DEMO) || $(BIN)/kgrdf import demo/sample.jsonl --store $(DEMO) --tenant demo >&2
	@$(BIN)/kgrdf serve --store $(DEMO) --tenant demo

ci: lint types ontology codegen-check test  ## Everything that a change must pass

clean:  ## Remove what the other targets made, the environment included
	rm -rf $(VENV) $(DEMO) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
