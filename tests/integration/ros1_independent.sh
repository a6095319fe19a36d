#!/usr/bin/env bash
# ros1_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents in ROS 1's encoding: the Python package rosbags decodes
# them by ROS 1's own definitions if there are any, finds the values of the same message in CDR, and
# encodes the same; Surefoot reads what it encodes. The MD5 sums of the types must be equal.
kind=Ros1
source "$(dirname "$0")/message_samples.bash"
"$python" "$source_dir/tests/integration/ros1_independent.py" "$work"
read_theirs
