// Zip files that clients upload. Nothing may be written outside of the folder, whatever names the
// archive has, nor more than the limits.

#include <zip.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/target.h"
#include "surefoot/serve/library/zip.h"

namespace surefoot::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr serve::ZipLimits kLimits{1 << 20, 1 << 19, 100};

void CheckFolder(const std::string& folder) {
  std::int64_t total = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    Require(!entry.is_symlink(), "no link is unpacked");
    if (entry.is_regular_file()) total += static_cast<std::int64_t>(entry.file_size());
  }
  Require(total <= kLimits.max_bytes, "no more is unpacked than the limits say");
  std::size_t beside = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(Folder())) ++beside;
  Require(beside == 2, "nothing is written beside the folder");
}

void Run(std::string_view input) {
  const std::string path = WriteFile("upload.zip", input);
  const std::string folder = Folder() + "/unpacked";
  fs::create_directory(folder);
  const std::atomic<bool> stop = false;
  const auto files = serve::UnpackZip(path, folder, kLimits, stop);
  Require(files.ok() || !files.error().message.empty(), "an error says something");
  CheckFolder(folder);
  ClearFolder();
}

/// An archive of some files, each compressed by the given method.
std::string MakeZip(zip_int32_t method, const std::vector<std::string>& names) {
  const std::string path = Folder() + "/seed.zip";
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  Require(archive != nullptr, "a zip file can be made");
  const std::string content(300, 'x');
  for (const std::string& name : names) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    Require(index >= 0, "a file can be added to a zip file");
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  Require(zip_close(archive) == 0, "a zip file can be written");
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  ClearFolder();
  return bytes;
}

void AddSeeds(SeedList* seeds) {
  seeds->Add(MakeZip(ZIP_CM_DEFLATE, {"robot/model.sdf", "robot/meshes/a.stl"}));
  seeds->Add(MakeZip(ZIP_CM_STORE, {"a.urdf", "b/c.dae"}));
  seeds->Add(MakeZip(ZIP_CM_STORE, {"../a.urdf"}));
}

SUREFOOT_FUZZ_TARGET(zip, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
