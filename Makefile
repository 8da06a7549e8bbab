# make play    set up and start the product
# make test    set up and run the tests (make test-all: the long ones too)
# make check   format, lint, types, import layers
# make bench   what the speed is
# make golden  write the golden playthroughs anew, after a change of the rules
# make clean   remove everything that make made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt
SOURCES := pyproject.toml constraints.txt $(wildcard native/*)
PATHS := src tests bench scripts

.PHONY: play test test-all check format bench golden clean

play: $(VENV)/installed
	@$(BIN)/asobiba

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2

test-all: $(VENV)/installed-peers
	$(BIN)/python -m pytest -n 2 -m "slow or not slow"

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check $(PATHS)
	$(BIN)/ruff check $(PATHS)
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py

format: $(VENV)/installed-dev
	$(BIN)/ruff format $(PATHS)
	$(BIN)/ruff check --fix $(PATHS)

bench: $(VENV)/installed-dev
	$(BIN)/python bench/rulebooks.py

golden: $(VENV)/installed-dev
	$(BIN)/python -m tests.playthrough

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(VENV)/bin/python
	@echo "Setting up in $(VENV) ..."
	$(PIP) -e .
	@touch $@

# gymnasium_2048 pins older releases of what it imports, so it comes without its dependencies.
$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) -e ".[dev]"
	$(PIP) --no-deps gymnasium_2048
	@touch $@

$(VENV)/installed-peers: $(VENV)/installed-dev
	$(PIP) -e ".[dev,peers]"
	@touch $@
