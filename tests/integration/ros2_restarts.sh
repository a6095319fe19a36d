#!/usr/bin/env bash
# ros2_restarts.sh PROGRAM SOURCE_DIR BUILD_DIR
# Either side ends, is killed or loses the network, and messages flow again afterwards. The peer uses Eclipse Cyclone DDS from Python.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" python
ros2_network "$@"

start() {
  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor"
}

# Does what the peer expects until it has printed all.
follow() {
  local line
  while read -r line; do
    echo "$vendor: $line"
    case $line in
      cut) ros2_cut ;;
      join) ros2_join ;;
      "end term") end_server ;;
      "end kill")
        kill -KILL "$server"
        wait "$server" || true
        ;;
      start) start ;;
      "all restarts") return ;;
    esac
  done
  cat "$work/peer.err" >&2
  fail "the peer of $vendor ended early"
}

for vendor in "${ros2_vendors[@]}"; do
  start
  follow < <(timeout 400 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/restarts.py" 2>"$work/peer.err")
  end_server
done
