#!/usr/bin/env bash
# cdr_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents: the Python package rosbags and, where there is npm, the
# packages of Foxglove read our definitions, decode our bytes and encode the same; we read what they
# encode, rosbags' big-endian too. rosbags also has ROS 2's own definitions, which ours must equal.
set -euo pipefail
source_dir=$2
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SUREFOOT_CDR_SAMPLE_DIR=$work
"$build_dir/tests/msgs_test" --gtest_filter=CdrSample.Write --gtest_brief=1
"$python" "$source_dir/tests/integration/cdr_independent.py" "$work"

# npm is no package of ours; its packages are kept like Python's.
modules=$build_dir/npm_modules
if command -v npm >/dev/null && command -v node >/dev/null; then
  mkdir -p "$modules"
  if [[ ! -d $modules/node_modules/@foxglove/rosmsg2-serialization ]]; then
    npm install --silent --no-audit --no-fund --prefix "$modules" \
      '@foxglove/rosmsg@5' '@foxglove/rosmsg2-serialization@3' || true
  fi
  if [[ -d $modules/node_modules/@foxglove/rosmsg2-serialization ]]; then
    node "$source_dir/tests/integration/cdr_independent.mjs" "$work" "$modules"
  else
    echo "npm did not give the packages of Foxglove: compared with rosbags only"
  fi
fi
"$build_dir/tests/msgs_test" --gtest_filter=CdrSample.ReadTheirs --gtest_brief=1
