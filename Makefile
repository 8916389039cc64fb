# Two commands do everything: `make demo` and `make test`. Both build their own environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled
# Each worker begins with tests that lie together, and share what they set up.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# Tests start the program hundreds of times: compiled once, not each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: ready demo test quick soak crash remarks pictures release-check release deb lint format types check clean

demo: $(READY)
	@$(BIN)/mailref demo --out demo-out

test: $(READY) $(COMPILED)
	@MAILREF_RUNNER=test $(PYTEST)

quick: $(READY) $(COMPILED)
	@MAILREF_RUNNER=quick $(PYTEST) -m "not slow"

# Thousands of games, mutated mails and kills, and a sample of changes that a test must notice, for hours; MAILREF_SEED=n tries others.
soak: $(READY)
	@MAILREF_SOAK=1 $(PYTEST) --hypothesis-seed=$${MAILREF_SEED:-0}
	@$(BIN)/python -m tests.mutants --seed $${MAILREF_SEED:-0}

# How sentences beside a play are weighed, learned from the remarks of tests/remarks.
remarks: $(READY)
	@$(BIN)/python -m tests.remarks.learn
	@$(BIN)/python -m tests.remarks.learn_turns
	@$(BIN)/python -m tests.remarks.learn_chosen

# The pictures of the README, from mails that the program writes; needs Chromium.
pictures: $(READY)
	@$(BIN)/python -m tests.looks.pictures docs/pictures

# A tick that goes wrong at each of its system calls, in each way, and kills at any moment: an hour.
crash: $(READY)
	@MAILREF_SOAK=1 $(PYTEST) tests/crash tests/e2e/test_killed.py

# What is shipped: built, looked into, installed elsewhere and played with.
release-check: $(STAMP)
	@.ci/wheel

# What others install, in dist/: wheel and source archive, the same bytes each time; what is in them; tried with pipx.
release: $(STAMP)
	@.ci/release

# A Debian package, in dist/: it brings all it needs, and makes its environment of it where it is installed.
deb: $(STAMP)
	@.ci/deb

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(STAMP)
	$(BIN)/mypy

check: lint types test

$(STAMP): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mailref needs Python 3.11 or later: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "venv is missing: install it with 'apt-get install python3-venv'"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@MAILREF_READY_LATER=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint .ci/constraints.txt --editable '.[dev]'
	@touch $@

# Grammars and templates worked out, as the wheel has them; what is stale is not used, and each process works it out.
ready: $(READY)

$(READY): $(STAMP) $(shell find grammar templates mailref -type f -not -path 'mailref/data/*' -not -name '*.pyc')
	@$(BIN)/python -m mailref.made_ready
	@touch $@

# In a fresh clone the tests are compiled once, not by each worker; later each compiles the few that were changed.
$(COMPILED): $(STAMP)
	@$(BIN)/python .ci/compile_tests.py || echo "each worker compiles the tests for itself"
	@touch $@

clean:
	rm -rf $(VENV) demo-out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
