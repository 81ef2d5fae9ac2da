# Two commands for people: `make season` (the main job) and `make test`. Both make the environment that they need.

PYTHON ?= python3
VENV ?= .venv
RAW ?= data/raw
OUT ?= data/processed

bin := $(VENV)/bin
installed := $(VENV)/.installed
installed_test := $(VENV)/.installed-test
installed_lint := $(VENV)/.installed-lint

.PHONY: season test lint site docs clean help

help: ## list these commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

season: $(installed) ## run the main job on $(RAW), on a sample season where it holds none
	@if [ -z "$$(find $(RAW)/rating_lists $(RAW)/events -type f ! -name '.*' 2>/dev/null | head -n 1)" ]; then \
		$(bin)/normbook sample $(RAW); \
	fi
	$(bin)/normbook run --raw $(RAW) --out $(OUT)

test: $(installed_test) ## all tests but those in a browser
	$(bin)/python -m pytest -m "not browser" --numprocesses auto --dist loadfile

lint: $(installed_lint) ## format, lint, types, SQL
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy
	$(bin)/sqlfluff lint sql --disable-progress-bar

site: $(installed_test) ## the documentation as pages in build/site, internal links checked
	$(bin)/python -m pip install --quiet --group site
	NO_MKDOCS_2_WARNING=1 $(bin)/mkdocs build --quiet --config-file site/mkdocs.yml

docs: $(installed) ## write the data dictionary anew from the contracts
	$(bin)/python -m normbook.contracts.dictionary docs/data-dictionary.md

clean: ## remove the environment and everything that runs made
	rm -rf $(VENV) data/processed/*

# Editable, so that the checkout is what runs.
$(installed): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(bin)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(bin)/python -m pip install --quiet --editable .
	@touch $@

$(installed_test): $(installed)
	$(bin)/python -m pip install --quiet --group test --group notebooks
	@touch $@

$(installed_lint): $(installed)
	$(bin)/python -m pip install --quiet --group lint
	@touch $@
