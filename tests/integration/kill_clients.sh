#!/usr/bin/env bash
# kill_clients.sh PROGRAM SOURCE_DIR BUILD_DIR
# Clients are killed (kill -9) repeatedly, whatever they are doing. Other clients miss nothing, the server keeps nothing of
# the killed ones, and the recording gives the same run again.
source "$(dirname "$0")/helpers.bash"

start_server husky_lab --port 0 --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port 0 \
  --record "$work/run.mcap"
python3 "$source_dir/tests/integration/kill_clients.py" "$work/serve.json" "$server" "${KILLS:-150}" || fail "see above"
end_server
expect 0 "$surefoot" run husky_lab --quiet --replay "$work/run.mcap" --record "$work/again.mcap"
expect 0 "$surefoot" diff --json "$work/run.mcap" "$work/again.mcap"
python "$work/out" 'assert r["first_step"] is None and r["common_steps"] > 1000, r'
