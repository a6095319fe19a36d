#pragma once

/// Writing a description to a file such that reading the file gives the same description.

#include <functional>
#include <string>
#include <vector>

#include "surefoot/formats/format.h"

namespace surefoot::formats {

struct WriteOptions {
  /// Copies every mesh, texture and height map to NAME_files/ beside the file. Otherwise the file
  /// refers to them in place, by paths relative to its folder.
  bool copy_files = false;
  /// Replaces existing files.
  bool overwrite = false;
  /// Writes a single model instead of a world; opening the file puts it on a floor.
  bool as_model = false;
  /// The URI by which the file refers to another one, given by its absolute path; nullptr for paths
  /// relative to the file's folder.
  std::function<std::string(const std::string& path)> uri_of;
  /// For meshes in this scope, only files in it are copied along: a mesh from a client must not
  /// include files of the server.
  FileScope scope;
};

/// What a format's writer needs besides the description.
struct WriteContext {
  /// The absolute path of the file to be written.
  std::string path;
  WriteOptions options;
  Problems* problems = nullptr;
};

/// A file to create.
struct WrittenFile {
  std::string path;
  std::string content;
  /// If not empty, the file is a copy of this one.
  std::string copy_of;
};

/// Writes the description in the format of the path's extension. All files are first written under
/// temporary names and then renamed, the main file last, so a failed write leaves no incomplete
/// files. The error says what is wrong and what to do. Warnings of what the format cannot express
/// go to `lost`; without it, formats that cannot express everything are refused.
Status WriteFile(const FormatRegistry& registry, const world::WorldSpec& spec,
                 const std::string& path, const WriteOptions& options = {},
                 Problems* lost = nullptr);

/// The format that writes files with this extension ("sdf"); nullptr if there is none.
const Format* FindWriter(const FormatRegistry& registry, const std::string& ending);

/// "file:///home/user/my%20mesh.stl" for an absolute path, as RFC 8089 defines.
std::string FileUri(const std::string& path);

}  // namespace surefoot::formats
