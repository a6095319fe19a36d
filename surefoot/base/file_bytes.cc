#include "surefoot/base/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

#include "surefoot/base/process/spawn.h"

// Reading of files that users and clients name. The size is checked before memory is allocated, and
// only regular files are read: a pipe or a device could block or never end.

namespace surefoot {
namespace {

// Without O_NONBLOCK, opening a pipe without a writer would block forever.
int OpenToRead(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/// For errors about files that cannot be read as a whole.
const char* KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a regular file";
}

std::string Megabytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

/// Size of a file that can be read.
Result<std::uint64_t> SizeOf(const Descriptor& file, const std::string& path,
                             std::uint64_t max_bytes) {
  struct stat status;
  if (!file.open() || ::fstat(file.get(), &status) != 0) {
    return Error{path + ": cannot be opened: " + std::strerror(errno) +
                 "; check the path and the file's permissions"};
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{path + ": is " + KindOf(status.st_mode) + "; give the path of a regular file"};
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) return Error{path + ": the file is empty; export it again"};
  if (size > max_bytes) {
    return Error{path + ": the file has " + Megabytes(size) + ", accepted are at most " +
                 Megabytes(max_bytes) + "; reduce it"};
  }
  return size;
}

/// Exactly `size` bytes; a file that shrinks meanwhile is an error.
Result<std::string> ReadBytes(const Descriptor& file, const std::string& path, std::uint64_t size) {
  try {
    std::string bytes(size, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
      const ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0)
        return Error{path + ": reading stopped after " + std::to_string(filled) + " bytes"};
      filled += static_cast<std::size_t>(count);
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    return Error{path + ": no memory for a file of " + Megabytes(size)};
  }
}

}  // namespace

// The file is opened, because its rights matter too.
Status CheckRegularFile(const std::string& path, std::uint64_t max_bytes) {
  const Descriptor file(OpenToRead(path));
  const Result<std::uint64_t> size = SizeOf(file, path, max_bytes);
  return size ? Status() : Status(size.error());
}

// The size is that of the open file, which nobody can exchange between check and reading.
Result<std::string> ReadRegularFile(const std::string& path, std::uint64_t max_bytes) {
  const Descriptor file(OpenToRead(path));
  const Result<std::uint64_t> size = SizeOf(file, path, max_bytes);
  if (!size) return size.error();
  return ReadBytes(file, path, *size);
}

Result<std::string> ReadRegularFileHead(const std::string& path, std::size_t count) {
  const Descriptor file(OpenToRead(path));
  const Result<std::uint64_t> size = SizeOf(file, path, std::numeric_limits<std::uint64_t>::max());
  if (!size) return size.error();
  return ReadBytes(file, path, std::min<std::uint64_t>(*size, count));
}

}  // namespace surefoot
