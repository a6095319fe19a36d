#include "surefoot/importer/assimp_files.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <cstring>
#include <filesystem>
#include <string>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::importer {
namespace {

/// A file that is already in memory.
class MemoryFile : public Assimp::IOStream {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t items = std::min(count, (bytes_.size() - at_) / size);
    std::memcpy(buffer, bytes_.data() + at_, items * size);
    at_ += items * size;
    return items;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    // Offsets from the end or backwards arrive as wrapped unsigned numbers.
    size_t target = offset;
    if (origin == aiOrigin_CUR) target = at_ + offset;
    if (origin == aiOrigin_END) target = bytes_.size() + offset;
    if (target > bytes_.size()) return aiReturn_FAILURE;
    at_ = target;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::string bytes_;
  size_t at_ = 0;
};

/// Lets assimp read regular files only: a buffer could be named like a pipe or a device.
class RegularFiles : public Assimp::IOSystem {
 public:
  bool Exists(const char* path) const override {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    if (std::strchr(mode, 'w') != nullptr || std::strchr(mode, 'a') != nullptr) return nullptr;
    Result<std::string> bytes = ReadRegularFile(path, kMaxMeshFileBytes);
    return bytes ? new MemoryFile(std::move(*bytes)) : nullptr;
  }
  void Close(Assimp::IOStream* file) override { delete file; }
};

}  // namespace

std::unique_ptr<Assimp::IOSystem> MakeRegularFiles() { return std::make_unique<RegularFiles>(); }

}  // namespace surefoot::importer
