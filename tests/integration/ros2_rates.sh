#!/usr/bin/env bash
# ros2_rates.sh PROGRAM SOURCE_DIR BUILD_DIR
# No message is lost: IMUs at 1 kHz and odometry at 100 Hz of five robots, pictures of 0.92 MB at 30 Hz, clouds of 300,000 points at
# 10 Hz, and more than 100 topics at once. A peer with Eclipse Cyclone DDS reads them over a network. A slow computer simulates slower.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" python
ros2_network "$@"
python3 "$ros2_folder/worlds.py" "$source_dir/models" "$work"

for vendor in "${ros2_vendors[@]}"; do
  for kind in huskies large many; do
    rm -f "$work/serve.json"
    ros2_server "$work/$kind.sdf" --ros2 "$vendor" --pictures all
    expect 0 timeout 280 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/rates.py" "$kind"
    echo "$vendor, $kind: $(tr '\n' ' ' <"$work/out")"
    end_server
  done
done
