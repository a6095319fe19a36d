#!/usr/bin/env bash
# many_cameras.sh PROGRAM SOURCE_DIR BUILD_DIR
# Robots with cameras of different size and rate, each with one rosbridge client, which receives JPEGs. A simulation that runs as fast as
# possible loses none, at exact times; one in real time keeps to it, and only the camera that is too large drops many.
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
