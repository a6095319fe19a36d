#include "surefoot/base/own_program.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// The files that this code may be in: libsurefoot, or a program that it is linked into.
std::vector<fs::path> OwnFiles() {
  std::vector<fs::path> files;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&OwnFiles), &info) != 0 && info.dli_fname != nullptr) {
    files.emplace_back(info.dli_fname);
  }
  files.emplace_back("/proc/self/exe");
  return files;
}

}  // namespace

Result<std::string> FindOwnProgram(const std::string& name) {
  std::string tried;
  for (const fs::path& file : OwnFiles()) {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(file, error).parent_path();
    // A multiarch library folder (lib/x86_64-linux-gnu) is one level deeper. The last one is for
    // a program of libexec/surefoot itself.
    for (const char* up : {"../libexec/surefoot", "../../libexec/surefoot", "."}) {
      const fs::path program = (folder / up / name).lexically_normal();
      if (::access(program.c_str(), X_OK) == 0) return program.string();
      tried += (tried.empty() ? "" : ", ") + program.string();
    }
  }
  return Error{"the program " + name + " is missing (tried " + tried + ")"};
}

}  // namespace surefoot
