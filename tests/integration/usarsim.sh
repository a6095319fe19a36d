#!/usr/bin/env bash
# usarsim.sh PROGRAM SOURCE_DIR BUILD_DIR
# Controllers of USARSim with a real world: robots come, drive, measure and go.
source "$(dirname "$0")/helpers.bash"

"$surefoot" serve "$source_dir/worlds/empty.sdf" --without web --usarsim-port 0 --usarsim-image-port 0 \
  --usarsim-pose-port 0 --json --for 120 >"$work/serve.json" 2>"$work/serve.err" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for ((i = 0; i < 600; ++i)); do
  [[ -s $work/serve.json ]] && break
  kill -0 "$server" 2>/dev/null || { cat "$work/serve.err" >&2; fail "the server did not start"; }
  sleep 0.05
done
python3 "$source_dir/tests/integration/usarsim.py" "$work/serve.json" || fail "see above"
kill -TERM "$server"
status=0
wait "$server" || status=$?
((status == 0)) || fail "exit status $status of the server"
