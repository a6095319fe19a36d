// libFuzzer's entry points, for the single target of the program.
//   NAME_fuzz --seeds FOLDER   writes the target's seeds into an existing folder
//   NAME_fuzz [libFuzzer's arguments]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "fuzz/target.h"

namespace {

const surefoot::fuzz::Target& TheTarget() { return surefoot::fuzz::Targets().front(); }

void WriteSeeds(const std::string& folder) {
  surefoot::fuzz::SeedList list;
  TheTarget().add_seeds(&list);
  std::size_t number = 0;
  for (const std::string& seed : list.seeds()) {
    const std::string path = folder + "/seed_" + std::to_string(number++);
    std::ofstream(path, std::ios::binary) << seed;
  }
  std::printf("%zu seeds\n", number);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc == 3 && std::strcmp((*argv)[1], "--seeds") == 0) {
    WriteSeeds((*argv)[2]);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  TheTarget().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
