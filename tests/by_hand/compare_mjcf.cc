/// compare_mjcf FILE...: reads MJCF files with Surefoot and with MuJoCo, and prints the
/// differences. For collections of public robots; files that MuJoCo 2 refuses are only listed.

#include <cstdio>

#include "surefoot/builtin/builtin.h"
#include "surefoot/formats/format.h"
#include "tests/integration/mujoco_reference.h"

int main(int argc, char** argv) {
  using namespace surefoot;
  formats::FormatRegistry registry;
  RegisterFormats(&registry);
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment();
  for (int i = 1; i < argc; ++i) {
    Problems problems;
    formats::ReadResult read = formats::ReadFile(registry, resolver, argv[i], &problems);
    if (!read.ok) {
      std::printf("%s: not read: %s\n", argv[i], problems.ErrorText(1).c_str());
      continue;
    }
    const auto world = world::MakeWorld(std::move(read.spec), &problems);
    if (!world.ok()) {
      std::printf("%s: not valid: %s\n", argv[i], problems.ErrorText(1).c_str());
      continue;
    }
    const test::ReferenceDifference d = test::CompareWithMujoco(argv[i], *world.value());
    if (!d.error.empty()) {
      std::printf("%s: MuJoCo: %s\n", argv[i], d.error.c_str());
      continue;
    }
    std::printf(
        "%s: bodies %d (missing %d), geoms %d (missing %d), position %.2g, angle %.2g, mass %.2g, "
        "inertia %.2g, bounds %.2g; %s\n",
        argv[i], d.bodies, d.missing_bodies, d.geoms, d.missing_geoms, d.position, d.angle, d.mass,
        d.inertia, d.bounds, d.worst.c_str());
    std::fflush(stdout);
  }
  return 0;
}
