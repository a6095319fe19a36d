#pragma once

/// Writing a description into a file that reads as the same description.

#include <string>
#include <vector>

#include "surefoot/formats/format.h"

namespace surefoot::formats {

struct WriteOptions {
  /// Put every mesh, texture and height map beside the file, into NAME_files/; otherwise the file
  /// names them where they are, by a path relative to its folder.
  bool copy_files = false;
  /// Replace files that exist.
  bool overwrite = false;
  /// The one model is meant by itself: it is put on a floor when the file is opened.
  bool as_model = false;
  /// Of copied meshes in this scope, only files in it are copied along: a mesh that a client
  /// brought must not bring files of the machine with it.
  FileScope scope;
};

/// What a format's writer needs beside the description.
struct WriteContext {
  /// Where the file will be: an absolute path.
  std::string path;
  WriteOptions options;
  Problems* problems = nullptr;
};

/// A file to be made.
struct WrittenFile {
  std::string path;
  std::string content;
  /// When not empty: a copy of this file.
  std::string copy_of;
};

/// Writes the description as the format that the path's ending names. All files are first written
/// beside their places and then renamed, the named one last. The error tells what is wrong and
/// what to do; nothing was written then, but for a full disk.
Status WriteFile(const FormatRegistry& registry, const world::WorldSpec& spec,
                 const std::string& path, const WriteOptions& options = {});

}  // namespace surefoot::formats
