#!/usr/bin/env bash
# usarsim_legs.sh PROGRAM SOURCE_DIR BUILD_DIR
# Robots with and without legs, each controlled by a separate process through USARSim's ports: their joints, an ERS-7's sensors and pictures, and
# walking by joint angles only.
source "$(dirname "$0")/helpers.bash"

start_server "$source_dir/worlds/empty.sdf" --without web --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port off \
  --usarsim-image-format raw --islands on --threads 2 --for 200
python3 "$source_dir/tests/integration/usarsim_legs.py" "$work/serve.json" || fail "see above"
end_server
