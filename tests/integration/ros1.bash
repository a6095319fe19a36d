# For tests with programs of ROS 1 (Debian's packages); after helpers.bash. Gives
#   ros1_server ARGUMENTS...   start_server with an own master on a free port; sets ROS_MASTER_URI
#   ros1_address GATEWAY       the address of a gateway of the server
#   ros1_messages              Python packages of messages that Debian does not have, in $work/python
# The environment is that of a node on this computer, and Python is Debian's, which has ROS.
export PATH=/usr/bin:$PATH ROS_IP=127.0.0.1 ROS_HOME=$work/ros ROS_LOG_DIR=$work/ros/log PYTHONPATH=$work/python
unset ROS_HOSTNAME ROS_NAMESPACE ROS_MASTER_URI
mkdir -p "$ROS_LOG_DIR" "$work/python"
ros1_quiet=(--port 0 --without usarsim,gamecontroller)

ros1_address() {
  /usr/bin/python3 -c '
import json, sys
print(next(a["address"] for a in json.load(open(sys.argv[1]))["addresses"] if a["gateway"] == sys.argv[2]))
' "$work/serve.json" "$1"
}

ros1_server() {
  start_server "${ros1_quiet[@]}" --ros1 master --ros1-master-port 0 "$@"
  ROS_MASTER_URI=$(ros1_address ros1)
  export ROS_MASTER_URI
}

ros1_messages() {
  /usr/bin/python3 "$source_dir/tests/integration/ros1_messages.py" "$source_dir/surefoot/msgs/schema" "$work/python" ||
    fail "the messages could not be generated"
}
