#include "surefoot/record/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>

namespace surefoot::record {
namespace {

/// What is read ahead: enough for many small records, little when records are skipped.
constexpr std::size_t kReadAhead = 16 * 1024;

}  // namespace

Result<std::unique_ptr<InputFile>> InputFile::Open(const std::string& path) {
  const std::string context = "cannot read the recording \"" + path + "\": ";
  // Not blocking: opening a pipe would wait for a writer.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Error{context + std::generic_category().message(errno)};
  std::unique_ptr<InputFile> file(new InputFile(path, fd));
  struct stat info = {};
  if (fstat(fd, &info) != 0) return Error{context + std::generic_category().message(errno)};
  if (!S_ISREG(info.st_mode)) return Error{context + "it is not a regular file"};
  file->size_ = static_cast<std::uint64_t>(info.st_size);
  return file;
}

InputFile::~InputFile() { close(fd_); }

Result<std::span<const std::uint8_t>> InputFile::View(std::uint64_t offset, std::size_t count) {
  SUREFOOT_CHECK(offset <= size_ && count <= size_ - offset, "outside of " + path_);
  if (offset < begin_ || offset + count > end_) {
    const std::uint64_t ahead = std::min<std::uint64_t>(kReadAhead, size_ - offset);
    const std::size_t wanted = std::max<std::size_t>(count, ahead);
    if (wanted > capacity_) {
      window_.reset(new (std::nothrow) std::uint8_t[wanted]);
      capacity_ = window_ ? wanted : 0;
    }
    begin_ = end_ = 0;
    if (!window_) return Error{"no memory to read \"" + path_ + "\""};
    const Status status = Read(offset, {window_.get(), wanted});
    if (!status.ok()) return status.error();
    begin_ = offset;
    end_ = offset + wanted;
  }
  return std::span<const std::uint8_t>(window_.get() + (offset - begin_), count);
}

Status InputFile::Read(std::uint64_t offset, std::span<std::uint8_t> out) const {
  while (!out.empty()) {
    const ssize_t count = pread(fd_, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return Error{"cannot read \"" + path_ + "\": " + std::generic_category().message(errno)};
    }
    if (count == 0) return Error{"\"" + path_ + "\" became shorter while it was read"};
    out = out.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return {};
}

}  // namespace surefoot::record
