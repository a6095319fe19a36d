#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::serve {

/// What a client may have written into the server's folder.
enum class FileKind {
  /// NAME.mcap, NAME.csv or a folder of tables, NAME/.
  kRecording,
  /// NAME.snapshot.
  kSnapshot,
  /// NAME.sdf.
  kWorld,
};

/// The path, relative to the server's folder, of a file that a client names. The usual ending of
/// its kind is added where there is none. Refused: absolute paths, "..", hidden names (".bashrc"),
/// other endings, folders that do not exist, symbolic links anywhere in the path.
Result<std::string> ClientFile(const std::string& wanted, FileKind kind);

/// The same for a file that will be written: one that exists must be of this kind by its content,
/// so that nothing is lost but what Surefoot wrote. Tables have no such mark and are never
/// replaced.
Result<std::string> ClientFileToWrite(const std::string& wanted, FileKind kind);

}  // namespace surefoot::serve
