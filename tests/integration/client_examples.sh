#!/usr/bin/env bash
# client_examples.sh PROGRAM SOURCE_DIR BUILD_DIR
# The programs of examples/04_clients drive a Husky of a real server and see it turn: Python (roslibpy),
# JavaScript (roslib), Java and C++ (plain sockets, USARSim's protocol).
source "$(dirname "$0")/helpers.bash"
source "$(dirname "$0")/client_packages.bash"
build_dir=$3
examples=$source_dir/examples/04_clients
client_packages "$build_dir"

ports=(--port 0 --usarsim-port 0 --usarsim-image-port off --usarsim-pose-port off)
"$surefoot" serve "$source_dir/worlds/flat.sdf" "${ports[@]}" --json --quiet >"$work/address" 2>"$work/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$work"' EXIT
for ((i = 0; i < 600; ++i)); do
  [[ -s $work/address ]] && break
  sleep 0.05
done
port() {
  python3 -c '
import json, sys
for a in json.load(open(sys.argv[1]))["addresses"]:
    if a["gateway"] == sys.argv[2]: print(a["address"].rsplit(":", 1)[1].strip("/")); break' "$work/address" "$1"
}
web=$(port web)
usarsim=$(port usarsim)

# turned COMMAND...: its output reports IMU messages, and a turning rate near the commanded one.
turned() {
  expect 0 timeout 60 "$@"
  said "$work/out" "IMU messages"
  python3 - "$work/out" <<'PYTHON' || fail "$*: $(cat "$work/out")"
import re, sys
count, rate = re.search(r"(\d+) IMU messages, largest turn rate ([\d.]+)", open(sys.argv[1]).read()).groups()
assert int(count) >= 10 and 0.2 < float(rate) < 3, (count, rate)
PYTHON
}
turned "$client_python" "$examples/drive.py" 127.0.0.1 "$web"
cp "$examples/drive.mjs" "$client_modules/"
turned node "$client_modules/drive.mjs" 127.0.0.1 "$web"
turned java "$examples/Drive.java" 127.0.0.1 "$web"
expect 0 g++ -std=c++17 -O1 -Wall -Wextra -Werror -o "$work/drive" "$examples/drive.cc"
turned "$work/drive" 127.0.0.1 "$usarsim"
kill -0 "$server" || fail "the server is gone: $(cat "$work/log")"
