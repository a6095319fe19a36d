#!/usr/bin/env bash
# json_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents as JSON: the Python package rosbags finds the same numbers
# in the same message's CDR, and we read what Python's json writes of them.
set -euo pipefail
source_dir=$2
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SUREFOOT_JSON_SAMPLE_DIR=$work
"$build_dir/tests/msgs_test" --gtest_filter=JsonSample.Write --gtest_brief=1
"$python" "$source_dir/tests/integration/json_independent.py" "$work"
"$build_dir/tests/msgs_test" --gtest_filter=JsonSample.ReadTheirs --gtest_brief=1
