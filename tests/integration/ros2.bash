# shellcheck shell=bash
# For tests with nodes of ROS 2; after helpers.bash. The simulator is in one network namespace, 10.77.0.1, and its peers are
# in another, 10.77.0.2, with a cable between them, so that nothing else on the computer takes part. Gives
#   ros2_vendors              the implementations of DDS that the gateway has: fastdds, cyclone
#   ros2_packages NAME...     downloads packages before the namespaces cut off the network: python, foxglove, rust
#   ros2_network ARGUMENTS... runs the script again in the namespaces; skips the test where there are none. Below it:
#   ros2_server ARGUMENTS...  start_server in the domain; $ros2_options are given to it, too
#   peer COMMAND...           runs a command on the other end of the cable
#   ros2_cut, ros2_join       take the cable out, put it in
#   ros2_lose SHARE           replaces the cable by one that loses that share of the packets
unset ROS_DOMAIN_ID ROS_DISTRO ROS_LOCALHOST_ONLY ROS_AUTOMATIC_DISCOVERY_RANGE ROS_STATIC_PEERS RMW_IMPLEMENTATION CYCLONEDDS_URI
# shellcheck disable=SC2154  # helpers.bash sets it.
ros2_folder=$source_dir/tests/integration/ros2
# Those that were built.
ros2_vendors=()
for ros2_vendor in fastdds cyclone; do
  [[ -e $(dirname "$surefoot")/../lib/surefoot/dds/libsurefoot_dds_$ros2_vendor.so ]] && ros2_vendors+=("$ros2_vendor")
done
((${#ros2_vendors[@]} > 0)) || skip "the gateway of ROS 2 was built without an implementation of DDS"
ros2_options=(--port 0 --without usarsim,gamecontroller --ros2-listen subnet --ros2-insecure)

ros2_packages() {
  local name build=$1
  shift
  exec 9>"$build/ros2_peers.lock"
  flock 9
  for name in "$@"; do "ros2_$name" "$build"; done
  flock -u 9
}

# $ros2_python: with cyclonedds, the Python of Eclipse Cyclone DDS with its own library.
ros2_python() {
  local venv=$1/cyclonedds_venv
  ros2_python=$venv/bin/python
  "$ros2_python" -c 'import cyclonedds' 2>/dev/null && return
  rm -rf "$venv"
  python3 -m venv "$venv" && "$ros2_python" -m pip install --quiet --disable-pip-version-check --no-input --retries 5 \
    --timeout 30 --require-hashes -r "$source_dir/tests/requirements/dds.txt" || true
  "$ros2_python" -c 'import cyclonedds' || fail "no cyclonedds: it needs python3-venv and, the first time, PyPI"
}

# $ros2_modules: a folder with Foxglove's implementation of RTPS.
ros2_foxglove() {
  source "$source_dir/tests/integration/npm_packages.bash"
  ros2_modules=$1/npm_modules/foxglove_rtps
  npm_packages foxglove_rtps "$ros2_modules" || npm_packages foxglove_rtps "$ros2_modules" ||
    fail "no @foxglove/rtps: it needs npm and, the first time, its registry"
}

# $ros2_rust: a node on the crate ros2-client. Its minimum version of Rust is newer than Debian's.
ros2_rust() {
  local crate=$source_dir/tests/ros2_client
  ros2_rust=$1/ros2_client/release/surefoot_ros2_client
  # cargo exits with 101 if it is too old, too.
  command -v cargo >/dev/null && cargo_version=$(cargo --version | sed 's/[^ ]* 1\.\([0-9]*\).*/\1/') || cargo_version=0
  ((cargo_version >= 88)) || skip "there is no cargo 1.88 or newer"
  # In the namespaces there is no network.
  CARGO_NET_OFFLINE=${SUREFOOT_ROS2_NETWORK:+true} cargo build --quiet --locked --release --manifest-path "$crate/Cargo.toml" --target-dir "$1/ros2_client" ||
    fail "the node in Rust cannot be built; the first time it needs crates.io"
}

ros2_network() {
  if [[ -z ${SUREFOOT_ROS2_NETWORK-} ]]; then
    # A user who is not root gets the rights in a namespace of users.
    local flags=(-n)
    ((EUID == 0)) || flags=(-rn)
    unshare "${flags[@]}" true 2>/dev/null && command -v ip >/dev/null && command -v nsenter >/dev/null ||
      skip "network namespaces are not available"
    rm -rf "$work"
    SUREFOOT_ROS2_NETWORK=1 exec unshare "${flags[@]}" "$0" "$@"
  fi
  ip link set lo up
  trap ros2_end EXIT
  ros2_namespace
  ros2_peer=$ros2_process
  ip link add sim type veth peer name peer netns "$ros2_peer" 2>"$work/err" || skip "no veth: $(cat "$work/err")"
  ip addr add 10.77.0.1/24 dev sim
  peer ip addr add 10.77.0.2/24 dev peer
  peer ip link set lo up
  ros2_up
}

# Some programs send multicast by the route.
ros2_up() {
  ip link set sim up multicast on
  ip route replace 224.0.0.0/4 dev sim
  peer ip link set peer up multicast on
  peer ip route replace 224.0.0.0/4 dev peer
}

# A namespace, $ros2_process, which ends with the script.
ros2_namespace() {
  unshare -n sleep infinity &
  ros2_process=$!
  ros2_processes+=("$ros2_process")
  # It exists as soon as it is another one.
  for ((i = 0; i < 200; ++i)); do
    [[ $(readlink "/proc/$ros2_process/ns/net") != "$(readlink /proc/self/ns/net)" ]] && return
    sleep 0.05
  done
  fail "no network namespace"
}
ros2_processes=()

ros2_end() {
  kill "${ros2_processes[@]}" ${server:-} ${second:-} 2>/dev/null || true
  wait "${ros2_processes[@]}" ${server:-} ${second:-} 2>/dev/null || true
  rm -rf "$work"
}

peer() { nsenter -t "$ros2_peer" -n "$@"; }

ros2_cut() { ip link set sim down; }
ros2_join() { ros2_up; }

ros2_lose() {
  ip link del sim
  ros2_namespace
  ip link add sim type veth peer name wire_sim netns "$ros2_process"
  nsenter -t "$ros2_process" -n ip link add wire_peer type veth peer name peer netns "$ros2_peer"
  ip addr add 10.77.0.1/24 dev sim
  peer ip addr add 10.77.0.2/24 dev peer
  python3 "$ros2_folder/no_offload.py" sim
  peer python3 "$ros2_folder/no_offload.py" peer
  for device in wire_sim wire_peer; do nsenter -t "$ros2_process" -n ip link set "$device" up; done
  ros2_up
  nsenter -t "$ros2_process" -n python3 "$ros2_folder/lossy_wire.py" wire_sim wire_peer "$1" >"$work/wire" &
  ros2_processes+=($!)
  for ((i = 0; i < 200; ++i)); do
    grep -q ready "$work/wire" && return
    sleep 0.05
  done
  fail "the wire"
}

ros2_server() {
  start_server "${ros2_options[@]}" "$@"
  trap ros2_end EXIT
}
