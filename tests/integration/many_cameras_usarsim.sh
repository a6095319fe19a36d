#!/usr/bin/env bash
# many_cameras_usarsim.sh PROGRAM SOURCE_DIR BUILD_DIR
# The image server of USARSim with more load than two threads can handle: ERS-7s whose cameras are far too large, and more clients than robots,
# which request pictures as fast as they can; one of them never reads. The simulation keeps real time, pictures are dropped and counted,
# and every client that reads receives complete frames, each newer than the last.
source "$(dirname "$0")/helpers.bash"

script=$source_dir/tests/integration/many_cameras_usarsim.py
mkdir "$work/ers7_big"
python3 "$script" write "$source_dir" "$work"
start_server "$work/world.sdf" --port 0 --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port off --usarsim-image-format raw \
  --usarsim-image-push off --usarsim-classes "$work/classes.xml" --speed 1 --threads 2 --islands on --for 120
python3 "$script" watch "$work/serve.json" "$server" || {
  cat "$work/serve.err" >&2
  fail "see above"
}
end_server
