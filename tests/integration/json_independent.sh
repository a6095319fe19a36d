#!/usr/bin/env bash
# json_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents as JSON: the Python package rosbags finds the same numbers
# in the same message's CDR, and we read what Python's json writes of them.
kind=Json
source "$(dirname "$0")/message_samples.bash"
"$python" "$source_dir/tests/integration/json_independent.py" "$work"
read_theirs
