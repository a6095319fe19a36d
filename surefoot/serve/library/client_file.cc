#include "surefoot/serve/library/client_file.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/text.h"
#include "surefoot/serve/library/uploads.h"

// Files that clients name for writing are in the server's folder and have a known ending, so that
// no request can overwrite another kind of file.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

/// What a kind of file is called, and how it is recognized.
struct KindOfFile {
  const char* name;
  /// Accepted endings; the first one is the default.
  std::vector<std::string> endings;
  /// The bytes with which each file of this kind begins; for worlds, a text within its first bytes.
  std::string mark;
};

const KindOfFile& Describe(FileKind kind) {
  static const KindOfFile recording = {"a recording", {".mcap", ".csv"}, "\x89MCAP0\r\n"};
  static const KindOfFile snapshot = {"a snapshot", {".snapshot"}, "SUREFSN1"};
  static const KindOfFile world = {"a world", {".sdf"}, "<sdf"};
  if (kind == FileKind::kRecording) return recording;
  return kind == FileKind::kSnapshot ? snapshot : world;
}

Error Refused(const std::string& requested, const std::string& why) {
  return Error{"'" + requested.substr(0, 200) +
               "' is not a name for a file in the server's folder: " + why};
}

/// Checks the text of the path, before the file system is asked.
Status CheckName(const std::string& requested, const fs::path& path) {
  if (!CheckUploadPath(path.string()).ok()) {
    return Refused(requested,
                   "it is outside the server's folder, or not a plain path; give a relative path "
                   "without '..'");
  }
  for (const fs::path& part : path) {
    if (part.string()[0] == '.') {
      return Refused(requested, "hidden files are not written; give a name without a leading '.'");
    }
  }
  return Status();
}

/// Checks the path in the file system: all folders must exist, the file need not, and no part may
/// be a symbolic link.
Status CheckFolders(const std::string& requested, const fs::path& path) {
  fs::path here;
  for (const fs::path& part : path) {
    here /= part;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(here, error);
    if (fs::is_symlink(status)) {
      return Refused(requested, "'" + here.string() +
                                    "' is a symbolic link, which could lead out of "
                                    "the folder; give a path without links");
    }
    if (here != path && !fs::is_directory(status)) {
      return Error{"the folder '" + here.string() +
                   "' does not exist in the server's folder; create it first"};
    }
  }
  return Status();
}

}  // namespace

Result<std::string> ClientFile(const std::string& requested, FileKind kind) {
  const KindOfFile& described = Describe(kind);
  const bool is_folder =
      kind == FileKind::kRecording && requested.size() > 1 && requested.back() == '/';
  fs::path path(is_folder ? requested.substr(0, requested.size() - 1) : requested);
  Status status = CheckName(requested, path);
  if (!status.ok()) return status.error();
  const std::vector<std::string>& endings = described.endings;
  const std::string ending = path.extension().string();
  if (!is_folder && ending.empty()) path += endings.front();
  const bool known =
      ending.empty() || std::find(endings.begin(), endings.end(), ending) != endings.end();
  if (!is_folder && !known) {
    return Refused(requested,
                   std::string(described.name) + " must end in one of: " + Joined(endings));
  }
  status = CheckFolders(requested, path);
  if (!status.ok()) return status.error();
  return path.string() + (is_folder ? "/" : "");
}

Result<std::string> ClientFileToWrite(const std::string& requested, FileKind kind) {
  Result<std::string> file = ClientFile(requested, kind);
  std::error_code error;
  if (!file.ok() || !fs::exists(*file, error)) return file;
  const KindOfFile& described = Describe(kind);
  const bool is_table = file->back() == '/' || file->ends_with(".csv");
  constexpr std::size_t kHeadBytes = 4096;
  // Tables (CSV) have no mark, so they are never recognized and never replaced.
  const Result<std::string> head =
      is_table ? Result<std::string>(std::string()) : ReadRegularFileHead(*file, kHeadBytes);
  const std::size_t at = head.ok() ? head->find(described.mark) : std::string::npos;
  if (at == 0 || (kind == FileKind::kWorld && at != std::string::npos)) return file;
  return Error{"'" + *file + "' exists and is not " + described.name +
               " that can be replaced; choose another name"};
}

}  // namespace surefoot::serve
