#!/usr/bin/env bash
# usarsim_legs.sh PROGRAM SOURCE_DIR BUILD_DIR
# Robots with legs and none, each led by a process of its own through USARSim's ports: their joints, an ERS-7's sensors and pictures, and
# a walk by joint angles alone.
source "$(dirname "$0")/helpers.bash"

start_server "$source_dir/worlds/empty.sdf" --without web --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port off \
  --usarsim-image-format raw --islands on --threads 2 --for 200
python3 "$source_dir/tests/integration/usarsim_legs.py" "$work/serve.json" || fail "see above"
end_server
