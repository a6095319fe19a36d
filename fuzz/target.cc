#include "fuzz/target.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/source_dir.h"

namespace surefoot::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<Target>& List() {
  static std::vector<Target> targets;
  return targets;
}

/// Created at the first use, removed at the end of the program.
class ShmFolder {
 public:
  ShmFolder() : path_("/dev/shm/surefoot_fuzz_XXXXXX") {
    Require(::mkdtemp(path_.data()) != nullptr, "a folder in /dev/shm can be made");
    ::setenv("SUREFOOT_CACHE", "off", 1);
    ::setenv("TMPDIR", path_.c_str(), 1);
    for (const char* name : {"SUREFOOT_PATH", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH",
                             "GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH", "GAZEBO_RESOURCE_PATH"}) {
      ::unsetenv(name);
    }
  }
  ~ShmFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

void SeedList::AddFiles(const std::string& folder, const std::string& ending,
                        std::size_t max_bytes) {
  std::vector<std::string> paths;
  std::error_code ignored;
  fs::recursive_directory_iterator files(std::string(SUREFOOT_SOURCE_DIR) + "/" + folder, ignored);
  for (const fs::directory_entry& entry : files) {
    const bool fits = entry.is_regular_file(ignored) && entry.file_size(ignored) <= max_bytes;
    if (fits && entry.path().string().ends_with(ending)) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds_.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
}

const std::vector<Target>& Targets() { return List(); }

bool Register(const Target& target) {
  List().push_back(target);
  return true;
}

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: property violated: %s\n", what);
  std::abort();
}

const std::string& Folder() {
  static const ShmFolder folder;
  return folder.path();
}

std::string WriteFile(const std::string& name, std::string_view content) {
  const std::string path = Folder() + "/" + name;
  const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  Require(file >= 0, "a file in /dev/shm can be made");
  const ssize_t written = ::write(file, content.data(), content.size());
  ::close(file);
  Require(written == static_cast<ssize_t>(content.size()), "a file in /dev/shm can be written");
  return path;
}

void ClearFolder() {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(Folder(), ignored)) {
    fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace surefoot::fuzz
