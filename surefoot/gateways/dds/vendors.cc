#include "surefoot/gateways/dds/vendors.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/options.h"
#include "surefoot/gateways/dds/plugin.h"

namespace surefoot::gateways::dds {
namespace {

namespace fs = std::filesystem;

const std::string kPrefix = "libsurefoot_dds_";
const std::string kEnding = ".so";

/// Beside libsurefoot, or relative to a test program that contains this code.
std::vector<fs::path> Folders() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&Vendors), &info) == 0) return {};
  std::error_code error;
  const fs::path beside = fs::weakly_canonical(info.dli_fname, error).parent_path();
  return {beside / "surefoot/dds", beside / "../lib/surefoot/dds"};
}

/// Path of the vendor's library; empty when there is none.
std::string PathOf(const std::string& vendor) {
  std::error_code error;
  for (const fs::path& folder : Folders()) {
    const fs::path path = folder / (kPrefix + vendor + kEnding);
    if (fs::is_regular_file(path, error)) return fs::weakly_canonical(path, error).string();
  }
  return "";
}

Error Missing(const std::string& vendor) {
  const std::vector<std::string> present = Vendors();
  const std::string list =
      present.empty() ? "none" : Joined(present, [](const std::string& name) { return name; });
  return Error{"DDS vendor " + Quoted(vendor) + " is not installed; installed: " + list +
               ". To build it: ./run --with fastdds (or cyclone)"};
}

struct Library {
  OpenFunction* open;
};

/// Libraries are never unloaded: threads of the vendor refer to their code.
Result<Library> Load(const std::string& vendor) {
  // A name, not a path.
  const std::string path = vendor.find('/') == std::string::npos ? PathOf(vendor) : "";
  if (path.empty()) return Missing(vendor);
  const std::string failed = "the library of DDS vendor '" + vendor + "' cannot be loaded: ";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{failed + dlerror() +
                 " (Debian packages: libfastrtps-dev for fastdds, cyclonedds-dev for cyclone)"};
  }
  const auto layout = reinterpret_cast<LayoutFunction*>(dlsym(library, "surefoot_dds_layout"));
  const auto open = reinterpret_cast<OpenFunction*>(dlsym(library, "surefoot_dds_open"));
  if (layout == nullptr || open == nullptr) {
    return Error{failed + path + " is not a DDS library of Surefoot"};
  }
  if (layout() != kVendorLayout) {
    return Error{failed + path +
                 " belongs to another version of Surefoot; build or install both together"};
  }
  return Library{open};
}

}  // namespace

std::vector<std::string> Vendors() {
  std::vector<std::string> names;
  for (const fs::path& folder : Folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kPrefix) || !name.ends_with(kEnding)) continue;
      names.push_back(name.substr(kPrefix.size(), name.size() - kPrefix.size() - kEnding.size()));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  // The default middleware of ROS 2 first.
  std::stable_partition(names.begin(), names.end(),
                        [](const std::string& name) { return name == "fastdds"; });
  return names;
}

Result<std::unique_ptr<Participant>> OpenParticipant(const std::string& vendor,
                                                     const ParticipantOptions& options) {
  const ParticipantOptions checked = SUREFOOT_TRY(CheckedOptions(options));
  const Library library = SUREFOOT_TRY(Load(vendor));
  std::optional<OpenedParticipant> participant;
  library.open(checked, &participant);
  return std::move(*participant);
}

}  // namespace surefoot::gateways::dds
