#include "surefoot/record/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "surefoot/record/mcap/mcap_records.h"

// Files of recordings: output is locked, so that two programs cannot write to one file; input is
// read ahead.

namespace surefoot::record {
namespace {

/// Read-ahead size: enough for many small records, little if records are skipped.
constexpr std::size_t kReadAhead = 16 * 1024;

std::string ErrnoText(int error) { return std::generic_category().message(error); }

/// Locks and truncates a file that was just opened.
Status Prepare(int fd) {
  struct stat info = {};
  if (fstat(fd, &info) != 0) return Error{ErrnoText(errno)};
  // Pipes and devices are used unchanged.
  if (!S_ISREG(info.st_mode)) return {};
  // File systems without locks are accepted.
  if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Error{"another recording is being written to it; choose another file"};
  }
  if (ftruncate(fd, 0) != 0) return Error{ErrnoText(errno)};
  return {};
}

}  // namespace

Result<std::unique_ptr<InputFile>> InputFile::Open(const std::string& path) {
  const std::string context = "cannot read the recording \"" + path + "\": ";
  // Non-blocking, because opening a pipe would wait for a writer.
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

/// A window larger than requested serves the following small records, too.
Result<std::span<const std::uint8_t>> InputFile::View(std::uint64_t offset, std::size_t count) {
  SUREFOOT_CHECK(offset <= size_ && count <= size_ - offset, "outside of " + path_);
  if (offset < begin_ || offset + count > end_) {
    const std::uint64_t ahead = std::min<std::uint64_t>(kReadAhead, size_ - offset);
    const std::size_t requested = std::max<std::size_t>(count, ahead);
    if (requested > capacity_) {
      window_.reset(new (std::nothrow) std::uint8_t[requested]);
      capacity_ = window_ ? requested : 0;
    }
    begin_ = end_ = 0;
    if (!window_) return Error{"no memory to read \"" + path_ + "\""};
    const Status status = Read(offset, {window_.get(), requested});
    if (!status.ok()) return status.error();
    begin_ = offset;
    end_ = offset + requested;
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

Result<std::unique_ptr<OutputFile>> OutputFile::Open(const std::string& path, bool follow_links) {
  const std::string context = "cannot record to \"" + path + "\"";
  // Non-blocking: a pipe without a reader must fail instead of waiting forever.
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (follow_links ? 0 : O_NOFOLLOW);
  const int fd = open(path.c_str(), flags, 0644);
  if (fd < 0) return Error{context + ": " + ErrnoText(errno)};
  std::unique_ptr<OutputFile> file(new OutputFile(path, fd));
  const Status prepared = Prepare(fd);
  if (!prepared.ok()) return prepared.error().Within(context);
  fcntl(fd, F_SETFL, 0);
  return file;
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
}

Error OutputFile::CannotWrite(const std::string& reason) {
  // Best effort: otherwise, the reader finds a torn record and stops there, too.
  [[maybe_unused]] const int ignored = ftruncate(fd_, static_cast<off_t>(size_));
  return Error{"cannot write to \"" + path_ + "\": " + reason + "; the " + std::to_string(size_) +
               " bytes before are readable"};
}

Status OutputFile::Append(std::span<const Piece> pieces) {
  std::array<iovec, 4> parts;
  SUREFOOT_CHECK(pieces.size() <= parts.size(), "a block of at most four pieces");
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    parts[i].iov_base = const_cast<std::uint8_t*>(pieces[i].data.data());
    parts[i].iov_len = pieces[i].data.size();
  }
  for (std::size_t first = 0; first < pieces.size();) {
    const ssize_t count =
        writev(fd_, parts.data() + first, static_cast<int>(pieces.size() - first));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return CannotWrite(ErrnoText(errno));
    std::size_t done = static_cast<std::size_t>(count);
    while (first < pieces.size() && done >= parts[first].iov_len) done -= parts[first++].iov_len;
    if (first == pieces.size()) break;
    parts[first].iov_base = static_cast<std::uint8_t*>(parts[first].iov_base) + done;
    parts[first].iov_len -= done;
  }
  for (const Piece& piece : pieces) {
    size_ += piece.data.size();
    crc_ = piece.crc ? JoinedCrc32(crc_, *piece.crc, piece.data.size()) : Crc32(piece.data, crc_);
  }
  return {};
}

Status OutputFile::Append(std::span<const std::uint8_t> block) {
  const Piece piece{block, std::nullopt};
  return Append(std::span(&piece, 1));
}

Status OutputFile::Close() {
  if (fd_ < 0) return {};
  const int result = close(std::exchange(fd_, -1));
  if (result != 0 && errno != EINTR) {
    return Error{"cannot finish \"" + path_ + "\": " + ErrnoText(errno)};
  }
  return {};
}

}  // namespace surefoot::record
