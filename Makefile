# Every target sets up what it needs in .venv; PYTHON=/path/to/python3.12 chooses the interpreter.
.DEFAULT_GOAL := help
.PHONY: help demo demo-errands test check bench lock clean

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

demo: ## One instruction in plain English, a simulated phone, the embedded local model
	@.ci/setup base local
	@.venv/bin/python benchmarks/demo.py

demo-errands: ## Ten different instructions, each on a fresh phone, and how many ended right
	@.ci/setup base local
	@.venv/bin/python benchmarks/errands.py

test: ## Everything: style, types, import contracts, tests, wheel, examples
	@.ci/setup base dev local
	@.ci/test

check: ## The fast part of `make test`, under two minutes
	@.ci/setup base dev
	@.ci/test --fast

bench: ## Speed of the interpreter, the parser, the screen reader
	@.ci/setup base dev
	@.ci/bench

lock: ## Writes constraints.txt anew with the newest versions that work together
	@.ci/lock

clean: ## Removes .venv, builds and caches; runs and downloaded weights stay
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache agentprog/_data
	find agentprog tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
