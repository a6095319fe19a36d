#!/usr/bin/env bash
# many_cameras.sh PROGRAM SOURCE_DIR BUILD_DIR
# Robots whose cameras differ in size and rate, one client of rosbridge for each, which gets JPEGs. A simulation that runs as fast as it
# can misses none, at exact times; one that keeps to wall time does keep to it, and only the camera that is too big drops many.
source "$(dirname "$0")/helpers.bash"

script=$source_dir/tests/integration/many_cameras.py
python3 "$script" write "$work/small.sdf"
start_server "$work/small.sdf" --without usarsim --port 0 --free --paused --threads 2
python3 "$script" free "$work/serve.json" || fail "see above"
end_server

python3 "$script" write "$work/big.sdf" big
start_server "$work/big.sdf" --without usarsim --port 0 --speed 1 --threads 2
python3 "$script" paced "$work/serve.json" || fail "see above"
end_server
