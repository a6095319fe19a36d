#include "surefoot/gateways/web/http/token_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

// The token is stored for programs of the same user in a file that only this user can read.

namespace surefoot::gateways::web {
namespace {

/// Bytes read from the file; generated tokens have 32 characters.
constexpr std::size_t kMaxToken = 256;

/// A folder that only this user may enter.
std::string Folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && runtime[0] == '/') return std::string(runtime) + "/surefoot";
  return "/tmp/surefoot-" + std::to_string(::getuid());
}

std::string PathOf(std::uint16_t port) { return Folder() + "/" + std::to_string(port) + ".token"; }

/// Whether the file is owned by this user and inaccessible to others. In /tmp another user may have
/// created the folder before, to read tokens or to plant a false one.
bool IsPrivate(const struct stat& info) {
  return info.st_uid == ::getuid() && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

}  // namespace

TokenFile::~TokenFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

// The folder must belong to this user and be closed to others, because /tmp is shared.
Status TokenFile::Write(std::uint16_t port, const std::string& token) {
  const std::string folder = Folder();
  const auto failed = [&](const char* what) {
    return Error{std::string("the token cannot be stored in ") + folder + ": " + what};
  };
  struct stat info {};
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return failed(std::strerror(errno));
  if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || !IsPrivate(info)) {
    return failed("it is not a folder that only this user can access");
  }
  const std::string path = PathOf(port);
  // A file left by a server that was killed. O_EXCL then refuses whatever appears in between.
  ::unlink(path.c_str());
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return failed(std::strerror(errno));
  path_ = path;
  const bool written =
      ::write(file, token.data(), token.size()) == static_cast<ssize_t>(token.size());
  ::close(file);
  if (!written) return failed("the file cannot be written");
  return Status();
}

std::string TokenFile::Read(std::uint16_t port) {
  // O_NOFOLLOW and O_NONBLOCK: neither a link nor a pipe planted by another user is opened. The
  // checks are made on the open file, not on the path, so that it cannot be swapped in between.
  const int file = ::open(PathOf(port).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return "";
  struct stat info {};
  std::array<char, kMaxToken> buffer{};
  ssize_t size = 0;
  if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && IsPrivate(info)) {
    size = ::read(file, buffer.data(), buffer.size());
  }
  ::close(file);
  return size > 0 ? std::string(buffer.data(), static_cast<std::size_t>(size)) : "";
}

}  // namespace surefoot::gateways::web
