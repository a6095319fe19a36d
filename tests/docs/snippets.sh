#!/usr/bin/env bash
# snippets.sh PROGRAM SOURCE_DIR BUILD_DIR: every block of code and every command of the documentation, with the Python that
# the site is built with, for its YAML.
set -euo pipefail
python=$("$2/tools/docs/make_venv" "$3")
exec "$python" "$2/tools/docs/check_snippets" --root "$2" --program "$1" --build-dir "$3"
