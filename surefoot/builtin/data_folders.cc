#include "surefoot/builtin/data_folders.h"

#include <dlfcn.h>

#include <filesystem>

namespace surefoot {

std::vector<std::string> DataFolders() {
  namespace fs = std::filesystem;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&DataFolders), &info) == 0) return {};
  std::error_code error;
  const fs::path library = fs::weakly_canonical(info.dli_fname, error);
  // A multiarch library folder (lib/x86_64-linux-gnu) is one level deeper.
  for (const char* up : {"../share/surefoot", "../../share/surefoot"}) {
    const fs::path share = fs::weakly_canonical(library.parent_path() / up, error);
    if (!fs::is_directory(share, error)) continue;
    return {(share / "models").string(), (share / "worlds").string(), share.string()};
  }
  return {};
}

}  // namespace surefoot
