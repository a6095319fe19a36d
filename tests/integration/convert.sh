#!/usr/bin/env bash
# convert.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot convert`: the written file describes the same world and gives the same run.
source "$(dirname "$0")/helpers.bash"

run_hash() {
  expect 0 "$surefoot" run "$1" --duration 0.3 --json --quiet
  python "$work/out" "print(r['hash'])"
}

cat >"$work/robot.urdf" <<'URDF'
<robot name="cart">
  <link name="wheel">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0.1 0.2 0.3"/>
      <mass value="1"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.11" iyz="0" izz="0.12"/>
    </inertial>
    <visual>
      <geometry><box size="0.1 0.2 0.3"/></geometry>
      <material name="red"><color rgba="1 0 0 1"/></material>
    </visual>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial>
      <mass value="0.5"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
  </link>
  <joint name="wheel" type="revolute">
    <parent link="wheel"/>
    <child link="arm"/>
    <origin xyz="0.1 0.2 0.3" rpy="1 2 3"/>
    <axis xyz="1 2 3"/>
    <limit lower="-1" upper="1" effort="10" velocity="3"/>
  </joint>
  <transmission name="t"><type>simple</type></transmission>
</robot>
URDF

# The link and the joint have the same name, which SDF does not accept.
expect 0 "$surefoot" convert "$work/robot.urdf" "$work/robot.sdf"
said "$work/out" "a model with 2 links and 1 joint, from urdf"
said "$work/robot.sdf" '<surefoot:name value="wheel"/>'
said "$work/robot.sdf" '<transmission name="t">'
[[ $(run_hash "$work/robot.urdf") == $(run_hash "$work/robot.sdf") ]] || fail "the robot runs differently"

# Converting a written file gives the same file.
expect 0 "$surefoot" convert "$work/robot.sdf" "$work/again.sdf" --quiet
[[ ! -s $work/out ]] || fail "--quiet prints"
cmp "$work/robot.sdf" "$work/again.sdf" || fail "written again it differs"

# With all its files beside it, a world can be run from any folder.
mkdir "$work/there"
expect 0 "$surefoot" convert "$source_dir/worlds/husky_lab.sdf" "$work/there/lab.sdf" --copy-meshes
mv "$work/there" "$work/elsewhere"
[[ $(run_hash "$source_dir/worlds/husky_lab.sdf") == $(run_hash "$work/elsewhere/lab.sdf") ]] ||
  fail "the lab runs differently"

# The world in its final state can be run again.
expect 0 "$surefoot" run "$source_dir/worlds/flat.sdf" --duration 1 --quiet \
  --save-world "$work/later.sdf"
expect 0 "$surefoot" check "$work/later.sdf"
said "$work/later.sdf" "<surefoot:position joint="

# URDF describes one robot, and less of it: the rest is reported.
expect 0 "$surefoot" convert "$source_dir/worlds/husky_lab.sdf" "$work/husky.urdf" --model husky
said "$work/out" "a model with 6 links and 5 joints"
said "$work/err" "URDF has no sensors"
said "$work/husky.urdf" '<link name="base_link">'
expect 0 "$surefoot" check "$work/husky.urdf"
(cd "$work" && expect 0 "$surefoot" convert husky --to urdf --force && [[ -s husky.urdf ]]) || fail "no husky.urdf"
expect 0 "$surefoot" convert "$source_dir/worlds/husky_lab.sdf" "$work/husky.sdf" --model husky
expect 2 "$surefoot" convert "$source_dir/worlds/husky_lab.sdf" "$work/lab.urdf"
said "$work/err" "3 models: floor, lab_terrain, husky"
expect 2 "$surefoot" convert "$source_dir/worlds/husky_lab.sdf" "$work/lab.urdf" --model huskies
said "$work/err" "there are: floor, lab_terrain, husky"
expect 2 "$surefoot" convert husky "$work/husky.sdf" --to urdf --force
said "$work/err" "does not end in .urdf"
expect 2 "$surefoot" convert husky --to obj
expect 1 "$surefoot" run "$source_dir/worlds/flat.sdf" --duration 0.1 --quiet --save-world "$work/later.urdf"
said "$work/err" "cannot hold everything"

expect 2 "$surefoot" convert "$work/robot.urdf" "$work/robot.sdf"
said "$work/err" "--force"
expect 0 "$surefoot" convert "$work/robot.urdf" "$work/robot.sdf" --force
expect 2 "$surefoot" convert "$work/robot.urdf" "$work/robot.obj"
said "$work/err" "use .sdf"
expect 2 "$surefoot" convert "$work/nothing.urdf" "$work/x.sdf"
expect 2 "$surefoot" convert "$work/robot.urdf" "$work/robot.urdf/x.sdf"
expect 2 "$surefoot" convert "$work/robot.urdf"
[[ ! -e $work/x.sdf ]] || fail "a file was left"
