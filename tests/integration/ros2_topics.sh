#!/usr/bin/env bash
# ros2_topics.sh PROGRAM SOURCE_DIR BUILD_DIR
# A node with Eclipse Cyclone DDS and its Python on another computer of the network (a namespace): topics in both directions, what is latched,
# readers and writers with other QoS, two simulators in one domain, and services in the mapping of Cyclone DDS. The gateway runs with either DDS implementation.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" python
ros2_network "$@"

# As ROS 2 does with ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST, and the interface, for which it would take that of the cable.
local_uri='<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo"/></Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>
  <ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>
  <Peers><Peer address="localhost"/></Peers></Discovery></Domain></CycloneDDS>'

for vendor in "${ros2_vendors[@]}"; do
  # On one computer, which is the default.
  rm -f "$work/serve.json"
  start_server "$source_dir/worlds/flat.sdf" --port 0 --without usarsim,gamecontroller --ros2 "$vendor"
  trap ros2_end EXIT
  CYCLONEDDS_URI=$local_uri expect 0 timeout 300 "$ros2_python" "$ros2_folder/topics.py"
  said "$work/out" "all topics"
  end_server

  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor"
  expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/topics.py"
  said "$work/out" "all topics"
  if [[ $vendor == cyclone ]]; then
    expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/services.py"
    said "$work/out" "all services"
  fi
  end_server

  # Two simulators, each with its namespace.
  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor" --ros2-namespace /sim1
  second=$server
  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor" --ros2-namespace /sim2
  for namespace in /sim1 /sim2; do
    expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/topics.py" "$namespace"
    said "$work/out" "all topics"
  done
  end_server
  kill -TERM "$second"
  wait "$second" || fail "the other simulator"
  second=
done
