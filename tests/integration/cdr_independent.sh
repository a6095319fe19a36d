#!/usr/bin/env bash
# cdr_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents: the Python package rosbags and, where there is npm, the
# packages of Foxglove read Surefoot's definitions, decode its bytes and encode the same; Surefoot reads what they
# encode, rosbags' big-endian too. rosbags also has ROS 2's own definitions, which Surefoot's must equal,
# and computes type hashes.
kind=Cdr
source "$(dirname "$0")/message_samples.bash"
"$python" "$source_dir/tests/integration/cdr_independent.py" "$work"

# npm is optional; its packages are cached like Python's.
source "$source_dir/tests/integration/npm_packages.bash"
modules=$build_dir/npm_modules/foxglove
if command -v npm >/dev/null && command -v node >/dev/null; then
  if npm_packages foxglove "$modules"; then
    node "$source_dir/tests/integration/cdr_independent.mjs" "$work" "$modules"
  else
    echo "npm did not give the packages of Foxglove: compared with rosbags only"
  fi
fi
read_theirs
