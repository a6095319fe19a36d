#!/usr/bin/env bash
# usarsim_joints.sh PROGRAM SOURCE_DIR BUILD_DIR
# A snake of twenty joints, driven by a USARSim controller: each joint separately, as a package, all at once. The simulation
# runs as fast as possible, and commands remain valid nevertheless.
source "$(dirname "$0")/helpers.bash"

python3 "$source_dir/tests/integration/usarsim_joints.py" write "$work"
export SUREFOOT_PATH=$work
start_server "$source_dir/worlds/empty.sdf" --port 0 --usarsim-port 0 --usarsim-image-port off \
  --usarsim-pose-port off --usarsim-classes "$work/classes.xml" --free
python3 "$source_dir/tests/integration/usarsim_joints.py" drive "$work/serve.json" || fail "see above"
end_server
