#!/usr/bin/env bash
# ros1_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents in ROS 1's encoding: the Python package rosbags decodes
# them by ROS 1's own definitions where there are any, finds what the same message holds in CDR, and
# encodes the same; we read what it encodes. Its MD5 sums of the types must be ours.
set -euo pipefail
source_dir=$2
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SUREFOOT_ROS1_SAMPLE_DIR=$work
"$build_dir/tests/msgs_test" --gtest_filter=Ros1Sample.Write --gtest_brief=1
"$python" "$source_dir/tests/integration/ros1_independent.py" "$work"
"$build_dir/tests/msgs_test" --gtest_filter=Ros1Sample.ReadTheirs --gtest_brief=1
