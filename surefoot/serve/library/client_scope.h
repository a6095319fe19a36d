#pragma once

#include <set>
#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/serve/library/uploads.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// The folders in which model:// names and the names of grounds, soils and range sensors are
/// searched. The folders of the installation may contain links, as they do in a build tree.
FileScope LibraryScope(const Parts& parts);

/// Which files clients may load, and which files those may refer to. Otherwise a description could
/// name any file of the machine, for example as a mesh, and reveal its existence or content by the
/// messages about it. The world that the owner named at the start is not restricted. Server thread.
class ClientScope {
 public:
  /// `world`: the file that the owner named; files of its folder are allowed. Empty for none.
  ClientScope(const Parts& parts, const std::string& world);

  /// For a description sent as text: the library, where model:// names are searched.
  const FileScope& library() const { return library_; }
  /// For a file: the library, the folder of the served world, worlds saved by this server, and, if
  /// the file was uploaded, its batch.
  FileScope ForFile(const Uploads& uploads, const std::string& file) const;
  /// The same with all batches, for worlds that contain models of several batches.
  FileScope ForAll(const Uploads& uploads) const;

  /// Allows a world saved by this server to be loaded again. `foreign`: what was saved came from a
  /// client, and has no more rights for being in a file.
  void AddSaved(const std::string& file, bool foreign);
  /// Whether a file was saved from a world of a client.
  bool IsForeign(const std::string& file) const;

 private:
  FileScope Base() const;

  FileScope library_;
  std::vector<std::string> served_;
  /// Canonical paths.
  std::set<std::string> foreign_;
};

}  // namespace surefoot::serve
