#include "surefoot/builtin/builtin.h"

#include <dlfcn.h>

#include <filesystem>

#include "surefoot/backends/register.h"
#include "surefoot/builtin/register_access.h"
#include "surefoot/builtin/register_formats.h"

namespace surefoot {
namespace {

/// share/surefoot/ beside the library this code is in, in a build tree and when installed. A
/// multiarch library folder (lib/x86_64-linux-gnu) is one level deeper.
std::vector<std::string> DataFolders() {
  namespace fs = std::filesystem;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&BuiltinParts), &info) == 0) return {};
  std::error_code error;
  const fs::path library = fs::weakly_canonical(info.dli_fname, error);
  for (const char* up : {"../share/surefoot", "../../share/surefoot"}) {
    const fs::path share = fs::weakly_canonical(library.parent_path() / up, error);
    if (!fs::is_directory(share, error)) continue;
    return {(share / "models").string(), (share / "worlds").string(), share.string()};
  }
  return {};
}

}  // namespace

Parts BuiltinParts() {
  Parts parts;
  backends::RegisterBackends(&parts.engines);
  parts.missing_engines = backends::MissingEngines();
  RegisterFormats(&parts.formats);
  parts.sensors = sensors::BuiltinSensors();
  parts.drives = drives::BuiltinDrives();
  RegisterAccess(&parts);
  parts.data_folders = DataFolders();
  return parts;
}

Result<std::unique_ptr<Session>> Open(const std::string& file, const SessionOptions& options,
                                      Problems* problems) {
  return Session::Open(BuiltinParts(), file, options, problems);
}

}  // namespace surefoot
