#!/usr/bin/env bash
# ros1_loss.sh PROGRAM SOURCE_DIR BUILD_DIR
# ros1_large.sh and ros1_rospy.sh over a network that loses one packet in a hundred, in a network namespace of this test.
source "$(dirname "$0")/helpers.bash"
command -v tc >/dev/null || skip "no tc (package iproute2)"
in_namespace() { unshare --user --map-root-user --net "$@"; }
in_namespace true 2>"$work/err" || skip "no network namespace: $(cat "$work/err")"
# shellcheck disable=SC2016  # Expanded in the namespace.
lossy='ip link set lo mtu 1500 up && tc qdisc add dev lo root netem delay 1ms loss 1% && exec "$@"'
in_namespace bash -c "$lossy" lossy true 2>"$work/err" || skip "this kernel cannot lose packets (sch_netem): $(cat "$work/err")"
for script in ros1_large ros1_rospy; do
  expect 0 in_namespace bash -c "$lossy" lossy "$source_dir/tests/integration/$script.sh" "$surefoot" "$source_dir" "$3"
done
