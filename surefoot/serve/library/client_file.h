#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::serve {

/// The kinds of files that a client may have the server write into its working folder.
enum class FileKind {
  /// NAME.mcap, NAME.csv, or a folder of tables, NAME/.
  kRecording,
  /// NAME.snapshot.
  kSnapshot,
  /// NAME.sdf.
  kWorld,
};

/// Checks a file name given by a client and returns the path relative to the server's working
/// folder. The usual ending of its kind is added if absent. Refused: absolute paths, "..", hidden
/// names (".bashrc"), other endings, folders that do not exist, and symbolic links anywhere in the
/// path. Without these checks a client could overwrite any file of the server's user. Server
/// thread.
Result<std::string> ClientFile(const std::string& requested, FileKind kind);

/// The same for a file that will be written. An existing file must be of this kind by its content,
/// so that only files written by Surefoot are replaced. Tables have no recognizable content and are
/// never replaced.
Result<std::string> ClientFileToWrite(const std::string& requested, FileKind kind);

}  // namespace surefoot::serve
