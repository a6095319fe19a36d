#include "bench/husky/raw_loader.h"

#include <dlfcn.h>

#include <cstdio>

#include "bench/husky/husky_world.h"

namespace surefoot::husky {

std::filesystem::path ProgramFolder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::unique_ptr<RawLoop> LoadRawLoop(const std::string& engine,
                                     const std::shared_ptr<const world::World>& world,
                                     double step) {
  const auto path = ProgramFolder() / "../lib/surefoot/bench" / ("libhusky_" + engine + "_raw.so");
  if (!std::filesystem::exists(path)) return nullptr;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::fprintf(stderr, "%s\n", dlerror());
  if (library == nullptr) return nullptr;
  const auto make =
      reinterpret_cast<decltype(&surefoot_raw_loop)>(dlsym(library, "surefoot_raw_loop"));
  if (make == nullptr) return nullptr;
  RawArgs args;
  args.backend.world = world;
  for (int i = 0; i < world->model_count(); ++i) args.backend.models.push_back(i);
  args.step = step;
  args.friction = kGroundFriction;
  return std::unique_ptr<RawLoop>(make(args));
}

}  // namespace surefoot::husky
