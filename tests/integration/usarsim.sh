#!/usr/bin/env bash
# usarsim.sh PROGRAM SOURCE_DIR BUILD_DIR
# USARSim controllers with a real world: robots are added, drive, measure and leave.
source "$(dirname "$0")/helpers.bash"

start_server "$source_dir/worlds/empty.sdf" --without web --usarsim-port 0 --usarsim-image-port 0 \
  --usarsim-pose-port 0 --for 120
python3 "$source_dir/tests/integration/usarsim.py" "$work/serve.json" || fail "see above"
end_server
