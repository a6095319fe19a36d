#!/usr/bin/env bash
# json_independent.sh PROGRAM SOURCE_DIR BUILD_DIR
# Messages of every type with random contents as JSON: the Python package rosbags reads the same numbers
# from the same message's CDR, and Surefoot reads what Python's json writes.
kind=Json
source "$(dirname "$0")/message_samples.bash"
"$python" "$source_dir/tests/integration/json_independent.py" "$work"
read_theirs
