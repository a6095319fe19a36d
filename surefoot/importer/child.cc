#include "surefoot/importer/child.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include "surefoot/base/process/sandbox.h"

// The process limits itself before it reads the file: memory, time, files and system calls, because
// Assimp and GDAL are large and files may be hostile.

namespace surefoot::importer {
namespace {

// Enough for the largest meshes accepted; a hostile file cannot exhaust the machine.
constexpr rlim_t kMaxMemory = rlim_t{3} << 29;  // 1.5 GB
constexpr rlim_t kMaxSeconds = 20;

/// The hard limit too, so that no library can raise it.
void Limit(int what, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(what, &limit);
}

/// Stops silently if the parent is gone, because nobody reads the answer.
void Send(const Bytes& message) {
  std::size_t sent = 0;
  while (sent < message.size()) {
    const ssize_t count = ::write(kImportDescriptor, message.data() + sent, message.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

/// The parent reads the message; the exit status is for people who start the importer by hand.
int SendError(const std::string& text) {
  Send(ImportMessage(ImportKind::kError, Bytes(text.begin(), text.end())));
  return 1;
}

}  // namespace

// A damaged or malicious file may exhaust this process, but not the computer.
void LimitThisProcess() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they map terabytes
  Limit(RLIMIT_AS, kMaxMemory);
#endif
  Limit(RLIMIT_CPU, kMaxSeconds);
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
  std::signal(SIGXFSZ, SIG_IGN);  // Writing fails with an error instead.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Allows reading the given places and the system's files that the libraries need, nothing else.
Status Confine(std::vector<std::string> places) {
  const char* allowed = std::getenv("SUREFOOT_IMPORT_UNCONFINED");
  if (allowed != nullptr && std::string(allowed) == "1") return Status();
  // Projection tables, character sets, and libraries loaded on demand.
  for (const char* system : {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"}) {
    places.emplace_back(system);
  }
  for (const char* name : {"GDAL_DATA", "PROJ_LIB", "PROJ_DATA"}) {
    if (const char* folder = std::getenv(name)) places.emplace_back(folder);
  }
  Result<Sandbox> sandbox = Sandbox::Prepare({places, {}});
  const Status status = sandbox ? sandbox->Enter() : Status(sandbox.error());
  if (status) return status;
  return Error{
      status.error().message +
      "; Surefoot reads files of other formats only in a sandbox. Convert the file, or set "
      "SUREFOOT_IMPORT_UNCONFINED=1 if you trust the origin of all files"};
}

// All errors become messages to the parent, which shows them with the name of the file.
int Answer(ImportKind kind, const std::function<Result<Bytes>()>& read) {
  try {
    const Result<Bytes> body = read();
    if (!body) return SendError(body.error().message);
    Send(ImportMessage(kind, *body));
    return 0;
  } catch (const std::bad_alloc&) {
    return SendError("needs more than 1.5 GB of memory; simplify the file");
  } catch (const std::exception& exception) {
    return SendError(std::string("cannot be read: ") + exception.what() + "; export it again");
  } catch (...) {
    return SendError("cannot be read; export it again");
  }
}

}  // namespace surefoot::importer
