#!/usr/bin/env bash
# plain_numbers.sh PROGRAM SOURCE_DIR BUILD_DIR
# Wheels give bit-identical results on machines without wide registers (SUREFOOT_PLAIN): on the pieces of the lab
# (meshes), trays, a height map, and rough asphalt, soils and the borders between them.
source "$(dirname "$0")/helpers.bash"

same_bits() {
  local world="$source_dir/worlds/$1.sdf"
  expect 0 "$surefoot" run "$world" --quiet --record "$work/wide.mcap" "${@:2}"
  expect 0 env SUREFOOT_PLAIN=1 "$surefoot" run "$world" --quiet --record "$work/plain.mcap" "${@:2}"
  expect 0 "$surefoot" diff "$work/wide.mcap" "$work/plain.mcap"
  said "$work/out" "identical"
}

same_bits husky_lab --duration 2 --publish /husky/cmd_vel=linear.x:0.6,angular.z:0.3
same_bits husky_trays --duration 2 --publish /husky/cmd_vel=linear.x:0.8
same_bits rover --duration 2
same_bits soils --duration 6
