# Every target sets up what it needs: a fresh machine needs Python 3.11+ and make.
export UV_PYTHON_DOWNLOADS = never
# Keep compiled Python files, even where the machine is set not to: starts are faster.
export PYTHONDONTWRITEBYTECODE =
UV = .venv/bin/uv
PYTHON = .venv/bin/python

.PHONY: setup run test lint bench messages requirements

setup: .venv/ready

.venv/ready: requirements/dev.txt .ci/venv
	sh .ci/venv
	$(UV) pip sync --quiet --compile-bytecode --require-hashes requirements/dev.txt
	touch .venv/ready

# Run everything on this machine alone; emails can be read at /letter-box/.
run: setup
	sh .ci/system run
	HIKYAKU_LETTER_BOX=yes PRESS_FILES=no $(PYTHON) -m sse serve

# Test everything on PostgreSQL and Redis, then on SQLite and the embedded broker what may
# behave differently there.
test: lint
	sh .ci/system test
	$(PYTHON) -m pytest
	HIKYAKU_TEST_DATABASE=sqlite $(PYTHON) -m pytest tests -m each_database --ignore tests/engine

lint: setup
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

bench: setup
	$(PYTHON) -m bench
	$(PYTHON) -m bench.service
	$(PYTHON) -m bench.mail
	$(PYTHON) -m bench.replay
	$(PYTHON) -m bench.api
	$(PYTHON) -m bench.booklets

# After a change of texts: collect them for translators; run it again to use their work.
messages: setup
	$(PYTHON) manage.py makemessages --all --no-wrap --no-obsolete --no-location \
	  --extension html,txt,py --ignore .venv --ignore tests --ignore engine --ignore var
	$(PYTHON) manage.py compilemessages --verbosity 0

# After a change of a .in file: write the pinned, hashed .txt files.
requirements: setup
	cd requirements && for name in base dev bench; do \
	  ../$(UV) pip compile --quiet --generate-hashes --python-version 3.11 \
	  --universal --no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements" \
	  $$name.in -o $$name.txt; done
