#!/usr/bin/env bash
# mcap_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Our recordings, read by the Python package mcap of the format's authors. The package comes from
# PyPI once and is kept in BUILD_DIR/mcap_venv.
set -euo pipefail
source_dir=$2
build_dir=$3
venv=$build_dir/mcap_venv

usable() { "$venv/bin/python" -c 'import mcap.reader, zstandard, lz4.frame' 2>/dev/null; }

# make_venv PYTHON: a fresh environment; a half-made or moved one is thrown away.
make_venv() {
  rm -rf "$venv"
  "$1" -m venv "$venv" &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --retries 5 --timeout 30 'mcap>=1.1,<2' zstandard lz4 && usable
}

# Two test runs at once must not build it both.
exec 9>"$venv.lock"
flock 9
if ! usable; then
  log=$venv.log
  made=
  for python in python3 /usr/bin/python3; do
    for try in 1 2; do
      if make_venv "$python" >"$log" 2>&1; then made=1 && break 2; fi
    done
  done
  if [[ -z $made ]]; then
    cat "$log"
    echo "error: cannot make $venv: it needs python3-venv and, the first time, PyPI"
    exit 1
  fi
fi
flock -u 9

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SUREFOOT_MCAP_SAMPLE_DIR=$work "$build_dir/tests/record_test" \
  --gtest_filter='McapSample.*' --gtest_brief=1
"$venv/bin/python" "$source_dir/tests/integration/mcap_independent.py" "$work"
