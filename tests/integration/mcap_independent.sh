#!/usr/bin/env bash
# mcap_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Surefoot's recordings, read by the Python package mcap of the format's authors.
set -euo pipefail
source_dir=$2
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SUREFOOT_MCAP_SAMPLE_DIR=$work "$build_dir/tests/record_test" \
  --gtest_filter='McapSample.*' --gtest_brief=1
"$python" "$source_dir/tests/integration/mcap_independent.py" "$work"
