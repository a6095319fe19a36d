#!/usr/bin/env bash
# checks.sh PROGRAM SOURCE_DIR BUILD_DIR: the checks of the documentation find what is broken.
set -euo pipefail
python=$("$2/tools/docs/make_venv" "$3")
exec "$python" "$2/tools/docs/test_docs.py" "$1" "$3"
