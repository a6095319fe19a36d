#!/usr/bin/env bash
# ros1_tools.sh PROGRAM SOURCE_DIR BUILD_DIR
# The command line tools of ROS 1 with the simulator as their master, and a bag that rosbag records.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_server "$source_dir/worlds/flat.sdf"
tool() { expect 0 timeout 60 "$@"; }

tool rostopic list
said "$work/out" /husky/imu/data
tool rostopic type /husky/imu/data
said "$work/out" sensor_msgs/Imu
tool rostopic info /husky/cmd_vel
said "$work/out" "Type: geometry_msgs/Twist"
tool rostopic echo -n 2 /husky/imu/data
said "$work/out" "frame_id: \"husky/imu_link\""
tool rostopic pub -1 /husky/cmd_vel geometry_msgs/Twist '{linear: {x: 0.5}}'
tool rosnode list
said "$work/out" /surefoot
tool rosnode info /surefoot
said "$work/out" "/husky/imu/data [sensor_msgs/Imu]"
tool rosnode ping -c 1 /surefoot
# Ending the simulator is the owner's right.
timeout 60 rosnode kill /surefoot >"$work/out" 2>&1 || true
kill -0 "$server" || fail "rosnode kill has ended the simulator"
tool rosservice list
said "$work/out" /gazebo/pause_physics
tool rosservice type /gazebo/pause_physics
said "$work/out" std_srvs/Empty
tool rosservice info /gazebo/pause_physics
said "$work/out" "Node: /surefoot"
tool rosservice call /gazebo/pause_physics
tool rosservice call /gazebo/unpause_physics
tool rosparam set /robot '{mass: 3.5, names: [a, b]}'
tool rosparam get /robot/names
said "$work/out" "b"
tool rosparam list
said "$work/out" /use_sim_time
tool rosparam delete /robot
tool rosnode cleanup </dev/null
expect 2 timeout 60 rosservice call /no_such_service

# A bag of two seconds of simulated time; our own reader finds what was recorded.
tool rosbag record --duration=2 -O "$work/drive.bag" /husky/imu/data /clock /tf /tf_static \
  /husky/husky_velocity_controller/odom
expect 0 "$surefoot" record-info "$work/drive.bag" --json
python "$work/out" '
topics = {t["topic"]: t for t in r["topics"]}
assert topics["/husky/imu/data"]["type"] == "sensor_msgs/Imu", topics
assert topics["/husky/imu/data"]["messages"] > 50, topics
assert topics["/tf_static"]["messages"] >= 1, topics
assert topics["/clock"]["messages"] > 50, topics'
end_server
