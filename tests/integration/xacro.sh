#!/usr/bin/env bash
# xacro.sh PROGRAM SOURCE_DIR BUILD_DIR
# Robots in xacro, expanded by Surefoot and by the original program from PyPI. Skipped if that is not available.
source "$(dirname "$0")/helpers.bash"

venv=$3/xacro_venv
if [[ ! -x $venv/bin/xacro ]]; then
  rm -rf "$venv"
  if ! python3 -m venv "$venv" >"$work/venv.log" 2>&1 ||
    ! timeout 120 "$venv/bin/pip" install -q --disable-pip-version-check xacro==2.1.1 >>"$work/venv.log" 2>&1; then
    tail -n 5 "$work/venv.log" >&2
    rm -rf "$venv"
    skip "xacro cannot be installed from PyPI"
  fi
fi
export PATH=$venv/bin:$PATH
unset SUREFOOT_XACRO ROS_PACKAGE_PATH AMENT_PREFIX_PATH

mkdir -p "$work/ws/cart/urdf" "$work/ws/parts/urdf"
echo '<package><name>wheel_parts</name></package>' >"$work/ws/parts/package.xml"
cat >"$work/ws/parts/urdf/wheel.xacro" <<'X'
<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="wheel" params="name x">
    <link name="${name}">
      <inertial><mass value="${2 * 0.25}"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    </link>
    <joint name="${name}_joint" type="continuous">
      <origin xyz="${x} 0 0"/><parent link="base"/><child link="${name}"/>
    </joint>
  </xacro:macro>
</robot>
X
cat >"$work/ws/cart/urdf/cart.urdf.xacro" <<'X'
<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="1"/>
  <xacro:include filename="$(find wheel_parts)/urdf/wheel.xacro"/>
  <link name="base">
    <inertial><mass value="$(arg mass)"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
  </link>
  <xacro:wheel name="left" x="0.5"/>
  <xacro:wheel name="right" x="-0.5"/>
</robot>
X
cart=$work/ws/cart/urdf/cart.urdf.xacro
expect 0 "$surefoot" check "$cart" --json
python "$work/out" '
assert r["files"][0]["links"] == 3 and r["files"][0]["joints"] == 2, r
assert not any("program xacro" in p["message"] for p in r["problems"]), r'
expect 0 "$surefoot" run "$cart" --duration 0.01

# Surefoot and the program must expand a file to the same robot: both are written as SDF and compared.
same_as_xacro() {
  local file=$1
  shift
  (cd "$(dirname "$file")" && ROS_PACKAGE_PATH=$work/ws "$venv/bin/xacro" "$file" "${@/=/:=}") >"$work/theirs.urdf" ||
    fail "the program xacro refuses $file"
  local query
  query=$(IFS='&' && printf '%s' "$*")
  rm -rf "$work/ours" "$work/theirs"
  PATH=/usr/bin:/bin expect 0 "$surefoot" convert "$file${query:+?$query}" "$work/ours/robot.sdf"
  expect 0 "$surefoot" convert "$work/theirs.urdf" "$work/theirs/robot.sdf"
  cmp "$work/ours/robot.sdf" "$work/theirs/robot.sdf" || {
    diff "$work/ours/robot.sdf" "$work/theirs/robot.sdf" | head -n 20 >&2
    fail "$file: Surefoot's robot is another one than xacro's"
  }
}
for file in arm rover turret; do same_as_xacro "$source_dir/tests/xacro/$file.xacro"; done
same_as_xacro "$source_dir/tests/xacro/arm.xacro" joints=7 sided=true
same_as_xacro "$source_dir/tests/xacro/arm.xacro" joints=1

# Arguments are used; problems caused by them are reported.
expect 2 "$surefoot" check "$cart?mass=-3"
said "$work/out" 'the mass of link "base" is negative'
expect 2 "$surefoot" check "$cart?mass=heavy"
said "$work/out" "not a number"

# Problems are reported with file and line.
sed 's/xacro:wheel name="left"/xacro:weel name="left"/' "$cart" >"$work/ws/cart/urdf/typo.xacro"
expect 2 "$surefoot" check "$work/ws/cart/urdf/typo.xacro"
said "$work/out" "typo.xacro:7"
said "$work/out" "weel"
sed 's/wheel_parts/no_such_package/' "$cart" >"$work/ws/cart/urdf/lost.xacro"
expect 2 "$surefoot" check "$work/ws/cart/urdf/lost.xacro"
said "$work/out" "no_such_package"

# Expressions that only Python can evaluate are passed to the program if it is installed, with a note.
sed 's/${2 \* 0.25}/${[x for x in [0.25, 0.5]][1]}/' "$work/ws/parts/urdf/wheel.xacro" >"$work/wheel.new"
cp -r "$work/ws" "$work/ws2" && cp "$work/wheel.new" "$work/ws2/parts/urdf/wheel.xacro"
expect 0 "$surefoot" check "$work/ws2/cart/urdf/cart.urdf.xacro" --json
python "$work/out" 'assert any("program xacro" in p["message"] for p in r["problems"]), r'

# A folder: the file of macros is not a robot.
rm "$work/ws/cart/urdf/typo.xacro" "$work/ws/cart/urdf/lost.xacro"
expect 0 "$surefoot" check "$work/ws"
said "$work/out" "1 file: 1 ok"

# Without the program: a message says how to install it.
PATH=/usr/bin:/bin
if ! command -v xacro >/dev/null && ! compgen -G '/opt/ros/*/bin/xacro' >/dev/null; then
  expect 0 "$surefoot" check "$cart"
  expect 2 "$surefoot" check "$work/ws2/cart/urdf/cart.urdf.xacro"
  said "$work/out" "pip install xacro"
fi
